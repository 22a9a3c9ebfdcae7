"""The empty table as the camera sees it: what each pixel hits, and its colour before light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene.board import Board, Rect
from vision.scene.light import hull
from vision.scene.rig import Camera, Rig
from vision.scene.style import Colour
from vision.scene.trace import Array, Mask

_PX_MM = 3.0
_TABLE_PX_MM = 1.5
_TABLE_MARGIN_MM = 450.0
_SAMPLES = 2
BAND_PX = 32
"""Rows at a time; of 16, 32 and 64 as quick as any."""
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """Per pixel of the picture (h, w): ray slopes, colour, and the place the ray hits.

    `rays` (h, w, 2) are undistorted camera slopes, `albedo` (h, w, 3) linear, `x_mm`, `y_mm`,
    `z_mm` the place hit, `depth_mm` its distance along the line of sight.
    """

    rays: Array
    albedo: Array
    x_mm: Array
    y_mm: Array
    z_mm: Array
    depth_mm: Array


def undistorted_rays(camera: Camera) -> Array:
    """Slopes x/z, y/z of every pixel's ray in camera axes, shape (h, w, 2)."""
    grid = np.stack(np.meshgrid(np.arange(camera.width), np.arange(camera.height)), axis=-1)
    pixels = grid.reshape(-1, 1, 2).astype(np.float64)
    slopes = cv2.undistortPoints(pixels, camera.K, camera.dist)
    return np.asarray(slopes, np.float32).reshape(camera.height, camera.width, 2)


def directions(camera: Camera, rays: Array) -> Array:
    """Board directions of ray slopes (h, w, 2), shape (3, h*w); depth grows by 1 a unit."""
    x, y = np.ascontiguousarray(rays.reshape(-1, 2).T)
    ways = [
        along * x + across * y + ahead for along, across, ahead in camera.R.T.astype(np.float32)
    ]
    return np.array(ways, np.float32)


def draw_backdrop(rig: Rig) -> Backdrop:
    """Trace and paint the empty board of a rig. About a second at 2304x1296; keep the result.

    Some rows at a time: what one of a picture's size needs on the way stays in the cache.
    """
    rays, sheets = undistorted_rays(rig.camera), _Sheets.drawn(rig)
    h, w = rays.shape[:2]
    albedo = np.empty((h, w, 3), np.float32)
    hits = np.empty((4, h, w), np.float32)
    for top in range(0, h, BAND_PX):
        rows = slice(top, min(top + BAND_PX, h))
        hits[:, rows] = _SeenSurfaces(rig, rays[rows]).hits()
        albedo[rows] = _painted(rig, rays, rows, sheets)
    return Backdrop(rays, albedo, *hits)


def _painted(rig: Rig, rays: Array, rows: slice, sheets: _Sheets) -> Array:
    """Colours of some rows before light, linear."""
    first = max(rows.start - 1, 0)
    near = rays[first : rows.stop + 1]  # between rows, with those beside them
    fine = cv2.resize(near, None, fx=_SAMPLES, fy=_SAMPLES, interpolation=cv2.INTER_LINEAR)
    own = np.s_[(rows.start - first) * _SAMPLES : (rows.stop - first) * _SAMPLES]
    painted = _SeenSurfaces(rig, np.asarray(fine[own], np.float32)).paint(sheets)
    bright = cv2.LUT(painted, linear_curve())
    size = rays.shape[1], rows.stop - rows.start
    return np.asarray(cv2.resize(bright, size, interpolation=cv2.INTER_AREA), np.float32)


def linear_curve() -> Array:
    """Linear light of each sRGB byte, shape (256,)."""
    return ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Sheets:
    """Table, felt and wood seen from straight above, sRGB uint8."""

    table: Picture
    felt: Picture
    wood: Picture

    @staticmethod
    def drawn(rig: Rig) -> _Sheets:
        rng = np.random.default_rng([rig.seed, 1])
        return _Sheets(_table_sheet(rig, rng), _felt_sheet(rig, rng), _wood_sheet(rig, rng))


