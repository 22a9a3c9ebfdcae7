"""Camera and board from corners that a person clicked in a picture of the board.

Of the frame its four outer corners, on top of the rim; of the field the four of each half, at the
felt. A hidden corner is left out, as long as the others fix the plan. Where no size is given, the
usual measures of boards give the scale, as with markers. The field's edges are not looked up in the
picture once its corners are clicked.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, CalibrationError, Floats, Rect
from vision.calibration.corner_clicks import (
    COLUMNS,
    CORNERS,
    INNER,
    OUTER,
    ROWS,
    all_corners,
    clicked,
    format_point,
    named,
    refuse_disorder,
)
from vision.calibration.estimate import (
    FOCAL_SPREAD,
    NO_SUCH_CAMERA,
    USUAL_HEIGHT_MM,
    USUAL_RIM_MM,
    bare_plan,
    from_corners,
    plan_from_halves,
    refuse_another_size,
    refuse_nonsense,
)
from vision.calibration.least_squares import least_squares
from vision.calibration.partial_calibration import Given
from vision.calibration.plan import USUAL_BAR_MM, USUAL_SHAPE
from vision.calibration.plan import USUAL_RIM_MM as USUAL_SIDE_MM
from vision.calibration.pose import usual_lens

CLICK_PX = 2.0
"""Spread of a click in a picture USUAL_WIDE_PX wide; in larger pictures in proportion."""
USUAL_WIDE_PX = 1280
ASTRAY_MM = 8.0
"""A corner that misses those of a right-angled board by more was clicked at another place."""
ASTRAY_GAIN = 16.0
"""So was one without which the sum of squares, of clicks and constraints, falls by this amount.
Of 20 rigs clicked to 2 px it falls by 7.5 at most, on four real boards by 7.6; a click 25 px astray
makes it 17 and more."""
UNSURE_MM = 6.0
"""Spread of a corner of the field from which the clicks do not fix it."""
TOLD_MM = 0.5
"""Spread of a measurement by ruler."""
HEIGHT_SPREAD_MM = 8.0
RIM_SPREAD_MM = 6.0
SIDE_SPREAD_MM = 40.0
RIM_HEIGHT_SPREAD_MM = 5.0
BAR_SPREAD_MM = 14.0
"""How boards differ from the usual: in their height; in their rims at top and bottom, and at the
sides, where trays may lie; in how high a rim is; in the bar's width."""
TILTS_DEG = (0.0, 25.0, -25.0)
"""Tilts at which the search for the camera starts: a flat board looks alike from two sides."""
STEPS = 60

# The numbers of a fit: the camera's place (rvec, t), log zoom, and the plan in millimetres.
_ZOOM = 6
_SIDES = 7
"""The halves' four, from the left."""
_ENDS = 11
"""The field's top and bottom."""
_WIDE = 13
_HIGH = 14
_RIM = 15
_NUMBERS = 16
_INTO = np.array([(1.0, -1.0, 1.0, -1.0)[column] for column in COLUMNS])
_DOWN = np.array([(1.0, -1.0)[row] for row in ROWS])
"""Which way the half lies from each of the field's corners."""


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """corners: (12, 2) px, NaN where not clicked. constraints: sums of a fit's numbers, (n, 16),
    and their values, (n,), both divided by their spread."""

    corners: Floats
    there: list[int]
    given: Given
    size_px: tuple[int, int]
    constraints: tuple[Floats, Floats]

    @property
    def click_px(self) -> float:
        return CLICK_PX * max(1.0, max(self.size_px) / USUAL_WIDE_PX)

    def lens(self, zoom: float) -> Floats:
        if self.given.K is not None:
            return self.given.K
        wider = math.exp(zoom)
        usual = usual_lens(*self.size_px)
        return np.asarray(usual * [[wider, 1, 1], [1, wider, 1], [1, 1, 1]], np.float64)


