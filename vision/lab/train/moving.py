"""Crops of rendered dice that moved while the shutter was open."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.lab.train.crop import NOTHING, Crops, cut
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.rendered import (
    DICE_SETS,
    SIZES,
    apart,
    calibration_of,
    developed,
    other_dice,
    position,
    some_pose,
)
from vision.scene import DiePath, DiePose, Rig, Scene
from vision.scene.pose import Quaternion, about, after
from vision.scene.render import Renderer
from vision.scene.style import Style

EXPOSURE_MS = (6.0, 34.0)
SPEED_MM_S = (60.0, 1500.0)
SPIN_RAD_S = 45.0
HIGHEST_MM = 60.0
SLIDING = 0.3
"""Part of the dice that slide flat over the felt; the others tumble above it."""
MOST_POSES = 16
LEAST_SMEAR = 0.1
"""Of a side: a shorter way while the shutter is open is not seen as motion."""
DICE = 9


def crops(seed: int) -> Crops:
    """What one rig gives: about 50 smeared dice."""
    rng = np.random.default_rng([seed, 79])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    sensor = replace(rig.sensor, exposure_ms=float(rng.uniform(*EXPOSURE_MS)))
    rig = replace(rig, sensor=sensor)
    renderer = Renderer(rig, MOST_POSES)
    found: list[Crops] = []
    for _ in range(2):
        checkers, cube = position(rig, rng)
        for _ in range(DICE_SETS):
            style = other_dice(rig.style, rng)
            poses = apart([some_pose(rig, style, checkers, rng) for _ in range(DICE)], style.die_mm)
            paths = tuple(flight(pose, sensor.exposure_ms, rng) for pose in poses)
            picture = renderer.wearing(style).frame(Scene(checkers, paths, cube), 0.0, rng)
            found.append(_cut(replace(rig, style=style), developed(picture, rng), paths, seed))
    return Crops.together(found)


def flight(lies: DiePose, exposure_ms: float, rng: np.random.Generator) -> DiePath:
    """A die that passes, at 0 ms, where one lies or above it."""
    speed = math.exp(rng.uniform(*np.log(SPEED_MM_S)))
    way = float(rng.uniform(0, 2 * math.pi))
    velocity = speed * np.array([math.cos(way), math.sin(way), 0.0])
    middle = lies
    spin, axis = float(rng.normal(0, 3.0)), (0.0, 0.0, 1.0)
    if rng.random() > SLIDING:
        turn = after(_any_turn(rng), lies.quaternion)
        up = float(rng.uniform(0.0, HIGHEST_MM))
        middle = DiePose(lies.x_mm, lies.y_mm, lies.z_mm - up, turn)
        velocity[2] = float(rng.normal(0, 0.4 * speed))
        spin = float(rng.uniform(0, SPIN_RAD_S))
        x, y, z = (float(v) for v in rng.normal(0, 1, 3))
        axis = (x, y, z)
    ends = []
    for t_ms in (-exposure_ms, 0.0, exposure_ms):
        x, y, z = (float(v) for v in middle.centre_mm + velocity * t_ms / 1000)
        turn = after(about(axis, spin * t_ms / 1000), middle.quaternion)
        ends.append((t_ms, DiePose(x, y, min(z, lies.z_mm), turn)))
    return DiePath(tuple(ends))


def _any_turn(rng: np.random.Generator) -> Quaternion:
    w, x, y, z = (float(v) for v in rng.normal(0, 1, 4))
    length = math.hypot(w, x, y, z)
    return (w / length, x / length, y / length, z / length)


def smear_sides(path: DiePath, style: Style, exposure_ms: float) -> float:
    """How far the die's fastest corner goes while the shutter is open, in sides."""
    ends = [path.pose_at(t).corners_mm(style.die_mm) for t in (-exposure_ms / 2, exposure_ms / 2)]
    return float(np.linalg.norm(ends[1] - ends[0], axis=1).max()) / style.die_mm


def _cut(rig: Rig, picture: np.ndarray, paths: tuple[DiePath, ...], seed: int) -> Crops:
    calibration = calibration_of(rig)
    size = rig.style.die_mm
    exposure_ms = rig.sensor.exposure_ms
    seen = [path for path in paths if smear_sides(path, rig.style, exposure_ms) >= LEAST_SMEAR]
    middles = [calibration.project(path.pose_at(0.0).centre_mm[None]) for path in seen]
    places = np.array([calibration.field_points(middle, size)[0] for middle in middles])
    n = len(seen)
    return Crops(
        image=cut(picture, calibration, places, size),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=np.zeros((n, 2), np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, f"moving-{seed}"),
    )


if __name__ == "__main__":
    draw_rigs("Cut crops of rendered dice in motion.", crops)