class _SeenSurfaces:
    """Which of wood, felt, walls and table each ray meets."""

    def __init__(self, rig: Rig, rays: Array):
        self._rig = rig
        self._shape = rays.shape[:2]
        self._origin = rig.camera.centre_mm.astype(np.float32)
        self._dirs = directions(rig.camera, rays)
        board = rig.board
        outline = (0.0, 0.0, board.width_mm, board.height_mm)
        self._top = self._plane(-board.rim_height_mm)
        self._felt = self._plane(0.0)
        self._table = self._plane(board.table_depth_mm)
        over = _inside(outline, self._top)
        open_at_top = _inside_any(board.sunken, self._top)
        self.is_wood = over & ~open_at_top
        self.is_felt = open_at_top & _inside_any(board.sunken, self._felt)
        self.is_table = ~over & ~_inside(outline, self._table)

    def _plane(self, z: float) -> tuple[Array, Array, Array]:
        t = (np.float32(z) - self._origin[2]) / self._dirs[2]
        x = self._origin[0] + self._dirs[0] * t
        y = self._origin[1] + self._dirs[1] * t
        s = self._shape
        return x.reshape(s), y.reshape(s), t.reshape(s)

    def hits(self) -> tuple[Array, Array, Array, Array]:
        """x, y, z of the place each ray meets, and its depth."""
        board = self._rig.board
        masks = [self.is_wood, self.is_felt, self.is_table]
        planes = [self._top, self._felt, self._table]
        heights = [-board.rim_height_mm, 0.0, board.table_depth_mm]
        # A wall counts as deep as the felt: whatever shows before it stands in the field.
        walls = (self._top[0], self._top[1], self._felt[2])
        x, y, t = (
            np.select(masks, [p[i] for p in planes], walls[i]).astype(np.float32) for i in range(3)
        )
        z = np.select(masks, heights, -board.rim_height_mm / 2).astype(np.float32)
        return x, y, z, t

    def paint(self, sheets: _Sheets) -> Picture:
        """Colours before light, sRGB uint8 (h, w, 3)."""
        out = _look_up(sheets.table, self._table, _TABLE_PX_MM, _TABLE_MARGIN_MM)
        if self.is_felt.any():
            felt = _look_up(sheets.felt, self._felt, _PX_MM)
            cv2.copyTo(felt, self.is_felt.astype(np.uint8), out)
        if self.is_wood.any():
            wood = _look_up(sheets.wood, self._top, _PX_MM)
            cv2.copyTo(wood, self.is_wood.astype(np.uint8), out)
        walls = ~(self.is_wood | self.is_felt | self.is_table)
        out[walls] = (np.array(self._rig.style.wood) * 0.72).astype(np.uint8)
        return out


def _inside(rect: Rect, plane: tuple[Array, Array, Array]) -> Mask:
    x, y, _ = plane
    return np.asarray((x >= rect[0]) & (x <= rect[2]) & (y >= rect[1]) & (y <= rect[3]))


def _inside_any(rects: tuple[Rect, ...], plane: tuple[Array, Array, Array]) -> Mask:
    return np.asarray(np.logical_or.reduce([_inside(rect, plane) for rect in rects]))


