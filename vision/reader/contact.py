"""What a die can touch: the checkers near it, walls, bar, another die, foreign objects.

A die that touches only the field lies flat (RESTS.md of the lab: of 80,000 none leaned on nothing),
so what is within its reach decides whether it may lean at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import BoardPlan, Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.checkers import Disc, checkers_near
from vision.reader.face import Face, Square, turn
from vision.reader.reach import ROUNDING
from vision.reading import Zone
from vision.view import Picture


def overlap_mm(face: Square, disc: Disc) -> float:
    """How deep a disc reaches into the die's footprint, whose corners are round; negative when it
    keeps away."""
    return disc.radius - float(outside_mm(face, np.array([[disc.x, disc.y]]))[0])


@dataclass(frozen=True, slots=True)
class Rest:
    """What is around a die. How deep each reaches under it, mm, negative: its distance. checker:
    the deepest sure checker, maybe_checker: any checker, die: another die, thing: a foreign object.
    room: how far inside its part of the board all of it lies; on the bar: its middle."""

    checker: float
    maybe_checker: float
    room: float
    die: float
    thing: float = -np.inf

    @property
    def beside(self) -> float:
        """How deep the nearest of these, without walls, reaches under it, mm."""
        return max(self.maybe_checker, self.die, self.thing)


def half_of(face: Face, discs: list[Disc], board: BoardPlan) -> Zone:
    """The half a die lies in. What lies higher than on the field is seen further out: on a checker
    only what lies clearly beyond the field is off it."""
    half = board.half_of(face.x, face.y)
    carried = any(
        np.hypot(disc.x - face.x, disc.y - face.y) < disc.radius + face.side_mm for disc in discs
    )
    if half == "off" and carried:
        for name in ("picture_left", "picture_right"):
            area = board.picture_left if name == "picture_left" else board.picture_right
            if area.room_mm(face.x, face.y) > -at.OFF_RAISED:
                return name
    return half


def but_what_did_not_lie(
    discs: Sequence[Disc],
    before: Picture,
    calibration: Calibration,
    square: Square,
    *,
    near: bool = False,
) -> list[Disc]:
    """Checkers near a die; one that reaches under it counts as unsure where the board before shows
    none: a throw brings no checkers, and pushes one only a little. near: others, too."""
    deeper_mm = -np.inf if near else at.TOUCH_CHECKER
    under = [disc for disc in discs if overlap_mm(square, disc) > deeper_mm]
    if not any(disc.round >= at.CHECKER_SURE for disc in under):
        return list(discs)
    lay = checkers_near(before, calibration, square)

    def lay_there(disc: Disc) -> bool:
        return any(np.hypot(disc.x - one.x, disc.y - one.y) <= at.PUSHED for one in lay)

    return [
        replace(disc, round=min(disc.round, at.CHECKER_MAYBE))
        if disc in under and not lay_there(disc)
        else disc
        for disc in discs
    ]


def rest_of(
    face: Face,
    half: Zone,
    discs: list[Disc],
    others: list[Face],
    board: BoardPlan,
    thing: float = -np.inf,
    side_px: float = np.inf,
) -> Rest:
    """What is around one die on the field. thing: depth of a foreign object under it, mm; side_px:
    of the die."""
    sure = at.CHECKER_SURE if side_px >= at.SMALL else at.CHECKER_SURE_SMALL
    deep = [(overlap_mm(face, disc), disc.round) for disc in discs]
    if half == "bar":
        room = board.bar.room_mm(face.x, face.y)
    else:
        area = board.picture_left if half == "picture_left" else board.picture_right
        room = min(area.room_mm(float(x), float(y)) for x, y in face.corners_mm())
    return Rest(
        checker=max((d for d, share in deep if share >= sure), default=-np.inf),
        maybe_checker=max((d for d, _ in deep), default=-np.inf),
        room=room,
        die=max((_into_mm(face, other) for other in others), default=-np.inf),
        thing=thing,
    )


def _into_mm(face: Face, other: Face) -> float:
    """How deep the outlines of two dice with round corners reach into each other."""
    return max(
        -float(outside_mm(two, side).min())
        for one, two in ((face, other), (other, face))
        for side in (_rim(one),)
    )


def _rim(face: Face) -> Floats:
    """Points (N, 2) all around a die's rounded square, mm."""
    corner = ROUNDING * face.side_mm
    around = np.linspace(0, 2 * np.pi, 33)[:-1]
    inner = face.side_mm / 2 - corner
    unit = np.stack([np.cos(around), np.sin(around)], axis=-1)
    square = np.sign(unit) * inner + unit * corner
    return np.asarray(square @ turn(face.yaw_deg).T + (face.x, face.y), np.float64)


def outside_mm(face: Square, points: Floats) -> Floats:
    """How far points (N, 2), mm, lie outside a die's rounded square; negative inside."""
    corner = ROUNDING * face.side_mm
    inner = face.side_mm / 2 - corner
    beyond = np.abs((points - (face.x, face.y)) @ turn(face.yaw_deg)) - inner
    far = np.hypot(*np.maximum(beyond, 0.0).T)
    return np.asarray(far + np.minimum(beyond.max(axis=1), 0.0) - corner, np.float64)
