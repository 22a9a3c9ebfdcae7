"""A small net that classes a place: no die, a die at rest (level or leaning far), a smeared die."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.learned.net import crops_at, outputs_of
from vision.view import Picture

MODEL = Path(__file__).with_name("kind.onnx")
INPUT_PX = 40
SIDE_PX = 24
"""The die's side in a crop."""


class Kind(NamedTuple):
    """Shares, the first three together 1: no die there; one at rest; one that moved while the
    shutter was open. far: of one at rest that leans far, some 20 degrees and more."""

    none: float
    still: float
    smeared: float
    far: float


def kinds_at(
    image: Picture, calibration: Calibration, places_mm: Floats, die_mm: float
) -> list[Kind]:
    """What lies at places (N, 2), middles of top faces on the plane one die high."""
    return kinds(crops_at(image, calibration, places_mm, die_mm, SIDE_PX, INPUT_PX, fine=False))


def kinds(crops: NDArray[np.float32]) -> list[Kind]:
    """What crops (N, 40, 40, 3) BGR 0..255 show, a die's side 24 px."""
    if not len(crops):
        return []
    odds = outputs_of(MODEL, crops).astype(np.float64)
    share = np.exp(odds - odds.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    none, level, smeared, far = share.T
    return [Kind(*map(float, row)) for row in zip(none, level + far, smeared, far, strict=True)]
