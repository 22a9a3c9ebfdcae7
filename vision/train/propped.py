"""Crops of dice that lean far, an edge on the felt: on the rim of a checker or against a wall."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.scene import CheckerAt, DiePath, DiePose, Rig, Scene
from vision.scene.die import nearest_top, showing, support_height_mm
from vision.scene.pose import about, after
from vision.scene.render import Renderer
from vision.throw import leaning_on
from vision.train.crop import NOTHING, SIDE_PX, STORED_PX, Crops
from vision.train.drawing import draw_rigs
from vision.train.dressing import finished
from vision.train.lights import other_lights
from vision.train.rendered import (
    DICE_SETS,
    POSITIONS,
    SIZES,
    apart,
    calibration_of,
    developed,
    other_dice,
    position,
    top_face,
)
from vision.view import patch

DICE, TRIES = 9, 40
ON_CHECKER = 0.7
STEEPER = math.radians(12.0)
"""Than where the far edge of a die's bottom meets the rim, at most."""
WALL = (math.radians(12.0), math.radians(52.0))
ROOM_MM = 1.0


def crops(seed: int) -> Crops:
    """What one rig gives: about 50 dice."""
    rng = np.random.default_rng([seed, 97])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    finish = np.random.default_rng([seed, 101])
    light, *more = other_lights(rig, finish)
    rig = replace(rig, light=light, more=tuple(more))
    renderer = Renderer(rig)
    found: list[Crops] = []
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        renderer.clean(Scene(checkers, (), cube), 0.0)  # kept, and shared by all dice on it
        for _ in range(DICE_SETS):
            style = finished(other_dice(rig.style, rng), finish)
            dressed = replace(rig, style=style)
            poses = [pose for _ in range(DICE) if (pose := leaning(dressed, checkers, rng))]
            poses = apart(poses, style.die_mm)
            paths = tuple(DiePath.resting(pose) for pose in poses)
            picture = renderer.wearing(style).frame(Scene(checkers, paths, cube), 0.0, rng)
            found.append(_cut(dressed, developed(picture, rng), poses, f"propped-{seed}"))
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
    return leaning_on(rig.board, at, size, upright, way, least + float(rng.uniform(0, STEEPER)))


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
    images, tilts = [], []
    for pose in poses:
        x, y = calibration.field_points(calibration.project(top_face(pose, rig.style)), size)[0]
        at = (float(x), float(y))
        seen = patch(picture, calibration, at, STORED_PX * size / SIDE_PX, SIDE_PX / size, size)
        assert seen.colour is not None
        images.append(np.clip(np.rint(seen.colour), 0, 255).astype(np.uint8))
        tilts.append(nearest_top(pose, rig.style.chirality)[1])
    n = len(images)
    return Crops(
        image=np.array(images, np.uint8).reshape(n, STORED_PX, STORED_PX, 3),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.array(tilts, np.float32),
        view=np.zeros((n, 2), np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, source),
    )


if __name__ == "__main__":
    draw_rigs("Cut crops of dice that lean far.", crops)
