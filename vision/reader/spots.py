"""A second opinion on a face: round spots, counted and placed.

It shares nothing with the pattern's fit, so agreement of both is worth more than either. A 4 holds
2s and a 5 a 3; a count sees the pips that a pattern leaves over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.reader import thresholds as at
from vision.view import Picture

PX_PER_MM = 6.0
PIP = 0.1
"""A pip's radius in die sides; makers differ by a fifth."""
ON_FACE = 0.45
"""Largest distance of pips from the face's centre, in die sides."""

_CORNER = 0.354
_EDGE = 0.25
PLACES: Mapping[int, tuple[float, ...]] = MappingProxyType(
    {
        1: (0.0,),
        2: (_CORNER,) * 2,
        3: (0.0, *(_CORNER,) * 2),
        4: (_CORNER,) * 4,
        5: (0.0, *(_CORNER,) * 4),
        6: (*(_EDGE,) * 2, *(_CORNER,) * 4),
    }
)
"""How far each value's pips lie from the middle of the face, in die sides, ascending."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Spot:
    """A bright spot: how strong, and where from the middle of the face in die sides."""

    strength: float
    x: float
    y: float


def vouches(
    image: Picture,
    calibration: Calibration,
    center_mm: tuple[float, float],
    die_mm: float,
    value: int,
) -> bool:
    """The face whose footprint is centred on `center_mm` bears as many round spots as `value` has
    pips, as far from its middle as they belong."""
    face = _flattened(image, calibration, *center_mm, die_mm)
    least, most = face.min(axis=2), face.max(axis=2)
    # White pips stand out in the least channel, dark ones in the most; red ones on white in the
    # least again, darker.
    return any(_bears(_spots(shade, die_mm), value) for shade in (least, 255 - most, 255 - least))


def _bears(spots: list[Spot], value: int) -> bool:
    """Whether there are as many strong spots as pips and none in doubt, at their distances, around
    the middle."""
    top = max((spot.strength for spot in spots), default=0.0)
    pips = [spot for spot in spots if spot.strength > at.SPOT_FAINT * top]
    if len(pips) != value or any(pip.strength < at.SPOT_STRONG * top for pip in pips):
        return False
    reaches = sorted(np.hypot(pip.x, pip.y) for pip in pips)
    placed = zip(reaches, PLACES[value], strict=True)
    middle = np.hypot(np.mean([pip.x for pip in pips]), np.mean([pip.y for pip in pips]))
    return bool(middle <= at.SPOT_SLACK) and all(
        abs(reach - place) <= at.SPOT_SLACK for reach, place in placed
    )


def _flattened(
    image: Picture, calibration: Calibration, x_mm: float, y_mm: float, die_mm: float
) -> Floats:
    """The plane of the top face seen from above, (n, n, 3), one and a half die sides wide."""
    half = 0.75 * die_mm
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    mm = np.array([(x_mm + i * half, y_mm + k * half, -die_mm) for i, k in corners])
    n = round(2 * half * PX_PER_MM)
    target = np.array([(0, 0), (n, 0), (n, n), (0, n)], np.float32)
    warp = cv2.getPerspectiveTransform(calibration.project(mm).astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(image, warp, (n, n), flags=cv2.INTER_CUBIC), np.float32)


def _spots(shade: Floats, die_mm: float) -> list[Spot]:
    """Bright round spots of a pip's size on the face."""
    radius_px = PIP * die_mm * PX_PER_MM
    fine = cv2.GaussianBlur(shade, (0, 0), radius_px / 1.414)
    coarse = cv2.GaussianBlur(shade, (0, 0), 1.6 * radius_px / 1.414)
    response = np.asarray(fine - coarse, np.float32)
    window = np.ones((2 * round(1.1 * radius_px) + 1,) * 2, np.uint8)
    peaks = (response == cv2.dilate(response, window)) & (response > 0)
    middle, side_px = response.shape[0] / 2, PX_PER_MM * die_mm  # as `_flattened` lays it
    found = (
        Spot(float(response[row, column]), (column - middle) / side_px, (row - middle) / side_px)
        for row, column in zip(*np.nonzero(peaks), strict=True)
    )
    return [spot for spot in found if np.hypot(spot.x, spot.y) <= ON_FACE]
