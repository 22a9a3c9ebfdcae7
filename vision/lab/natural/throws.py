"""One roll thrown: dice out of a cup or through a baffle box, until they lie still."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product

import mujoco
import numpy as np

from vision.lab.natural.frames import pose_of, to_engine
from vision.lab.natural.model import SHAFT_MM, STEP_S, box_x, document
from vision.lab.natural.stuff import SHARP_EDGE_MM, SurfaceName
from vision.scene import CheckerAt, CubeAt, DiePath, DiePose, Rig
from vision.scene.board import Half
from vision.scene.pose import Floats, matrix

LEVEL_DEG = 1.0
"""A die with less tilt, on the field, is flat: its whole face stands there."""

_TICK = 20
_TICK_MS = _TICK * STEP_S * 1000
"""Interval at which a die's path is stored and its speed checked."""
_LIMIT_MS = 4000.0
_STILL_MM_S = 3.0
"""Dice are at rest when no corner was faster for _STILL_TICKS looks in a row."""
_STILL_TICKS = 10
_ASKEW_TICKS = 50
"""The same where a die is askew: it may still stand on an edge."""
_MOVED_MM = 0.1
"""A checker that moved less counts as unmoved, and one tilted by less as level."""
_MOVED_RAD = math.radians(0.2)


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """How a die ended. path: from the cup to its rest, which is at 0 ms; tilt_deg: from the nearest
    level pose; touches: what it touches at rest, of surface, table, checker, rim, bar, die, cube
    and box (the baffle box); zone: the half its centre lies in, `bar` or `off`."""

    path: DiePath
    tilt_deg: float
    touches: frozenset[str]
    zone: str

    @property
    def level(self) -> bool:
        return self.tilt_deg < LEVEL_DEG

    @property
    def flat(self) -> bool:
        """On the field and on nothing else, as the truth about natural rolls has it."""
        return self.level and "surface" in self.touches


@dataclass(frozen=True, slots=True)
class Throw:
    """dice: as they lie; checkers: as they stand after it; took_ms: until all lay still, None where
    something still moved at the limit; askew: a checker ended tilted, which no scene can show;
    pushed_ms: when the first of them left its place, 0 where none did."""

    dice: tuple[ThrownDie, ...]
    checkers: tuple[CheckerAt, ...]
    took_ms: float | None
    askew: bool
    pushed_ms: float = 0.0


Row = tuple[float, ...]
Start = tuple[Row, Row]
"""A die's place (3) and its speeds (3 along, 3 about its own axes), in the engine's frame."""


