"""Where rim, bar and field lie on a board whose outer size is known, looked up in its picture.

Walls and bar run straight over the whole board, so their edges stand out when brightness steps are
added up along them; points, checkers and dice do not. A wall shows two, its foot and its top, which
the height of the rim sets apart. Left and right, top and bottom are taken as mirror images.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Board, Calibration, Floats, Rect

SCALE = 1.0
"""Pixels per mm of the picture looked at."""
RIM_MM = (20.0, 46.0)
"""A rim's width at the top and bottom."""
USUAL_RIM_MM = 29.5
BAR_MM = (30.0, 70.0)
USUAL_BAR_MM = 51.0
USUAL_SHAPE, SHAPE_SPREAD = 1.88, 0.08
"""A half's height over its width: two rows of five checkers and a gap, six checkers wide."""
EVEN_FRAME = 0.6
"""How much more a frame of one width all around is believed."""
CHECKERS_WIDE = 6.43
"""A half's width in checkers."""
CLEAR, AS_CLEAR = 1.6, 0.6
"""Steps on a half's two outer walls, of four in all, that are walls whatever the half's shape, and
of the clearest ones' steps. Nothing runs straight across inside a field: of several walls the
innermost bounds it, and what lies outside is a tray."""
WALL_MM = 10.0
"""A wall's own steps, its shadow and its gleam lie together within so much."""
STEEP = 6.0
"""Grey levels a millimetre that count in full: a stronger step is no surer a wall."""


def measured_plan(image: NDArray[np.uint8], world: Calibration, bar: Rect | None) -> Board:
    """The board of `world` with its bar and halves, and a checker's likely size.

    bar: its rectangle when measured; then only the halves' outer sides are looked for.
    """
    board = world.board
    across, down = _profiles(image, world)
    width, height = board.size_mm
    leans = _leans(world)
    if bar is None:
        rim = _rim(_Walls(down, height, leans[1]))
        half_bar, margin = _bar_and_margin(
            _Walls(across, width, leans[0]), height - 2 * rim, height
        )
        left, right = width / 2 - half_bar, width / 2 + half_bar
        bar = Rect(left, rim, right, height - rim)
    else:
        margin = _margin(_Walls(across, width, leans[0]), bar, height)
    checker = ((bar.left - margin) + (width - margin - bar.right)) / 2 / CHECKERS_WIDE
    return replace(
        board,
        bar=bar,
        picture_left=Rect(margin, bar.top, bar.left, bar.bottom),
        picture_right=Rect(bar.right, bar.top, width - margin, bar.bottom),
        checker_mm=checker,
    )


def _profiles(image: NDArray[np.uint8], world: Calibration) -> tuple[Floats, Floats]:
    """How much of the board's height steps at each x, of its width at each y; by the mm."""
    width, height = world.board.size_mm
    w, h = round(width * SCALE), round(height * SCALE)
    there = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    plane = np.column_stack([there / SCALE, np.zeros(4)])
    warp = cv2.getPerspectiveTransform(world.project(plane).astype(np.float32), there)
    flat = cv2.warpPerspective(image, warp, (w, h), flags=cv2.INTER_LINEAR)
    soft = cv2.GaussianBlur(flat, (0, 0), 1.2)
    return _steps(cv2.Scharr(soft, cv2.CV_16S, 1, 0), 0), _steps(
        cv2.Scharr(soft, cv2.CV_16S, 0, 1), 1
    )


def _steps(slope: NDArray[Any], along: int) -> Floats:
    """For each line along an axis the share of it with a step across; of the channels and the two
    signs the clearest counts."""
    limit = round(32 * STEEP)  # Scharr's weights sum to 16, over two pixels
    mean = np.clip(slope, -limit, limit).mean(axis=along) / limit
    return np.asarray(np.abs(mean.reshape(len(mean), -1)).max(axis=1), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Walls:
    """A profile over `length` mm. lean: for a wall's place (mm) that of its top as seen on the
    plane of the field, a straight line: factor and offset."""

    profile: Floats
    length: float
    lean: tuple[float, float]

    def both(self, places_mm: Floats) -> Floats:
        """How much looks like a wall's foot and top so far from either end, (N,)."""
        return self._one(places_mm) + self._one(self.length - places_mm)

    def _one(self, foot_mm: Floats) -> Floats:
        factor, offset = self.lean
        return self.steps(foot_mm) + self.steps(factor * foot_mm + offset)

    def steps(self, places_mm: Floats) -> Floats:
        return np.interp(places_mm * SCALE, np.arange(len(self.profile)), self.profile)


def _leans(world: Calibration) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where things at the rim's height seem to lie on the field: factor and offset, x and y."""
    x, y, z = (float(part) for part in world.camera_mm)
    factor = -z / (-z - world.board.rim_height_mm)
    return (factor, x * (1 - factor)), (factor, y * (1 - factor))


def _rim(down: _Walls) -> float:
    """The rim's width at top and bottom."""
    places = np.arange(*RIM_MM, 0.5)
    usual = np.exp(-(((places - USUAL_RIM_MM) / 6.0) ** 2) / 2)
    return float(places[int((down.both(places) * usual).argmax())])


def _bar_and_margin(across: _Walls, field: float, down: float) -> tuple[float, float]:
    """Half the bar's width, and how far the halves' outer sides lie from the frame's."""
    bars = np.arange(BAR_MM[0] / 2, BAR_MM[1] / 2, 0.5)
    middle = across.length / 2
    likely = np.exp(-(((2 * bars - USUAL_BAR_MM) / 14.0) ** 2) / 2)
    walls = 2 * (across.steps(middle - bars) + across.steps(middle + bars)) * likely
    best = (-1.0, USUAL_BAR_MM / 2, USUAL_RIM_MM)
    for half_bar, wall in zip(bars, walls, strict=True):
        margin, found = _outer(across, half_bar, field, down)
        best = max(best, (float(wall + found), float(half_bar), margin))
    return best[1], best[2]


def _margin(across: _Walls, bar: Rect, down: float) -> float:
    return _outer(across, (bar.right - bar.left) / 2, bar.bottom - bar.top, down)[0]


def _outer(across: _Walls, half_bar: float, field: float, down: float) -> tuple[float, float]:
    """How far the halves' outer sides lie from the frame's, and how much speaks for it."""
    margins = np.arange(RIM_MM[0], across.length / 4, 0.5)
    shape = field / np.maximum(across.length / 2 - half_bar - margins, 1.0)
    usual = np.exp(-(((shape - USUAL_SHAPE) / SHAPE_SPREAD) ** 2) / 2)
    rim = (down - field) / 2  # without trays the frame is as wide at its sides
    usual *= 1 + EVEN_FRAME * np.exp(-(((margins - rim) / 2.0) ** 2) / 2)
    walls = across.both(margins)
    clear = walls >= max(AS_CLEAR * float(walls.max()), CLEAR)
    if clear.any():
        usual = np.where(margins >= margins[clear].max() - WALL_MM, 1.0, 0.0)
    found = walls * usual
    i = int(found.argmax())
    return float(margins[i]), float(found[i])
