"""How far a face that was read is smeared by motion, told by its pips.

Pips are round, so a sharp face steps equally much every way whatever it shows; along a smear it
steps less than across it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.reader.view import Picture, patch
from vision.reading import DieSeen

PX_PER_MM = 3.0
FULL, REACH = 0.36, 0.47
"""Of a side: steps count in full up to the first from the middle, none from the second on."""
SOFT_PX = 0.8


def unevenness(image: Picture, calibration: Calibration, die: DieSeen, die_mm: float) -> float:
    """0: a face steps equally much every way; 1: one way only."""
    assert die.center_mm is not None
    view = patch(image, calibration, die.center_mm, die_mm, PX_PER_MM, die_mm)
    assert view.colour is not None
    soft = cv2.GaussianBlur(view.colour, (0, 0), SOFT_PX)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
    side = view.grey.shape[0]
    axis = (np.arange(side) - (side - 1) / 2) / (PX_PER_MM * die_mm)
    away = np.hypot(axis[None, :], axis[:, None])
    weight = np.clip((REACH - away) / (REACH - FULL), 0, 1)[..., None]
    xx, xy, yy = (float((weight * part).sum()) for part in (dx * dx, dx * dy, dy * dy))
    return float(np.hypot(xx - yy, 2 * xy) / (xx + yy + 1e-6))
