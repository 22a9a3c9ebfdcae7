"""Things of a die's size that came onto the board and could not be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.die_shape import die_at
from vision.reading import DieSeen
from vision.view import Picture, View


class Patch(NamedTuple):
    """die: a die there, nothing decided; its area over a die's face, its length and the largest
    circle in it, over a die's side."""

    die: Callable[[], DieSeen]
    area_faces: float
    long_sides: float
    thick_sides: Callable[[], float]


def patches_of(
    changed: Picture,
    view: View,
    calibration: Calibration,
    die_mm: float,
    dice: Sequence[DieSeen],
    all_known: bool,
) -> list[Patch]:
    """The patches of change that none of these dice explains. all_known: they are all that were
    thrown, so what hangs together with one of them is its shadow, or the die that it lies on.

    changed: mask (h, w) of the view, not grown.
    """
    opened = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = np.asarray(opened, np.uint8)
    side = die_mm * view.scale
    places = [view.to_px(np.array(die.center_mm)) for die in dice if die.center_mm is not None]
    if all_known:
        mask = _without_shadows(mask, places, side)
    for x, y in places:
        cv2.circle(mask, (round(x), round(y)), round(at.CAME_BESIDE * side), 0, -1)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask)
    found = []
    for i in range(1, count):
        left, top, width, height, area = stats[i]
        patch = labels[top : top + height, left : left + width] == i
        thick_sides = partial(_thick_sides, patch, side)
        x, y = view.to_mm(centres[i])
        die = partial(die_at, calibration, float(x), float(y), die_mm)
        found.append(Patch(die, area / side**2, max(width, height) / side, thick_sides))
    return found


def _thick_sides(patch: NDArray[np.bool_], side_px: float) -> float:
    """Across the largest circle in a patch (h, w), over a die's side."""
    inside = np.pad(patch, 1).astype(np.uint8)
    return float(2 * cv2.distanceTransform(inside, cv2.DIST_L2, 5).max()) / side_px


def _without_shadows(mask: Picture, places: list[Floats], side: float) -> Picture:
    """Without the patches that begin at dice: a lamp that stands low draws them out far."""
    _, patches = cv2.connectedComponents(mask)
    at_dice = np.zeros_like(mask)
    for x, y in places:
        cv2.circle(at_dice, (round(x), round(y)), round(side), 255, -1)
    theirs = np.unique(patches[at_dice > 0])
    return np.where(np.isin(patches, theirs), 0, mask).astype(np.uint8)
