"""The corners that a person clicks in a picture of the board: their names, and their order.

Four of the frame and four of each half's field, clockwise from the top left of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.calibration import CalibrationError, Floats

OUTER = 4
INNER = 8
COUNTS = (OUTER, INNER, OUTER + INNER)
"""Counts of corners accepted: the frame's, the field's, or the frame's and then the field's."""
PLACES = ("top left", "top right", "bottom right", "bottom left")
CORNERS = tuple(
    f"{of} {place} corner"
    for of in ("the frame's", "the left half's", "the right half's")
    for place in PLACES
)
"""Names of the corners, in the order they are given in."""
COLUMNS = (0, 1, 1, 0, 2, 3, 3, 2)
"""For each of the field's corners the halves' side it lies at, of four, from the left."""
ROWS = (0, 0, 1, 1, 0, 0, 1, 1)
"""For each of the field's corners whether it lies at the top or the bottom."""
LEAST = 4
"""Least corners that fix a camera."""
ON_A_LINE = 0.04
"""Distance from a line, over its length, within which corners fix nothing beside it."""
OUTSIDE = 0.01
"""How far outside the frame a loose click may put a field corner, over the picture's width."""

_LEFT_HALF = tuple(range(OUTER, OUTER + 4))
_RIGHT_HALF = tuple(range(OUTER + 4, OUTER + INNER))
_FRAME = tuple(range(OUTER))


def all_corners(corners_px: Floats) -> Floats:
    """(12, 2) px as in `CORNERS`, of 4, 8 or 12; NaN where one is hidden or was not asked for.

    Raises CalibrationError on another number.
    """
    corners = np.asarray(corners_px, np.float64).reshape(-1, 2)
    if len(corners) not in COUNTS:
        raise CalibrationError(
            f"{len(corners)} corners were given; give the frame's 4, the field's 8, first the left "
            "half's, or all 12, the frame's first."
        )
    whole = np.full((OUTER + INNER, 2), np.nan)
    first = OUTER if len(corners) == INNER else 0
    whole[first : first + len(corners)] = corners
    return whole


def clicked(corners: Floats) -> list[int]:
    """Indices of the corners (12, 2) px that are not NaN."""
    return [int(i) for i in np.flatnonzero(~np.isnan(corners).any(axis=1))]


def counted(corners_px: Floats) -> tuple[int, int]:
    """How many of the frame's and of the field's were clicked, of 4, 8 or 12 corners."""
    there = clicked(all_corners(corners_px))
    return sum(i < OUTER for i in there), sum(i >= OUTER for i in there)


def refuse_disorder(corners: Floats, size_px: tuple[int, int]) -> None:
    """Raises CalibrationError on (12, 2) px that cannot be `CORNERS` of a board in a picture of
    that width and height: too few, on one line, outside, or in another order."""
    there = clicked(corners)
    if len(there) < LEAST:
        raise CalibrationError(
            f"{len(there)} corners were clicked, and {LEAST} are the least; click those of both "
            "halves that the picture shows."
        )
    _refuse_outside(corners, size_px)
    if not _in_order(corners):
        raise CalibrationError(_disorder(corners))
    _refuse_a_line(corners[there])
    _refuse_beyond_the_frame(corners, size_px)


def _refuse_outside(corners: Floats, size_px: tuple[int, int]) -> None:
    """The frame may reach over the picture's edge; a field that does cannot be clicked there."""
    for i in clicked(corners):
        x, y = corners[i]
        if i >= OUTER and not (0 <= x <= size_px[0] - 1 and 0 <= y <= size_px[1] - 1):
            raise CalibrationError(
                f"{named(i)} is at {format_point(corners[i])}, outside the picture of "
                f"{size_px[0]} x {size_px[1]}; leave out what the picture does not show."
            )


def _steps(corners: Floats) -> Iterator[tuple[int, int, int]]:
    """Pairs of corners that lie side by side, or one below the other: the first is further left
    (axis 0) or higher (axis 1)."""
    places = [(i, COLUMNS[i - OUTER], ROWS[i - OUTER]) for i in clicked(corners) if i >= OUTER]
    frame = [(i, (0, 1, 1, 0)[i], (0, 0, 1, 1)[i]) for i in clicked(corners) if i < OUTER]
    for group in (places, frame):
        for i, column, row in group:
            for j, other_column, other_row in group:
                if row == other_row and column < other_column:
                    yield i, j, 0
                if column == other_column and row < other_row:
                    yield i, j, 1


def _wrong_step(corners: Floats) -> tuple[int, int, int] | None:
    for i, j, axis in _steps(corners):
        step = corners[j] - corners[i]
        if not step[axis] > abs(step[1 - axis]):
            return i, j, axis
    return None


def _in_order(corners: Floats) -> bool:
    return _wrong_step(corners) is None


def _disorder(corners: Floats) -> str:
    """The mistake in the order, if another order is right; else two corners that cross."""
    parts = (_FRAME, _LEFT_HALF, _RIGHT_HALF)

    def ordered(order: Sequence[int], *, swapped: bool) -> bool:
        frame, left, right = ([part[k] for k in order] for part in parts)
        halves = right + left if swapped else left + right
        return _in_order(corners[frame + halves])

    first = next((i for i in clicked(corners) if i >= OUTER), 0)
    if ordered((0, 1, 2, 3), swapped=True):
        return (
            f"{named(first)} is at {format_point(corners[first])}, right of the other half; give "
            "the four corners of the half that the picture shows at the left first."
        )
    mirrored = [(3, 2, 1, 0), (0, 3, 2, 1), (1, 0, 3, 2), (2, 1, 0, 3)]
    if any(ordered(order, swapped=swap) for order in mirrored for swap in (False, True)):
        return (
            f"The corners run anti-clockwise from {format_point(corners[first])}; click each four "
            "clockwise from the one at the picture's top left."
        )
    turned = [(1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    if any(ordered(order, swapped=swap) for order in turned for swap in (False, True)):
        return (
            f"{named(first)} is at {format_point(corners[first])} and not at the top left; begin "
            "each four at the corner that the picture shows at the top left, or turn the picture "
            "upright."
        )
    wrong = _wrong_step(corners)
    assert wrong is not None
    i, j, axis = wrong
    where = "right of" if axis == 0 else "below"
    return (
        f"{named(j)}, at {format_point(corners[j])}, does not lie {where} {CORNERS[i]}, at "
        f"{format_point(corners[i])}; click each four clockwise from the one at the picture's "
        "top left."
    )


def _refuse_a_line(points: Floats) -> None:
    lengths = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    if lengths[1] < ON_A_LINE * lengths[0]:
        beside = lengths[1] / np.sqrt(len(points))
        raise CalibrationError(
            f"The clicked corners lie on one line, give or take {beside:.0f} px, and fix nothing "
            "beside it; click corners at the top and at the bottom."
        )


def _refuse_beyond_the_frame(corners: Floats, size_px: tuple[int, int]) -> None:
    there = clicked(corners)
    if not all(i in there for i in _FRAME):
        return
    frame = corners[:OUTER].astype(np.float32)
    for i in there[OUTER:]:
        x, y = (float(side) for side in corners[i])
        if cv2.pointPolygonTest(frame, (x, y), True) < -OUTSIDE * size_px[0]:
            raise CalibrationError(
                f"{named(i)} is at {format_point(corners[i])}, outside the frame's four; the "
                "frame's are the outermost of the board, the halves' lie on the felt."
            )


def named(corner: int) -> str:
    """The corner's name with a capital, to begin a sentence."""
    name = CORNERS[corner]
    return name[0].upper() + name[1:]


def format_point(point: Floats) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"
