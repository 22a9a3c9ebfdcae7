"""Dice that lean on a checker, as a physics engine's throws left them: `leaning.json`.

`python -m vision.lab.natural.leaning` writes it; `throw.py` takes the demo's cocked dice from it.
"""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np

from vision.scene.board import Board
from vision.scene.pose import DiePose, Floats, Quaternion, about, after, matrix
from vision.scene.posed import CheckerAt

FILE = Path(__file__).with_name("leaning.json")
ALIKE = 12
"""So many rests come into question for a die: those whose checker was of most nearly its height."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """One rest, seen along the way from the checker's middle to the die's. height: the checker's,
    in sides of the die; yaw_rad: how far the die was turned about the vertical, level; tip_rad:
    then tipped by so much; about_rad: round the horizontal axis in that direction."""

    height: float
    yaw_rad: float
    tip_rad: float
    about_rad: float

    def turned(self, upright: Quaternion, way: float) -> Quaternion:
        """A level die with its sides along x and y, as it leans out of a checker along `way`."""
        level = after(about((0.0, 0.0, 1.0), way + self.yaw_rad), upright)
        axis = way + self.about_rad
        return after(about((math.cos(axis), math.sin(axis), 0.0), self.tip_rad), level)

    @property
    def mirrored(self) -> Leaning:
        """The same seen in a mirror along the way out."""
        return Leaning(self.height, -self.yaw_rad, self.tip_rad, math.pi - self.about_rad)


@lru_cache(maxsize=1)
def rests() -> tuple[Leaning, ...]:
    """All that are kept."""
    return tuple(Leaning(*row) for row in json.loads(FILE.read_text())["rests"])


def keep(found: list[Leaning], told: str) -> None:
    """Write them, a line each, after how they were made."""
    rows = ",\n".join(
        json.dumps([round(float(value), 4) for value in astuple(one)]) for one in found
    )
    FILE.write_text(f'{{"made": {json.dumps(told)}, "rests": [\n{rows}\n]}}\n')


def like(board: Board, die_mm: float) -> list[Leaning]:
    """Those whose checkers were about as high beside their dice as these are."""
    height = board.checker_thickness_mm / die_mm
    near = sorted(rests(), key=lambda one: abs(one.height - height))[:ALIKE]
    return near + [one.mirrored for one in near]


def against(board: Board, at: CheckerAt, die_mm: float, turn: Quaternion, way: float) -> DiePose:
    """A die of this turn with its lowest corner on the felt, moved along `way` out of a checker
    that stands there until it just touches it."""
    spread = np.abs(matrix(turn)[2]).sum()
    z = -float(spread) * die_mm / 2
    near, far = 0.0, board.checker_diameter_mm / 2 + die_mm
    for _ in range(24):
        away = (near + far) / 2
        pose = DiePose(at.x_mm + away * math.cos(way), at.y_mm + away * math.sin(way), z, turn)
        near, far = (away, far) if sunk_mm(board, at, die_mm, pose) > 0 else (near, away)
    return pose


_EDGE = np.linspace(-1, 1, 25)
_EDGES = np.array([p for p in product(_EDGE, repeat=3) if sum(abs(v) == 1 for v in p) >= 2])
"""Points along the edges of a cube of half side 1."""
_AROUND = np.linspace(0, 2 * math.pi, 240, endpoint=False)


def sunk_mm(board: Board, at: CheckerAt, die_mm: float, pose: DiePose) -> float:
    """How deep die and checker stand in each other; below 0 where they are apart."""
    radius, thick = board.checker_diameter_mm / 2, board.checker_thickness_mm
    turn = matrix(pose.quaternion)
    x, y, z = (pose.centre_mm + (_EDGES * die_mm / 2) @ turn.T).T
    in_checker = np.minimum(
        radius - np.hypot(x - at.x_mm, y - at.y_mm), thick / 2 - np.abs(z - at.z_mm)
    )
    rim: Floats = np.stack(
        [
            at.x_mm + radius * np.cos(_AROUND),
            at.y_mm + radius * np.sin(_AROUND),
            np.full_like(_AROUND, at.z_mm - thick / 2),
        ],
        axis=1,
    )
    in_die = die_mm / 2 - np.abs((rim - pose.centre_mm) @ turn).max(axis=1)
    return float(max(in_checker.max(), in_die.max()))
