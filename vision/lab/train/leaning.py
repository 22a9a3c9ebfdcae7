"""Crops of dice level and askew, free and against everything there is on a board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.lab.train.crop import Crops
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.rendered import calibration_of, top_corners
from vision.lab.train.setting import settings
from vision.learned.lean import axes, cut
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.die import nearest_top, showing, support_height_mm
from vision.scene.pose import about, after

STORED_PX = 64
DICE_SETS, DICE = 4, 12
APART_MM = 3.0
ONES = (0.3, 0.14, 0.14, 0.14, 0.14, 0.14)
"""How often each value is on top: a face with one pip tells least of how it lies."""
STEEPEST_DEG = 40.0
"""Beyond it nobody could say which face is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaning(Crops):
    """lean (N, 2): how far the top face looks along the crop's x and y, degrees; NaN unknown.
    on_die (N,): whether it lies on another die."""

    lean: NDArray[np.float32]
    on_die: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Lying:
    """pose; raised: on a checker, on wood or on a die; partner: with which it may touch."""

    pose: DiePose
    raised: bool = False
    partner: int | None = None

    @property
    def on_die(self) -> bool:
        return self.raised and self.partner is not None


class _Table:
    """A position on which dice are laid down one after another."""

    def __init__(self, rig: Rig, checkers: tuple[CheckerAt, ...], rng: np.random.Generator):
        self._rig, self._rng = rig, rng
        self._checkers = checkers
        self._size = rig.style.die_mm
        self.laid: list[_Lying] = []

    def lay(self) -> None:
        """One more die, if there is room for what was drawn."""
        rng = self._rng
        ways: list[tuple[float, Callable[[], _Lying | None]]] = [
            (0.28, self._free),
            (0.26, self._by_checker),
            (0.20, self._by_wall),
            (0.13, self._by_die),
            (0.06, self._on_checker),
            (0.02, self._on_wood),
            (0.05, self._on_die),
        ]
        way = ways[int(rng.choice(len(ways), p=[share for share, _ in ways]))][1]
        for _ in range(12):
            lying = way()
            if lying is not None and self._apart(lying):
                self.laid.append(lying)
                return

    def _free(self) -> _Lying | None:
        x, y = self._somewhere()
        lying = _Lying(self._posed(x, y, self._yaw(), self._lean(0.5), self._yaw()))
        return lying if self._off_checkers(lying.pose) > 0 else None

    def _by_checker(self) -> _Lying | None:
        low = [c for c in self._checkers if c.z_mm > -self._rig.board.checker_thickness_mm]
        if not low:
            return None
        at = low[int(self._rng.integers(len(low)))]
        way = self._yaw()
        for out in np.arange(0.3, 2.2, 0.05) * self._size:
            reach = self._rig.board.checker_diameter_mm / 2 + out
            place = (at.x_mm + reach * math.cos(way), at.y_mm + reach * math.sin(way))
            if out < 0.4 * self._size:
                pose = self._against(place, way)
                continue
            moved = replace(pose, x_mm=place[0], y_mm=place[1])
            if self._off_checkers(moved) >= self._gap_mm:
                return _Lying(moved)
        return None

    def _by_wall(self) -> _Lying | None:
        x0, y0, x1, y1 = self._half()
        wall = int(self._rng.integers(4))
        way = wall * math.pi / 2  # out of the wall
        x, y = self._rng.uniform(x0, x1), self._rng.uniform(y0, y1)
        pose = self._against((float(x), float(y)), way)
        corners = pose.corners_mm(self._size)
        least, most = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
        gap = self._gap_mm
        if wall == 0:
            pose = replace(pose, x_mm=pose.x_mm + x0 + gap - least[0])
        elif wall == 2:
            pose = replace(pose, x_mm=pose.x_mm + x1 - gap - most[0])
        elif wall == 1:
            pose = replace(pose, y_mm=pose.y_mm + y0 + gap - least[1])
        else:
            pose = replace(pose, y_mm=pose.y_mm + y1 - gap - most[1])
        return _Lying(pose) if self._off_checkers(pose) > 0 else None

    def _by_die(self) -> _Lying | None:
        level = [i for i, die in enumerate(self.laid) if not die.raised and die.partner is None]
        if not level:
            return None
        i = level[int(self._rng.integers(len(level)))]
        by, way = self.laid[i].pose, self._yaw()
        pose = self._against((by.x_mm, by.y_mm), way)
        for out in np.arange(0.9, 2.2, 0.05) * self._size:
            x, y = by.x_mm + out * math.cos(way), by.y_mm + out * math.sin(way)
            moved = replace(pose, x_mm=float(x), y_mm=float(y))
            if self._between(moved, by) >= self._gap_mm:
                return _Lying(moved, partner=i) if self._off_checkers(moved) > 0 else None
        return None

    def _on_checker(self) -> _Lying | None:
        board = self._rig.board
        at = self._checkers[int(self._rng.integers(len(self._checkers)))]
        r, a = self._rng.uniform(0, board.checker_diameter_mm / 2 - 1), self._yaw()
        top = at.z_mm - board.checker_thickness_mm / 2
        x, y = at.x_mm + r * math.cos(a), at.y_mm + r * math.sin(a)
        higher = [c for c in self._checkers if c.z_mm < at.z_mm - 1]
        pose = self._posed(float(x), float(y), self._yaw(), 0.0, 0.0, top)
        near = [math.hypot(c.x_mm - x, c.y_mm - y) for c in higher]
        reach = board.checker_diameter_mm / 2 + self._size
        return _Lying(pose, raised=True) if all(apart > reach for apart in near) else None

    def _on_wood(self) -> _Lying | None:
        beams = self._rig.board.beams
        x0, y0, x1, y1 = beams[int(self._rng.integers(len(beams)))]
        x, y = (float(v) for v in self._rng.uniform((x0, y0), (x1, y1)))
        pose = self._posed(x, y, self._yaw(), 0.0, 0.0, self._rig.board.ground_z_mm(x, y))
        return _Lying(pose, raised=True) if self._off_checkers(pose) > 0 else None

    def _on_die(self) -> _Lying | None:
        level = [
            i
            for i, die in enumerate(self.laid)
            if not die.raised and die.partner is None and self._tilt(die.pose) < 1
        ]
        if not level:
            return None
        i = level[int(self._rng.integers(len(level)))]
        under = self.laid[i].pose
        x = under.x_mm + float(self._rng.uniform(-0.45, 0.45)) * self._size
        y = under.y_mm + float(self._rng.uniform(-0.45, 0.45)) * self._size
        pose = self._posed(x, y, self._yaw(), 0.0, 0.0, under.z_mm - self._size / 2)
        return _Lying(pose, raised=True, partner=i)

    def _against(self, place: tuple[float, float], way: float) -> DiePose:
        """At a place, level or with its near lower edge or corner raised, seen from a thing that
        lies the other way."""
        lean = self._lean(0.55)
        square = self._rng.random() < 0.6
        towards = way if square else way + float(self._rng.normal(0, 0.5))
        yaw = way if square and (lean or self._rng.random() < 0.4) else self._yaw()
        return self._posed(*place, yaw, lean, towards)

    def _posed(
        self, x: float, y: float, yaw: float, lean: float, away: float, ground_z: float = 0.0
    ) -> DiePose:
        value = int(self._rng.choice(6, p=ONES)) + 1
        turn = showing(value, self._rig.style.chirality, yaw)
        if lean:
            tip = about((math.sin(away), -math.cos(away), 0.0), lean)
            turn = after(tip, turn)
        return DiePose(x, y, ground_z - support_height_mm(turn, self._size), turn)

    def _lean(self, share: float) -> float:
        if self._rng.random() > share:
            return 0.0
        low, high = (2.0, 12.0) if self._rng.random() < 0.35 else (8.0, STEEPEST_DEG)
        return math.radians(float(self._rng.uniform(low, high)))

    @property
    def _gap_mm(self) -> float:
        return float(self._rng.choice([0.1, self._rng.uniform(0.1, 3.0)]))

    def _yaw(self) -> float:
        return float(self._rng.uniform(0, 2 * math.pi))

    def _half(self) -> tuple[float, float, float, float]:
        return self._rig.board.halves[
            "picture_left" if self._rng.random() < 0.5 else "picture_right"
        ]

    def _somewhere(self) -> tuple[float, float]:
        x0, y0, x1, y1 = self._half()
        s = self._size
        x, y = self._rng.uniform((x0 + s, y0 + s), (x1 - s, y1 - s))
        return float(x), float(y)

    def _off_checkers(self, pose: DiePose) -> float:
        """How far the nearest checker is, mm; negative within one."""
        radius = self._rig.board.checker_diameter_mm / 2
        hull = _hull(pose, self._size)
        reach = radius + 2 * self._size
        near = [
            c for c in self._checkers if math.hypot(c.x_mm - pose.x_mm, c.y_mm - pose.y_mm) < reach
        ]
        return min((-_within(hull, c.x_mm, c.y_mm) - radius for c in near), default=99.0)

    def _between(self, one: DiePose, other: DiePose) -> float:
        """How far two dice are apart, seen from above, mm."""
        hulls = _hull(one, self._size), _hull(other, self._size)
        return min(
            -_within(a, float(x), float(y)) for a, b in (hulls, hulls[::-1]) for x, y in _around(b)
        )

    def _apart(self, lying: _Lying) -> bool:
        pose = lying.pose
        x0, y0, x1, y1 = self._half_at(pose)
        corners = pose.corners_mm(self._size)[:, :2]
        inside = (corners > (x0 - 0.2, y0 - 0.2)).all() and (corners < (x1 + 0.2, y1 + 0.2)).all()
        if not (inside or lying.raised):
            return False
        return all(
            i == lying.partner
            or math.hypot(pose.x_mm - die.pose.x_mm, pose.y_mm - die.pose.y_mm) > 2.2 * self._size
            or self._between(pose, die.pose) > APART_MM
            for i, die in enumerate(self.laid)
        )

    def _half_at(self, pose: DiePose) -> tuple[float, float, float, float]:
        left, right = (self._rig.board.halves[half] for half in ("picture_left", "picture_right"))
        return left if pose.x_mm < (left[2] + right[0]) / 2 else right

    def _tilt(self, pose: DiePose) -> float:
        return nearest_top(pose, self._rig.style.chirality)[1]


