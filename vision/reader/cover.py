"""Whether something that is no part of a game lies over the field: a hand, a sleeve, a cup."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Board, Calibration
from vision.learned import cover
from vision.reader import thresholds as at
from vision.reader.decision.scene import is_body, is_covered
from vision.view import Picture


def covers(
    seen: cover.Cover, calibration: Calibration, changed: Picture | None = None
) -> bool | None:
    """Whether a body lies over a half of the field, so large that a die may lie under it.

    changed: mask (h, w) of the picture, where it differs from the board before the roll.
    """
    field = _field(seen, calibration.board)
    maybe = (seen.share >= at.COVER_MAYBE) & field
    came = maybe & (changed is not None and _changed_cells(changed, calibration, seen))
    sure = (seen.share >= at.COVER_SURE) & field
    return is_covered(*(_largest_cm2(cells, seen) for cells in (sure, maybe, came)))


def bodies(seen: cover.Cover, calibration: Calibration) -> list[tuple[int, int, int, int]]:
    """What may lie over the field: each body's x, y, width and height in the picture, px."""
    cells = (seen.share >= at.COVER_MAYBE) & _field(seen, calibration.board)
    boxes = []
    for left, top, wide, high, area in _parts(cells):
        if is_body(area * seen.cell_mm**2 / 100):
            x = seen.left_mm + seen.cell_mm * (np.array([left, left + wide]) - 0.5)
            y = seen.top_mm + seen.cell_mm * (np.array([top, top + high]) - 0.5)
            corners = np.array([(one, other, 0.0) for one in x for other in y])
            px = calibration.project(corners).astype(np.float32)
            box = cv2.boundingRect(px)
            boxes.append((box[0], box[1], box[2], box[3]))
    return boxes


def under(seen: cover.Cover, x_mm: float, y_mm: float, room_mm: float = 0.0) -> bool:
    """Whether a body may lie over a place of the board, or so near it."""
    near = seen.cells_in(
        *(at - room_mm - seen.cell_mm / 2 for at in (x_mm, y_mm)),
        *(at + room_mm + seen.cell_mm / 2 for at in (x_mm, y_mm)),
    )
    return bool((seen.share[near] >= at.COVER_MAYBE).any())


def _field(seen: cover.Cover, board: Board) -> NDArray[np.bool_]:
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
    """Of the connected parts of a mask of cells."""
    return max((area for *_, area in _parts(cells)), default=0) * seen.cell_mm**2 / 100


def _parts(cells: NDArray[np.bool_]) -> list[list[int]]:
    """Connected parts of a mask: left, top, width, height and area of each, cells."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8))
    found: list[list[int]] = stats[1:].tolist()
    return found