class Tabletop:
    """A rig's board with checkers and cube on it, compiled once, for any number of throws.

    The rig gives the size and roundness of its dice, and whether they come through a baffle box.
    Not for two threads at once.
    """

    def __init__(
        self,
        rig: Rig,
        surface: SurfaceName,
        checkers: tuple[CheckerAt, ...] = (),
        cube: CubeAt | None = None,
        dice: int = 2,
    ):
        self.rig, self.checkers, self.cube = rig, checkers, cube
        self._model = mujoco.MjModel.from_xml_string(
            document(rig, edge_of(rig), surface, checkers, cube, dice)
        )
        self._state = mujoco.MjData(self._model)
        self._names = [
            mujoco.mj_id2name(self._model, mujoco.mjtObj.mjOBJ_GEOM, n).rstrip("0123456789")
            for n in range(self._model.ngeom)
        ]
        bodies = [self._model.body(f"die{n}") for n in range(dice)]
        self._stacks = [self._model.body(f"checker{n}").id for n in range(len(checkers))]
        self._geoms = [int(die.geomadr[0]) for die in bodies]
        self._place = [int(self._model.jnt_qposadr[die.jntadr[0]]) for die in bodies]
        self._speed = [int(self._model.jnt_dofadr[die.jntadr[0]]) for die in bodies]

    def throw(self, area: Half, rng: np.random.Generator) -> Throw:
        """Throw all dice into a half; the same draws of `rng` give the same throw."""
        dice = len(self._place)
        dropped = self.rig.mixer is not None
        starts = _dropped(self.rig, dice, rng) if dropped else _cast(self.rig, dice, area, rng)
        return self.fall([(place, any_turn(rng), speed) for place, speed in starts])

    def fall(self, starts: list[tuple[Row, Floats, Row]]) -> Throw:
        """Let all dice go, each at its place (3), turn (4) and speeds (6), until they lie still."""
        state = self._state
        mujoco.mj_resetData(self._model, state)
        for n, (place, turn, speed) in enumerate(starts):
            at, go = self._place[n], self._speed[n]
            state.qpos[at : at + 3] = place
            state.qpos[at + 3 : at + 7] = turn
            state.qvel[go : go + 6] = speed
        mujoco.mj_forward(self._model, state)
        stood = state.xpos[self._stacks].copy()
        tracks = [[self._pose(n)] for n in range(len(self._place))]
        still, wanted, unmoved = 0, _STILL_TICKS, 0
        while still < wanted and len(tracks[0]) * _TICK_MS < _LIMIT_MS:
            mujoco.mj_step(self._model, state, nstep=_TICK)
            for n, track in enumerate(tracks):
                track.append(self._pose(n))
            if unmoved == len(tracks[0]) - 2 and self._stand(stood):
                unmoved += 1
            still = still + 1 if max(map(self._speed_mm_s, tracks)) < _STILL_MM_S else 0
            if still == _STILL_TICKS:
                level = all(tilt_deg(track[-1]) < LEVEL_DEG for track in tracks)
                wanted = _STILL_TICKS if level else _ASKEW_TICKS
        touches = self._touches()
        moved = [[*track[: len(track) - still], track[-1]] for track in tracks]
        took = (len(moved[0]) - 1) * _TICK_MS if still >= wanted else None
        dice = tuple(self._die(track, touch) for track, touch in zip(moved, touches, strict=True))
        checkers, askew = self._checkers_now()
        pushed_ms = min(0.0, (unmoved + 2 - len(moved[0])) * _TICK_MS)
        return Throw(dice, checkers, took, askew, pushed_ms)

    def _stand(self, stood: Floats) -> bool:
        """Whether all checkers are where they stood, (N, 3)."""
        gone = np.linalg.norm(self._state.xpos[self._stacks] - stood, axis=1)
        return bool(gone.max(initial=0.0) <= _MOVED_MM)

    def _pose(self, number: int) -> DiePose:
        at = self._place[number]
        return pose_of(self._state.qpos[at : at + 3], self._state.qpos[at + 3 : at + 7])

    def _speed_mm_s(self, track: list[DiePose]) -> float:
        """Whether no corner of a die went faster since the pose before."""
        was, now = track[-2:]
        turned = abs(sum(p * q for p, q in zip(was.quaternion, now.quaternion, strict=True)))
        reach = self.rig.style.die_mm * math.sqrt(3) / 2 * 2 * math.acos(min(1.0, turned))
        return (math.dist(was.centre_mm, now.centre_mm) + reach) / _TICK_MS * 1000

    def _touches(self) -> list[set[str]]:
        """What each die touches during twenty more steps."""
        found: list[set[str]] = [set() for _ in self._place]
        for _ in range(_TICK):
            mujoco.mj_step(self._model, self._state)
            contact = self._state.contact
            for (a, b), row in zip(contact.geom, contact.efc_address, strict=True):
                for n, geom in enumerate(self._geoms):
                    if row >= 0 and geom in (a, b):
                        found[n].add(self._names[b if a == geom else a])
        return found

    def _die(self, track: list[DiePose], touches: set[str]) -> ThrownDie:
        first = 1 - len(track)
        path = DiePath(tuple(((first + n) * _TICK_MS, pose) for n, pose in enumerate(track)))
        rest = path.rest
        zone = self.rig.board.zone(rest.x_mm, rest.y_mm)
        return ThrownDie(path, tilt_deg(rest), frozenset(touches), zone)

    def _checkers_now(self) -> tuple[tuple[CheckerAt, ...], bool]:
        now, askew = [], False
        for number, was in enumerate(self.checkers):
            body = self._state.body(f"checker{number}")
            x, y, z = to_engine(*(float(v) for v in body.xpos))
            lean = math.acos(min(1.0, abs(float(body.xmat[8]))))
            askew = askew or lean > _MOVED_RAD
            gone = math.dist((x, y, z), (was.x_mm, was.y_mm, was.z_mm)) > _MOVED_MM
            now.append(replace(was, x_mm=x, y_mm=y, z_mm=z) if gone else was)
        return tuple(now), askew


