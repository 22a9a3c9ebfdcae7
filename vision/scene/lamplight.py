"""The light of one lamp, and of its part of the light from around, on a scene: linear light."""

from __future__ import annotations

import copy
from dataclasses import replace

import cv2
import numpy as np

from vision.scene.around import Around
from vision.scene.backdrop import Backdrop
from vision.scene.light import cast, dim, fill, hull, lamp_points, sky_ways
from vision.scene.pose import DiePose, Floats
from vision.scene.posed import Scene
from vision.scene.rig import Light, Rig
from vision.scene.skin import Skin
from vision.scene.solids import Window, draw_box
from vision.scene.still import Still, StillPainter, vignette
from vision.scene.trace import Array

Smear = tuple[DiePose, ...]
"""The poses of one die while the shutter is open, evenly spaced in time."""
Members = list[tuple[Window, Smear]]
"""Dice and the windows around each and its shadows."""

_DIE_LAMPS = 6
_DIE_SAMPLES = 4
_SHADOW_REACH_MM = 140.0
_SKY_WAYS = 28
"""Shadows of the light from around."""
_SKY_SHARE = 0.8
"""The part of it they stand for."""
_SKY_SIDES = 2.5
"""How far they reach."""
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Lamplight:
    """The light of one lamp on one rig. Not for two threads at once."""

    def __init__(self, rig: Rig, light: Light, back: Backdrop, skin: Skin):
        self._rig = replace(rig, light=light)
        self._backdrop = back
        self._painter = StillPainter(self._rig, back)
        self._skin = skin
        self._lens = vignette(rig)
        self._still: tuple[object, Still] | None = None

    def wearing(self, rig: Rig, skin: Skin) -> Lamplight:
        """The same light, and the same position, on other dice."""
        other = copy.copy(self)
        other._rig, other._skin = replace(rig, light=self._rig.light), skin
        return other

    def still(self, scene: Scene) -> Still:
        """The lit scene without the dice; kept until checkers or cube move."""
        key = (scene.checkers, scene.cube)
        if self._still is None or self._still[0] != key:
            self._still = (key, self._painter.draw(scene.checkers, scene.cube))
        return self._still[1]

    def reach_mm(self, smear: Smear) -> Floats:
        """Points (n, 3) around all that a die changes."""
        size, lamp = self._rig.style.die_mm, self._rig.light.position_mm
        points = [pose.corners_mm(size) for pose in smear]
        if self._rig.light.between:
            reach = _SKY_SIDES * size
            points += [points[0] + (dx * reach, dy * reach, 0) for dx, dy in _AROUND]
        for corners in points[: len(smear)]:
            if corners[:, 2].min() > -_SHADOW_REACH_MM:
                flat = cast(corners, lamp, self._rig.board.table_depth_mm)
                points.append(np.column_stack([flat, np.zeros(8)]))
        return np.concatenate(points)

    def on_dice(self, scene: Scene, window: Window, members: Members) -> Array:
        """Light (h, w, 3) in a window with dice."""
        still = self.still(scene)
        light = still.light[window].copy()
        for own, smear in members:
            self._cast_shadow(light[window_slice(own, window)], still, own, smear)
        depth = still.depth_mm.copy() if len(members) > 1 else still.depth_mm
        eye = self._rig.camera.centre_mm
        far_first = sorted(members, key=lambda m: -np.linalg.norm(m[1][0].centre_mm - eye))
        for _, smear in far_first:
            self._draw_die(light, still, window, smear, depth)
        return light

    def _cast_shadow(self, light: Array, still: Still, window: Window, smear: Smear) -> None:
        rig, size = self._rig, self._rig.style.die_mm
        lamps = lamp_points(rig.light, max(2, _DIE_LAMPS // len(smear)))
        z, share = still.z_mm[window], still.lamp_share[window]
        corner = np.array([window[1].start, window[0].start])
        for plane in np.unique(np.round(z, 1)):
            level = np.abs(z - plane) < 0.3
            if not level.any():
                continue
            total = np.zeros(z.shape, np.float32)
            for pose in smear:
                corners = pose.corners_mm(size)
                if corners[:, 2].min() > plane - 0.2 or corners[:, 2].min() < -_SHADOW_REACH_MM:
                    continue
                shadow = np.stack([cast(corners, lamp, float(plane)) for lamp in lamps])
                px = rig.camera.project(np.dstack([shadow, np.full(shadow.shape[:2], plane)]))
                for outline in px - corner:
                    mask = np.zeros(z.shape, np.uint8)
                    fill(mask, hull(outline))
                    cv2.accumulate(mask, total)
            total *= np.float32(1 / (255 * len(lamps) * len(smear)))
            dim(light, 1 - np.where(level, total * share, 0))
        if len(smear) == 1 and rig.light.between:
            self._keep_off_sky(light, z, share, corner, smear[0])
        elif len(smear) == 1:
            self._dim_contact(light, z, window, smear[0])

    def _keep_off_sky(
        self, light: Array, z: Array, share: Array, corner: Floats, pose: DiePose
    ) -> None:
        """Reduce the light from around beside a die, on surfaces below it."""
        corners = pose.corners_mm(self._rig.style.die_mm)
        ways = sky_ways(_SKY_WAYS)
        for plane in np.unique(np.round(z, 1)):
            level = np.abs(z - plane) < 0.3
            low = np.minimum(corners[:, 2], plane)
            if not level.any() or low.min() > plane - 0.2:
                continue
            total = np.zeros(z.shape, np.float32)
            feet = np.tile(corners, (len(ways), 1, 1))
            feet[..., :2] += ways[:, None, :2] * ((plane - low) / ways[:, 2:])[..., None]
            feet[..., 2] = plane
            for outline in self._rig.camera.project(feet) - corner:
                mask = np.zeros(z.shape, np.uint8)
                fill(mask, hull(outline))
                cv2.accumulate(mask, total)
            total *= np.float32(self._rig.light.between * _SKY_SHARE / (255 * len(ways)))
            dim(light, 1 - np.where(level, total * (1 - share), 0))

    def _dim_contact(self, light: Array, z: Array, window: Window, pose: DiePose) -> None:
        """Reduce the light from around right beside a die that lies on something."""
        corners = pose.corners_mm(self._rig.style.die_mm)
        low = float(corners[:, 2].max())
        foot = corners[corners[:, 2] > low - 2.0].copy()
        foot[:, 2] = low
        mask = np.zeros(z.shape, np.uint8)
        fill(mask, hull(self._rig.camera.project(foot) - [window[1].start, window[0].start]))
        near = cv2.GaussianBlur(mask, (0, 0), 2.0) * np.float32(0.45 / 255)
        dim(light, 1 - np.where(np.abs(z - low) < 2.0, near, 0))

    def _draw_die(
        self, light: Array, still: Still, window: Window, smear: Smear, depth: Array
    ) -> None:
        rig = self._rig
        half = np.full(3, rig.style.die_mm / 2)
        top, left = window[0].start, window[1].start
        passed = []
        falling = np.array(rig.light.lamp) + np.array(rig.light.ambient)
        gain = (falling * np.array(rig.sensor.gain)).astype(np.float32)
        reflects = self._skin.polish or self._skin.cast or rig.light.between
        around = Around(rig.camera, light / gain, left, top) if reflects else None
        for pose in smear:
            samples = _DIE_SAMPLES if len(smear) == 1 else 2
            patch = draw_box(
                rig, self._backdrop.rays, pose, half, self._skin, depth, samples, around
            )
            if patch is not None:
                passed.append(patch)
        if not passed:
            return
        whole = passed[0].window
        for patch in passed[1:]:
            whole = joined(whole, patch.window)
        here = light[window_slice(whole, window)]
        cover = np.zeros(here.shape[:2], np.float32)
        colour = np.zeros_like(here)
        for patch in passed:
            part = window_slice(patch.window, whole)
            cover[part] += patch.cover / len(smear)
            colour[part] += patch.colour / len(smear)
        if depth is not still.depth_mm:
            for patch in passed:
                np.minimum(depth[patch.window], patch.depth, out=depth[patch.window])
        dim(here, 1 - cover)
        dim(colour, self._lens[whole])
        here += colour * gain


def window_slice(part: Window, whole: Window) -> Window:
    """The slice of `whole` in which `part` of the picture lies."""
    rows, columns = (
        slice(p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )
    return (rows, columns)


def joined(a: Window, b: Window) -> Window:
    """The least window that holds both."""
    rows, columns = (
        slice(min(p.start, q.start), max(p.stop, q.stop)) for p, q in zip(a, b, strict=True)
    )
    return (rows, columns)
