"""Each point and each half of the bar as a strip seen from straight above, its wall at the top."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.positions import POINTS
from vision.calibration import BoardPlan, Calibration, Floats
from vision.view import Picture

PITCH_PX = 24
"""A point's width in a strip."""
WIDE_PX = 40
HIGH_PX = 160
WALL_PX = 7.0
"""Where the field's edge lies in a strip: what is above it is wall."""
FINEST = 1.3
"""The picture is first reduced to about so many times the strips' scale."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a strip lies: x_mm of its middle line, y_mm of the field's edge, way: 1 down the
    board, -1 up. long_mm, wide_mm: the part of the field that is its own, from the edge.
    height_mm: of a checker's top above the field; on_bar: whether it is a half of the bar."""

    x_mm: float
    y_mm: float
    way: int
    long_mm: float
    wide_mm: float
    height_mm: float
    on_bar: bool

    def to_strip(self, x_mm: float, y_mm: float, pitch_mm: float) -> tuple[float, float]:
        """Pixel of the strip at which a point of its plane is seen."""
        scale = PITCH_PX / pitch_mm
        across = (x_mm - self.x_mm) * self.way * scale
        return (WIDE_PX - 1) / 2 + across, WALL_PX + (y_mm - self.y_mm) * self.way * scale


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """pictures (26, 160, 40, 3) uint8 BGR: the 24 picture points, then the bar's far and near
    halves; shape (26, 5): whether it is the bar's, how long and how wide its own part is, px, and
    how far the camera stands aside of it and along it, over the camera's height."""

    pictures: Picture
    shape: NDArray[np.float32]


def pitch_mm(board: BoardPlan) -> float:
    """The mean width of a point."""
    left, right = board.picture_left, board.picture_right
    return (left.right - left.left + right.right - right.left) / 12


def places(board: BoardPlan) -> tuple[Place, ...]:
    """The 24 picture points, then the far and the near half of the bar."""
    found = []
    top = board.checker_height_mm
    for point in range(POINTS):
        column = point % 12
        half = board.picture_left if column < 6 else board.picture_right
        wide = (half.right - half.left) / 6
        x = half.left + (column % 6 + 0.5) * wide
        far = point < 12
        y, way = (half.top, 1) if far else (half.bottom, -1)
        found.append(Place(x, y, way, (half.bottom - half.top) / 2, wide, top, on_bar=False))
    bar = board.bar
    x, wide = (bar.left + bar.right) / 2, bar.right - bar.left
    for y, way in ((bar.top, 1), (bar.bottom, -1)):
        long, height = (bar.bottom - bar.top) / 2, board.rim_height_mm + top
        found.append(Place(x, y, way, long, wide, height, on_bar=True))
    return tuple(found)


def cut_strips(picture: Picture, calibration: Calibration) -> Strips:
    """The strips of a picture (h, w, 3) uint8 BGR."""
    board = calibration.board
    scale = PITCH_PX / pitch_mm(board)
    times = max(1, int(calibration.px_per_mm / (FINEST * scale)))
    small = _shrunk(picture, times)
    every = places(board)
    corners = np.concatenate([_corners_mm(place, scale) for place in every])
    seen = (calibration.project(corners) + 0.5) / times - 0.5
    eye = calibration.camera_mm
    pictures = np.empty((len(every), HIGH_PX, WIDE_PX, 3), np.uint8)
    shape = np.empty((len(every), 5), np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for i, place in enumerate(every):
        here = seen[4 * i : 4 * i + 4].astype(np.float32)
        warp = cv2.getPerspectiveTransform(_ENDS, here)  # no lens bends so short a line by much
        pictures[i] = cv2.warpPerspective(small, warp, (WIDE_PX, HIGH_PX), flags=flags)
        away = -eye[2] - place.height_mm
        aside = (eye[0] - place.x_mm) * place.way / away
        along = (eye[1] - place.y_mm) * place.way / away
        own = place.long_mm * scale, place.wide_mm * scale
        shape[i] = (float(place.on_bar), *own, aside, along)
    return Strips(pictures, shape)


_ENDS = np.array(
    [(0, 0), (WIDE_PX - 1, 0), (WIDE_PX - 1, HIGH_PX - 1), (0, HIGH_PX - 1)], np.float32
)


def _corners_mm(place: Place, scale: float) -> Floats:
    """Where the middles of a strip's corner pixels lie on the board, (4, 3), at `scale` px a mm."""
    off = (_ENDS - ((WIDE_PX - 1) / 2, WALL_PX)) * place.way / scale
    flat = off + (place.x_mm, place.y_mm)
    return np.column_stack([flat, np.full(4, -place.height_mm)])


def _shrunk(picture: Picture, times: int) -> Picture:
    if times == 1:
        return picture
    rows, columns = (side // times * times for side in picture.shape[:2])
    size = columns // times, rows // times
    small = cv2.resize(picture[:rows, :columns], size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
