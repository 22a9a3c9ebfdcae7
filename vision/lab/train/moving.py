"""Crops of rendered dice that moved while the shutter was open."""

from __future__ import annotations

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
)
from vision.lab.train.strewing import FLYING, earlier, paths
from vision.scene import DiePath, Rig, Scene
from vision.scene.render import Renderer
from vision.scene.style import Style

EXPOSURE_MS = (6.0, 34.0)
MOST_POSES = 16
LEAST_SMEAR = 0.1
"""Of a side: a shorter way during the exposure does not look like motion."""
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
            dressed = replace(rig, style=style)
            thrown = paths(dressed, checkers, cube, DICE, FLYING, rng)
            flying = flights(thrown, style, sensor.exposure_ms, rng)
            picture = renderer.wearing(style).frame(Scene(checkers, flying, cube), 0.0, rng)
            found.append(_cut(dressed, developed(picture, rng), flying, seed))
    return Crops.together(found)


def flights(
    thrown: list[DiePath], style: Style, exposure_ms: float, rng: np.random.Generator
) -> tuple[DiePath, ...]:
    """Each die at some instant of its way at which it is smeared, those that then are apart."""
    flying: list[DiePath] = []
    for path in thrown:
        times = [
            t_ms
            for t_ms, _ in path.keyframes
            if smear_sides(earlier(path, t_ms), style, exposure_ms) >= LEAST_SMEAR
        ]
        if times:
            flying.append(earlier(path, float(rng.choice(times))))
    kept = apart([path.pose_at(0.0) for path in flying], style.die_mm)
    return tuple(path for path in flying if path.pose_at(0.0) in kept)


def smear_sides(path: DiePath, style: Style, exposure_ms: float) -> float:
    """How far the die's fastest corner goes while the shutter is open, in sides."""
    ends = [path.pose_at(t).corners_mm(style.die_mm) for t in (-exposure_ms / 2, exposure_ms / 2)]
    return float(np.linalg.norm(ends[1] - ends[0], axis=1).max()) / style.die_mm


def _cut(rig: Rig, picture: np.ndarray, flying: tuple[DiePath, ...], seed: int) -> Crops:
    calibration = calibration_of(rig)
    size = rig.style.die_mm
    middles = [calibration.project(path.pose_at(0.0).centre_mm[None]) for path in flying]
    places = np.array([calibration.field_points(middle, size)[0] for middle in middles])
    n = len(flying)
    return Crops(
        image=cut(picture, calibration, places.reshape(-1, 2), size),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=np.zeros((n, 2), np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, f"moving-{seed}"),
    )


if __name__ == "__main__":
    draw_rigs("Cut crops of rendered dice in motion.", crops)
