"""A folder of drawn pictures with truth, read: `python -m vision.lab.measure --drawn DIR`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.lab.answered import answered
from vision.lab.figures import Shot

ASKED = frozenset({"valid", "unsure", "error"})
"""What may be said of a valid roll without sending players to throw again."""


def drawn_shots(folder: Path, calibration: str, every: int = 1) -> Iterator[Shot]:
    """Each picture of the folder that has its truth beside it, read."""
    for path in sorted(folder.glob("[0-9]*.json"))[::every]:
        truth = json.loads(path.read_text())
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        yield answered(path.stem, image, truth, calibration)


def worst_first(shots: Sequence[Shot]) -> list[Shot]:
    """The wrongly accepted ones, then the valid ones that were announced void."""
    wrong = [one for one in shots if one.wrong]
    return wrong + [one for one in shots if is_voided(one)]


def is_voided(shot: Shot) -> bool:
    """A valid roll that was announced as one to be thrown again."""
    return shot.truth == "valid" and shot.said not in ASKED
