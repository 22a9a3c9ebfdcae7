"""Where rim, bar and field lie on a board whose outer size is known, looked up in its picture.

Walls and bar run straight over the whole board: their edges show in nearly every part of it along
them, where checkers, points and dice leave gaps. A wall shows two, its foot and its top, which
the height of the rim sets apart. Left and right, top and bottom are taken as mirror images.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import BoardPlan, Calibration, Floats, Rect
from vision.view import Piece, from_above

SCALE = 1.0
"""Pixels per mm of the picture looked at."""
SOFT_MM = 1.2
SOFT_PX = 9
"""Blur across a wall, so that grain and noise are not taken for walls."""
EVERY_MM = 9.0
"""Rows along the walls: enough, since most of a wall's length is seen."""
RIM_MM = (20.0, 46.0)
"""A rim's width at the top and bottom."""
USUAL_RIM_MM = 29.5
RIM_SPREAD = 0.2
RIM_MARKERS = 1.47
MARKERS_SPREAD = 0.1
"""A rim's width in markers: with their white edge they fill it."""
BAR_MM = (30.0, 70.0)
USUAL_BAR_MM = 51.0
USUAL_SHAPE = 1.88
SHAPE_SPREAD = 0.08
"""A half's height over its width: two rows of five checkers and a gap, six checkers wide."""
EVEN_FRAME = 0.6
"""Weight of a frame of one width all around."""
CHECKERS_WIDE = 6.43
"""A half's width in checkers."""
CLEAR = 1.6
"""Steps on a half's two outer walls, of four in all, that are walls whatever the half's shape."""
AS_CLEAR = 0.6
"""The same, over the clearest walls' steps. Nothing runs straight across inside a field: of several
walls the innermost bounds it, and what lies outside is a tray."""
PLAIN = 0.45
"""Steps, over the clearest wall's, of what may be a wall where it would give a half its shape."""
WALL_MM = 10.0
"""Width within which a wall's own steps, its shadow and its gleam lie."""
STEEP = 6.0
"""Grey levels a millimetre that count in full: a stronger step is no surer a wall."""
PARTS = 12
"""A step counts by the parts of the board's length that show it."""
LEFT_OUT = 1
"""Parts that may show none: a die, a hand or a gleam is there."""
GAPLESS_ACROSS = 0.7
GAPLESS_DOWN = 0.5
"""Weight of a step without gaps. Checkers stand along the walls at top and bottom."""
LEVEL = 128
"""No step, in eight bits."""
_STEEP = (LEVEL - 1) * SCALE / (2 * STEEP)
"""A step is measured between the pixels on both sides of one."""


def measured_plan(image: NDArray[np.uint8], world: Calibration, bar: Rect | None) -> BoardPlan:
    """The board of `world` with its bar and halves, and a checker's likely size.

    bar: its rectangle when measured; then only the halves' outer sides are looked for.
    """
    board = world.board
    width, height = board.size_mm
    leans = _leans(world)
    walls = _Walls(_profile(image, world, down=False), width, leans[0])
    if bar is None:
        rim = _rim(_Walls(_profile(image, world, down=True), height, leans[1]), board.marker_mm)
        half_bar, sides = _bar_and_sides(walls, height - 2 * rim, height)
        bar = Rect(width / 2 - half_bar, rim, width / 2 + half_bar, height - rim)
    else:
        half_bar, field = (bar.right - bar.left) / 2, bar.bottom - bar.top
        sides = _sides(_outer(walls, field, height), width / 2 - half_bar, field)
    margin = sides.margin
    checker = ((bar.left - margin) + (width - margin - bar.right)) / 2 / CHECKERS_WIDE
    if sides.doubt:
        checker = (bar.bottom - bar.top) / USUAL_SHAPE / CHECKERS_WIDE
    return replace(
        board,
        bar=bar,
        picture_left=Rect(margin, bar.top, bar.left, bar.bottom),
        picture_right=Rect(bar.right, bar.top, width - margin, bar.bottom),
        checker_mm=checker,
        doubt_mm=sides.doubt,
    )


def _profile(image: NDArray[np.uint8], world: Calibration, *, down: bool) -> Floats:
    """How much of the board's height steps at each x, by the mm; down: of its width at each y."""
    fine, coarse = (0.0, SCALE), (EVERY_MM / 2, 1 / EVERY_MM)
    (x, across), (y, along) = (coarse, fine) if down else (fine, coarse)
    width, height = world.board.size_mm
    piece = Piece((x, y), (round(width * across), round(height * along)), (across, along), 0.0)
    seen = from_above(image, world, piece)
    soft = cv2.GaussianBlur(cv2.transpose(seen) if down else seen, (SOFT_PX, 1), SOFT_MM * SCALE)
    slope = cv2.Sobel(soft, cv2.CV_8U, 1, 0, ksize=1, scale=_STEEP, delta=LEVEL)
    return _steps(slope, GAPLESS_DOWN if down else GAPLESS_ACROSS)


