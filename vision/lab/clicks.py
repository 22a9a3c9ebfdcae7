"""The error of the field's place when a person clicks a board's corners:
`python -m vision.lab.clicks`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, CalibrationError, Floats
from vision.calibration.clicked import from_clicks
from vision.calibration.corner_clicks import COLUMNS, OUTER, ROWS
from vision.calibration.estimate import estimate
from vision.lab.truth import calibration_of
from vision.scene import Renderer, Rig, Scene, opening, truth

Clicked = Literal["frame", "field", "both", "field, two hidden"]
CLICKED: tuple[Clicked, ...] = ("frame", "field", "both", "field, two hidden")
NOISES_PX = (1.0, 2.0)
HIDDEN = (5, 10)
"""Of `CORNERS`; each wall still shows one of its ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Off:
    """How far the two halves' four outer sides, and the bar's two, lie from the truth at their
    ends, mm on the field; `None` where no board was made of the clicks."""

    sides_mm: Floats | None
    bar_mm: Floats | None


def field_corners(world: Calibration) -> Floats:
    """The corners of both halves, (8, 3) mm."""
    left, right = world.board.picture_left, world.board.picture_right
    sides = (left.left, left.right, right.left, right.right)
    ends = ((left.top, left.bottom), (right.top, right.bottom))
    return np.array([(sides[c], ends[c // 2][r], 0.0) for c, r in zip(COLUMNS, ROWS, strict=True)])


def off_mm(found: Calibration, true: Calibration) -> Off:
    """The error on the true board, whatever scale was taken as usual."""
    px = found.project(field_corners(found))
    apart = np.abs(true.field_points(px) - field_corners(true)[:, :2])
    column = np.array(COLUMNS)
    across = apart[:, 0]
    outer = np.isin(column, (0, 3))
    sides = np.concatenate([across[outer], apart[:, 1]])
    return Off(sides, across[~outer])


def seen_corners(true: Calibration, rng: np.random.Generator, noise_px: float) -> Floats:
    """`CORNERS` as a person clicks them, (12, 2) px: on the felt's own edge unless a wall hides
    it."""
    wide, high = true.board.size_mm
    rim = true.board.rim_height_mm
    frame = np.array([(0, 0, -rim), (wide, 0, -rim), (wide, high, -rim), (0, high, -rim)])
    camera = true.camera_mm
    foot = field_corners(true)
    top = foot[:, :2] + (foot[:, :2] - camera[:2]) * rim / (-camera[2] - rim)
    into = np.array([(1 - 2 * (c % 2), 1 - 2 * r) for c, r in zip(COLUMNS, ROWS, strict=True)])
    foot[:, :2] = np.where(into * top > into * foot[:, :2], top, foot[:, :2])
    px = true.project(np.vstack([frame, foot]))
    return px + rng.normal(0.0, noise_px, px.shape)


def of_clicks(corners: Floats, which: Clicked) -> Floats:
    """The corners of (12, 2) that are clicked."""
    if which == "frame":
        return corners[:OUTER]
    if which == "both":
        return corners
    field = corners[OUTER:].copy()
    if which == "field, two hidden":
        field[[corner - OUTER for corner in HIDDEN]] = np.nan
    return field


def measured(
    seeds: Sequence[int], noise_px: float, size_px: tuple[int, int]
) -> Iterator[tuple[Clicked | Literal["markers"], Off]]:
    for seed in seeds:
        rig = Rig.draw(seed, *size_px)
        scene = Scene(opening(rig.board))
        rng = np.random.default_rng(seed)
        picture = Renderer(rig).frame(scene, 0, rng)
        true = calibration_of(truth(rig, scene, 0.0))
        corners = seen_corners(true, rng, noise_px)
        for which in CLICKED:
            yield which, _off(of_clicks(corners, which), picture, true)
        yield "markers", off_mm(estimate(picture), true)


def _off(corners: Floats, picture: NDArray[np.uint8], true: Calibration) -> Off:
    try:
        return off_mm(from_clicks(corners, picture), true)
    except CalibrationError:
        return Off(None, None)


def lines(measurements: Sequence[tuple[str, Off]]) -> Iterator[str]:
    """Median, 95 % and most of what was measured, by what was clicked."""
    for which in dict.fromkeys(name for name, _ in measurements):
        of = [off for name, off in measurements if name == which]
        made = [off for off in of if off.sides_mm is not None and off.bar_mm is not None]
        parts = []
        for name in ("sides_mm", "bar_mm"):
            each = np.concatenate([getattr(off, name) for off in made] or [np.array([np.nan])])
            worst = np.array([getattr(off, name).max() for off in made] or [np.nan])
            parts.append(f"{np.median(each):.1f}, {np.percentile(each, 95):.1f}, {worst.max():.1f}")
        yield f"  {which}: {len(made)} of {len(of)}; halves {parts[0]}; bar {parts[1]}"


def main(arguments: Sequence[str]) -> None:
    options = argparse.ArgumentParser(prog="python -m vision.lab.clicks", description=__doc__)
    options.add_argument("--rigs", type=int, default=40)
    options.add_argument("--seed", type=int, default=7000)
    options.add_argument("--width", type=int, default=1280)
    asked = options.parse_args(arguments)
    size = asked.width, asked.width * 9 // 16
    for noise_px in NOISES_PX:
        measurements = list(measured(range(asked.seed, asked.seed + asked.rigs), noise_px, size))
        sys.stdout.write(
            f"{asked.rigs} rigs, clicked to {noise_px:g} px (mm: median, 95 %, most)\n"
        )
        sys.stdout.writelines(f"{line}\n" for line in lines(measurements))
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
