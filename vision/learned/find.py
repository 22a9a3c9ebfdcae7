"""Where a small net sees dice, whichever way up they lie: places worth a look, no more."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.calibration import Floats
from vision.learned import net
from vision.view import Picture, Singles

MODEL = Path(__file__).with_name("find.onnx")
DIE_PX = 14.0
"""The side of a die the net knows best, of the 11-18 px it was fitted to."""
CELL_PX = 8
_ROOM_PX = 16  # around the picture, its edge goes on: a die may lie there


def places(
    picture: Picture | Singles, px_per_die: float, least: float = 0.3, model: Path | None = None
) -> Floats:
    """Middles of top faces (N, 3): x, y in pixels of the picture, and how likely, 0..1.

    picture (h, w, 3) BGR 0..255; px_per_die: a die's side there; least: how likely at least; model:
    another net of the kind.
    """
    height, width = picture.shape[:2]
    scale = DIE_PX / px_per_die
    size = max(1, round(width * scale)), max(1, round(height * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    seen = picture if size == (width, height) else cv2.resize(picture, size, interpolation=how)
    cells = _cells(np.asarray(seen, np.float32), model or MODEL)
    share = 1 / (1 + np.exp(-cells[0]))
    top = (share >= cv2.dilate(share, np.ones((3, 3), np.uint8))) & (share > least)
    rows, columns = np.nonzero(top)
    x = (columns + 0.5 + cells[1][rows, columns]) * CELL_PX - _ROOM_PX
    y = (rows + 0.5 + cells[2][rows, columns]) * CELL_PX - _ROOM_PX
    x, y = (x + 0.5) * width / size[0] - 0.5, (y + 0.5) * height / size[1] - 0.5
    found = np.column_stack([x, y, share[rows, columns]]).astype(np.float64)
    inside = (found[:, :2] > -1).all(axis=1) & (found[:, :2] < (width, height)).all(axis=1)
    return np.asarray(found[inside], np.float64)


def _cells(picture: Singles, model: Path) -> Singles:
    """The net's output for each cell (3, rows, columns): likely, before sigmoid; x; y."""
    height, width = picture.shape[:2]
    below, right = (_ROOM_PX + (-side) % CELL_PX for side in (height, width))
    room = (_ROOM_PX, below, _ROOM_PX, right)
    roomy = cv2.copyMakeBorder(picture, *room, cv2.BORDER_REPLICATE)
    return np.asarray(net.outputs_of(model, np.asarray(roomy, np.float32)[None])[0], np.float32)