def _steps(slope: NDArray[Any], gapless: float) -> Floats:
    """For each column the share of it with a step across, (w,); of the channels and the two signs
    the clearest counts. slope: (h, w[, 3]) uint8, clipped, `LEVEL` is none."""
    edge = len(slope) // 16  # the rim
    rows = np.linspace(edge, len(slope) - edge, PARTS + 1).round().astype(int)
    means = [
        cv2.reduce(slope[first:end], 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
        for first, end in itertools.pairwise(rows)
    ]
    parts = np.array(means, np.float64).reshape(PARTS, slope.shape[1], -1)
    parts = (parts - LEVEL) / (LEVEL - 1)
    mean = parts.mean(axis=0)
    low = np.maximum(np.partition(parts * np.sign(mean), LEFT_OUT, axis=0)[LEFT_OUT], 0.0)
    return np.asarray((gapless * low + (1 - gapless) * np.abs(mean)).max(axis=1), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Walls:
    """A profile over `length` mm. lean: for a wall's place (mm) that of its top as seen on the
    plane of the field, a straight line: factor and offset."""

    profile: Floats
    length: float
    lean: tuple[float, float]

    def both(self, places_mm: Floats) -> Floats:
        """How much looks like a wall's foot and top at each distance from either end, (N,)."""
        return self._one(places_mm) + self._one(self.length - places_mm)

    def beam(self, halves_mm: Floats) -> Floats:
        """How much looks like a beam's two sides so far from the middle, (N,): of each what is
        seen further out, its foot or its top."""
        left, right = self.length / 2 - halves_mm, self.length / 2 + halves_mm
        seen_left, seen_right = np.minimum(left, self.top(left)), np.maximum(right, self.top(right))
        return self.steps(seen_left) + self.steps(seen_right)

    def _one(self, foot_mm: Floats) -> Floats:
        return self.steps(foot_mm) + self.steps(self.top(foot_mm))

    def top(self, foot_mm: Floats) -> Floats:
        factor, offset = self.lean
        return factor * foot_mm + offset

    def steps(self, places_mm: Floats) -> Floats:
        return np.interp(places_mm * SCALE, np.arange(len(self.profile)), self.profile)


def _leans(world: Calibration) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where things at the rim's height seem to lie on the field: factor and offset, x and y."""
    x, y, z = (float(part) for part in world.camera_mm)
    factor = -z / (-z - world.board.rim_height_mm)
    return (factor, x * (1 - factor)), (factor, y * (1 - factor))


def _rim(down: _Walls, marker_mm: float) -> float:
    """The rim's width at top and bottom. marker_mm: 0 where no markers were seen."""
    places = np.arange(*RIM_MM, 0.5)
    usual, spread = USUAL_RIM_MM, RIM_SPREAD
    if marker_mm > 0:
        usual, spread = RIM_MARKERS * marker_mm, MARKERS_SPREAD
    likely = _bell(places, usual, usual * spread)
    return float(places[int((down.both(places) * likely).argmax())])


def _bell(values: Floats, middle: float, spread: float) -> Floats:
    return np.asarray(np.exp(-(((values - middle) / spread) ** 2) / 2), np.float64)


@dataclass(frozen=True, slots=True)
class _Sides:
    """How far the halves' outer sides lie from the frame's; how much nearer they may lie to it,
    and what speaks for the wall there."""

    margin: float
    doubt: float
    found: float


@dataclass(frozen=True, slots=True, eq=False)
class _Outer:
    """Where the halves' outer sides may lie, margins (N,) mm from the frame's: walls, what speaks
    for one there, and even, for a frame of one width. rim: the frame's at top and bottom; clear:
    which margin's wall bounds the halves by its steps alone, if one does."""

    margins: Floats
    walls: Floats
    even: Floats
    rim: float
    clear: int | None


def _bar_and_sides(across: _Walls, field: float, down: float) -> tuple[float, _Sides]:
    """Half the bar's width, and where the halves end."""
    bars = np.arange(BAR_MM[0] / 2, BAR_MM[1] / 2, 0.5)
    walls = 2 * across.beam(bars) * _bell(2 * bars, USUAL_BAR_MM, 14.0)
    outer = _outer(across, field, down)
    each = [_sides(outer, across.length / 2 - half_bar, field) for half_bar in bars]
    best = int((walls + [sides.found for sides in each]).argmax())
    return float(bars[best]), each[best]


def _outer(across: _Walls, field: float, down: float) -> _Outer:
    margins = np.arange(RIM_MM[0], across.length / 4, 0.5)
    walls = across.both(margins)
    rim = (down - field) / 2  # without trays the frame is as wide at its sides
    even = 1 + EVEN_FRAME * _bell(margins, rim, 2.0)
    steps = margins[walls >= max(AS_CLEAR * float(walls.max()), CLEAR)]
    clear = None
    if len(steps):
        clear = int(np.where(margins >= steps.max() - WALL_MM, walls, 0.0).argmax())
    return _Outer(margins, walls, even, rim, clear)


def _sides(outer: _Outer, inner_mm: float, field: float) -> _Sides:
    """Where the halves end whose inner sides lie so far from the frame's. Two walls may bound
    them, where the shape of a half speaks for the inner one and its steps for the outer one alone:
    then all between them is in doubt."""
    walls = outer.walls
    shape = field / np.maximum(inner_mm - outer.margins, 1.0)
    usual = _bell(shape, USUAL_SHAPE, SHAPE_SPREAD) * outer.even
    shaped = int((walls * usual).argmax())
    inner = float(outer.margins[shaped])
    if outer.clear is None:
        return _Sides(inner, _beyond(inner, outer.rim), float(walls[shaped] * usual[shaped]))
    margin, doubt = float(outer.margins[outer.clear]), 0.0
    if walls[shaped] > PLAIN * walls.max():
        doubt = _beyond(inner, margin)
    return _Sides(margin + doubt, doubt, float(walls[outer.clear]))


def _beyond(inner: float, outer: float) -> float:
    """How far a wall lies inside another; 0 where both are one."""
    return inner - outer if inner - outer > WALL_MM else 0.0
