"""What a small net takes a place for: no die, a die at rest and how it lies, a smeared one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.view import Picture, patch

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
    far: float = 0.0


def kinds_at(
    image: Picture, calibration: Calibration, places_mm: Floats, die_mm: float
) -> list[Kind]:
    """What lies at places (N, 2), middles of top faces on the plane one die high."""
    scale, width = SIDE_PX / die_mm, INPUT_PX * die_mm / SIDE_PX
    crops = []
    for x, y in places_mm:
        at = (float(x), float(y))
        seen = patch(image, calibration, at, width, scale, die_mm, fine=False)
        assert seen.colour is not None
        crops.append(seen.colour)
    return kinds(np.array(crops, np.float32).reshape(-1, INPUT_PX, INPUT_PX, 3))


def kinds(crops: NDArray[np.float32]) -> list[Kind]:
    """What crops (N, 40, 40, 3) BGR 0..255 show, a die's side 24 px."""
    if not len(crops):
        return []
    net = _net()
    net.setInput(np.ascontiguousarray(crops.transpose(0, 3, 1, 2)), "image")
    said = np.asarray(net.forward(), np.float64)
    share = np.exp(said - said.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    none, level, smeared, far = share.T
    return [Kind(*map(float, row)) for row in zip(none, level + far, smeared, far, strict=True)]


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))
