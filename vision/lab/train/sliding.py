"""Faces of rendered dice that lie, and of such that slid a short way while the shutter was open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.lab.natural.throws import tilt_deg
from vision.lab.train.crop import Rows
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.dressing import ground
from vision.lab.train.moving import EXPOSURE_MS
from vision.lab.train.rendered import (
    apart,
    calibration_of,
    developed,
    other_dice,
    position,
    top_face,
)
from vision.lab.train.strewing import PUSHED, earlier, paths
from vision.learned.smear import SIDE_PX
from vision.scene import CheckerAt, CubeAt, DiePath, Rig, Scene
from vision.scene.render import Renderer
from vision.view import Picture, patch

STORED_PX = 44
"""Width of the stored square, with room to turn a face in it."""
SIZES = ((960, 540), (1280, 720), (1600, 900), (2048, 1152), (2304, 1296))
POSITIONS = 2
DICE_SETS = 4
DICE = 14
MOST_POSES = 16
SHORTEST_PX = 1.2
"""In the picture: a shorter slide cannot be seen."""
LONGEST_PX = 8.0
"""The kind net finds longer slides."""
LEVEL_DEG = 1.0


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
            thrown = slides(dressed, checkers, cube, rng)
            paths = tuple(path for path, _ in thrown)
            picture = renderer.wearing(dressed.style).frame(Scene(checkers, paths, cube), 0.0, rng)
            found.append(_cut(dressed, developed(picture, rng), thrown, f"sliding-{seed}"))
    return Faces.together(found)


def slides(
    rig: Rig, checkers: tuple[CheckerAt, ...], cube: CubeAt | None, rng: np.random.Generator
) -> list[tuple[DiePath, float]]:
    """Paths of level dice that lie, or go on to where they will, at 0 ms, and how many pixels they
    go while the shutter is open."""
    size, calibration, exposure_ms = rig.style.die_mm, calibration_of(rig), rig.sensor.exposure_ms
    thrown = []
    for path in paths(rig, checkers, cube, DICE, PUSHED, rng):
        if tilt_deg(path.rest) > LEVEL_DEG:
            continue
        times = [
            (t_ms, px)
            for t_ms, pose in path.keyframes
            if tilt_deg(pose) < LEVEL_DEG
            and SHORTEST_PX <= (px := _slid_px(calibration, path, t_ms, exposure_ms)) <= LONGEST_PX
        ]
        if times and rng.random() < 0.6:
            t_ms, px = times[int(rng.integers(len(times)))]
            thrown.append((earlier(path, t_ms), px))
        else:
            thrown.append((DiePath.resting(path.rest), 0.0))
    kept = apart([path.pose_at(0.0) for path, _ in thrown], size + 2.0)
    return [one for one in thrown if one[0].pose_at(0.0) in kept]


def _slid_px(calibration: Calibration, path: DiePath, t_ms: float, exposure_ms: float) -> float:
    half_ms = exposure_ms / 2
    ends = np.array([path.pose_at(t).centre_mm for t in (t_ms - half_ms, t_ms + half_ms)])
    return float(np.linalg.norm(np.diff(calibration.project(ends), axis=0)))


def face_at(
    picture: Picture, calibration: Calibration, place: Floats, die_mm: float
) -> NDArray[np.uint8]:
    """The face (STORED_PX, STORED_PX, 3) whose middle lies at a place of the plane one die high."""
    x, y = map(float, place)
    wide = STORED_PX * die_mm / SIDE_PX
    cut = patch(picture, calibration, (x, y), wide, SIDE_PX / die_mm, die_mm)
    assert cut.colour is not None
    return np.clip(np.rint(cut.colour), 0, 255).astype(np.uint8)


def _cut(rig: Rig, picture: np.ndarray, thrown: list[tuple[DiePath, float]], source: str) -> Faces:
    calibration, size = calibration_of(rig), rig.style.die_mm
    images = []
    for path, _ in thrown:
        top = top_face(path.pose_at(0.0), rig.style)
        x, y = calibration.field_points(calibration.project(top), size)[0]
        images.append(face_at(picture, calibration, np.array((x, y)), size))
    n = len(thrown)
    return Faces(
        image=np.array(images, np.uint8).reshape(n, STORED_PX, STORED_PX, 3),
        slid_px=np.array([slid for _, slid in thrown], np.float32),
        seen_px=np.full(n, calibration.px_per_mm * size, np.float32),
        source=np.full(n, source),
    )


if __name__ == "__main__":
    draw_rigs("Cut faces of dice that lie and of some that slid.", faces)
