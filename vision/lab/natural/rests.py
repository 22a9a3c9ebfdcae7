"""How dice lie on and against things, taken from throws: `python -m vision.lab.natural.rests`.

Writes them beside `vision/scene/rests.py`, where the demo finds them.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from vision.lab.natural.positions import POSITIONS, laid
from vision.lab.natural.stuff import SURFACES
from vision.lab.natural.throws import Tabletop, Throw, ThrownDie
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.board import Board, Half
from vision.scene.pose import matrix
from vision.scene.rests import FILE, Leaning, Level, Rests, overlap_mm, store_rests, sunk_mm, yaw_of

STEEP_DEG = (20.0, 44.0)
"""Tilts for the demo: clearly cocked, with the face nearest to the top in sight."""
SIZES_MM = (12.5, 16.0)
THROWS_A_RIG = 25
FIRST_RIG = 810_000_000
HANDFUL = 16
"""Dice thrown at once: of two, one ends against or on the other once in thousands of throws; of
these, once in a hundred."""
_REACH_MM = 1.0
"""Distance of two things that touch, as if their edges were sharp."""
_QUARTER = math.pi / 2

Found = tuple[str, Leaning | Level]
"""A rest and its name."""


def of_two(seed: int) -> Iterator[Found]:
    """Yield rests of two dice on positions of games, endlessly."""
    rng = np.random.default_rng([seed, 5])
    while True:
        rig = _rig(rng)
        name = list(POSITIONS)[int(rng.integers(len(POSITIONS)))]
        table = Tabletop(rig, "felt", laid(rig.board, name))
        for throw in _at_rest(table, rng):
            for die in throw.dice:
                yield from by_checker(rig, throw, die)


def of_many(seed: int) -> Iterator[Found]:
    """Yield rests of many dice out of a cup or a baffle box on a bare board, endlessly."""
    rng = np.random.default_rng([seed, 6])
    while True:
        mixer: Half | None = "picture_right" if rng.random() < 0.5 else None
        rig = _rig(rng, mixer)
        surface = list(SURFACES)[int(rng.integers(len(SURFACES)))]
        for throw in _at_rest(Tabletop(rig, surface, dice=HANDFUL), rng):
            for number, die in enumerate(throw.dice):
                yield from on_bar(rig.board, die)
                yield from by_dice(rig.style.die_mm, throw, number)


def _rig(rng: np.random.Generator, mixer: Half | None = None) -> Rig:
    rig = Rig.draw(FIRST_RIG + int(rng.integers(1_000_000)), mixer=mixer)
    return replace(rig, style=replace(rig.style, die_mm=float(rng.uniform(*SIZES_MM))))


def _at_rest(table: Tabletop, rng: np.random.Generator) -> Iterator[Throw]:
    some = (table.throw("picture_right", rng) for _ in range(THROWS_A_RIG))
    return (throw for throw in some if throw.took_ms is not None)


def by_checker(rig: Rig, throw: Throw, die: ThrownDie) -> Iterator[Found]:
    """A die's rest on or against one checker."""
    board, size, rest = rig.board, rig.style.die_mm, die.path.rest
    steep = STEEP_DEG[0] <= die.tilt_deg <= STEEP_DEG[1]
    leans = steep and die.touches == {"surface", "checker"}
    if not leans and not (die.level and die.touches == {"checker"}):
        return
    near = [c for c in throw.checkers if sunk_mm(board, c, size, rest) > -_REACH_MM]
    if len(near) != 1:
        return
    if leans:
        yield "leaning", seen_from(near[0], rest, board.checker_thickness_mm / size)
    else:
        yield "on_checker", upon(near[0], rest, board.checker_diameter_mm / 2)


def on_bar(board: Board, die: ThrownDie) -> Iterator[Found]:
    """A level die's rest on the bar."""
    if die.level and die.touches == {"bar"}:
        x0, _, x1, _ = board.bar
        x = (die.path.rest.x_mm - (x0 + x1) / 2) / ((x1 - x0) / 2)
        yield "on_bar", Level(x, 0.0, yaw_of(die.path.rest))