def edge_of(rig: Rig) -> float:
    """Radius of the edges of a rig's dice, as they are drawn, mm."""
    finish = rig.style.finish
    return SHARP_EDGE_MM if finish is None else finish.edge * rig.style.die_mm / 2


def tilt_deg(pose: DiePose) -> float:
    """Tilt from the nearest pose in which a face is level, degrees."""
    steepest = float(np.abs(matrix(pose.quaternion)[2]).max())
    return math.degrees(math.acos(min(1.0, steepest)))


# What a hand does with a cup, by eye: between two bounds, or as widely as a normal draw is.
CUP_HIGH_MM = (50.0, 120.0)
"""Height of its mouth above the felt."""
CUP_BEHIND_MM = (-120.0, 0.0)
"""Place of its mouth before (below 0) or behind the board's edge."""
CUP_ASIDE_MM = 35.0
CUP_OUT_MM_S = (250.0, 900.0)
CUP_DOWN_MM_S = (0.0, 700.0)
CUP_ASIDE_MM_S = 150.0
CUP_SPIN_RAD_S = 25.0
DICE_DIFFER = 0.15
"""Relative spread of speed among the dice of a throw."""
CUP_APART = 1.8
"""Distance of dice middles in a cup, in sides: room for any turn."""
DROP_HIGH_MM = (150.0, 200.0)
DROP_SPIN_RAD_S = 15.0


def _cast(rig: Rig, dice: int, area: Half, rng: np.random.Generator) -> list[Start]:
    """Starts of dice out of a cup over the half at its player's right, thrown away from them."""
    board = rig.board
    x0, _, x1, _ = board.halves[area]
    bottom = area == "picture_right"
    away = -1.0 if bottom else 1.0
    behind = float(rng.uniform(*CUP_BEHIND_MM))
    y = board.height_mm + behind if bottom else -behind
    mouth = np.array([(x0 + x1) / 2 + rng.normal(0, CUP_ASIDE_MM), y, -rng.uniform(*CUP_HIGH_MM)])
    go = np.array(
        [
            rng.normal(0, CUP_ASIDE_MM_S),
            away * rng.uniform(*CUP_OUT_MM_S),
            rng.uniform(*CUP_DOWN_MM_S),
        ]
    )
    starts = []
    for off in _packed(dice, rng) * (CUP_APART * rig.style.die_mm):
        speed = go * (1 + DICE_DIFFER * rng.normal(size=3))
        spin = rng.normal(0, CUP_SPIN_RAD_S, 3)
        starts.append(started(mouth + off, speed, spin))
    return starts


def _packed(dice: int, rng: np.random.Generator) -> Floats:
    """How dice lie in a cup, about its middle, 1 apart, shape (dice, 3): two along any line, more
    in rows."""
    if dice == 2:
        way = rng.normal(size=3)
        apart = way / np.linalg.norm(way) / 2
        return np.array([-apart, apart])
    side = math.ceil(dice ** (1 / 3))
    rows: Floats = np.array(list(product(range(side), repeat=3))[:dice]) - (side - 1) / 2
    return rows


def _dropped(rig: Rig, dice: int, rng: np.random.Generator) -> list[Start]:
    """Starts of dice dropped into the top of the baffle box, one above the other."""
    starts = []
    for n in range(dice):
        x = box_x(rig, float(rng.uniform(18, 58)))
        y = rig.board.height_mm / 2 + float(rng.uniform(-0.3, 0.3)) * SHAFT_MM
        high = float(rng.uniform(*DROP_HIGH_MM)) + n * 2 * rig.style.die_mm
        speed = np.array([rng.normal(0, 50), rng.normal(0, 50), 200.0])
        starts.append(started(np.array([x, y, -high]), speed, rng.normal(0, DROP_SPIN_RAD_S, 3)))
    return starts


def started(place: Floats, speed: Floats, spin: Floats) -> Start:
    x, y, z = (float(v) for v in place)
    u, v, w = (float(v) for v in speed)
    return to_engine(x, y, z), (*to_engine(u, v, w), *(float(s) for s in spin))


def any_turn(rng: np.random.Generator) -> Floats:
    turn = rng.normal(size=4)
    return np.asarray(turn / np.linalg.norm(turn), np.float64)