def from_clicks(
    corners_px: Floats, image: NDArray[np.uint8], given: Given | None = None
) -> Calibration:
    """A calibration from corners clicked in a BGR or grey picture (h, w[, 3]) uint8.

    corners_px: (4, 2) the frame's, (8, 2) the field's, or (12, 2) both, as in `CORNERS`; NaN for
    one that is hidden. Raises CalibrationError where they are in another order, contradict each
    other or what is given, or do not fix the plan.
    """
    given = given or Given()
    corners = all_corners(corners_px)
    there = clicked(corners)
    if there == list(range(OUTER)):
        return from_corners(corners[:OUTER], image, given)
    refuse_another_size(given, image)
    height, width = image.shape[:2]
    refuse_disorder(corners, (width, height))
    problem = _Problem(corners, there, given, (width, height), _constraints(given))
    fit = _fitted(problem)
    _refuse_astray(problem, fit)
    _refuse_unsure(problem, fit)
    rotation = np.asarray(cv2.Rodrigues(fit[:3])[0], np.float64)
    size = given.size_mm or (float(fit[_WIDE]), float(fit[_HIGH]))
    board = bare_plan(size, 0.0, replace(given, rim_height_mm=_rim(given, fit)))
    dist = _dist(given)
    found = Calibration(problem.lens(fit[_ZOOM]), dist, rotation, fit[3:6], board, width, height)
    refuse_nonsense(found, given)
    halves = given.halves_mm or _halves(fit)
    return replace(found, board=plan_from_halves(board, halves, given.bar_mm))


def missed_px(world: Calibration, corners_px: Floats) -> float:
    """How far clicked corners, as `from_clicks` takes them, lie from the board's: the root of the
    mean square."""
    corners = all_corners(corners_px)
    there = clicked(corners)
    apart = corners_of(world)[there] - corners[there]
    return math.sqrt(float(np.square(apart).sum(axis=1).mean()))