def _look_up(
    sheet: Picture, plane: tuple[Array, Array, Array], px_mm: float, margin_mm: float = 0.0
) -> Picture:
    u = (plane[0] + np.float32(margin_mm)) * np.float32(px_mm) - np.float32(0.5)
    v = (plane[1] + np.float32(margin_mm)) * np.float32(px_mm) - np.float32(0.5)
    return np.asarray(cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _shape(board: Board, px_mm: float, margin_mm: float = 0.0) -> tuple[int, int]:
    """Rows and columns of a sheet that covers the board and a margin around it."""
    w, h = board.width_mm + 2 * margin_mm, board.height_mm + 2 * margin_mm
    return int(h * px_mm), int(w * px_mm)


def _speckle(
    shape: tuple[int, int], rng: np.random.Generator, grains: tuple[tuple[float, float, float], ...]
) -> Array:
    """1 plus smooth noise: a sum of grains (relative size, length along x, along y in pixels)."""
    h, w = shape
    total = np.ones(shape, np.float32)
    for part, along, across in grains:
        fx, fy = max(1, int(along)), max(1, int(across))
        coarse = rng.standard_normal((h // fy + 2, w // fx + 2), dtype=np.float32)
        noise = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
        cv2.scaleAdd(noise, part, total, total)
    return total


def _grain(shape: tuple[int, int], rng: np.random.Generator, px_mm: float) -> Array:
    """Wood's grain along x."""
    lines = ((0.07, 90.0, 7.0), (0.05, 40.0, 2.0), (0.03, 12.0, 1.0))
    return _speckle(shape, rng, tuple((p, x * px_mm, y * px_mm) for p, x, y in lines))


def _dyed(colour: Colour, field: Array) -> Picture:
    """A colour times a field, sRGB."""
    channels = [cv2.convertScaleAbs(field, alpha=c) for c in colour]
    return np.asarray(cv2.merge(channels), np.uint8)


def _table_sheet(rig: Rig, rng: np.random.Generator) -> Picture:
    shape = _shape(rig.board, _TABLE_PX_MM, _TABLE_MARGIN_MM)
    if rig.style.table_grain:
        return _dyed(rig.style.table, _grain(shape, rng, _TABLE_PX_MM))
    return _dyed(rig.style.table, _speckle(shape, rng, ((0.05, 1, 1), (0.03, 60, 60))))


def _felt_sheet(rig: Rig, rng: np.random.Generator) -> Picture:
    board, style = rig.board, rig.style
    sheet = np.full((*_shape(board, _PX_MM), 3), style.field, np.uint8)
    edge = board.rim_width_mm
    half_width = (board.halves["picture_left"][2] - board.halves["picture_left"][0]) / 12 * 0.94
    for point in range(24):
        x, bottom = board.point_x_mm(point), point >= 12
        base = board.height_mm - edge if bottom else edge
        tip = base + (-board.point_length_mm if bottom else board.point_length_mm)
        triangle = np.array([[x - half_width, base], [x + half_width, base], [x, tip]])
        colour = style.point_a if (point % 12 + bottom) % 2 == 0 else style.point_b
        cv2.fillConvexPoly(sheet, hull(triangle * _PX_MM - 0.5), colour, cv2.LINE_AA, 4)
    nap = _speckle(sheet.shape[:2], rng, ((0.05, 2, 2), (0.012, 50, 50)))
    return np.asarray(cv2.multiply(sheet, cv2.merge([nap] * 3), dtype=cv2.CV_8U), np.uint8)


def _wood_sheet(rig: Rig, rng: np.random.Generator) -> Picture:
    board = rig.board
    h, w = _shape(board, _PX_MM)
    grain = _grain((h, w), rng, _PX_MM)
    upright = _grain((w, h), rng, _PX_MM).T
    for x0, y0, x1, y1 in (r for r in board.beams if r[3] - r[1] > r[2] - r[0]):
        part = np.s_[int(y0 * _PX_MM) : int(y1 * _PX_MM), int(x0 * _PX_MM) : int(x1 * _PX_MM)]
        grain[part] = upright[part]
    hinge = int(board.width_mm / 2 * _PX_MM)
    grain[:, hinge - 1 : hinge + 2] *= 0.35
    sheet = _dyed(rig.style.wood, grain)
    for identity, corners in enumerate(board.marker_corners_mm()):
        _stick_marker(sheet, identity, corners[:, :2], min(3.0, board.marker_inset_mm - 0.5))
    return sheet


def _stick_marker(
    sheet: Picture, identity: int, corners_mm: npt.NDArray[np.float64], border_mm: float
) -> None:
    """Lay a printed marker on the wood: each pixel by the exact area of the cells it covers."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = dictionary.markerSize + 2
    code = np.asarray(cv2.aruco.generateImageMarker(dictionary, identity, cells), np.float64)
    ink = np.pad(20 + code / 255 * 208, 1, constant_values=228.0)
    (x0, y0), (x1, y1) = corners_mm[0], corners_mm[2]
    rows, across = (
        _overlap(size, np.array([a - border_mm, *np.linspace(a, b, cells + 1), b + border_mm]))
        for size, a, b in ((sheet.shape[0], y0, y1), (sheet.shape[1], x0, x1))
    )
    touched = np.ix_(*(np.flatnonzero(part.any(axis=1)) for part in (rows, across)))
    rows, across = rows[touched[0].ravel()], across[touched[1].ravel()]
    bare = 1 - np.outer(rows.sum(axis=1), across.sum(axis=1))
    laid = sheet[touched] * bare[..., None] + (rows @ ink @ across.T)[..., None]
    sheet[touched] = np.rint(laid).astype(np.uint8)


def _overlap(pixels: int, edges_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Part of each pixel of a row that each strip between edges covers: (pixels, strips)."""
    start = np.arange(pixels)[:, None]
    low, high = edges_mm[None, :-1] * _PX_MM, edges_mm[None, 1:] * _PX_MM
    covered = np.minimum(start + 1, high) - np.maximum(start, low)
    return np.asarray(np.clip(covered, 0, 1), np.float64)
