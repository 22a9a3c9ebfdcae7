"""Where a small net sees something lie over a board that is no part of a game.

It looks at the whole board, coarsely, and does not separate hands, cups and cloths.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.learned.net import outputs_of
from vision.view import Picture, Piece, from_above

MODEL = Path(__file__).with_name("cover.onnx")
WIDE_PX = 272
HIGH_PX = 224
PX_PER_MM = 0.35
STRIDE = 4
ROOM_MM = 20.0
FINEST_PX_MM = 0.5
"""The picture is first reduced to about this scale."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """share (56, 68): how likely something lies over a cell of the board, 0..1; left_mm, top_mm:
    where the middle of the first cell lies on the field; cell_mm: a cell's side."""

    share: NDArray[np.float32]
    left_mm: float
    top_mm: float
    cell_mm: float

    def cells_in(self, left: float, top: float, right: float, bottom: float) -> NDArray[np.bool_]:
        """Mask (56, 68) of the cells whose middles lie in a rectangle of the field, mm."""
        rows, columns = self.share.shape
        x = self.left_mm + np.arange(columns) * self.cell_mm
        y = self.top_mm + np.arange(rows) * self.cell_mm
        inside = ((y > top) & (y < bottom))[:, None] & ((x > left) & (x < right))[None, :]
        return np.asarray(inside)


def cover(image: Picture, calibration: Calibration) -> Cover:
    """What a picture (h, w, 3) uint8 BGR shows lying over the board."""
    width, height = calibration.board.size_mm
    scale = min(PX_PER_MM, WIDE_PX / (width + ROOM_MM), HIGH_PX / (height + ROOM_MM))
    left = width / 2 - (WIDE_PX - 1) / 2 / scale
    top = height / 2 - (HIGH_PX - 1) / 2 / scale
    seen = _view_from_above(image, calibration, (left, top), scale)
    odds = outputs_of(MODEL, seen[None])[0, 0]
    middle = (STRIDE - 1) / 2 / scale
    return Cover(1 / (1 + np.exp(-odds)), left + middle, top + middle, STRIDE / scale)


def _view_from_above(
    image: Picture, calibration: Calibration, corner_mm: tuple[float, float], scale: float
) -> Picture:
    """The board (224, 272, 3) from straight above, on the field's plane."""
    times = max(1, int(calibration.px_per_mm / FINEST_PX_MM))
    rows, columns = (side // times * times for side in image.shape[:2])
    small = cv2.resize(
        image[:rows, :columns],
        (columns // times, rows // times),
        interpolation=cv2.INTER_AREA,
    )
    board = Piece(corner_mm, (WIDE_PX, HIGH_PX), (scale, scale), 0.0)
    return from_above(np.asarray(small, np.uint8), calibration, board, times)
