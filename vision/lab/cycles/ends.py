"""Ends of rolls, kind by kind: dice thrown, set down or let go, and left to physics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.errors import ThrowImpossible
from vision.lab.natural.ends import end_of
from vision.lab.natural.frames import turn_to_engine
from vision.lab.natural.status import contact_facts_of, status_of
from vision.lab.natural.strewn import Way, strewn
from vision.lab.natural.throws import Tabletop, Throw, started
from vision.scene import CheckerAt, CubeAt, DiePath, Rig, Scene
from vision.scene.board import Half
from vision.scene.die import nearest_top, showing
from vision.scene.pose import MOVING_MM_S
from vision.scene.truth import touched

KINDS = {
    "flat": 0.4,
    "beside": 0.14,
    "touching": 0.12,
    "leans_checker": 0.06,
    "leans_wall": 0.03,
    "leans_die": 0.02,
    "on_checker": 0.03,
    "on_bar": 0.02,
    "on_die": 0.03,
    "wrong_half": 0.03,
    "off_board": 0.02,
    "third": 0.03,
    "one": 0.02,
    "moving": 0.02,
    "covered": 0.03,
}
"""Shares of rolls; two thirds are valid."""
HALVES: tuple[Half, Half] = ("picture_left", "picture_right")
TRIES = 150
FAST_MM_S = 600.0
ABOVE_MM = 0.2
"""Height from which a die is set down."""
PUSH_MM_S = 90.0
ASIDE_MM = 70.0
"""Farthest that dice lie beside the board."""


@dataclass(frozen=True, slots=True)
class End:
    """dice: at 0 ms; checkers: as they stand then; contact_facts: of each die, as
    `contact_facts_of` gives them, and what it is `near`, within a millimetre; status: the judge's;
    area: the half where it had to lie."""

    kind: str
    dice: tuple[DiePath, ...]
    checkers: tuple[CheckerAt, ...]
    contact_facts: tuple[dict[str, Any], ...]
    status: str
    area: Half


def ended(
    rig: Rig,
    kind: str,
    checkers: tuple[CheckerAt, ...],
    cube: CubeAt | None,
    rng: np.random.Generator,
) -> End:
    """A roll of a kind. Raises ThrowImpossible where all tries fail."""
    hand = _Hand(rig, checkers, cube, rng)
    for throw in hand.throws(kind):
        if throw.took_ms is None or throw.askew or not all(map(hand.is_seen, throw.dice)):
            continue
        area = hand.area
        for half in HALVES if area is None else (area,):
            end = _end(rig, kind, throw, half)
            if _FITS[kind](end, throw):
                return hand.seen_early(end) if kind == "moving" else end
    raise ThrowImpossible(f"No roll ended {kind} on rig {rig.seed}: draw another position.")


def _end(rig: Rig, kind: str, throw: Throw, area: Half) -> End:
    contact_facts = []
    rests = tuple(DiePath.resting(die.path.rest) for die in throw.dice)
    for n, die in enumerate(throw.dice):
        near = touched(rig, Scene(throw.checkers, rests), n, 0.0)
        top = nearest_top(die.path.rest, rig.style.chirality)[0]
        contact_facts.append(contact_facts_of(die, top) | {"near": near})
    status = status_of(contact_facts, area)
    paths = tuple(die.path for die in throw.dice) if kind == "moving" else rests
    return End(kind, paths, throw.checkers, tuple(contact_facts), status, area)


def _valid(end: End, throw: Throw) -> bool:
    return end.status == "valid" and all(die.flat for die in throw.dice)


def _leans(*names: str) -> Callable[[End, Throw], bool]:
    def fits(end: End, throw: Throw) -> bool:
        ends = [end_of(die) for die in throw.dice]
        return end.status == "cocked" and any(one in names for one in ends)

    return fits


def _touched(throw: Throw) -> set[str]:
    return set().union(*(die.touches for die in throw.dice)) - {"surface"}


_FITS: dict[str, Callable[[End, Throw], bool]] = {
    "flat": lambda end, throw: _valid(end, throw) and not _touched(throw),
    "moving": _valid,
    "covered": _valid,
    "beside": lambda end, throw: _valid(end, throw) and _is_beside(end),
    "touching": lambda end, throw: _valid(end, throw) and _near(throw),
    "leans_checker": _leans("leans_checker", "leans_several"),
    "leans_wall": _leans("leans_rim", "leans_bar"),
    "leans_die": _leans("leans_die"),
    "on_checker": _leans("on_checker", "on_several"),
    "on_bar": _leans("on_bar", "on_rim"),
    "on_die": _leans("on_die"),
    "wrong_half": lambda end, _: end.status == "wrong_side",
    "off_board": lambda end, _: end.status == "off_board",
    "third": lambda end, throw: (
        all(die.zone == end.area for die in throw.dice) and sum(die.flat for die in throw.dice) >= 2
    ),
    "one": lambda end, throw: throw.dice[0].flat and throw.dice[0].zone == end.area,
}


def _near(throw: Throw) -> bool:
    """Whether two dice touch or nearly touch."""
    one, other = (die.path.rest for die in throw.dice)
    return math.dist(one.centre_mm, other.centre_mm) < 30.0


def _is_beside(end: End) -> bool:
    """Whether a flat die touches or nearly touches a checker or a wall."""
    things = {"checker", "rim", "bar"}
    return any(things & set(contact_facts["near"]) for contact_facts in end.contact_facts)


class _Hand:
    """Throws dice, sets them down or lets them go, again and again."""

    def __init__(
        self,
        rig: Rig,
        checkers: tuple[CheckerAt, ...],
        cube: CubeAt | None,
        rng: np.random.Generator,
    ):
        self._rig, self._checkers, self._cube, self._rng = rig, checkers, cube, rng
        self.area: Half | None = HALVES[int(rng.integers(2))]

    def throws(self, kind: str) -> Iterator[Throw]:
        if kind in {"leans_checker", "leans_wall", "leans_die", "on_die"}:
            self.area = None
            ways = _WAYS[kind]
            for _ in range(TRIES):
                throw = strewn(self._rig, self._checkers, self._cube, 2, ways, self._rng)
                if throw.dice:
                    yield throw
            return
        dice = {"third": 3, "one": 1}.get(kind, 2)
        table = Tabletop(self._rig, "felt", self._checkers, self._cube, dice)
        area = self.area or HALVES[0]
        other = HALVES[0] if area == HALVES[1] else HALVES[1]
        for _ in range(TRIES):
            if kind in _SET_DOWN:
                yield table.fall(list(self._set_down(kind, area)))
            else:
                yield table.throw(other if kind == "wrong_half" else area, self._rng)

    def _set_down(self, kind: str, area: Half) -> Iterator[Any]:
        board, size, rng = self._rig.board, self._rig.style.die_mm, self._rng
        x0, y0, x1, y1 = board.halves[area]
        x, y = (float(v) for v in rng.uniform((x0 + size, y0 + size), (x1 - size, y1 - size)))
        yaw = float(rng.uniform(0, 2 * math.pi))
        yield self._level(x, y, 0.0, yaw)
        if kind == "beside":
            yield self._by_something(area)
            return
        if kind == "touching":
            # Side against side, or a corner against a side, a hair apart and pushed together.
            turn = 0.0 if rng.random() < 0.5 else float(rng.uniform(0.2, 1.3))
            spread = (abs(math.cos(turn)) + abs(math.sin(turn))) / 2 + 0.5
            apart, aside = size * spread + 0.4, float(rng.uniform(-0.5, 0.5)) * size
            u, v = x + apart * math.cos(yaw) - aside * math.sin(yaw), 0.0
            v = y + apart * math.sin(yaw) + aside * math.cos(yaw)
            push = (-PUSH_MM_S * math.cos(yaw), -PUSH_MM_S * math.sin(yaw))
            yield self._level(u, v, 0.0, yaw + turn, push)
            return
        yaw = float(rng.uniform(0, 2 * math.pi))
        if kind == "on_bar":
            bx0, by0, bx1, by1 = board.bar
            u, v = (float(c) for c in rng.uniform((bx0, by0 + size), (bx1, by1 - size)))
            yield self._level(u, v, -board.rim_height_mm, yaw)
        elif kind == "off_board":
            out = float(rng.uniform(0.7 * size, ASIDE_MM))
            u = -out if area == "picture_left" else board.width_mm + out
            v = float(rng.uniform(0, board.height_mm))
            yield self._level(u, v, board.table_depth_mm, yaw)
        else:
            tops = [c for c in self._checkers if x0 < c.x_mm < x1] or list(self._checkers)
            at = tops[int(rng.integers(len(tops)))]
            r, way = (
                0.75 * board.checker_diameter_mm / 2 * rng.random(),
                rng.uniform(0, 2 * math.pi),
            )
            top = at.z_mm - board.checker_thickness_mm / 2
            yield self._level(
                at.x_mm + float(r * math.cos(way)), at.y_mm + float(r * math.sin(way)), top, yaw
            )

    def _by_something(self, area: Half) -> Any:
        """A die that is pushed slowly against a checker or a wall."""
        board, size, rng = self._rig.board, self._rig.style.die_mm, self._rng
        x0, y0, x1, y1 = board.halves[area]
        way, turn = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, math.pi / 2))
        reach = size * (abs(math.cos(turn)) + abs(math.sin(turn))) / 2 + 0.5
        low = [c for c in self._checkers if x0 < c.x_mm < x1 and abs(c.z_mm) < size / 2]
        if low and rng.random() < 0.7:
            at = low[int(rng.integers(len(low)))]
            out = board.checker_diameter_mm / 2 + reach
            x, y = at.x_mm + out * math.cos(way), at.y_mm + out * math.sin(way)
        else:
            way = float(rng.integers(4)) * math.pi / 2
            x, y = (float(v) for v in rng.uniform((x0 + size, y0 + size), (x1 - size, y1 - size)))
            if abs(math.cos(way)) > 0.5:
                x = x0 + reach if math.cos(way) > 0 else x1 - reach
            else:
                y = y0 + reach if math.sin(way) > 0 else y1 - reach
        push = (-PUSH_MM_S * math.cos(way), -PUSH_MM_S * math.sin(way))
        return self._level(x, y, 0.0, way + turn, push)

    def _level(
        self, x: float, y: float, ground: float, yaw: float, push: tuple[float, float] = (0.0, 0.0)
    ) -> Any:
        """Place, turn and speeds of a die on ground of a height, as `Tabletop.fall` takes them."""
        turn = showing(int(self._rng.integers(1, 7)), "ccw", yaw)
        middle = np.array([x, y, ground - self._rig.style.die_mm / 2 - ABOVE_MM])
        place, speeds = started(middle, np.array([*push, 0.0]), np.zeros(3))
        return place, np.array(turn_to_engine(turn)), speeds

    def is_seen(self, die: Any) -> bool:
        camera = self._rig.camera
        x, y = camera.project(die.path.rest.centre_mm)
        near = 2 * self._rig.style.die_mm * camera.K[0, 0] / camera.t_mm[2]
        return bool(near < x < camera.width - near and near < y < camera.height - near)

    def seen_early(self, end: End) -> End:
        """At an instant before all dice lie still."""
        size = self._rig.style.die_mm
        times = [
            t
            for t, _ in end.dice[0].keyframes
            if MOVING_MM_S * 3 < max(die.speed_mm_s(t, size) for die in end.dice) < FAST_MM_S
        ]
        now = float(self._rng.choice(times)) if times else -60.0
        dice = tuple(DiePath(tuple((t - now, pose) for t, pose in d.keyframes)) for d in end.dice)
        return End(end.kind, dice, end.checkers, (), "in_motion", end.area)


_SET_DOWN = {"touching", "beside", "on_checker", "on_bar", "off_board"}
_WAYS: dict[str, dict[Way, float]] = {
    "leans_checker": {"checker": 0.6, "level": 0.4},
    "leans_wall": {"wall": 0.6, "level": 0.4},
    "leans_die": {"level": 0.5, "die": 0.5},
    "on_die": {"level": 0.5, "over": 0.5},
}
