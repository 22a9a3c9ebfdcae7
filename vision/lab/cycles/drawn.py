"""A folder of drawn pictures with truth, read: `python -m vision.lab.measure --drawn DIR`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from vision.lab.answered import read_shot
from vision.lab.cycles.develop import BEFORE
from vision.lab.cycles.filmed_drawn import film
from vision.lab.figures import Shot
from vision.lab.filmed import filmed
from vision.picture_file import PictureUnreadable, read_picture
from vision.view import Picture

Shown = Literal["alone", "before", "film"]
ASKED = frozenset({"valid", "unsure", "error"})
"""Answers about a valid roll that do not send the players to throw again."""


def drawn_shots(
    folder: Path, calibration: str, every: int = 1, *, shown: Shown = "alone"
) -> Iterator[Shot]:
    """Each picture of the folder that has its truth beside it, read. shown: to the reader alone, or
    with the board before the roll, or to the tracker as a film; of dice that move there is none.

    Raises PictureUnreadable where the board before is not there."""
    for path in sorted(folder.glob("[0-9]*.json"))[::every]:
        truth = json.loads(path.read_text())
        image = read_picture(path.with_suffix(".jpg"))
        before = None if shown == "alone" else _before(folder, path.stem)
        if shown == "film" and before is not None:
            if truth["roll_status"] != "in_motion":
                frames = film(before, image, truth, np.random.default_rng([int(path.stem), 87]))
                yield filmed(path.stem, frames, truth, calibration)
        else:
            yield read_shot(path.stem, image, truth, calibration, before)


def _before(folder: Path, file: str) -> Picture:
    path = folder / BEFORE / f"{file}.jpg"
    if not path.exists():
        raise PictureUnreadable(
            f"{path} is not there: remove {file}.json and run vision.lab.cycles.develop again."
        )
    return read_picture(path)


def worst_first(shots: Sequence[Shot]) -> list[Shot]:
    """The wrongly accepted ones, then the valid ones that were announced void."""
    wrong = [one for one in shots if one.wrong]
    return wrong + [one for one in shots if is_voided(one)]


def is_voided(shot: Shot) -> bool:
    """Whether a valid roll was announced as one to be thrown again."""
    return shot.truth == "valid" and shot.answer not in ASKED
