"""Whether something that is no part of a game lies over the field: a hand, a sleeve, a cup."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import BoardPlan, Calibration
from vision.learned import cover
from vision.reader import thresholds as at
from vision.view import Picture


class CoverBody(NamedTuple):
    """Something that may lie over the field, and its box in the picture: x, y, width and height,
    px."""

    area_cm2: float
    box_px: tuple[int, int, int, int]


def areas_cm2(
    seen: cover.Cover, calibration: Calibration, changed: Picture | None = None
) -> tuple[float, float, float]:
    """The largest parts of the field that surely show a body, that may, and that may and came.

    changed: mask (h, w) of the picture, where it differs from the board before the roll.
    """
    field = _field(seen, calibration.board)
    maybe = (seen.share >= at.COVER_MAYBE) & field
    came_since = maybe & (changed is not None and _changed_cells(changed, calibration, seen))
    sure = (seen.share >= at.COVER_SURE) & field
    return _largest_cm2(sure, seen), _largest_cm2(maybe, seen), _largest_cm2(came_since, seen)


def bodies(seen: cover.Cover, calibration: Calibration) -> list[CoverBody]:
    """The bodies that may lie over the field, specks included."""
    cells = (seen.share >= at.COVER_MAYBE) & _field(seen, calibration.board)
    found = []
    for left, top, wide, high, area in _parts(cells):
        x = seen.left_mm + seen.cell_mm * (np.array([left, left + wide]) - 0.5)
        y = seen.top_mm + seen.cell_mm * (np.array([top, top + high]) - 0.5)
        corners = np.array([(one, other, 0.0) for one in x for other in y])
        px = calibration.project(corners).astype(np.float32)
        box = cv2.boundingRect(px)
        found.append(CoverBody(area * seen.cell_mm**2 / 100, (box[0], box[1], box[2], box[3])))
    return found


def under(seen: cover.Cover, x_mm: float, y_mm: float, room_mm: float = 0.0) -> bool:
    """Whether a body may lie over a place of the board, or so near it."""
    near = seen.cells_in(
        *(at - room_mm - seen.cell_mm / 2 for at in (x_mm, y_mm)),
        *(at + room_mm + seen.cell_mm / 2 for at in (x_mm, y_mm)),
    )
    return bool((seen.share[near] >= at.COVER_MAYBE).any())


def is_beside_body(
    seen: cover.Cover, calibration: Calibration, x_mm: float, y_mm: float, room_mm: float
) -> bool:
    """Whether something large enough to be a body may lie over the field, so near a place: what
    surrounds the board looks like one, too."""
    cells = (seen.share >= at.COVER_MAYBE) & _field(seen, calibration.board)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8))
    areas_cm2 = stats[:, cv2.CC_STAT_AREA] * seen.cell_mm**2 / 100
    near = seen.cells_in(x_mm - room_mm, y_mm - room_mm, x_mm + room_mm, y_mm + room_mm)
    return any(
        areas_cm2[part] >= at.COVER_SMALL and bool((parts[near] == part).any())
        for part in range(1, count)
    )


def _field(seen: cover.Cover, board: BoardPlan) -> NDArray[np.bool_]:
    field = np.zeros(seen.share.shape, bool)
    for half in (board.picture_left, board.picture_right):
        field |= seen.cells_in(half.left, half.top, half.right, half.bottom)
    return field


def _changed_cells(
    changed: Picture, calibration: Calibration, seen: cover.Cover
) -> NDArray[np.bool_]:
    """Cells whose middles lie where the picture changed."""
    rows, columns = seen.share.shape
    x = seen.left_mm + np.arange(columns) * seen.cell_mm
    y = seen.top_mm + np.arange(rows) * seen.cell_mm
    mm = np.stack([*np.meshgrid(x, y), np.zeros((rows, columns))], axis=-1).reshape(-1, 3)
    px = calibration.project(mm).round().astype(int)
    high, wide = changed.shape
    inside = ((px >= 0) & (px < (wide, high))).all(axis=1)
    px = np.clip(px, 0, (wide - 1, high - 1))
    return np.asarray((inside & (changed[px[:, 1], px[:, 0]] > 0)).reshape(rows, columns))


def _largest_cm2(cells: NDArray[np.bool_], seen: cover.Cover) -> float:
    """Area of the largest connected part of a mask of cells, cm²."""
    return max((area for *_, area in _parts(cells)), default=0) * seen.cell_mm**2 / 100


def _parts(cells: NDArray[np.bool_]) -> list[list[int]]:
    """Connected parts of a mask: left, top, width, height and area of each, cells."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8))
    found: list[list[int]] = stats[1:].tolist()
    return found
