"""Patches of a picture in the colour of the dice that were read: half a third one may be hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.view import Picture, Singles

FACE_SIDES = 0.4
"""Radius of what is looked at of a face; most of it is its body."""
AROUND_SIDES = 2.0
NEAR_SIDES = 0.55
"""How near its place a patch must come."""
PIP_SIDES = 0.28
"""Pips and letters up to this size belong to the patch around them."""
LIGHTNESS_COUNTS = 0.5
"""Of a difference of colour: a die is as bright as another one only in the same light."""


class ColourPatch(NamedTuple):
    """A patch in the colour of dice: its area over a die's face, its length over a die's side."""

    area_faces: float
    long_sides: float


NO_PATCH = ColourPatch(0.0, 0.0)


def colour_patch(
    image: Picture,
    calibration: Calibration,
    die_mm: float,
    dice_mm: Sequence[tuple[float, float]],
    x_mm: float,
    y_mm: float,
) -> ColourPatch:
    """Measure the largest patch at a place on the plane one die high in the colour of one of the
    dice at dice_mm."""
    side_px = die_mm * calibration.px_per_mm
    there = _around(image, calibration, (x_mm, y_mm), die_mm, AROUND_SIDES * side_px)
    near = np.zeros(there.shape[:2], np.uint8)
    middle = (len(near) - 1) // 2
    cv2.circle(near, (middle, middle), round(NEAR_SIDES * side_px), 1, -1)
    closing = np.ones((max(3, round(PIP_SIDES * side_px)),) * 2, np.uint8)
    best = NO_PATCH
    for one in dice_mm:
        colour = _face_colour(image, calibration, one, die_mm)
        alike = np.asarray(_apart(there, colour) <= at.HALF_COLOUR, np.uint8)
        closed = np.asarray(cv2.morphologyEx(alike, cv2.MORPH_CLOSE, closing), np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
        for part in set(np.unique(labels[(near & closed) > 0])):
            area_faces = float(stats[part, cv2.CC_STAT_AREA]) / side_px**2
            if area_faces > best.area_faces:
                points = np.argwhere(labels == part).astype(np.float32)
                long_px = 1 + max(cv2.minAreaRect(points)[1])
                best = ColourPatch(area_faces, long_px / side_px)
    return best


def _face_colour(
    image: Picture, calibration: Calibration, middle_mm: tuple[float, float], die_mm: float
) -> Floats:
    radius_px = FACE_SIDES * die_mm * calibration.px_per_mm
    face = _around(image, calibration, middle_mm, die_mm, radius_px)
    return np.asarray(np.median(face.reshape(-1, 3), axis=0), np.float64)


def _around(
    image: Picture,
    calibration: Calibration,
    place_mm: tuple[float, float],
    die_mm: float,
    radius_px: float,
) -> Singles:
    """The square about a place one die high, (n, n, 3) lightness, green to red, blue to yellow;
    what lies beyond the picture is black."""
    ((x, y),) = calibration.project(np.array([(*place_mm, -die_mm)]))
    size = 2 * round(radius_px) + 1
    square = cv2.getRectSubPix(image, (size, size), (float(x), float(y)))
    return np.asarray(cv2.cvtColor(square, cv2.COLOR_BGR2LAB), np.float32)


def _apart(there: Singles, colour: Floats) -> Floats:
    weighed = (there - colour) ** 2 * (LIGHTNESS_COUNTS, 1.0, 1.0)
    return np.asarray(np.sqrt(weighed.sum(axis=2)), np.float64)
