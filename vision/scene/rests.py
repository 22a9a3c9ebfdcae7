"""How dice lie on and against things, as a physics engine's throws left them: `rests.json`.

`python -m vision.lab.natural.rests` writes it; `throw.py` takes its ends from it.
"""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np

from vision.scene.board import Board
from vision.scene.pose import DiePose, Floats, Quaternion, about, after, matrix
from vision.scene.posed import CheckerAt

FILE = Path(__file__).with_name("rests.json")
ALIKE = 12
"""Rests to choose from for a die: those whose checker was nearest to its height."""


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


@dataclass(frozen=True, slots=True)
class Level:
    """A level die by what it lies on or beside. x, y: from that one's middle to the die's, in radii
    of a checker (x away from its middle), half widths of the bar (x across it) or sides of a die (x
    along one of them); yaw_rad: from there to the die's own sides."""

    x: float
    y: float
    yaw_rad: float

    def place_on(
        self, x_mm: float, y_mm: float, way: float, unit_mm: float
    ) -> tuple[float, float, float]:
        """Place (mm) and yaw on a carrier with its middle there, whose x looks along `way`."""
        c, s = math.cos(way) * unit_mm, math.sin(way) * unit_mm
        return x_mm + c * self.x - s * self.y, y_mm + s * self.x + c * self.y, way + self.yaw_rad

    @property
    def mirrored(self) -> Level:
        """The same seen in a mirror along x."""
        return Level(self.x, -self.y, -self.yaw_rad)


@dataclass(frozen=True, slots=True)
class Rests:
    """Askew on the field and one checker; level on one checker, on the bar, on the field against
    another die, on one die that lies level."""

    leaning: tuple[Leaning, ...]
    on_checker: tuple[Level, ...]
    on_bar: tuple[Level, ...]
    beside_die: tuple[Level, ...]
    on_die: tuple[Level, ...]


@lru_cache(maxsize=1)
def stored_rests() -> Rests:
    """The stored rests."""
    rows = json.loads(FILE.read_text())
    lean = tuple(Leaning(*row) for row in rows["leaning"])
    names = [field.name for field in fields(Rests)][1:]
    return Rests(lean, *(tuple(Level(*row) for row in rows[name]) for name in names))


def store_rests(found: Rests, made_by: str) -> None:
    """Write rests, one a line, after the command that made them."""
    parts = [f'"made": {json.dumps(made_by)}']
    for field in fields(Rests):
        rows = (json.dumps([round(v, 4) for v in astuple(o)]) for o in getattr(found, field.name))
        parts.append(f'"{field.name}": [\n' + ",\n".join(rows) + "\n]")
    FILE.write_text("{" + ",\n".join(parts) + "}\n")


def like(board: Board, die_mm: float) -> list[Leaning]:
    """Rests with checkers about as high, relative to the die, as this board's."""
    height = board.checker_thickness_mm / die_mm
    near = sorted(stored_rests().leaning, key=lambda one: abs(one.height - height))[:ALIKE]
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


def in_wood_mm(board: Board, die_mm: float, pose: DiePose) -> float:
    """How deep a die stands in the field or in the board's wood; below 0 where it is above both."""
    points = pose.centre_mm + (_EDGES * die_mm / 2) @ matrix(pose.quaternion).T
    return float((points[:, 2] + board.rim_height_mm * board.raised(points[:, :2])).max())


def beside(first: DiePose, die_mm: float, turn: Quaternion, way: float) -> DiePose:
    """A level die of this turn on the ground of another, moved along `way` out of its middle until
    they just touch."""
    near, far = 0.0, 2 * die_mm
    for _ in range(24):
        out = (near + far) / 2
        x, y = first.x_mm + out * math.cos(way), first.y_mm + out * math.sin(way)
        pose = DiePose(x, y, first.z_mm, turn)
        near, far = (out, far) if overlap_mm(first, pose, die_mm) > 0 else (near, out)
    return pose


def overlap_mm(one: DiePose, other: DiePose, die_mm: float) -> float:
    """How far two level dice's outlines overlap, seen from above; below 0: the gap between them,
    along a side of one of them."""
    a, b = (pose.corners_mm(die_mm)[:, :2] for pose in (one, other))
    sides = np.concatenate([c[[1, 2, 4]] - c[0] for c in (a, b)])
    long = np.linalg.norm(sides, axis=1)
    along = (sides[long > die_mm / 2] / long[long > die_mm / 2, None]).T
    p, q = a @ along, b @ along
    return float(np.minimum(p.max(0) - q.min(0), q.max(0) - p.min(0)).min())


def yaw_of(pose: DiePose) -> float:
    """A turn about the vertical that lines up with a level die's sides, 0 to a quarter, rad."""
    turn = matrix(pose.quaternion)
    side = turn[:, int(np.abs(turn[2]).argmin())]
    return math.atan2(float(side[1]), float(side[0])) % (math.pi / 2)
