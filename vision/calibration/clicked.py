"""Camera and board from corners that a person clicked in a picture of the board.

Of the frame its four outer corners, on top of the rim; of the field the four of each half, at the
felt. A corner that something hides is left out, as long as what is left fixes the plan. What
boards usually measure gives the scale where nobody told a size, as with markers. Where the field
ends is not looked up once its corners are clicked.
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
    at,
    clicked,
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
    refuse_another_size,
    refuse_nonsense,
    told_plan,
)
from vision.calibration.least_squares import least_squares
from vision.calibration.partial_calibration import Given
from vision.calibration.plan import USUAL_BAR_MM, USUAL_SHAPE
from vision.calibration.plan import USUAL_RIM_MM as USUAL_SIDE_MM
from vision.calibration.pose import usual_lens

CLICK_PX = 2.0
"""How surely a corner is clicked in a picture USUAL_WIDE_PX wide; in larger ones in proportion."""
USUAL_WIDE_PX = 1280
ASTRAY_MM = 8.0
"""A corner that misses those of a right-angled board by more was clicked at another place;"""
ASTRAY_GAIN = 16.0
"""so was one without which the sum of squares, of clicks and of what is known, falls by so much.
Of 20 rigs clicked to 2 px it falls by 7.5 at most, on four real boards by 7.6; a click 25 px astray
makes it 17 and more."""
UNSURE_MM = 6.0
"""What is clicked does not fix a corner of the field that may lie so much further off."""
TOLD_MM = 0.5
"""So surely a ruler measures."""
HEIGHT_SPREAD_MM = 8.0
RIM_SPREAD_MM = 6.0
SIDE_SPREAD_MM = 40.0
RIM_HEIGHT_SPREAD_MM = 5.0
BAR_SPREAD_MM = 14.0
"""How boards differ from the usual: in their height; in their rims at top and bottom, and at the
sides, where trays may lie; in how high a rim is; in the bar's width."""
TILTS_DEG = (0.0, 25.0, -25.0)
"""From where the camera is looked for: a flat board looks alike from two sides."""
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
class _Asked:
    """corners: (12, 2) px, NaN where not clicked. known: sums of a fit's numbers, (n, 16), and
    what they are, (n,), both by how surely that is known."""

    corners: Floats
    there: list[int]
    given: Given
    size_px: tuple[int, int]
    known: tuple[Floats, Floats]

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
    asked = _Asked(corners, there, given, (width, height), _known(given))
    fit = _fitted(asked)
    _refuse_astray(asked, fit)
    _refuse_unsure(asked, fit)
    rotation = np.asarray(cv2.Rodrigues(fit[:3])[0], np.float64)
    size = given.size_mm or (float(fit[_WIDE]), float(fit[_HIGH]))
    board = bare_plan(size, 0.0, replace(given, rim_height_mm=_rim(given, fit)))
    dist = _dist(given)
    found = Calibration(asked.lens(fit[_ZOOM]), dist, rotation, fit[3:6], board, width, height)
    refuse_nonsense(found, given)
    halves = given.halves_mm or _halves(fit)
    return replace(found, board=told_plan(board, halves, given.bar_mm))


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


def _known(given: Given) -> tuple[Floats, Floats]:
    """What was told of the plan, else what is usual: as `_Asked` has it."""
    rows: list[Floats] = []
    values: list[float] = []

    def add(value: float, spread: float, plus: int, minus: int | None = None) -> None:
        row = np.zeros(_NUMBERS)
        row[plus] = 1 / spread
        if minus is not None:
            row[minus] = -1 / spread
        rows.append(row)
        values.append(value / spread)

    for number, mm in _told(given).items():
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


def _told(given: Given) -> dict[int, float]:
    """Numbers of the fit that somebody measured, mm."""
    told: dict[int, float] = {}
    if given.rim_height_mm is not None:
        told[_RIM] = given.rim_height_mm
    if given.size_mm is not None:
        told |= {_WIDE: given.size_mm[0], _HIGH: given.size_mm[1]}
    if given.bar_mm is not None:
        bar = given.bar_mm
        told |= {_SIDES + 1: bar.left, _SIDES + 2: bar.right, _ENDS: bar.top}
        told[_ENDS + 1] = bar.bottom
    if given.halves_mm is not None:
        left, right = given.halves_mm
        sides = (left.left, left.right, right.left, right.right)
        told |= {_SIDES + i: side for i, side in enumerate(sides)}
        told |= {_ENDS: (left.top + right.top) / 2, _ENDS + 1: (left.bottom + right.bottom) / 2}
    return told


def _fitted(asked: _Asked) -> Floats:
    """The numbers (16,) that agree best with the clicks and what is known."""
    best: tuple[float, Floats] | None = None
    for tilts in itertools.product(TILTS_DEG, TILTS_DEG):
        try:
            fit = least_squares(partial(_miss, asked), _start(asked, tilts), STEPS)
        except (OverflowError, np.linalg.LinAlgError):
            continue
        cost = _cost(asked, fit)
        if math.isfinite(cost) and (best is None or cost < best[0]):
            best = cost, fit
    if best is None:
        raise CalibrationError(NO_SUCH_CAMERA)
    return best[1]


