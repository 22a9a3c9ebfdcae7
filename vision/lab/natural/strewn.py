"""Many dice let go on a board as it stands: ends, and ways there, for the nets to learn from.

Out of a cup one die in 150 leans. Of dice let go aslant against a checker, a wall or another die
most slip and fall flat, and some lean: a still die is held by what it touches, whatever its way
there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from vision.lab.natural.frames import pose_of, turn_to_engine
from vision.lab.natural.stuff import SURFACES
from vision.lab.natural.throws import Row, Tabletop, Throw, any_turn, started
from vision.scene import CheckerAt, CubeAt, DiePose, Rig
from vision.scene.board import Rect
from vision.scene.die import showing, support_height_mm
from vision.scene.pose import Floats, Quaternion, about, after
from vision.scene.rests import against, sunk_mm

Way = Literal["above", "checker", "wall", "die", "level", "over", "pushed"]
"""Thrown from above; aslant against a checker, a wall, a die; set down level, or on one that was;
level and pushed over the field."""

# How, by eye: between two bounds, or as widely as a normal draw is.
ASLANT_DEG = (15.0, 60.0)
ABOVE_MM = (2.0, 40.0)
THROWN_MM_S = 300.0
THROWN_RAD_S = 15.0
PUSHED_MM_S = (60.0, 500.0)
SLOW_MM_S = 10.0
SLOW_RAD_S = 0.5
EDGES_MM = 0.5
"""How much smaller dice count for a touch: their edges are round."""
ROOM_TRIES = 5
"""Tries to find room for a die; without room it is thrown."""
TRIES = 4
"""Tries, each with all dice, until everything lies still and no checker is tilted."""


def strewn(
    rig: Rig,
    checkers: tuple[CheckerAt, ...],
    cube: CubeAt | None,
    dice: int,
    ways: Mapping[Way, float],
    rng: np.random.Generator,
) -> Throw:
    """Drop dice until they lie still, each let go in one of the ways, by their shares; none
    where that never comes to be."""
    surface = list(SURFACES)[int(rng.integers(len(SURFACES)))]
    table = Tabletop(rig, surface, checkers, cube, dice)
    for _ in range(TRIES):
        throw = table.fall(list(_Hand(rig, checkers, rng).let_go(dice, ways)))
        if throw.took_ms is not None and not throw.askew:
            return throw
    return Throw((), checkers, 0.0, askew=False)


class _Hand:
    """Lets dice go one after another, none inside another thing."""

    def __init__(self, rig: Rig, checkers: tuple[CheckerAt, ...], rng: np.random.Generator):
        self._board, self._size, self._rng = rig.board, rig.style.die_mm, rng
        self._checkers = checkers
        self._gone: list[DiePose] = []
        self._level: list[DiePose] = []

    def let_go(self, dice: int, ways: Mapping[Way, float]) -> Iterator[tuple[Row, Floats, Row]]:
        """Place, turn and speeds of each, as `Tabletop.fall` takes them."""
        for _ in range(dice):
            way = list(ways)[int(self._rng.choice(len(ways), p=list(ways.values())))]
            held = None if way == "above" else self._held(way)
            if held is None:
                way, held = "above", self._above()
            self._gone.append(held)
            if way == "level":
                self._level.append(held)
            place, speeds = started(held.centre_mm, *self._speeds(way))
            yield place, np.array(turn_to_engine(held.quaternion)), speeds

    def _speeds(self, way: Way) -> tuple[Floats, Floats]:
        rng = self._rng
        if way == "above":
            return rng.normal(0, THROWN_MM_S, 3), rng.normal(0, THROWN_RAD_S, 3)
        speed, spin = rng.normal(0, SLOW_MM_S, 3), rng.normal(0, SLOW_RAD_S, 3)
        if way == "pushed":
            angle, fast = self._way(), float(rng.uniform(*PUSHED_MM_S))
            speed = np.array([fast * math.cos(angle), fast * math.sin(angle), 0.0])
        return speed, spin

    def _above(self) -> DiePose:
        """Somewhere over a half, higher than all that lies there."""
        x, y = self._somewhere(self._half())
        turn = pose_of((0.0, 0.0, 0.0), any_turn(self._rng).tolist()).quaternion
        high = 2 * self._board.checker_thickness_mm + float(self._rng.uniform(*ABOVE_MM))
        pose = DiePose(x, y, -high - support_height_mm(turn, self._size), turn)
        while any(self._meet(pose, other) for other in self._gone):
            pose = replace(pose, z_mm=pose.z_mm - self._size / 4)
        return pose

    def _held(self, way: Way) -> DiePose | None:
        """Where there is room for it, low down."""
        for _ in range(ROOM_TRIES):
            pose = self._tried(way)
            if pose is not None and (way == "over" or self._has_room(pose)):
                return pose
        return None

    def _tried(self, way: Way) -> DiePose | None:
        if way == "checker":
            return self._by_checker()
        if way == "wall":
            return self._by_wall()
        if way == "die":
            return self._by_die()
        x, y = self._somewhere(self._half())
        level = showing(self._value(), "ccw", self._way())
        if way == "over":
            if not self._level:
                return None
            under = self._level.pop()
            x, y = self._rng.uniform(-0.45, 0.45, 2) * self._size + (under.x_mm, under.y_mm)
            return DiePose(float(x), float(y), under.z_mm - self._size, level)
        return self._on_field(x, y, level)

    def _by_checker(self) -> DiePose | None:
        x0, y0, x1, y1 = self._half()
        lowest = -self._board.checker_thickness_mm
        low = [
            c for c in self._checkers if x0 < c.x_mm < x1 and y0 < c.y_mm < y1 and c.z_mm > lowest
        ]
        if not low:
            return None
        at, way = low[int(self._rng.integers(len(low)))], self._way()
        return against(self._board, at, self._size, self._aslant(way), way)

    def _by_wall(self) -> DiePose:
        rect = self._half()
        axis, far = int(self._rng.integers(2)), bool(self._rng.random() < 0.5)
        turn = self._aslant(math.pi / 2 * axis + (math.pi if far else 0.0))
        reach = float(np.abs(DiePose(0.0, 0.0, 0.0, turn).corners_mm(self._size)[:, axis]).max())
        place = list(self._somewhere(rect))
        place[axis] = rect[axis + 2] - reach if far else rect[axis] + reach
        return self._on_field(place[0], place[1], turn)

    def _by_die(self) -> DiePose | None:
        if not self._gone:
            return None
        other = self._gone[int(self._rng.integers(len(self._gone)))]
        way, out = self._way(), float(self._rng.uniform(0.9, 1.5)) * self._size
        x, y = other.x_mm + out * math.cos(way), other.y_mm + out * math.sin(way)
        return self._on_field(x, y, self._aslant(way))

    def _aslant(self, way: float) -> Quaternion:
        """A turn whose side that looks roughly along `way` is lowered."""
        way += float(self._rng.normal(0, 0.4))
        yaw = float(self._rng.choice([way, self._way()]))
        tip_rad = math.radians(float(self._rng.uniform(*ASLANT_DEG)))
        tip = about((math.sin(way), -math.cos(way), 0.0), tip_rad)
        return after(tip, showing(self._value(), "ccw", yaw))

    def _has_room(self, pose: DiePose) -> bool:
        inner_mm = self._size - EDGES_MM
        reach = self._board.checker_diameter_mm / 2 + self._size
        x, y = pose.x_mm, pose.y_mm
        near = [c for c in self._checkers if math.hypot(c.x_mm - x, c.y_mm - y) < reach]
        ground = self._board.ground_z_mm
        return (
            all(z < ground(u, v) for u, v, z in pose.corners_mm(inner_mm).tolist())
            and all(sunk_mm(self._board, c, inner_mm, pose) < 0 for c in near)
            and not any(self._meet(pose, other) for other in self._gone)
        )

    def _meet(self, one: DiePose, other: DiePose) -> bool:
        """Whether two poses may overlap."""
        return math.dist(one.centre_mm, other.centre_mm) < self._size * 1.3

    def _on_field(self, x: float, y: float, turn: Quaternion) -> DiePose:
        return DiePose(x, y, -support_height_mm(turn, self._size), turn)

    def _half(self) -> Rect:
        return self._board.halves["picture_left" if self._rng.random() < 0.5 else "picture_right"]

    def _somewhere(self, rect: Rect) -> tuple[float, float]:
        s, (x0, y0, x1, y1) = self._size, rect
        x, y = self._rng.uniform((x0 + s, y0 + s), (x1 - s, y1 - s))
        return float(x), float(y)

    def _way(self) -> float:
        return float(self._rng.uniform(0, 2 * math.pi))

    def _value(self) -> int:
        return int(self._rng.integers(1, 7))
