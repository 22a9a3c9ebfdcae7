"""A small net for one face: sharp, or drawn out by a short way during the exposure."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.learned.net import crops_at, outputs_of
from vision.view import Picture

MODEL = Path(__file__).with_name("smear.onnx")
INPUT_PX = 28
SIDE_PX = 24
"""The die's side in a crop."""
CLEAR = 0.3
"""A smaller share at the first look is sharp: of 1,048 slides of 3 pixels and more that eight looks
find none had less. A larger one is looked at in all four turns and mirrored: a gleam looks drawn
out one way round."""


def smears_at(
    image: Picture, calibration: Calibration, places_mm: Floats, die_mm: float
) -> list[float]:
    """How likely faces are drawn out, 0-1 each, whose middles lie at places (N, 2) on the plane
    one die high."""
    crops = crops_at(image, calibration, places_mm, die_mm, SIDE_PX, INPUT_PX)
    return smears(crops, np.full(len(crops), calibration.px_per_mm * die_mm))


def smears(crops: NDArray[np.float32], sides_px: Floats) -> list[float]:
    """How likely faces in crops (N, 28, 28, 3) BGR 0..255, of dice whose sides were so many
    pixels long (N,), are drawn out."""
    if not len(crops):
        return []
    odds = _log_odds(crops, sides_px)
    left = np.flatnonzero(odds >= np.log(CLEAR / (1 - CLEAR)))
    if len(left):
        sides = [np.rot90(crops[left], k, axes=(1, 2)) for k in range(4)]
        eight = np.concatenate([*sides, *(side[:, :, ::-1] for side in sides)])
        odds[left] = _log_odds(eight, np.tile(sides_px[left], 8)).reshape(8, -1).mean(axis=0)
    return [float(share) for share in 1 / (1 + np.exp(-odds))]


def _log_odds(crops: NDArray[np.float32], sides_px: Floats) -> Floats:
    """Log-odds (N,)."""
    return outputs_of(MODEL, crops, fineness(sides_px)[:, None]).astype(np.float64).ravel()


def fineness(sides_px: Floats) -> NDArray[np.float32]:
    """How fine a face is seen, an input of the net (N,): 0 at a side of 24 pixels. A face of fewer
    pixels is softer without having moved."""
    return np.asarray(3.0 * np.log(sides_px / SIDE_PX), np.float32)
