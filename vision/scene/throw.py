"""Throws that end as wanted: where the dice come to rest, and how they got there.

The values come from the caller, the demo's dice; this module only makes the physics look right.
It is for the simulated camera and decides nothing. How a die lies on or against something is taken
from throws by a physics engine (`rests.py`); one that touches nothing but felt or table lies level,
at any place and turned anyhow, as all of those did (`vision/lab/natural/RESTS.md`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, get_args

import numpy as np

from vision.errors import ThrowImpossible
from vision.scene import rests
from vision.scene.board import Half, Rect
from vision.scene.die import showing, support_height_mm
from vision.scene.pose import DiePath, DiePose, about, after, slerp
from vision.scene.posed import CheckerAt, Scene
from vision.scene.rig import Rig

Outcome = Literal[
    "flat",
    "wrong_half",
    "off_board",
    "on_bar",
    "on_checker",
    "lean_checker",
    "touching",
    "on_die",
]
"""How the last die ends; all before it lie flat in the wanted half, where it touches the last of
them or lies on it."""

_FRAME_MS = 1000 / 60
TRIES = 4000
_CLEAR_MM = 2.0
"""Free felt around a die that lies alone."""
_LEVEL_MM = 0.01
"""Two tops that differ by less are level: they carry a die together."""
_CUP_HEIGHT_MM = 150.0
_CHUTE_HEIGHT_MM = 45.0
_BOUNCES = 3


def plan_throw(
    rig: Rig,
    scene: Scene,
    *,
    values: tuple[int, ...],
    half: Half,
    outcome: Outcome,
    rng: np.random.Generator,
    from_xy: tuple[float, float] | None = None,
    duration_ms: float = 900.0,
) -> tuple[DiePath, ...]:
    """Paths of dice thrown onto the scene's checkers; the scene's own dice are ignored.

    The last die ends by `outcome`, the others flat in `half`; each shows its value, a
    leaning die as its nearest top. Dice leave a cup at `from_xy` (the baffle box, else beyond
    the board's lower edge) and rest after `duration_ms`. Raises ValueError for a value that is
    no face, ThrowImpossible when the board has no such place left.
    """
    if outcome not in get_args(Outcome):
        raise ValueError(f"outcome is one of {get_args(Outcome)}, not {outcome!r}")
    if any(value not in range(1, 7) for value in values):
        raise ValueError(f"a die shows 1 to 6, not {values}")
    ends = _RestFinder(rig, scene, rng).ends(values, half, outcome)
    start = from_xy or _mouth(rig, half)
    return tuple(_fly(rig, scene, rest, start, duration_ms, rng) for rest in ends)


def _mouth(rig: Rig, half: Half) -> tuple[float, float]:
    """Where dice come from: the baffle box's chute, else a cup below the wanted half."""
    if rig.mixer is not None:
        _, (chute, _) = rig.mixer_boxes_mm
        return float(chute[0]), float(chute[1])
    x0, _, x1, _ = rig.board.halves[half]
    return (x0 + x1) / 2, rig.board.height_mm + 60.0


class _RestFinder:
    """Finds poses of rest by trying places drawn at random."""

    def __init__(self, rig: Rig, scene: Scene, rng: np.random.Generator):
        self.rig = rig
        self.scene = scene
        self.rng = rng
        self._checkers = scene.checkers
        self._size = rig.style.die_mm
        self._round = self._size / math.sqrt(2)

    def ends(self, values: tuple[int, ...], half: Half, outcome: Outcome) -> list[DiePose]:
        """Final poses, last die first placed: it needs the rarest spot."""
        *others, last = values
        if outcome in {"touching", "on_die"} and others:
            first = self.flat(others.pop(), half, [])
            join = self._touching if outcome == "touching" else self._on_die
            placed = [first, join(last, half, first)]
        else:
            placed = [self._ending(last, half, outcome)]
        for value in reversed(others):
            placed.insert(0, self.flat(value, half, placed))
        return placed

    def _ending(self, value: int, half: Half, outcome: Outcome) -> DiePose:
        if outcome == "lean_checker":
            return self._leaning(value, half)
        if outcome == "on_checker":
            return self._on_checker(value, half)
        if outcome == "wrong_half":
            half = "picture_left" if half == "picture_right" else "picture_right"
        if outcome == "on_bar":
            return self._on_bar(value)
        if outcome == "off_board":
            return self._off_board(value, half)
        return self.flat(value, half, [])

    def flat(self, value: int, half: Half, others: list[DiePose]) -> DiePose:
        """Flat on free felt of a half, clear of checkers, wood, cube and other dice."""
        return self._try(value, self.rig.board.halves[half], 0.0, others, "free felt")

    def _try(
        self, value: int, rect: Rect, ground_z: float, others: list[DiePose], sought: str
    ) -> DiePose:
        for _ in range(TRIES):
            x, y = self.rng.uniform(rect[0], rect[2]), self.rng.uniform(rect[1], rect[3])
            if self._clear(float(x), float(y), rect, others):
                return self._resting_pose(value, float(x), float(y), ground_z, self._yaw())
        raise ThrowImpossible(f"No {sought} left for a {self._size:g} mm die: move checkers away.")

    def _clear(self, x: float, y: float, rect: Rect, others: list[DiePose]) -> bool:
        """Whether a die of any yaw fits here with nothing near."""
        need = self._round + _CLEAR_MM
        if not (rect[0] + need < x < rect[2] - need and rect[1] + need < y < rect[3] - need):
            return False
        if self._by_cube(x, y, need):
            return False
        radius = self.rig.board.checker_diameter_mm / 2
        return all(math.hypot(c.x_mm - x, c.y_mm - y) > need + radius for c in self._checkers) and (
            all(math.hypot(o.x_mm - x, o.y_mm - y) > need + self._round for o in others)
        )

    def _by_cube(self, x: float, y: float, need: float) -> bool:
        cube, reach = self.scene.cube, need + self.rig.board.cube_mm / math.sqrt(2)
        return cube is not None and math.hypot(cube.x_mm - x, cube.y_mm - y) < reach

    def _off_board(self, value: int, half: Half) -> DiePose:
        """Flat on the table beside the board, on the half's side, in sight of the camera."""
        board, camera = self.rig.board, self.rig.camera
        reach = 110.0
        left = half == "picture_left"
        rect = (-reach, 0.0, 0.0, board.height_mm)
        if not left:
            rect = (board.width_mm, 0.0, board.width_mm + reach, board.height_mm)
        boxes = self.rig.mixer_boxes_mm
        for _ in range(TRIES // 100):
            pose = self._try(value, rect, board.table_depth_mm, [], "free table")
            x, y = camera.project(pose.centre_mm)
            hidden = any(
                (np.abs(pose.centre_mm[:2] - middle[:2]) < half[:2] + 2 * self._size).all()
                for middle, half in boxes
            )
            seen = 20 < x < camera.width - 20 and 20 < y < camera.height - 20
            if seen and not hidden:
                return pose
        raise ThrowImpossible("The camera sees no table beside the board: draw another rig.")

    def _tops(self, half: Half) -> list[CheckerAt]:
        """Checkers of a half that nothing lies on, in random order."""
        x0, _, x1, _ = self.rig.board.halves[half]
        free = [
            c
            for c in self._checkers
            if x0 < c.x_mm < x1
            and not any(
                o.z_mm < c.z_mm - 1 and math.hypot(o.x_mm - c.x_mm, o.y_mm - c.y_mm) < 20
                for o in self._checkers
            )
        ]
        if not free:
            raise ThrowImpossible(f"No checker lies in {half}: put one there or choose flat.")
        return [free[i] for i in self.rng.permutation(len(free))]

    def _on_checker(self, value: int, half: Half) -> DiePose:
        """Level on one, as one of the natural rests."""
        board = self.rig.board
        for at in self._tops(half):
            others = [c for c in self._checkers if c is not at]
            for rest in self._drawn(rests.stored_rests().on_checker):
                x, y, yaw = rest.place_on(
                    at.x_mm, at.y_mm, self._yaw(), board.checker_diameter_mm / 2
                )
                pose = self._resting_pose(
                    value, x, y, at.z_mm - board.checker_thickness_mm / 2, yaw
                )
                if self._free(pose, others, -_LEVEL_MM):
                    return pose
        raise ThrowImpossible(f"No checker in {half} has room for a die on it: move one apart.")

    def _on_bar(self, value: int) -> DiePose:
        """Level on it, as one of the natural rests, anywhere along it."""
        x0, y0, x1, y1 = self.rig.board.bar
        some = self._drawn(rests.stored_rests().on_bar)
        for attempt in range(TRIES):
            along = float(self.rng.uniform(y0 + self._round, y1 - self._round))
            way = float(self.rng.integers(2)) * math.pi
            rest = some[attempt % len(some)]
            x, y, yaw = rest.place_on((x0 + x1) / 2, along, way, (x1 - x0) / 2)
            pose = self._resting_pose(value, x, y, -self.rig.board.rim_height_mm, yaw)
            if self._free(pose, self._checkers, _CLEAR_MM):
                return pose
        raise ThrowImpossible("No free wood left on the bar: move its checkers away.")

    def _touching(self, value: int, half: Half, first: DiePose) -> DiePose:
        """Flat against the first die, as one of the natural rests."""
        for rest in self._drawn(rests.stored_rests().beside_die):
            x, y, yaw = rest.place_on(first.x_mm, first.y_mm, self._along(first), self._size)
            turn = showing(value, self.rig.style.chirality, yaw)
            way = math.atan2(y - first.y_mm, x - first.x_mm)
            pose = rests.beside(first, self._size, turn, way)
            if self._clear(pose.x_mm, pose.y_mm, self.rig.board.halves[half], []):
                return pose
        raise ThrowImpossible(f"No room beside the die at {first.x_mm:.0f}, {first.y_mm:.0f} mm.")

    def _on_die(self, value: int, _half: Half, first: DiePose) -> DiePose:
        """Level on the first die, as one of the natural rests."""
        for rest in self._drawn(rests.stored_rests().on_die):
            x, y, yaw = rest.place_on(first.x_mm, first.y_mm, self._along(first), self._size)
            pose = self._resting_pose(value, x, y, first.z_mm - self._size / 2, yaw)
            if self._free(pose, self._checkers, _CLEAR_MM):
                return pose
        raise ThrowImpossible(f"No room on the die at {first.x_mm:.0f}, {first.y_mm:.0f} mm.")

    def _along(self, die: DiePose) -> float:
        """Along any side of a level die."""
        return rests.yaw_of(die) + int(self.rng.integers(4)) * math.pi / 2

    def _drawn(self, some: tuple[rests.Level, ...]) -> list[rests.Level]:
        """They and their mirror images, which come as often, in random order."""
        both = [*some, *(one.mirrored for one in some)]
        return [both[i] for i in self.rng.permutation(len(both))]

    def _free(self, pose: DiePose, checkers: Iterable[CheckerAt], gap_mm: float) -> bool:
        """Whether a die is clear of cube and wood, and of these checkers by so much."""
        board, size = self.rig.board, self._size
        return (
            not self._by_cube(pose.x_mm, pose.y_mm, self._round + _CLEAR_MM)
            and rests.in_wood_mm(board, size, pose) < _LEVEL_MM
            and all(rests.sunk_mm(board, c, size, pose) < -gap_mm for c in checkers)
        )

    def _leaning(self, value: int, half: Half) -> DiePose:
        """On the felt and against a checker, turned as after a natural throw against one about as
        high, and so far off that it touches it."""
        board, rect = self.rig.board, self.rig.board.halves[half]
        likely = rests.like(board, self._size)
        for at in self._tops(half):
            if abs(at.z_mm + board.checker_thickness_mm / 2) > 0.5:
                continue
            others = [c for c in self._checkers if c is not at]
            for one in self.rng.permutation(len(likely)):
                way = self._yaw()
                quarter = int(self.rng.integers(4)) * math.pi / 2
                turn = likely[one].turned(showing(value, self.rig.style.chirality, quarter), way)
                pose = rests.against(board, at, self._size, turn, way)
                if self._room_to_lean(pose, rect, others):
                    return pose
        raise ThrowImpossible(f"No checker in {half} has free felt beside it for a die to lean.")

    def _room_to_lean(self, pose: DiePose, rect: Rect, others: list[CheckerAt]) -> bool:
        radius = self.rig.board.checker_diameter_mm / 2
        corners = pose.corners_mm(self._size)
        x, y = corners[:, 0], corners[:, 1]
        over_field = x.min() > rect[0] + 1 and x.max() < rect[2] - 1
        over_field = over_field and y.min() > rect[1] + 1 and y.max() < rect[3] - 1
        points = [*corners[:, :2], (pose.x_mm, pose.y_mm)]
        return bool(over_field) and all(
            math.hypot(px - o.x_mm, py - o.y_mm) > radius + 1.5 for o in others for px, py in points
        )

    def _resting_pose(self, value: int, x: float, y: float, ground_z: float, yaw: float) -> DiePose:
        turn = showing(value, self.rig.style.chirality, yaw)
        return DiePose(x, y, ground_z - self._size / 2, turn)

    def _yaw(self) -> float:
        return float(self.rng.uniform(0, 2 * math.pi))


def _fly(
    rig: Rig,
    scene: Scene,
    rest: DiePose,
    start: tuple[float, float],
    duration_ms: float,
    rng: np.random.Generator,
) -> DiePath:
    """Out of the cup, bouncing and tumbling, into the rest."""
    size = rig.style.die_mm
    from_x, from_y = (float(v + o) for v, o in zip(start, rng.normal(0, 12, 2), strict=True))
    way = np.array([rest.x_mm - from_x, rest.y_mm - from_y])
    length = max(float(np.linalg.norm(way)), 1.0)
    across = (float(-way[1] / length), float(way[0] / length), 0.0)
    steps = max(4, round(duration_ms / _FRAME_MS))
    spin = float(rng.uniform(-2.5, 2.5))
    hop = float(rng.uniform(45, 80))
    drop = _CUP_HEIGHT_MM if rig.mixer is None else _CHUTE_HEIGHT_MM
    keyframes = []
    for i in range(steps + 1):
        part = i / steps
        left = math.pow(1 - part, 2.2)
        x, y = rest.x_mm - float(way[0]) * left, rest.y_mm - float(way[1]) * left
        # A rolling die turns over once every four sides it travels.
        roll = about(across, length * left * math.pi / (2 * size))
        turn = after(after(about((0.0, 0.0, 1.0), spin * left), roll), rest.quaternion)
        if part > 0.8:
            turn = slerp(turn, rest.quaternion, (part - 0.8) / 0.2)
        up = support_height_mm(turn, size) + _hop(part, drop, hop * drop / _CUP_HEIGHT_MM)
        free = _ground(rig, scene, x, y) - up
        settle = max(0.0, (part - 0.85) / 0.15) ** 2
        z = free * (1 - settle) + rest.z_mm * settle
        keyframes.append((part * duration_ms, DiePose(x, y, z, turn)))
    keyframes[-1] = (duration_ms, rest)
    return DiePath(tuple(keyframes))


def _hop(part: float, drop_mm: float, height_mm: float) -> float:
    """Height above rolling: a fall, then ever lower bounces until 0.75 of the way."""
    fall = 0.22
    if part < fall:
        return drop_mm - drop_mm * (part / fall) * (part / fall)
    bounce, width = part - fall, 0.53 / (2 - math.pow(2, 1 - _BOUNCES))
    for _ in range(_BOUNCES):
        if bounce < width:
            part = bounce / width
            return height_mm * 4 * part * (1 - part)
        bounce, width, height_mm = bounce - width, width / 2, height_mm / 3.5
    return 0.0


def _ground(rig: Rig, scene: Scene, x: float, y: float) -> float:
    """z of what a die passing over a place would land on."""
    near = rig.board.checker_diameter_mm / 2 + rig.style.die_mm * 0.6
    half = rig.board.checker_thickness_mm / 2
    tops = [c.z_mm - half for c in scene.checkers if math.hypot(c.x_mm - x, c.y_mm - y) < near]
    return min([rig.board.ground_z_mm(x, y), *tops])
