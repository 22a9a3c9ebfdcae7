"""Run the nets: open each file once, cut crops around places of the board."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.errors import NetMissing
from vision.view import Picture, Singles, patch


def outputs_of(
    model: Path, pictures: NDArray[np.float32] | Picture, view: NDArray[np.floating] | None = None
) -> Singles:
    """A net's outputs for pictures (N, h, w, 3) BGR 0..255 and its second input for each,
    (N, M). Raises NetMissing."""
    net = _opened(model)
    net.setInput(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32), "image")
    if view is not None:
        net.setInput(np.ascontiguousarray(view, np.float32), "view")
    return np.asarray(net.forward(), np.float32)


def require_net(model: Path) -> None:
    """Raise NetMissing unless the net is where it was installed."""
    if not model.is_file():
        raise NetMissing(f"{model} is not there, and no dice are read without it; install again.")


@cache
def _opened(model: Path) -> cv2.dnn.Net:
    require_net(model)
    return cv2.dnn.readNetFromONNX(str(model))


def crops_at(
    image: Picture,
    calibration: Calibration,
    places_mm: Floats,
    die_mm: float | Floats,
    side_px: int,
    across_px: int,
    *,
    fine: bool = True,
) -> NDArray[np.float32]:
    """Crops (N, across_px, across_px, 3) around places (N, 2) on the plane one die high, a die's
    side so many pixels long in them. die_mm: the side of all dice, or of each (N,); fine: as
    `vision.view.patch` has it."""
    sides = np.broadcast_to(np.asarray(die_mm, np.float64), len(places_mm))
    crops = np.empty((len(places_mm), across_px, across_px, 3), np.float32)
    for i, ((x, y), side) in enumerate(zip(places_mm, map(float, sides), strict=True)):
        at, width = (float(x), float(y)), across_px * side / side_px
        seen = patch(image, calibration, at, width, side_px / side, side, fine=fine)
        assert seen.colour is not None
        crops[i] = seen.colour
    return crops
