"""A clear die's own pips brought out from those of its far face, which show through it.

They are the strongest on the face: fainter pips, or those of the other polarity, disappear.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.reader.face import Face
from vision.view import Picture, darkest

INSIDE = 0.06
"""Margin inside a face's edges, over its side, within which it is all body and pips."""
STRONGEST = 0.98
"""Quantile of a face's pixels: its own pips cover more than the rest, a glint or noise mostly
less."""
LEAST_GREY = 12.0
"""A face on which nothing stands out by more has no pips to bring out."""


def brought_out(image: Picture, calibration: Calibration, face: Face) -> Picture | None:
    """A copy of the picture (h, w, 3) in which, on that face, what stands out brightest is left
    and all else is faint; `None` where nothing stands out. Dark pips: of the negative."""
    corners = face.corners_mm(-INSIDE * face.side_mm)
    outline = calibration.project(np.column_stack([corners, np.full(4, -face.side_mm)]))
    points = np.rint(outline).astype(np.int32)
    x, y, wide, high = cv2.boundingRect(points)
    if x < 0 or y < 0 or x + wide > image.shape[1] or y + high > image.shape[0]:
        return None
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillConvexPoly(mask, points - (x, y), 1)
    on_face = mask > 0
    part = image[y : y + high, x : x + wide]
    grey = darkest(part).astype(np.float32)
    above = np.maximum(grey - np.median(grey[on_face]), 0.0)
    most = float(np.quantile(above[on_face], STRONGEST))
    if most < LEAST_GREY:
        return None
    stressed = np.minimum(above * above / most, 255.0)
    body = np.median(part[on_face], axis=0)
    shown = image.copy()
    new = np.clip(body + stressed[..., None], 0, 255).astype(np.uint8)
    shown[y : y + high, x : x + wide][on_face] = new[on_face]
    return shown
