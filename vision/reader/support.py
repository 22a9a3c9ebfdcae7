"""What lies under a die: the field, a checker it overlaps, the rim, the bar, another die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.calibration import Board, Floats
from vision.reader.checkers import SURE_ROUND, Disc
from vision.reader.face import Face, turn
from vision.reader.lean import Lean
from vision.reader.opinion import Opinion
from vision.reading import Support, Zone

# A die that only touches a checker overlaps it by the errors of both places.
TOUCH_MM = 1.0
OVER_MM, OVER_DIE_MM = 1.6, 2.0
APART_MM = 1.0
RAISED_MM = 8.0
SURE_OVERLAP_MM = 2.8
ROUNDING = 0.15
"""Radius of a die's corner seen from above, over its side: less is rare."""
# The seen face of a leaning die lies that far off what the die leans on, at most.
BESIDE_CHECKER_MM = 9.0
BESIDE_WALL_MM = 9.0
BESIDE_DIE_MM = 6.0
GAIN_SAYS = 12.0
"""Log-odds for a lean, a unit of what its edges and pips gain by leaning."""
LEVEL, LEVEL_BY_WALL, LEVEL_ALONE, ASKEW = 0.5, -0.5, -1.5, 2.5
"""Log-odds: up to the first a die beside a checker or a die is flat, up to the second one by a wall
and nothing else, up to the third one that touches nothing, of which only the picture tells why it
should lean; from the fourth on each is askew."""
ON_DIE, MAYBE_ON_DIE = 0.4, 0.01
"""So likely a lone die lies on another one that nobody saw; what may is not flat."""
DOUBTED_GAIN, DOUBTED_ODDS = 0.15, 1.0
"""Beyond either nothing makes a die flat: each reader by itself must not see it lean."""


def overlap_mm(face: Face, disc: Disc) -> float:
    """How deep a disc reaches into the die's footprint, whose corners are round; negative when it
    keeps away."""
    return disc.radius - float(_outside(face, np.array([[disc.x, disc.y]]))[0])


@dataclass(frozen=True, slots=True)
class Rest:
    """What is around a die. checker: how deep, mm, the deepest of the sure checkers reaches under
    it, maybe_checker: of all, die: another die; negative: so far away. room: how far inside its
    part of the board all of it lies; on the bar: its middle."""

    checker: float
    maybe_checker: float
    room: float
    die: float

    @property
    def beside(self) -> bool:
        """A checker or a die is near enough to lean on."""
        return self.maybe_checker > -BESIDE_CHECKER_MM or self.die > -BESIDE_DIE_MM

    @property
    def by_wall(self) -> bool:
        return self.room < BESIDE_WALL_MM

    @property
    def over(self) -> bool:
        """It reaches over what is beside it, further than a flat die can."""
        return self.room < -OVER_MM or self.maybe_checker > TOUCH_MM or self.die > OVER_DIE_MM


def half_of(face: Face, discs: list[Disc], board: Board) -> Zone:
    """The half a die lies in. What lies higher than on the field is seen further out: only what
    lies clearly beyond the field is off it."""
    half = board.half_of(face.x, face.y)
    carried = any(
        np.hypot(disc.x - face.x, disc.y - face.y) < disc.radius + face.side_mm for disc in discs
    )
    least = -(RAISED_MM if carried else OVER_MM)
    if half == "off":
        for name in ("picture_left", "picture_right"):
            area = board.picture_left if name == "picture_left" else board.picture_right
            if area.room_mm(face.x, face.y) > least:
                return name
    return half


def rest_of(face: Face, half: Zone, discs: list[Disc], others: list[Face], board: Board) -> Rest:
    """The support map of one die on the field."""
    deep = [(overlap_mm(face, disc), disc.round) for disc in discs]
    if half == "bar":
        room = board.bar.room_mm(face.x, face.y)
    else:
        area = board.picture_left if half == "picture_left" else board.picture_right
        room = min(area.room_mm(float(x), float(y)) for x, y in face.corners_mm())
    return Rest(
        checker=max((d for d, share in deep if share >= SURE_ROUND), default=-np.inf),
        maybe_checker=max((d for d, _ in deep), default=-np.inf),
        room=room,
        die=max((_into_mm(face, other) for other in others), default=-np.inf),
    )


def _into_mm(face: Face, other: Face) -> float:
    """How deep the outlines of two dice with round corners reach into each other."""
    return max(
        -float(_outside(two, side).min())
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


def _outside(face: Face, points: Floats) -> Floats:
    """How far points (N, 2) lie outside a die's rounded square; negative inside."""
    corner = ROUNDING * face.side_mm
    inner = face.side_mm / 2 - corner
    beyond = np.abs((points - (face.x, face.y)) @ turn(face.yaw_deg)) - inner
    far = np.hypot(*np.maximum(beyond, 0.0).T)
    return np.asarray(far + np.minimum(beyond.max(axis=1), 0.0) - corner, np.float64)


def judge(
    lean: Lean, rest: Rest, half: Zone, opinion: Opinion, alone: bool = False
) -> tuple[bool | None, Support | None]:
    """Flat on the field, or not, or not certain; and what carries the die. alone: no other die
    was found."""
    if rest.checker > SURE_OVERLAP_MM:
        return False, Support.CHECKER
    if half == "bar":  # flat on the field, its middle is half a side away at least
        return False, Support.BAR
    if alone and half != "off" and opinion.on_die >= MAYBE_ON_DIE:
        return (False, Support.DIE) if opinion.on_die >= ON_DIE else (None, None)
    flat = None if half == "off" else _lies(lean, rest, opinion)
    if flat is False:
        return False, Support.CHECKER if rest.maybe_checker > TOUCH_MM else None
    return flat, Support.SURFACE if flat else None


def _lies(lean: Lean, rest: Rest, opinion: Opinion) -> bool | None:
    """The edges of a cube and the net tell of a lean, and neither sees what the other does: their
    evidence is added. One that reaches over what is beside it lies on it or leans."""
    leaning = opinion.leaning + GAIN_SAYS * lean.gain
    if leaning >= ASKEW:
        return False
    doubted = lean.gain > DOUBTED_GAIN or opinion.leaning > DOUBTED_ODDS
    bar = LEVEL if rest.beside else LEVEL_BY_WALL if rest.by_wall else LEVEL_ALONE
    return True if leaning <= bar and not (doubted or rest.over) else None
