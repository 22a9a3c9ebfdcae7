"""Dice that lean on one checker, taken from throws: `python -m vision.lab.natural.leaning`.

They are written where the demo finds them, beside `vision/scene/leaning.py`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.lab.natural.positions import POSITIONS, laid
from vision.lab.natural.throws import Die, Tabletop, Throw
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.board import Board
from vision.scene.leaning import FILE, Leaning, keep, sunk_mm
from vision.scene.pose import matrix

STEEP_DEG = (20.0, 44.0)
"""The demo wants dice that anybody calls cocked, and whose face nearest to the top shows."""
SIZES_MM = (12.5, 16.0)
THROWS_A_RIG = 25
FIRST_RIG = 810_000_000
_REACH_MM = 1.0
"""Between a die and a checker that touch, were their edges sharp."""


def found(seed: int) -> Iterator[Leaning]:
    """One after another, for ever."""
    rng = np.random.default_rng([seed, 5])
    while True:
        rig = Rig.draw(FIRST_RIG + int(rng.integers(1_000_000)))
        size = float(rng.uniform(*SIZES_MM))
        rig = replace(rig, style=replace(rig.style, die_mm=size))
        name = list(POSITIONS)[int(rng.integers(len(POSITIONS)))]
        table = Tabletop(rig, "felt", laid(rig.board, name))
        for _ in range(THROWS_A_RIG):
            throw = table.throw("picture_right", rng)
            for die in throw.dice:
                at = carrier(rig.board, size, throw, die)
                if at is not None:
                    yield seen_from(at, die.path.rest, rig.board.checker_thickness_mm / size)


def carrier(board: Board, size_mm: float, throw: Throw, die: Die) -> CheckerAt | None:
    """The checker on the field that a die leans on; None if it does not lean on one and no more."""
    steep = STEEP_DEG[0] <= die.tilt_deg <= STEEP_DEG[1]
    if throw.took_ms is None or not steep or die.touches != {"surface", "checker"}:
        return None
    rest = die.path.rest
    near = [c for c in throw.checkers if sunk_mm(board, c, size_mm, rest) > -_REACH_MM]
    return near[0] if len(near) == 1 else None


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


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rests", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    some = [one for one, _ in zip(found(asked.seed), range(asked.rests), strict=False)]
    keep(some, f"python -m vision.lab.natural.leaning --rests {asked.rests} --seed {asked.seed}")
    sys.stdout.write(f"{len(some)} rests in {FILE}\n")


if __name__ == "__main__":
    main()
