"""Measure by its pips how far a face that was read is smeared by motion.

Pips are round, so a sharp face steps equally much every way whatever it shows; along a smear it
steps less than across it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.view import Picture, patch

PX_PER_MM = 3.0
FULL = 0.36
"""Distance from the middle, over the side, up to which steps count in full."""
REACH = 0.47
"""Distance from which steps do not count."""
FINE_PX = 0.8
COARSE_PX = 2.0
"""What is wider is left out: pips in a row melt into bars, glare lies across."""
SIDES = 1.25


def unevenness(
    image: Picture, calibration: Calibration, place_mm: tuple[float, float], die_mm: float
) -> float:
    """The smear of a face whose middle lies at a place on the plane one die high: from 0, equal
    steps every way, to 1, steps one way only."""
    view = patch(image, calibration, place_mm, SIDES * die_mm, PX_PER_MM, die_mm)
    assert view.colour is not None
    fine = cv2.GaussianBlur(view.colour, (0, 0), FINE_PX)
    fine = cv2.subtract(fine, cv2.GaussianBlur(view.colour, (0, 0), COARSE_PX))
    dx = cv2.Sobel(fine, cv2.CV_32F, 1, 0, ksize=1)
    dy = cv2.Sobel(fine, cv2.CV_32F, 0, 1, ksize=1)
    side = view.grey.shape[0]
    axis = (np.arange(side) - (side - 1) / 2) / (PX_PER_MM * die_mm)
    away = np.hypot(axis[None, :], axis[:, None])
    weight = np.clip((REACH - away) / (REACH - FULL), 0, 1)[..., None]
    xx, xy, yy = (float((weight * part).sum()) for part in (dx * dx, dx * dy, dy * dy))
    return float(np.hypot(xx - yy, 2 * xy) / (xx + yy + 1e-6))
