"""Measure what a picture shows besides the dice that were read: motion, bodies, what may be one
more die. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.learned import cover, kind, smear
from vision.reader import thresholds as at
from vision.reader.cover import CoverBody, areas_cm2, bodies, is_beside_body, under
from vision.reader.detections import Detections, parts_of, suspects
from vision.reader.smear import unevenness
from vision.reader.unreadable_dice import Places, Unread
from vision.reading import DieSeen
from vision.view import Picture, View, box_around, likeness

FAR_MM = 300.0
"""Over the table, where places are too far off for the other net, the finder alone may object."""


class DieMotion(NamedTuple):
    """The motion of a die that was read: the nets' shares for a long and for a short smear, how
    uneven its pips' steps are, and its side in the picture."""

    smeared: float
    drawn_out: float
    uneven: Callable[[], float]
    side_px: float


class Over(NamedTuple):
    """What may lie over the field: the largest parts, cm2, that surely show a body, that may, and
    that may and came since the roll began; each body; whether one may lie over a place (x, y), mm,
    or so near it; and whether one over the field may lie so near it."""

    sure_cm2: float
    maybe_cm2: float
    came_cm2: float
    bodies: Callable[[], Sequence[CoverBody]]
    under: Callable[[float, float, float], bool]
    beside: Callable[[float, float, float], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What is around the dice of a picture; each net runs once, when it is called for.

    places: what may be dice, on the board and beside it; far: over the table; motion: of dice that
    were read.
    """

    places: Callable[[], Sequence[Unread]]
    far: Callable[[], Sequence[Unread]]
    over: Callable[[], Over]
    motion: Callable[[Sequence[DieSeen]], list[DieMotion]]


def around(nets: Detections, places: Places, changed: Picture | None = None) -> Surroundings:
    """changed: mask (h, w), where the picture differs from the board before the roll."""

    def near() -> list[Unread]:
        return [places.examine(one) for one in suspects(nets, changed)]

    def far() -> list[Unread]:
        return [places.examine(one) for one in suspects(nets, changed, FAR_MM)]

    motion = partial(motion_of, nets.image, nets.calibration, nets.die_mm)
    over = partial(_over, nets.image, nets.calibration, changed)
    return Surroundings(cache(near), cache(far), cache(over), motion)


def motion_of(
    image: Picture, calibration: Calibration, die_mm: float, dice: Sequence[DieSeen]
) -> list[DieMotion]:
    """Whether they are smeared: a face found by its pips is mostly sharp."""
    places = np.array([die.center_mm for die in dice], np.float64)
    looks = kind.kinds_at(image, calibration, places, die_mm)
    drawn_out = smear.smears_at(image, calibration, places, die_mm)
    side_px = calibration.px_per_mm * die_mm
    return [
        DieMotion(
            look.smeared,
            share,
            partial(unevenness, image, calibration, (float(x), float(y)), die_mm),
            side_px,
        )
        for (x, y), look, share in zip(places, looks, drawn_out, strict=True)
    ]


def _over(image: Picture, calibration: Calibration, changed: Picture | None) -> Over:
    seen = cover.cover(image, calibration)
    areas = areas_cm2(seen, calibration, changed)
    beside = partial(is_beside_body, seen, calibration)
    return Over(*areas, partial(bodies, seen, calibration), partial(under, seen), beside)


def changes(image: Picture, before: Picture) -> Picture:
    """Mask (h, w): where any colour channel differs between two pictures (h, w, 3) BGR."""
    soft, soft_before = (
        np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8) for picture in (image, before)
    )
    return unlike(likeness(soft, soft_before))


def unlike(alike: Picture) -> Picture:
    """Mask (h, w): where pictures of such a likeness (h, w) differ."""
    return np.asarray((alike < 255 - at.CHANGED).astype(np.uint8) * 255)


def changes_near(
    image: Picture, before: Picture, calibration: Calibration, view: View, where: Picture
) -> Picture:
    """The same, but only near a mask of a view: the rest is black."""
    found = np.zeros(image.shape[:2], np.uint8)
    die_mm = calibration.board.usual_die_mm
    for left, top, right, bottom in parts_of(where, 2 * die_mm * view.scale):
        corners = view.to_mm(
            np.array([(x, y) for x in (left, right) for y in (top, bottom)], float)
        )
        px = calibration.project(np.column_stack([corners, np.full(4, -die_mm)]))
        near = box_around(px, found.shape)
        found[near] = changes(image[near], before[near])
    return found
