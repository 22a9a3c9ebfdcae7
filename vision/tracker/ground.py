"""The board's plan in the small picture of motion: which pixels are field, how large a die is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, Floats, Rect

Picture = npt.NDArray[np.uint8]

HALO_PX = 4.0
"""Smoothing and shadow widen a change by this."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """board and halves: masks (h, w) uint8 of the whole frame, and of the two halves of the
    field. scale: pixels of the view per pixel of the main picture. die_px2, checker_px2: what
    they cover in the view."""

    board: Picture
    halves: Picture
    scale: float
    die_px2: float
    checker_px2: float

    def dice_px2(self, count: float) -> float:
        """Largest area of `count` dice, with their shadows and blur, px² of the view."""
        return float(count * (math.sqrt(self.die_px2) + HALO_PX) ** 2)


def ground_of(calibration: Calibration, view: Picture) -> Ground:
    plan, scale = calibration.board, view.shape[1] / calibration.width
    per_mm = calibration.px_per_mm * scale
    outer = _outline(Rect(0.0, 0.0, *plan.size_mm), -plan.rim_height_mm)
    halves = [_outline(half, 0.0) for half in (plan.picture_left, plan.picture_right)]
    return Ground(
        board=_filled(view, [calibration.project(outer) * scale]),
        halves=_filled(view, [calibration.project(half) * scale for half in halves]),
        scale=scale,
        die_px2=(per_mm * plan.usual_die_mm) ** 2,
        checker_px2=np.pi / 4 * (per_mm * plan.checker_mm) ** 2,
    )


def _outline(rect: Rect, z_mm: float) -> Floats:
    corners = [
        (rect.left, rect.top),
        (rect.right, rect.top),
        (rect.right, rect.bottom),
        (rect.left, rect.bottom),
    ]
    return np.array([(x, y, z_mm) for x, y in corners], np.float64)


def _filled(view: Picture, outlines: list[Floats]) -> Picture:
    mask = np.zeros(view.shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    return mask
