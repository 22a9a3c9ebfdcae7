"""A die as it lies in a picture, nothing decided yet."""

from __future__ import annotations

import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.face import Face
from vision.reading import DieSeen, Zone


def die_of_face(calibration: Calibration, face: Face, half: Zone) -> DieSeen:
    """The die whose top face was found, and its best value when forced."""
    confidence = float(np.clip(2 * face.margin + face.best_fit - 0.5, 0.0, 1.0))
    middle = (face.x, face.y)
    return _die(calibration, face.corners_mm(), face.side_mm, middle, half, face.value, confidence)


def die_at(calibration: Calibration, x: float, y: float, die_mm: float) -> DieSeen:
    """A die at x, y, mm on the plane one die high."""
    half = die_mm / 2
    corners = np.array([(x + i * half, y + k * half) for i in (-1, 1) for k in (-1, 1)])
    return _die(calibration, corners, die_mm, (x, y), calibration.half_of(x, y))


def _die(
    calibration: Calibration,
    corners: Floats,
    side_mm: float,
    middle: tuple[float, float],
    half: Zone,
    guess: int | None = None,
    confidence: float = 0.0,
) -> DieSeen:
    """corners (4, 2): of its top face, mm."""
    px = calibration.project(np.column_stack([corners, np.full(4, -side_mm)]))
    left, top = np.floor(px.min(axis=0)).astype(int)
    right, bottom = np.ceil(px.max(axis=0)).astype(int)
    centre = px.mean(axis=0)
    return DieSeen(
        value=None,
        guess=guess,
        half=half,
        flat=None,
        support=None,
        confidence=confidence,
        center_px=(float(centre[0]), float(centre[1])),
        center_mm=middle,
        bbox_px=(int(left), int(top), int(right - left), int(bottom - top)),
    )