def by_dice(size_mm: float, throw: Throw, number: int) -> Iterator[Found]:
    """A level die's rest on one other that lies flat, or beside others: each two once."""
    die = throw.dice[number]
    if not die.level or die.touches not in ({"die"}, {"die", "surface"}):
        return
    near = [
        other
        for other in throw.dice
        if other is not die and overlap_mm(other.path.rest, die.path.rest, size_mm) > -_REACH_MM
    ]
    rests = [among(other.path.rest, die.path.rest, size_mm) for other in near]
    if die.touches == {"die"} and len(near) == 1 and near[0].flat:
        yield "on_die", rests[0]
    if "surface" in die.touches:
        for other, rest in zip(near, rests, strict=True):
            if other.flat and other in throw.dice[:number]:
                yield "beside_die", rest


def upon(at: CheckerAt, pose: DiePose, radius_mm: float) -> Level:
    """A level die's pose by the way from a checker's middle to it."""
    way = math.atan2(pose.y_mm - at.y_mm, pose.x_mm - at.x_mm)
    out = math.hypot(pose.y_mm - at.y_mm, pose.x_mm - at.x_mm) / radius_mm
    return Level(out, 0.0, (yaw_of(pose) - way) % _QUARTER)


def among(first: DiePose, pose: DiePose, size_mm: float) -> Level:
    """A level die's pose by the sides of another."""
    yaw = yaw_of(first)
    x, y = (pose.x_mm - first.x_mm) / size_mm, (pose.y_mm - first.y_mm) / size_mm
    c, s = math.cos(yaw), math.sin(yaw)
    return Level(c * x + s * y, c * y - s * x, (yaw_of(pose) - yaw) % _QUARTER)


def seen_from(at: CheckerAt, pose: DiePose, height: float) -> Leaning:
    """A die's pose by the way from a checker to it."""
    way = math.atan2(pose.y_mm - at.y_mm, pose.x_mm - at.x_mm)
    turn = matrix(pose.quaternion)
    axis = int(np.abs(turn[2]).argmax())
    top = turn[:, axis] * -math.copysign(1.0, turn[2, axis])  # of the face that is nearest to up
    tip = math.acos(min(1.0, -float(top[2])))
    about_rad = math.atan2(float(-top[0]), float(top[1]))  # up tipped round this becomes the top
    c, s = math.cos(about_rad), math.sin(about_rad)
    x, y, z = c, s, 0.0
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    tipped = np.eye(3) + math.sin(tip) * cross + (1 - math.cos(tip)) * cross @ cross
    side = tipped.T @ turn[:, (axis + 1) % 3]  # level again
    yaw = math.atan2(float(side[1]), float(side[0])) - way
    return Leaning(height, yaw % (math.pi / 2), tip, (about_rad - way) % (2 * math.pi))


def first(some: Iterator[Found], wanted: dict[str, int]) -> dict[str, list[Any]]:
    """The first found of each name, as many as wanted."""
    found: dict[str, list[Any]] = {name: [] for name in wanted}
    while any(len(found[name]) < wanted[name] for name in wanted):
        name, one = next(some)
        if len(found[name]) < wanted[name]:
            found[name].append(one)
    return found


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args(arguments).seed
    found = first(of_two(seed), {"leaning": 60, "on_checker": 60})
    found |= first(of_many(seed), {"on_bar": 24, "beside_die": 12, "on_die": 12})
    rests = Rests(**{name: tuple(some) for name, some in found.items()})
    store_rests(rests, f"python -m vision.lab.natural.rests --seed {seed}")
    counts = ", ".join(f"{len(some)} {name}" for name, some in found.items())
    sys.stdout.write(f"{counts} in {FILE}\n")


if __name__ == "__main__":
    main()
