"""The board seen straight from above, in millimetres: whole and coarse, or a small sharp patch."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats

Picture = NDArray[np.uint8]
Singles = NDArray[np.float32]
BENT_MM = 2.0
CELL_PX = 16
"""Farthest that dice are found; beyond it each cell of a view is looked up by itself."""
BAND_PX = 128
"""Rows at a time: fresh memory for a whole picture's channels takes longer to get than to fill."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A rectified piece of a plane parallel to the field.

    grey (h, w) float32, the darkest colour channel; colour (h, w, 3) float32 or None;
    left_mm, top_mm: where its first pixel's centre lies; scale: px per mm.
    """

    grey: Singles
    colour: Singles | None
    left_mm: float
    top_mm: float
    scale: float

    def to_px(self, points_mm: Floats) -> Floats:
        """Plane points (..., 2) mm to pixels of this view."""
        px: Floats = (points_mm - (self.left_mm, self.top_mm)) * self.scale
        return px

    def to_mm(self, points_px: Floats) -> Floats:
        """Pixels (..., 2) of this view to plane points in mm."""
        mm: Floats = points_px / self.scale + (self.left_mm, self.top_mm)
        return mm


def darkest(image: Picture) -> Picture:
    """Minimum over the colour channels of a picture (h, w, 3), (h, w).

    White pips on any body and dark or red pips on a light one both stand out in it, and the
    tinted pips seen through a clear body do not.
    """
    least = np.empty(image.shape[:2], np.uint8)
    for top in range(0, len(image), BAND_PX):
        band = slice(top, top + BAND_PX)
        first, *others, last = cv2.split(image[band])
        for other in others:
            cv2.min(first, other, dst=first)
        cv2.min(first, last, dst=least[band])
    return least


def likeness(image: Picture, other: Picture) -> Picture:
    """255 less the largest difference of a colour channel of two pictures (h, w, 3), (h, w)."""
    alike = np.empty(image.shape[:2], np.uint8)
    for top in range(0, len(image), BAND_PX):
        band = slice(top, top + BAND_PX)
        first, *others = cv2.split(cv2.absdiff(image[band], other[band]))
        for apart in others:
            cv2.max(first, apart, dst=first)
        cv2.bitwise_not(first, dst=alike[band])
    return alike


def overview(
    image: Picture, calibration: Calibration, height_mm: float, margin_mm: float, scale: float
) -> View:
    """The whole board and a margin around it, grey, on the plane height_mm above the field."""
    grey = whole(darkest(image), calibration, height_mm, margin_mm, scale)
    return View(grey.astype(np.float32), None, -margin_mm, -margin_mm, scale)


def part_of(
    view: View, image: Picture, calibration: Calibration, height_mm: float, box: tuple[int, ...]
) -> View:
    """What `overview` makes of another picture (h, w, 3) by the same camera, in a box of `view`
    alone: x, y, width and height, px."""
    left, top, wide, high = box
    corner = (view.left_mm + left / view.scale, view.top_mm + top / view.scale)
    piece = Piece(corner, (wide, high), (view.scale, view.scale), height_mm)
    at = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    rows, columns = box_around(calibration.project(piece.to_board(at)), image.shape[:2])
    grey = np.zeros(image.shape[:2], np.uint8)
    grey[rows, columns] = darkest(image[rows, columns])
    seen = from_above(grey, calibration, piece)
    return View(seen.astype(np.float32), None, *corner, view.scale)


def box_around(px: Floats, size: tuple[int, ...], room_px: int = 8) -> tuple[slice, slice]:
    """Rows and columns of a picture of that height and width around points (N, 2), px."""
    x, y = (side.astype(int).tolist() for side in np.rint(px).T)
    high, wide = size
    rows = slice(min(max(min(y) - room_px, 0), high), max(0, min(max(y) + room_px + 1, high)))
    columns = slice(min(max(min(x) - room_px, 0), wide), max(0, min(max(x) + room_px + 1, wide)))
    return rows, columns


def overview_in_colour(
    image: Picture, calibration: Calibration, height_mm: float, margin_mm: float, scale: float
) -> View:
    """As `overview`, with its colours."""
    seen = whole(image, calibration, height_mm, margin_mm, scale)
    grey = darkest(seen).astype(np.float32)
    return View(grey, seen.astype(np.float32), -margin_mm, -margin_mm, scale)


def whole(
    image: Picture, calibration: Calibration, height_mm: float, margin_mm: float, scale: float
) -> Picture:
    """The pixels (h, w) or (h, w, 3) of such a view; black where the picture shows nothing."""
    width, height = (side + 2 * margin_mm for side in calibration.board.size_mm)
    size = round(width * scale), round(height * scale)
    piece = Piece((-margin_mm, -margin_mm), size, (scale, scale), height_mm)
    return from_above(image, calibration, piece)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the plane height_mm above the field: where its first pixel's centre lies, how
    many pixels wide and high it is, and how many there are to a millimetre across and down."""

    corner_mm: tuple[float, float]
    size: tuple[int, int]
    scale: tuple[float, float]
    height_mm: float

    def to_board(self, px: Floats) -> Floats:
        """Its pixels (N, 2) on the board, (N, 3) mm."""
        return np.column_stack(
            [px / self.scale + self.corner_mm, np.full(len(px), -self.height_mm)]
        )


