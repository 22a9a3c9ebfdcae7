"""Crops of dice at rest, free and against everything there is on a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.lab.train.crop import Crops
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.rendered import calibration_of, top_corners
from vision.lab.train.setting import dressed_boards
from vision.lab.train.strewing import StrewnDie, strewn_dice
from vision.learned.lean import Crop, axes, cut
from vision.scene import DiePose, Rig
from vision.scene.die import nearest_top
from vision.view import Picture

STORED_PX = 64
DICE_SETS = 4
DICE = 12
ONES = 0.3
"""Part of the dice that show a 1: a face with one pip shows least how it lies."""


@dataclass(frozen=True, slots=True, eq=False)
class LeanCrops(Crops):
    """lean (N, 2): how far the top face looks along the crop's x and y, degrees; NaN unknown.
    on_die (N,): whether it lies on another die."""

    lean: NDArray[np.float32]
    on_die: NDArray[np.bool_]


def crops(seed: int) -> LeanCrops:
    """What one rig gives: some ninety dice."""
    rng, finish = (np.random.default_rng([seed, stream]) for stream in (79, 89))
    found: list[LeanCrops] = []
    for here in dressed_boards(seed, rng, finish, DICE_SETS):
        scene, lie = strewn_dice(here.rig, here.checkers, here.cube, DICE, rng, ONES)
        found.append(_cut(here.rig, here.picture(scene, rng), lie, f"leaning-{seed}"))
    return LeanCrops.together(found)


def _cut(rig: Rig, picture: np.ndarray, lie: list[StrewnDie], source: str) -> LeanCrops:
    calibration = calibration_of(rig)
    size, chirality = rig.style.die_mm, rig.style.chirality
    rows = [die for die in lie if not die.covered]
    images, views, values, tilts, leans = [], [], [], [], []
    for die in rows:
        crop, looks = crop_of(picture, calibration, die.pose, size)
        images.append(np.clip(np.rint(crop.image), 0, 255).astype(np.uint8))
        views.append(crop.view)
        value, tilt = nearest_top(die.pose, chirality)
        values.append(value)
        tilts.append(tilt)
        leans.append(looks)
    return LeanCrops(
        image=np.array(images, np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        value=np.array(values, np.int64),
        tilt_deg=np.array(tilts, np.float32),
        view=np.array(views, np.float32).reshape(-1, 2),
        seen_px=np.full(len(rows), calibration.px_per_mm * size, np.float32),
        source=np.full(len(rows), source),
        lean=np.array(leans, np.float32).reshape(-1, 2),
        on_die=np.array([die.on_die for die in rows], np.bool_),
    )


def crop_of(
    picture: Picture, calibration: Calibration, pose: DiePose, die_mm: float
) -> tuple[Crop, np.ndarray]:
    """The crop of a die, STORED_PX wide, and how its top face looks there (2,), as `lean`."""
    centre, yaw_deg = top_face(calibration, pose, die_mm)
    crop = cut(picture, calibration, centre, yaw_deg, die_mm, STORED_PX)
    return crop, lean(calibration, pose, die_mm, nearest_top(pose, "cw")[1])


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
    crop_of = calibration.field_points(calibration.project(top_corners(pose, die_mm)), die_mm)
    x, y = crop_of.mean(axis=0)
    return (float(x), float(y)), yaw_of(crop_of)


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
