"""The part of a picture that stays while checkers and doubling cube lie: all but the dice."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.backdrop import Backdrop
from vision.scene.light import ShadowMap, dim, lamp_points
from vision.scene.pose import CORNERS, DiePose, Floats, about
from vision.scene.posed import CheckerAt, CubeAt
from vision.scene.rig import Rig
from vision.scene.skin import cube_skin, plain_skin
from vision.scene.solids import (
    SolidPatch,
    checker_ring,
    draw_box,
    draw_checker,
)
from vision.scene.trace import Array

_LAMPS = 10
_SAMPLES = 3
_SHADOW_PX_MM = 1.2
_BESIDE_MM = (380.0, 120.0)
"""How far beside and above the board shadows are drawn."""
_WALL_LIGHT = 0.45
"""Part of the lamp's light on upright wood: it stands edge-on to a lamp above."""

Checkers = tuple[CheckerAt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """Per pixel: `light` (h, w, 3) linear; `depth_mm`, `z_mm` of what is seen; `lamp_share`.

    `lamp_share` is the part of the light that a new shadow would take away.
    """

    light: Array
    depth_mm: Array
    z_mm: Array
    lamp_share: Array


class StillPainter:
    """Lays checkers, cube and baffle box on a rig's backdrop and lights them."""

    def __init__(self, rig: Rig, back: Backdrop):
        self._rig = rig
        self._back = back
        self._traced: dict[CheckerAt, SolidPatch | None] = {}

    def draw(self, checkers: Checkers, cube: CubeAt | None) -> Still:
        """The still part of a position. Checkers that lay there the last time are kept."""
        rig, back = self._rig, self._back
        self._traced = {
            at: self._traced[at]
            if at in self._traced
            else draw_checker(rig, back.rays, at, back.depth_mm, _SAMPLES)
            for at in checkers
        }
        albedo, depth, z = back.albedo.copy(), back.depth_mm.copy(), back.z_mm.copy()
        for patch, top_z in self._patches(cube):
            _lay(patch, top_z, albedo, depth, z)
        lamp, ambient = _light_fields(rig, back, z, _solids(rig, checkers, cube), checkers)
        lens = vignette(rig)
        colours = zip(rig.light.lamp, rig.light.ambient, rig.sensor.gain, strict=True)
        for channel, (of_lamp, of_sky, gain) in enumerate(colours):
            falling = lamp * np.float32(of_lamp) + ambient * np.float32(of_sky)
            albedo[..., channel] *= falling * (lens * np.float32(gain))
        from_lamp, from_sky = lamp * rig.light.lamp[1], ambient * rig.light.ambient[1]
        share = np.asarray(from_lamp / (from_lamp + from_sky + 1e-6), np.float32)
        return Still(albedo, depth, z, share)

    def _patches(self, cube: CubeAt | None) -> list[tuple[SolidPatch, float]]:
        """Everything that stands, low before high and far before near, with the z of its top."""
        rig, rays, depth = self._rig, self._back.rays, self._back.depth_mm
        drawn: list[tuple[SolidPatch | None, float]] = []
        skin = plain_skin(rig.style.wood)
        for (x, y, z), half in rig.mixer_boxes_mm:
            pose = DiePose(float(x), float(y), float(z))
            drawn.append((draw_box(rig, rays, pose, half, skin, depth, 2), float(z - half[2])))
        eye = rig.camera.centre_mm
        upward = sorted(self._traced, key=lambda c: -math.hypot(c.x_mm - eye[0], c.y_mm - eye[1]))
        upward.sort(key=lambda c: -c.z_mm)
        half_thickness = rig.board.checker_thickness_mm / 2
        drawn += [(self._traced[at], at.z_mm - half_thickness) for at in upward]
        if cube is not None:
            pose, half = cube_pose(rig, cube), np.full(3, rig.board.cube_mm / 2)
            patch = draw_box(rig, rays, pose, half, cube_skin(cube.value), depth, _SAMPLES)
            drawn.append((patch, pose.z_mm - rig.board.cube_mm / 2))
        return [(patch, top) for patch, top in drawn if patch is not None]


def cube_pose(rig: Rig, cube: CubeAt) -> DiePose:
    """The doubling cube lying on wood, felt or table."""
    ground = rig.board.ground_z_mm(cube.x_mm, cube.y_mm)
    turn = about((0.0, 0.0, 1.0), math.radians(cube.turn_deg))
    return DiePose(cube.x_mm, cube.y_mm, ground - rig.board.cube_mm / 2, turn)


def vignette(rig: Rig) -> Array:
    """Part of the light that reaches each pixel, shape (h, w)."""
    h, w = rig.camera.height, rig.camera.width
    x = (np.arange(w, dtype=np.float32) - w / 2) / (w / 2)
    y = (np.arange(h, dtype=np.float32) - h / 2) / (w / 2)
    r2 = (x[None, :] ** 2 + y[:, None] ** 2) / (1 + (h / w) ** 2)
    return np.asarray(1 - rig.sensor.vignette * r2, np.float32)


def _lay(patch: SolidPatch, top_z: float, albedo: Array, depth: Array, z: Array) -> None:
    """Put a patch over what is there."""
    w = patch.window
    dim(albedo[w], 1 - patch.cover)
    albedo[w] += patch.colour
    solid = (patch.cover > 0.5) & (patch.depth < depth[w])
    depth[w][solid] = patch.depth[solid]
    z[w][solid] = top_z


def _light_fields(
    rig: Rig, back: Backdrop, z: Array, solids: list[Floats], checkers: Checkers
) -> tuple[Array, Array]:
    """Lamp light and ambient light on each pixel's surface; the lamp's is 1 mid-board."""
    board, x, y = rig.board, back.x_mm, back.y_mm
    lamp = _falling(rig, x, y, z)
    ambient = np.ones_like(lamp)
    beside, above = _BESIDE_MM
    shadows = ShadowMap(
        -beside, -above, board.width_mm + beside, board.height_mm + above, _SHADOW_PX_MM
    )
    lamps = lamp_points(rig.light, _LAMPS)
    zenith = np.array([[board.width_mm / 2, board.height_mm / 2, -1e7]])
    tops = {round(c.z_mm - board.checker_thickness_mm / 2, 2) for c in checkers}
    for plane in (0.0, -board.rim_height_mm, board.table_depth_mm, *sorted(tops)):
        level = (np.abs(z - plane) < 0.3).astype(np.uint8)
        seen = shadows.visible(solids, lamps, plane)
        cv2.copyTo(lamp * shadows.look_up(seen, x, y), level, lamp)
        resting = [s for s in solids if abs(s[:, 2].max() - plane) < 0.4]
        if resting:
            feet = shadows.visible(resting, zenith, plane)
            open_sky = shadows.look_up(
                np.asarray(cv2.GaussianBlur(feet, (0, 0), 5), np.uint8), x, y
            )
            cv2.copyTo(ambient * (0.55 + 0.45 * open_sky), level, ambient)
    lamp[np.abs(z + board.rim_height_mm / 2) < 0.1] *= _WALL_LIGHT
    return lamp, ambient


def _falling(rig: Rig, x: Array, y: Array, z: Array) -> Array:
    """Unshadowed lamp light on level surfaces: inverse square and slant."""
    board, light = rig.board, rig.light
    lx, ly, lz = (np.float32(v) for v in light.position_mm)
    square = (x - lx) ** 2 + (y - ly) ** 2 + (z - lz) ** 2
    middle = np.array([board.width_mm / 2, board.height_mm / 2, 0.0])
    whole = np.float32(np.linalg.norm(light.position_mm - middle) ** 3 / -light.z_mm)
    return np.asarray((z - lz) * whole / (square * np.sqrt(square)), np.float32)


def _solids(rig: Rig, checkers: Checkers, cube: CubeAt | None) -> list[Floats]:
    """Corners of everything that throws a still shadow."""
    board = rig.board
    solids = []
    for x0, y0, x1, y1 in board.beams:
        low, high = np.array([x0, y0, -board.rim_height_mm]), np.array([x1, y1, 0.0])
        solids.append((low + high) / 2 + CORNERS * (high - low) / 2)
    tray = np.array([board.width_mm, board.height_mm, board.table_depth_mm])
    solids.append(tray / 2 + CORNERS * tray / 2)
    solids += [checker_ring(board, at) for at in checkers]
    if cube is not None:
        solids.append(cube_pose(rig, cube).corners_mm(board.cube_mm))
    return solids + [middle + CORNERS * half for middle, half in rig.mixer_boxes_mm]