def from_above(image: Picture, calibration: Calibration, piece: Piece, shrunk: int = 1) -> Picture:
    """What is seen of a piece; where the lens bends lines by much, as it bends them. shrunk: so
    many times smaller than the camera's is `image`."""
    warp = _warp(calibration, piece)
    if _bend_mm(calibration, warp, piece) > BENT_MM:
        maps = (_bent(calibration, piece) + 0.5) / shrunk - 0.5
        x, y = cv2.split(maps)
        return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR), np.uint8)
    if shrunk > 1:
        off = 0.5 / shrunk - 0.5
        warp = np.array([(1 / shrunk, 0, off), (0, 1 / shrunk, off), (0, 0, 1)]) @ warp
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, warp, piece.size, flags=flags), np.uint8)


def _bend_mm(calibration: Calibration, warp: Floats, piece: Piece) -> float:
    """How far a homography misses where a lens bends most: amid the sides, and in the middle."""
    if not np.any(calibration.dist):
        return 0.0
    at = np.array([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5), (0.5, 0.5)]) * piece.size
    there = cv2.perspectiveTransform(at[None], warp)[0]
    px = np.linalg.norm(there - calibration.project(piece.to_board(at)), axis=1).max()
    return float(px / calibration.px_per_mm)


def _bent(calibration: Calibration, piece: Piece) -> Singles:
    """Where each pixel of a piece lies in the picture (h, w, 2), looked up every CELL_PX."""
    wide, high = piece.size
    columns, rows = -(-wide // CELL_PX), -(-high // CELL_PX)
    x = (np.arange(-1, columns + 1) + 0.5) * CELL_PX - 0.5
    y = (np.arange(-1, rows + 1) + 0.5) * CELL_PX - 0.5
    px = calibration.project(piece.to_board(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)))
    coarse = px.reshape(rows + 2, columns + 2, 2).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=CELL_PX, fy=CELL_PX, interpolation=cv2.INTER_LINEAR)
    own = fine[CELL_PX : CELL_PX + high, CELL_PX : CELL_PX + wide]
    return np.asarray(own, np.float32)


def patch(
    image: Picture,
    calibration: Calibration,
    centre_mm: tuple[float, float],
    width_mm: float,
    scale: float,
    height_mm: float,
    *,
    fine: bool = True,
) -> View:
    """A square of `width_mm` around a point of the plane `height_mm` above the field. fine: by
    bicubic interpolation, for what is measured in it; else bilinear, in a third of the time."""
    side = round(width_mm * scale)
    half = (side - 1) / 2 / scale
    corner = (centre_mm[0] - half, centre_mm[1] - half)
    warp = _warp(calibration, Piece(corner, (side, side), (scale, scale), height_mm))
    flags = (cv2.INTER_CUBIC if fine else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    colour = np.asarray(cv2.warpPerspective(image, warp, (side, side), flags=flags), np.uint8)
    grey = darkest(colour).astype(np.float32)
    return View(grey, colour.astype(np.float32), corner[0], corner[1], scale)


def negative(view: View) -> View:
    """The same place in the picture's negative. It has its colours."""
    assert view.colour is not None
    colour = np.asarray(255 - view.colour, np.float32)
    return replace(view, grey=darkest(colour.astype(np.uint8)).astype(np.float32), colour=colour)


def _warp(calibration: Calibration, piece: Piece) -> Floats:
    """Homography from a piece's pixels to the picture's, exact at its four corners. Within a patch
    no lens bends a line by as much as matters."""
    w, h = piece.size[0] - 1, piece.size[1] - 1
    there = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    here = calibration.project(piece.to_board(there))
    return np.asarray(
        cv2.getPerspectiveTransform(there.astype(np.float32), here.astype(np.float32)), np.float64
    )
