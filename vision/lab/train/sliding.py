"""Faces of rendered dice that lie, and of such that slid a short way while the shutter was open."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.lab.train.crop import Rows
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.dressing import ground
from vision.lab.train.moving import EXPOSURE_MS
from vision.lab.train.rendered import (
    apart,
    calibration_of,
    developed,
    free_place,
    other_dice,
    position,
    top_face,
)
from vision.learned.smear import SIDE_PX
from vision.scene import CheckerAt, DiePath, DiePose, Rig, Scene
from vision.scene.die import showing
from vision.scene.pose import about, after
from vision.scene.render import Renderer
from vision.view import patch

STORED_PX = 44
"""So much of a face is enough to turn it in."""
SIZES = ((960, 540), (1280, 720), (1600, 900), (2048, 1152), (2304, 1296))
POSITIONS, DICE_SETS, DICE = 2, 4, 14
MOST_POSES = 16
SHORTEST_PX, LONGEST_PX = 1.2, 8.0
"""Of the picture: what is shorter nobody can see, what is longer the kind net tells."""
SPIN_DEG = 15.0
"""At most so far a sliding die turns about itself meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces(Rows):
    """N level dice: `image` (N, STORED_PX, STORED_PX, 3) uint8 BGR; `slid_px` (N,), how far each
    slid in its picture while the shutter was open, 0 for one that lay; `seen_px` (N,), the die's
    side there; `source` (N,)."""

    image: NDArray[np.uint8]
    slid_px: NDArray[np.float32]
    seen_px: NDArray[np.float32]
    source: NDArray[np.str_]


def faces(seed: int) -> Faces:
    """What one rig gives: some ninety dice, half of which slid."""
    rng = np.random.default_rng([seed, 83])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    sensor = replace(rig.sensor, exposure_ms=float(rng.uniform(*EXPOSURE_MS)))
    rig = replace(rig, sensor=sensor)
    renderer = Renderer(rig, MOST_POSES)
    finish = np.random.default_rng([seed, 91])
    found: list[Faces] = []
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        for _ in range(DICE_SETS):
            style = other_dice(rig.style, rng)
            if finish.random() < 0.7:
                style = replace(style, finish=ground(finish))
            dressed = replace(rig, style=style)
            thrown = slides(dressed, checkers, rng)
            paths = tuple(path for path, _ in thrown)
            picture = renderer.wearing(dressed.style).frame(Scene(checkers, paths, cube), 0.0, rng)
            found.append(_cut(dressed, developed(picture, rng), thrown, f"sliding-{seed}"))
    return Faces.together(found)


def slides(
    rig: Rig, checkers: tuple[CheckerAt, ...], rng: np.random.Generator
) -> list[tuple[DiePath, float]]:
    """Paths of dice that lie or pass level through a pose at 0 ms, and how many pixels they go
    while the shutter is open."""
    size = rig.style.die_mm
    poses = apart([_level(rig, checkers, rng) for _ in range(DICE)], size + 2.0)
    calibration = calibration_of(rig)
    thrown = []
    for pose in poses:
        if rng.random() < 0.5:
            thrown.append((DiePath.resting(pose), 0.0))
            continue
        wanted_px = SHORTEST_PX * (LONGEST_PX / SHORTEST_PX) ** float(rng.random())
        way = float(rng.uniform(0, 2 * math.pi))
        along = np.array([math.cos(way), math.sin(way), 0.0])
        ends = calibration.project(pose.centre_mm + np.array([[-0.5], [0.5]]) * along)
        go = wanted_px / float(np.linalg.norm(ends[1] - ends[0])) * along
        spin = math.radians(float(rng.uniform(-SPIN_DEG, SPIN_DEG))) * wanted_px / LONGEST_PX
        thrown.append((_path(pose, go, spin, rig.sensor.exposure_ms), wanted_px))
    return thrown


def _path(pose: DiePose, go_mm: NDArray[np.float64], spin: float, exposure_ms: float) -> DiePath:
    """Through the pose at 0 ms, as far as told within one exposure."""
    ends = []
    for part in (-1.0, 0.0, 1.0):
        turn = after(about((0.0, 0.0, 1.0), part * spin), pose.quaternion)
        x, y, _ = pose.centre_mm + part * go_mm
        ends.append((part * exposure_ms, DiePose(float(x), float(y), pose.z_mm, turn)))
    return DiePath(tuple(ends))


def _level(rig: Rig, checkers: tuple[CheckerAt, ...], rng: np.random.Generator) -> DiePose:
    value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 2 * math.pi))
    x, y = free_place(rig, rig.style, checkers, rng)
    return DiePose(x, y, -rig.style.die_mm / 2, showing(value, rig.style.chirality, yaw))


def _cut(rig: Rig, picture: np.ndarray, thrown: list[tuple[DiePath, float]], source: str) -> Faces:
    calibration, size = calibration_of(rig), rig.style.die_mm
    images = []
    for path, _ in thrown:
        top = top_face(path.pose_at(0.0), rig.style)
        x, y = calibration.field_points(calibration.project(top), size)[0]
        width = STORED_PX * size / SIDE_PX
        cut = patch(picture, calibration, (x, y), width, SIDE_PX / size, size)
        assert cut.colour is not None
        images.append(np.clip(np.rint(cut.colour), 0, 255).astype(np.uint8))
    n = len(thrown)
    return Faces(
        image=np.array(images, np.uint8).reshape(n, STORED_PX, STORED_PX, 3),
        slid_px=np.array([slid for _, slid in thrown], np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, source),
    )


if __name__ == "__main__":
    draw_rigs("Cut faces of dice that lie and of some that slid.", faces)
