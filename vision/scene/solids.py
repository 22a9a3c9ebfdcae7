"""Dice, doubling cube, baffle box and checkers as shaded patches of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene import trace
from vision.scene.around import Around
from vision.scene.backdrop import directions
from vision.scene.board import Board
from vision.scene.box import Struck
from vision.scene.light import linear
from vision.scene.pose import CORNERS, DiePose, Floats, matrix
from vision.scene.posed import CheckerAt
from vision.scene.rig import Camera, Rig
from vision.scene.skin import Skin
from vision.scene.surface import shade, shine, toward
from vision.scene.trace import Array

Window = tuple[slice, slice]
"""Rows and columns of a patch of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class SolidPatch:
    """A solid in a window: colour times `cover` (h, w, 3), `cover` (h, w), `depth` (h, w)."""

    window: Window
    colour: Array
    cover: Array
    depth: Array


def window_of(camera: Camera, points_mm: Floats, pad_px: int = 3) -> Window | None:
    """The pixels around projected points (n, 3), clipped to the picture; None when outside."""
    px = camera.project(points_mm)
    x0, y0 = (int(v) for v in np.floor(px.min(axis=0)) - pad_px)
    x1, y1 = (int(v) for v in np.ceil(px.max(axis=0)) + pad_px + 1)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, camera.width), min(y1, camera.height)
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def draw_box(
    rig: Rig,
    rays: Array,
    pose: DiePose,
    half_mm: Floats,
    skin: Skin,
    behind: Array,
    samples: int,
    around: Around | None = None,
) -> SolidPatch | None:
    """Trace a box; `rays`, `behind` (depth of what is there already) span the picture;
    `around` is what it mirrors and is lit by."""
    turn = matrix(pose.quaternion).astype(np.float32)
    corners = pose.centre_mm + (CORNERS * half_mm) @ matrix(pose.quaternion).T
    window = window_of(rig.camera, corners)
    if window is None:
        return None
    fine = cv2.resize(rays[window], None, fx=samples, fy=samples, interpolation=cv2.INTER_LINEAR)
    dirs = directions(rig.camera, np.asarray(fine, np.float32))
    into = turn.T
    origin = into @ (rig.camera.centre_mm - pose.centre_mm).astype(np.float32)
    local, half = into @ dirs, half_mm.astype(np.float32)
    edge = skin.finish.edge if skin.finish else None
    hits = trace.box(origin, local, half, skin.ball, edge)
    lamp = toward(rig.light, pose.centre_mm, into)
    box = Struck(hits, local, half, skin, rig.light, lamp, pose.centre_mm, turn)
    colour = box.colours(around)
    return _gather(window, hits, colour, behind, samples)


def draw_checker(
    rig: Rig, rays: Array, at: CheckerAt, behind: Array, samples: int
) -> SolidPatch | None:
    """Trace a checker as `draw_box` does a box."""
    board, style = rig.board, rig.style
    window = window_of(rig.camera, checker_ring(board, at))
    if window is None:
        return None
    fine = cv2.resize(rays[window], None, fx=samples, fy=samples, interpolation=cv2.INTER_LINEAR)
    dirs = directions(rig.camera, np.asarray(fine, np.float32))
    middle = np.array([at.x_mm, at.y_mm, at.z_mm], np.float32)
    origin = rig.camera.centre_mm.astype(np.float32)
    radius, thickness = board.checker_diameter_mm / 2, board.checker_thickness_mm
    hits, on_top = trace.checker(origin, dirs, middle, radius, thickness, style.checker_dish)
    lamp = toward(rig.light, middle.astype(np.float64), np.eye(3, dtype=np.float32))
    falling = shade(hits, lamp, np.array([0, 0, -1], np.float32), rig.light)
    low = np.clip((hits.place[2] - middle[2]) / thickness + 0.5, 0, 1)
    falling *= np.where(on_top, 1.0, 0.9 - 0.35 * low)
    colour = linear(style.checkers[at.player])[:, None] * falling
    colour += shine(hits, dirs, lamp, 40.0) * 0.18 * (rig.light.lamp[1] + 0.2)
    return _gather(window, hits, colour.astype(np.float32), behind, samples)


def checker_ring(board: Board, at: CheckerAt, count: int = 20) -> Floats:
    """Points around the top and bottom of a checker, shape (2 * count, 3)."""
    a = np.arange(count) * (2 * np.pi / count)
    r, h = board.checker_diameter_mm / 2, board.checker_thickness_mm / 2
    x, y = at.x_mm + r * np.cos(a), at.y_mm + r * np.sin(a)
    return np.concatenate([np.stack([x, y, np.full(count, at.z_mm + s)], 1) for s in (-h, h)])


def _gather(
    window: Window, hits: trace.Hits, colour: Array, behind: Array, samples: int
) -> SolidPatch | None:
    """Average the samples of each pixel, dropping those hidden by what stands before them."""
    h, w = (s.stop - s.start for s in window)
    there = np.repeat(np.repeat(behind[window], samples, axis=0), samples, axis=1).ravel()
    shown = hits.hit & (hits.depth < there + 0.3)
    if not shown.any():
        return None
    fine = np.empty((h * samples, w * samples, 4), np.float32)
    flat = fine.reshape(-1, 4)
    flat[:, 3] = shown
    flat[:, :3] = np.where(shown, colour, 0).T
    small = np.asarray(cv2.resize(fine, (w, h), interpolation=cv2.INTER_AREA), np.float32)
    depth = np.where(shown, hits.depth, np.float32(np.inf)).reshape(fine.shape[:2])
    return SolidPatch(window, small[..., :3], small[..., 3], nearest(depth, samples))


def nearest(depth: Array, samples: int) -> Array:
    """The least depth (h, w) of each pixel's samples (h * samples, w * samples)."""
    least = cv2.erode(depth, np.ones((samples, samples), np.uint8), anchor=(0, 0))
    return np.ascontiguousarray(least[::samples, ::samples], np.float32)