def _start(asked: _Asked, tilts_deg: tuple[float, float]) -> Floats:
    """A board of usual measures behind the clicks, as large as they lie apart."""
    side, half = USUAL_SIDE_MM, (USUAL_HEIGHT_MM - 2 * USUAL_SIDE_MM) / USUAL_SHAPE
    sides = np.cumsum([side, half, USUAL_BAR_MM, half])
    x = np.zeros(_NUMBERS)
    x[_SIDES:] = [*sides, side, USUAL_HEIGHT_MM - side, sides[-1] + side, USUAL_HEIGHT_MM, 0.0]
    x[_RIM] = USUAL_RIM_MM
    for number, mm in _told(asked.given).items():
        x[number] = mm
    flat = _flat(x)
    wide, high = x[_WIDE], x[_HIGH]
    places = np.vstack([[(0, 0), (wide, 0), (wide, high), (0, high)], flat])[asked.there]
    px, lens = asked.corners[asked.there], asked.lens(0.0)
    apart_mm, apart_px = places - places.mean(axis=0), px - px.mean(axis=0)
    away = float(lens[0, 0] * np.linalg.norm(apart_mm) / np.linalg.norm(apart_px))
    turn = np.asarray(cv2.Rodrigues(np.radians([*tilts_deg, 0.0]))[0], np.float64)
    ray = (px.mean(axis=0) - lens[:2, 2]) / np.diag(lens)[:2]
    x[:3] = cv2.Rodrigues(turn)[0].ravel()
    x[3:6] = away * np.array([*ray, 1.0]) - turn @ np.array([*places.mean(axis=0), 0.0])
    return x


def _miss(asked: _Asked, x: Floats) -> tuple[Floats, Floats]:
    """How far `x` misses the clicks and what is known, and how that changes with each number."""
    there = asked.there
    apart = (_corners(asked, x)[there] - asked.corners[there]).ravel() / asked.click_px
    rows, values = asked.known
    slope = _slopes(asked, x)[there].reshape(2 * len(there), -1) / asked.click_px
    return np.append(apart, rows @ x - values), np.vstack([slope, rows])


def _cost(asked: _Asked, x: Floats) -> float:
    miss, _ = _miss(asked, x)
    return float(miss @ miss)


def _corners(asked: _Asked, x: Floats) -> Floats:
    """`CORNERS` as `x` has them, (12, 2) px."""
    turn = np.asarray(cv2.Rodrigues(x[:3])[0], np.float64)
    size = float(x[_WIDE]), float(x[_HIGH])
    points = _points(_flat(x), -turn.T @ x[3:6], size, float(x[_RIM]))
    px, _ = cv2.projectPoints(points, x[:3], x[3:6], asked.lens(x[_ZOOM]), _dist(asked.given))
    return np.asarray(px, np.float64).reshape(-1, 2)


def _slopes(asked: _Asked, x: Floats) -> Floats:
    """How they move with each number, (12, 2, 16)."""
    steps = np.array([1e-6] * 3 + [1e-3] * 3 + [1e-6] + [1e-3] * (_NUMBERS - _SIDES))
    here = _corners(asked, x)
    moved = [_corners(asked, x + step) - here for step in np.diag(steps)]
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


def _mm_a_pixel(asked: _Asked, x: Floats) -> float:
    return float(np.linalg.norm(x[3:6]) / asked.lens(x[_ZOOM])[0, 0])


@dataclass(frozen=True, slots=True, eq=False)
class _Astray:
    """A corner that was clicked off_mm from where the others have it; others, fit: without it."""

    corner: int
    off_mm: float
    others: _Asked
    fit: Floats


def _astray(asked: _Asked, x: Floats) -> _Astray | None:
    """The corner that contradicts the others most, if one does by more than a loose click."""
    cost, found = _cost(asked, x), []
    for corner in asked.there:
        others = replace(asked, there=[i for i in asked.there if i != corner])
        fit = least_squares(partial(_miss, others), x, STEPS)
        off = np.linalg.norm(_corners(asked, fit)[corner] - asked.corners[corner])
        off_mm = float(off) * _mm_a_pixel(asked, x)
        found.append((cost - _cost(others, fit), _Astray(corner, off_mm, others, fit)))
    gain, worst = max(found, key=lambda each: each[0])
    return worst if gain > ASTRAY_GAIN and worst.off_mm > ASTRAY_MM else None


def _refuse_astray(asked: _Asked, x: Floats) -> None:
    """Raises CalibrationError where a corner lies elsewhere than the others have it, or all
    contradict each other or what is told."""
    one = _astray(asked, x)
    if one is None:
        return
    if _astray(one.others, one.fit) is None:
        here, there = asked.corners[one.corner], _corners(asked, one.fit)[one.corner]
        raise CalibrationError(
            f"{named(one.corner)} was clicked at {at(here)}, and the other corners have it at "
            f"{at(there)}; click it again, or leave it out."
        )
    told = " and what is known of the board" if _told(asked.given) else ""
    raise CalibrationError(
        f"The clicked corners{told} contradict each other by {one.off_mm:.0f} mm; click them "
        "again, and measure again what was measured."
    )


def _refuse_unsure(asked: _Asked, x: Floats) -> None:
    """Raises CalibrationError where a corner of the field is not fixed by what was clicked."""
    _, slope = _miss(asked, x)
    inverse = np.linalg.pinv(slope.T @ slope, hermitian=True)
    each = _slopes(asked, x)[OUTER:]
    spread = np.sqrt(np.maximum(np.einsum("nci,ij,ncj->n", each, inverse, each), 0.0))
    unsure = spread * _mm_a_pixel(asked, x)
    worst = int(unsure.argmax())
    if unsure[worst] > UNSURE_MM:
        raise CalibrationError(
            f"What is clicked leaves {CORNERS[OUTER + worst]} open by {unsure[worst]:.0f} mm; "
            "click it, too, or another corner on its walls."
        )
