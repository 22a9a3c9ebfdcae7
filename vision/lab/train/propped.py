"""Crops of dice that lean far, an edge on the felt: on the rim of a checker or against a wall."""

from __future__ import annotations

import math

import numpy as np

from vision.lab.train.crop import NOTHING, Crops, cut
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.rendered import DICE_SETS, apart, calibration_of, top_face
from vision.lab.train.setting import settings
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.board import Board
from vision.scene.die import nearest_top, showing, support_height_mm
from vision.scene.pose import Quaternion, about, after

DICE, TRIES = 9, 40
ON_CHECKER = 0.7
STEEPER = math.radians(12.0)
"""Than where the far edge of a die's bottom meets the rim, at most."""
WALL = (math.radians(12.0), math.radians(52.0))
ROOM_MM = 1.0
_RIM = 0.99
"""Of a checker's radius: so far out it carries a die that leans on it."""


def crops(seed: int) -> Crops:
    """What one rig gives: about 50 dice."""
    rng, finish = (np.random.default_rng([seed, stream]) for stream in (97, 101))
    found: list[Crops] = []
    for here in settings(seed, rng, finish, DICE_SETS):
        poses = [pose for _ in range(DICE) if (pose := leaning(here.rig, here.checkers, rng))]
        poses = apart(poses, here.rig.style.die_mm)
        found.append(_cut(here.rig, here.picture(poses, rng), poses, f"propped-{seed}"))
    return Crops.together(found)


def leaning(rig: Rig, checkers: tuple[CheckerAt, ...], rng: np.random.Generator) -> DiePose | None:
    """A die on a checker's rim or against a wall, `None` where it finds no room."""
    low = [c for c in checkers if abs(c.z_mm + rig.board.checker_thickness_mm / 2) < 0.5]
    by_checker = rng.random() < ON_CHECKER
    for _ in range(TRIES):
        at = low[int(rng.integers(len(low)))] if by_checker and low else None
        pose = _against_wall(rig, rng) if at is None else _on_rim(rig, at, rng)
        if _has_room(rig, pose, [c for c in checkers if c is not at]):
            return pose
    return None


def _on_rim(rig: Rig, at: CheckerAt, rng: np.random.Generator) -> DiePose:
    size, way = rig.style.die_mm, float(rng.uniform(0, 2 * math.pi))
    least = math.asin(min(0.95, rig.board.checker_thickness_mm / size))
    upright = showing(int(rng.integers(1, 7)), rig.style.chirality, way)
    return _leaning_on(rig.board, at, size, upright, way, least + float(rng.uniform(0, STEEPER)))


def _leaning_on(
    board: Board, at: CheckerAt, die_mm: float, upright: Quaternion, way: float, lift: float
) -> DiePose:
    """A level die, turned to stand along `way` out of a checker on the felt, and then raised by
    `lift` towards it, radians, until it rests on the rim of the checker's top; by so much at
    least that the rim meets its bottom."""
    out_x, out_y = math.cos(way), math.sin(way)
    foot = _RIM * board.checker_diameter_mm / 2 + board.checker_thickness_mm / math.tan(lift)
    away = foot - die_mm / 2 * (math.cos(lift) - math.sin(lift))
    height = die_mm / 2 * (math.cos(lift) + math.sin(lift))
    tip = about((out_y, -out_x, 0.0), lift)
    return DiePose(at.x_mm + away * out_x, at.y_mm + away * out_y, -height, after(tip, upright))


def _against_wall(rig: Rig, rng: np.random.Generator) -> DiePose:
    """With its raised edge against one of a half's four walls."""
    size, lift = rig.style.die_mm, float(rng.uniform(*WALL))
    half = rig.board.halves["picture_left" if rng.random() < 0.5 else "picture_right"]
    low, high = np.array(half[:2]), np.array(half[2:])
    across, far = int(rng.integers(2)), bool(rng.random() < 0.5)
    out = np.zeros(2)
    out[across] = -1.0 if far else 1.0
    upright = showing(int(rng.integers(1, 7)), rig.style.chirality, math.atan2(out[1], out[0]))
    turn = after(about((float(out[1]), -float(out[0]), 0.0), lift), upright)
    place = rng.uniform(low, high)
    reach = size / 2 * (math.cos(lift) + math.sin(lift))
    place[across] = high[across] - reach if far else low[across] + reach
    return DiePose(float(place[0]), float(place[1]), -support_height_mm(turn, size), turn)


def _has_room(rig: Rig, pose: DiePose, others: list[CheckerAt]) -> bool:
    """Whether it lies within one half and off all other checkers."""
    corners = pose.corners_mm(rig.style.die_mm)[:, :2]
    inside = any(
        (corners > np.array(half[:2]) - 0.1).all() and (corners < np.array(half[2:]) + 0.1).all()
        for half in rig.board.halves.values()
    )
    points = np.vstack([corners, (pose.x_mm, pose.y_mm)])
    reach = rig.board.checker_diameter_mm / 2 + ROOM_MM
    return inside and all(np.hypot(*(points - (c.x_mm, c.y_mm)).T).min() > reach for c in others)


def _cut(rig: Rig, picture: np.ndarray, poses: list[DiePose], source: str) -> Crops:
    calibration, size = calibration_of(rig), rig.style.die_mm
    tops = [top_face(pose, rig.style) for pose in poses]
    places = np.array([calibration.field_points(calibration.project(top), size)[0] for top in tops])
    n = len(poses)
    return Crops(
        image=cut(picture, calibration, places, size),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.array([nearest_top(p, rig.style.chirality)[1] for p in poses], np.float32),
        view=np.zeros((n, 2), np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, source),
    )


if __name__ == "__main__":
    draw_rigs("Cut crops of dice that lean far.", crops)
