"""Foreign objects beside a die since the board was bare: a coin, a pencil, a fingertip.

Dice and checkers have readers of their own; they and the shadows of dice do not count.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.checkers import Disc
from vision.reader.contact import outside_mm
from vision.reader.cube import eye_over, silhouette
from vision.reader.face import Face
from vision.reader.reach import CORNER_SIDES, reach_of_middle_mm
from vision.view import Picture, Singles, View, patch

PX_PER_MM = 2.0
GLOW_MM = 3.0
"""Width around a die's outline where its mirror image and its glow show."""
DARK_GREY = 8.0
"""Added to both pictures before they are divided: a ratio of dark levels is mostly noise."""


def thing_mm(
    image: Picture,
    before: Picture,
    calibration: Calibration,
    face: Face,
    others: Sequence[Face],
    discs: Sequence[Disc],
    reach_mm: float,
) -> float:
    """How deep the nearest foreign object reaches under the die of a face, mm; negative: its
    distance; minus infinity without one within reach.

    before: the same board without dice; others, discs: the other dice, and checkers near it.
    """
    side = face.side_mm
    middle = (face.x, face.y)
    now, was = _patches(image, before, calibration, middle, side, reach_mm)
    mask = _changed(now, was)
    eye = eye_over(calibration, side)
    for die in (face, *others):
        outline = now.to_px(silhouette(eye, die, GLOW_MM))
        cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(outline).astype(np.int32)), 0)
    things = _things(mask, now, discs)
    return -float(outside_mm(face, things).min()) if len(things) else -np.inf


def thing_by_place_mm(
    image: Picture,
    before: Picture,
    calibration: Calibration,
    place: tuple[float, float],
    side_mm: float,
    others: Sequence[tuple[float, float]],
    discs: Sequence[Disc],
) -> float:
    """Distance of the nearest foreign object from the middle of a die whose face was not read, mm;
    infinity without one within reach. Leaves out what may be this die or another, in any pose.

    place, others: the die's middle and those of other dice, mm.
    """
    reach = reach_of_middle_mm(side_mm)
    now, was = _patches(image, before, calibration, place, side_mm, reach)
    mask = _changed(now, was)
    radius = (CORNER_SIDES * side_mm + GLOW_MM + at.UNREAD_PLACE) * now.scale
    for x, y in now.to_px(np.array([place, *others])):
        cv2.circle(mask, (round(x), round(y)), round(radius), 0, -1)
    away = np.linalg.norm(_things(mask, now, discs) - place, axis=1)
    return float(away.min(initial=np.inf))


def _patches(
    image: Picture,
    before: Picture,
    calibration: Calibration,
    middle: tuple[float, float],
    side_mm: float,
    reach_mm: float,
) -> tuple[View, View]:
    """The surroundings of a die, now and before."""
    width = 2 * (side_mm + reach_mm)
    now, was = (
        patch(picture, calibration, middle, width, PX_PER_MM, side_mm, fine=False)
        for picture in (image, before)
    )
    return now, was


def _things(mask: NDArray[np.uint8], now: View, discs: Sequence[Disc]) -> Floats:
    """Points (N, 2), mm, of foreign objects in a mask (h, w) of what changed besides dice."""
    for disc in discs:
        x, y = now.to_px(np.array([disc.x, disc.y]))
        cv2.circle(mask, (round(x), round(y)), round((disc.radius + GLOW_MM) * now.scale), 0, -1)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(opened, np.uint8))
    least_px = at.THING * now.scale**2
    large = [label for label in range(1, count) if stats[label][4] >= least_px]
    rows, columns = np.nonzero(np.isin(labels, large))
    return now.to_mm(np.column_stack([columns, rows]))


def _changed(now: View, was: View) -> NDArray[np.uint8]:
    """Mask (h, w), 255 where something else shows and not the same thing in shadow."""
    one, other = (_soft(view) for view in (now, was))
    apart = np.abs(one - other).max(axis=2)
    changed = (apart > at.CHANGED) & ~_is_shade(one, other)
    return np.asarray(changed.astype(np.uint8) * 255, np.uint8)


def _soft(view: View) -> Singles:
    assert view.colour is not None
    return np.asarray(cv2.GaussianBlur(view.colour, (0, 0), 1.0), np.float32)


def _is_shade(now: Singles, was: Singles) -> NDArray[np.bool_]:
    """Where (h, w) all colours are darker by about the same factor, and not black."""
    ratio = (now + DARK_GREY) / (was + DARK_GREY)
    low, high = ratio.min(axis=2), ratio.max(axis=2)
    even = high - low < at.SHADE_UNEVEN
    return np.asarray((high < at.SHADE_MOST) & (low > at.SHADE_LEAST) & even)