def corners_of(world: Calibration) -> Floats:
    """Where a picture shows `CORNERS` of its board, (12, 2) px."""
    board = world.board
    sides = [
        x for half in (board.picture_left, board.picture_right) for x in (half.left, half.right)
    ]
    ends = [(half.top, half.bottom) for half in (board.picture_left, board.picture_right)]
    flat = np.array(
        [(sides[column], ends[column // 2][row]) for column, row in zip(COLUMNS, ROWS, strict=True)]
    )
    return world.project(_points(flat, world.camera_mm, board.size_mm, board.rim_height_mm))


def _points(
    flat_mm: Floats, camera_mm: Floats, size_mm: tuple[float, float], rim_mm: float
) -> Floats:
    """`CORNERS` (12, 3) mm as seen: the field's flat_mm (8, 2) at a wall's foot, or where the
    wall's top hides that."""
    (x, y), away = camera_mm[:2], float(-camera_mm[2])
    factor = away / (away - rim_mm)
    tops = (x, y) + (flat_mm - (x, y)) * factor
    into = np.column_stack([_INTO, _DOWN])
    seen = into * np.maximum(into * flat_mm, into * tops)
    wide, high = size_mm
    frame = [(0, 0, -rim_mm), (wide, 0, -rim_mm), (wide, high, -rim_mm), (0, high, -rim_mm)]
    return np.vstack([frame, np.column_stack([seen, np.zeros(INNER)])])


def _constraints(given: Given) -> tuple[Floats, Floats]:
    """The given measures of the plan, else the usual ones: as `_Problem.constraints`."""
    rows: list[Floats] = []
    values: list[float] = []

    def add(value: float, spread: float, plus: int, minus: int | None = None) -> None:
        row = np.zeros(_NUMBERS)
        row[plus] = 1 / spread
        if minus is not None:
            row[minus] = -1 / spread
        rows.append(row)
        values.append(value / spread)

    for number, mm in _measured(given).items():
        add(mm, TOLD_MM, number)
    if given.rim_height_mm is None:
        add(USUAL_RIM_MM, RIM_HEIGHT_SPREAD_MM, _RIM)
    if given.size_mm is None:
        add(USUAL_HEIGHT_MM, HEIGHT_SPREAD_MM, _HIGH)
    add(USUAL_SIDE_MM, RIM_SPREAD_MM, _ENDS)
    add(USUAL_SIDE_MM, RIM_SPREAD_MM, _HIGH, _ENDS + 1)
    add(USUAL_SIDE_MM, SIDE_SPREAD_MM, _SIDES)
    add(USUAL_SIDE_MM, SIDE_SPREAD_MM, _WIDE, _SIDES + 3)
    add(USUAL_BAR_MM, BAR_SPREAD_MM, _SIDES + 2, _SIDES + 1)
    add(0.0, FOCAL_SPREAD, _ZOOM)
    return np.array(rows), np.array(values)


def _measured(given: Given) -> dict[int, float]:
    """Numbers of the fit that were measured, mm."""
    measured: dict[int, float] = {}
    if given.rim_height_mm is not None:
        measured[_RIM] = given.rim_height_mm
    if given.size_mm is not None:
        measured |= {_WIDE: given.size_mm[0], _HIGH: given.size_mm[1]}
    if given.bar_mm is not None:
        bar = given.bar_mm
        measured |= {_SIDES + 1: bar.left, _SIDES + 2: bar.right, _ENDS: bar.top}
        measured[_ENDS + 1] = bar.bottom
    if given.halves_mm is not None:
        left, right = given.halves_mm
        sides = (left.left, left.right, right.left, right.right)
        measured |= {_SIDES + i: side for i, side in enumerate(sides)}
        measured |= {_ENDS: (left.top + right.top) / 2, _ENDS + 1: (left.bottom + right.bottom) / 2}
    return measured


def _fitted(problem: _Problem) -> Floats:
    """The numbers (16,) that agree best with the clicks and the constraints."""
    best: tuple[float, Floats] | None = None
    for tilts in itertools.product(TILTS_DEG, TILTS_DEG):
        try:
            fit = least_squares(partial(_miss, problem), _start(problem, tilts), STEPS)
        except (OverflowError, np.linalg.LinAlgError):
            continue
        cost = _cost(problem, fit)
        if math.isfinite(cost) and (best is None or cost < best[0]):
            best = cost, fit
    if best is None:
        raise CalibrationError(NO_SUCH_CAMERA)
    return best[1]


def _start(problem: _Problem, tilts_deg: tuple[float, float]) -> Floats:
    """The start of the fit: a board of usual measures, scaled to the clicks."""
    side, half = USUAL_SIDE_MM, (USUAL_HEIGHT_MM - 2 * USUAL_SIDE_MM) / USUAL_SHAPE
    sides = np.cumsum([side, half, USUAL_BAR_MM, half])
    x = np.zeros(_NUMBERS)
    x[_SIDES:] = [*sides, side, USUAL_HEIGHT_MM - side, sides[-1] + side, USUAL_HEIGHT_MM, 0.0]
    x[_RIM] = USUAL_RIM_MM
    for number, mm in _measured(problem.given).items():
        x[number] = mm
    flat = _flat(x)
    wide, high = x[_WIDE], x[_HIGH]
    places = np.vstack([[(0, 0), (wide, 0), (wide, high), (0, high)], flat])[problem.there]
    px, lens = problem.corners[problem.there], problem.lens(0.0)
    apart_mm, apart_px = places - places.mean(axis=0), px - px.mean(axis=0)
    away = float(lens[0, 0] * np.linalg.norm(apart_mm) / np.linalg.norm(apart_px))
    turn = np.asarray(cv2.Rodrigues(np.radians([*tilts_deg, 0.0]))[0], np.float64)
    ray = (px.mean(axis=0) - lens[:2, 2]) / np.diag(lens)[:2]
    x[:3] = cv2.Rodrigues(turn)[0].ravel()
    x[3:6] = away * np.array([*ray, 1.0]) - turn @ np.array([*places.mean(axis=0), 0.0])
    return x


def _miss(problem: _Problem, x: Floats) -> tuple[Floats, Floats]:
    """How far `x` misses the clicks and the constraints, and the change with each number."""
    there = problem.there
    apart = (_corners(problem, x)[there] - problem.corners[there]).ravel() / problem.click_px
    rows, values = problem.constraints
    slope = _slopes(problem, x)[there].reshape(2 * len(there), -1) / problem.click_px
    return np.append(apart, rows @ x - values), np.vstack([slope, rows])


def _cost(problem: _Problem, x: Floats) -> float:
    miss, _ = _miss(problem, x)
    return float(miss @ miss)


def _corners(problem: _Problem, x: Floats) -> Floats:
    """`CORNERS` projected by the numbers `x`, (12, 2) px."""
    turn = np.asarray(cv2.Rodrigues(x[:3])[0], np.float64)
    size = float(x[_WIDE]), float(x[_HIGH])
    points = _points(_flat(x), -turn.T @ x[3:6], size, float(x[_RIM]))
    px, _ = cv2.projectPoints(points, x[:3], x[3:6], problem.lens(x[_ZOOM]), _dist(problem.given))
    return np.asarray(px, np.float64).reshape(-1, 2)


def _slopes(problem: _Problem, x: Floats) -> Floats:
    """The derivatives of `CORNERS` by each number, (12, 2, 16)."""
    steps = np.array([1e-6] * 3 + [1e-3] * 3 + [1e-6] + [1e-3] * (_NUMBERS - _SIDES))
    here = _corners(problem, x)
    moved = [_corners(problem, x + step) - here for step in np.diag(steps)]
    return np.asarray(np.stack(moved, axis=-1) / steps, np.float64)


def _flat(x: Floats) -> Floats:
    """The field's corners, (8, 2) mm."""
    return np.column_stack([x[_SIDES + np.array(COLUMNS)], x[_ENDS + np.array(ROWS)]])


def _halves(x: Floats) -> tuple[Rect, Rect]:
    sides, (top, bottom) = x[_SIDES:_ENDS].tolist(), x[_ENDS:_WIDE].tolist()
    return Rect(sides[0], top, sides[1], bottom), Rect(sides[2], top, sides[3], bottom)


def _rim(given: Given, x: Floats) -> float:
    return float(x[_RIM]) if given.rim_height_mm is None else given.rim_height_mm


def _dist(given: Given) -> Floats:
    return np.zeros(5) if given.dist is None else given.dist


def _mm_a_pixel(problem: _Problem, x: Floats) -> float:
    return float(np.linalg.norm(x[3:6]) / problem.lens(x[_ZOOM])[0, 0])


@dataclass(frozen=True, slots=True, eq=False)
class _Astray:
    """A corner that was clicked off_mm from where the others have it; others, fit: without it."""

    corner: int
    off_mm: float
    others: _Problem
    fit: Floats


def _astray(problem: _Problem, x: Floats) -> _Astray | None:
    """The corner that contradicts the others most, if one does by more than a loose click."""
    cost, found = _cost(problem, x), []
    for corner in problem.there:
        others = replace(problem, there=[i for i in problem.there if i != corner])
        fit = least_squares(partial(_miss, others), x, STEPS)
        off = np.linalg.norm(_corners(problem, fit)[corner] - problem.corners[corner])
        off_mm = float(off) * _mm_a_pixel(problem, x)
        found.append((cost - _cost(others, fit), _Astray(corner, off_mm, others, fit)))
    gain, worst = max(found, key=lambda each: each[0])
    return worst if gain > ASTRAY_GAIN and worst.off_mm > ASTRAY_MM else None


def _refuse_astray(problem: _Problem, x: Floats) -> None:
    """Raises CalibrationError where a corner lies elsewhere than the others have it, or all
    contradict each other or what is given."""
    one = _astray(problem, x)
    if one is None:
        return
    if _astray(one.others, one.fit) is None:
        here, there = problem.corners[one.corner], _corners(problem, one.fit)[one.corner]
        raise CalibrationError(
            f"{named(one.corner)} was clicked at {format_point(here)}, and the other corners have "
            f"it at {format_point(there)}; click it again, or leave it out."
        )
    given = " and what is known of the board" if _measured(problem.given) else ""
    raise CalibrationError(
        f"The clicked corners{given} contradict each other by {one.off_mm:.0f} mm; click them "
        "again, and measure again what was measured."
    )


def _refuse_unsure(problem: _Problem, x: Floats) -> None:
    """Raises CalibrationError where a corner of the field is not fixed by what was clicked."""
    _, slope = _miss(problem, x)
    inverse = np.linalg.pinv(slope.T @ slope, hermitian=True)
    each = _slopes(problem, x)[OUTER:]
    spread = np.sqrt(np.maximum(np.einsum("nci,ij,ncj->n", each, inverse, each), 0.0))
    unsure = spread * _mm_a_pixel(problem, x)
    worst = int(unsure.argmax())
    if unsure[worst] > UNSURE_MM:
        raise CalibrationError(
            f"What is clicked leaves {CORNERS[OUTER + worst]} open by {unsure[worst]:.0f} mm; "
            "click it, too, or another corner on its walls."
        )