def _hull(pose: DiePose, size: float) -> np.ndarray:
    return cv2.convexHull(pose.corners_mm(size)[:, :2].astype(np.float32))


def _within(hull: np.ndarray, x: float, y: float) -> float:
    """How deep a point lies in an outline, negative outside."""
    return float(cv2.pointPolygonTest(hull, (x, y), True))


def _around(hull: np.ndarray) -> Iterator[np.ndarray]:
    points = hull.reshape(-1, 2)
    for one, other in zip(points, np.roll(points, -1, axis=0), strict=True):
        for part in (0.0, 0.25, 0.5, 0.75):
            yield one + part * (other - one)


def crops(seed: int) -> Leaning:
    """What one rig gives: some ninety dice."""
    rng, finish = (np.random.default_rng([seed, stream]) for stream in (79, 89))
    found: list[Leaning] = []
    for here in settings(seed, rng, finish, DICE_SETS):
        table = _Table(here.rig, here.checkers, rng)
        for _ in range(DICE):
            table.lay()
        picture = here.picture((die.pose for die in table.laid), rng)
        found.append(_cut(here.rig, picture, table.laid, f"leaning-{seed}"))
    return Leaning.together(found)


def _cut(rig: Rig, picture: np.ndarray, laid: list[_Lying], source: str) -> Leaning:
    calibration = calibration_of(rig)
    size = rig.style.die_mm
    under = {die.partner for die in laid if die.raised}
    rows = [die for i, die in enumerate(laid) if i not in under]
    images, views, values, tilts, leans = [], [], [], [], []
    for die in rows:
        centre, yaw_deg = top_face(calibration, die.pose, size)
        crop = cut(picture, calibration, centre, yaw_deg, size, STORED_PX)
        images.append(np.clip(np.rint(crop.image), 0, 255).astype(np.uint8))
        views.append(crop.view)
        value, tilt = nearest_top(die.pose, rig.style.chirality)
        values.append(value)
        tilts.append(tilt)
        leans.append(lean(calibration, die.pose, size, tilt))
    return Leaning(
        image=np.array(images, np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        value=np.array(values, np.int64),
        tilt_deg=np.array(tilts, np.float32),
        view=np.array(views, np.float32).reshape(-1, 2),
        seen_px=np.full(len(rows), calibration.px_per_mm * size, np.float32),
        source=np.full(len(rows), source),
        lean=np.array(leans, np.float32).reshape(-1, 2),
        on_die=np.array([die.on_die for die in rows], np.bool_),
    )


def lean(calibration: Calibration, pose: DiePose, die_mm: float, tilt_deg: float) -> np.ndarray:
    """How far the face that is most nearly up looks along its crop's x and y (2,), degrees."""
    middle = pose.corners_mm(die_mm).mean(axis=0)
    sideways = (top_corners(pose, die_mm).mean(axis=0) - middle)[:2]
    looks = axes(calibration, *top_face(calibration, pose, die_mm), die_mm) @ sideways
    return np.asarray(tilt_deg * looks / max(float(np.hypot(*looks)), 1e-9), np.float64)


def top_face(
    calibration: Calibration, pose: DiePose, die_mm: float
) -> tuple[tuple[float, float], float]:
    """Where the plane one die high shows the middle of the face that is most nearly up, mm, and
    its yaw, degrees."""
    seen = calibration.field_points(calibration.project(top_corners(pose, die_mm)), die_mm)
    x, y = seen.mean(axis=0)
    return (float(x), float(y)), yaw_of(seen)


def yaw_of(corners: np.ndarray) -> float:
    """Degrees, one of four that are a quarter turn apart, by which a square (4, 2) is turned that
    its corners may show a little awry."""
    out = corners - corners.mean(axis=0)
    out = out[np.argsort(np.arctan2(out[:, 1], out[:, 0]))]
    along = np.roll(out, -1, axis=0) - out
    # Quarter turns are one: the mean direction of the four sides.
    four = np.exp(4j * np.arctan2(along[:, 1], along[:, 0])).mean()
    return float(np.degrees(np.angle(four)) / 4)


if __name__ == "__main__":
    draw_rigs("Cut crops of level and leaning dice.", crops)
