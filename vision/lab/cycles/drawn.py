"""A folder of drawn pictures with truth, read: `python -m vision.lab.measure --drawn DIR`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.lab.answered import answered
from vision.lab.cycles.develop import BEFORE
from vision.lab.figures import Shot
from vision.view import Picture

ASKED = frozenset({"valid", "unsure", "error"})
"""What may be said of a valid roll without sending players to throw again."""


def drawn_shots(
    folder: Path, calibration: str, every: int = 1, *, before: bool = False
) -> Iterator[Shot]:
    """Each picture of the folder that has its truth beside it, read. before: the reader is shown
    the board as it lay, as at a table."""
    for path in sorted(folder.glob("[0-9]*.json"))[::every]:
        truth = json.loads(path.read_text())
        image = _picture(path.with_suffix(".jpg"))
        lay = _picture(folder / BEFORE / f"{path.stem}.jpg") if before else None
        yield answered(path.stem, image, truth, calibration, lay)


def _picture(path: Path) -> Picture:
    return np.asarray(cv2.imread(str(path)), np.uint8)


def worst_first(shots: Sequence[Shot]) -> list[Shot]:
    """The wrongly accepted ones, then the valid ones that were announced void."""
    wrong = [one for one in shots if one.wrong]
    return wrong + [one for one in shots if is_voided(one)]


def is_voided(shot: Shot) -> bool:
    """A valid roll that was announced as one to be thrown again."""
    return shot.truth == "valid" and shot.said not in ASKED
