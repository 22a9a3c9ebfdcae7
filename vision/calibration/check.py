"""How well a pose fits what is seen: the markers' corners, and how large dice are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import USUAL_DIE_MM, Calibration, CalibrationError, Floats, Rect
from vision.calibration.estimate import estimate
from vision.calibration.markers import find_markers
from vision.calibration.partial_calibration import Given

LEAST_DIE_PX = 8.0
"""Pips of smaller dice are thinner than two pixels."""
MOST_INSET = 2.0
"""Farthest that a sticker lies inside the board's corner, in marker widths."""
STRAYED_MM = 5.0
"""In 105 of the shared pictures markers lie within 0.8 mm of where their own calibration has them,
and 7 mm and more from where that of another picture has them (214 pairs)."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkerFit:
    """seen, posed: each marker's corners (4, 2) px, clockwise from its top-left. rms_px: over all
    corners."""

    seen: Mapping[int, Floats]
    posed: Mapping[int, Floats]
    rms_px: float


def marker_fit(
    world: Calibration, markers: Mapping[int, Floats], *, planned: bool
) -> MarkerFit | None:
    """How far each marker lies from where the pose has it; `None` without markers.

    planned: they lie where the board's plan has them. Else they are held to be squares of one
    size at the corners of a rectangle, on the rim.
    """
    if not markers:
        return None
    board = world.board
    mm = {i: board.marker_corners(i) for i in markers} if planned else _squares(world, markers)
    posed = {i: world.project(corners) for i, corners in mm.items()}
    miss = np.stack([posed[i] - markers[i] for i in markers])
    rms = math.sqrt(float(np.square(miss).sum(axis=2).mean()))
    return MarkerFit(dict(markers), posed, rms)


def checked(image: NDArray[np.uint8], given: Given | None = None) -> Calibration:
    """`estimate`, checked against the markers where the file alone gives the board's place.

    Raises CalibrationError where they contradict it, too.
    """
    world = estimate(image, given)
    if given is None or not given.is_whole:
        return world
    strayed = strayed_mm(world, find_markers(image))
    if strayed > STRAYED_MM:
        raise CalibrationError(
            f"The markers lie {strayed:.0f} mm from where the calibration has them: the camera or "
            "the board was moved, or it is another one's; calibrate again."
        )
    return world


def strayed_mm(world: Calibration, markers: Mapping[int, Floats]) -> float:
    """How far markers lie from squares near the board's corners, of a rectangle in its middle, on
    the rim; 0 without markers. Which markers are seen decides how much of that shows, and a
    camera that came nearer by a few centimetres does not."""
    missed = marker_fit(world, markers, planned=False)
    if missed is None:
        return 0.0
    flat = {i: world.field_points(c, world.board.rim_height_mm) for i, c in markers.items()}
    off = []
    for axis, (low, high) in enumerate((((0, 3), (1, 2)), ((0, 1), (2, 3)))):
        sides = [[flat[i][:, axis].mean() for i in side if i in flat] for side in (low, high)]
        if all(sides):
            off.append(sum(np.mean(side) for side in sides) / 2 - world.board.size_mm[axis] / 2)
    inset = [_inset_mm(world.board.size_mm, i, corners) for i, corners in flat.items()]
    astray = max(max(-least, most - MOST_INSET * side, 0.0) for least, most, side in inset)
    return max(math.hypot(missed.rms_px / world.px_per_mm, *map(float, off)), astray)


def _inset_mm(
    size_mm: tuple[float, float], marker: int, corners: Floats
) -> tuple[float, float, float]:
    """How far a marker's outer corner lies inside the board's edges, least and most, and the
    marker's side."""
    right, below = marker in {1, 2}, marker in {2, 3}
    x, y = (float(at) for at in corners[marker])
    across = size_mm[0] - x if right else x
    down = size_mm[1] - y if below else y
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return min(across, down), max(across, down), side


def _squares(world: Calibration, markers: Mapping[int, Floats]) -> dict[int, Floats]:
    height = world.board.rim_height_mm
    flat = {i: world.field_points(corners, height) for i, corners in markers.items()}
    side = float(
        np.mean([np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1) for c in flat.values()])
    )
    middle = {i: corners.mean(axis=0) for i, corners in flat.items()}

    def mean(axis: int, *ids: int) -> float:
        return float(np.mean([middle[i][axis] for i in ids if i in middle]))

    across = {i: mean(0, *((0, 3) if i in (0, 3) else (1, 2))) for i in markers}
    down = {i: mean(1, *((0, 1) if i in (0, 1) else (2, 3))) for i in markers}
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2
    return {
        i: np.column_stack([square + (across[i], down[i]), np.full(4, -height)]) for i in markers
    }


def squares_mm(rect: Rect, side_mm: float) -> list[Floats]:
    """Squares of a die's size in the corners and the middle of a half, (4, 3) mm each."""
    room = side_mm
    xs, ys = (rect.left + room, rect.right - room), (rect.top + room, rect.bottom - room)
    places = [(x, y) for x in xs for y in ys]
    places.append(((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2))
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side_mm / 2
    return [np.column_stack([square + place, np.zeros(4)]) for place in places]


def die_px(world: Calibration, side_mm: float = USUAL_DIE_MM) -> tuple[float, float]:
    """The side of a die that lies anywhere on the field: smallest and largest, px.

    Raises CalibrationError where it would be too small to read.
    """
    halves = (world.board.picture_left, world.board.picture_right)
    sides = []
    for corners in (square for half in halves for square in squares_mm(half, side_mm)):
        px = world.project(corners)
        sides.append(float(np.linalg.norm(px - np.roll(px, 1, axis=0), axis=1).mean()))
    least, most = min(sides), max(sides)
    if least < LEAST_DIE_PX:
        raise CalibrationError(
            f"The picture is too small: a die of {side_mm:g} mm is {least:.1f} pixels wide in its "
            f"{world.width} x {world.height}, {LEAST_DIE_PX:.0f} are the least and 25 are good; "
            "take larger pictures, or bring the camera nearer."
        )
    return least, most
