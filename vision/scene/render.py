"""The picture of a scene: a still part kept as long as it holds, dice drawn into it."""

from __future__ import annotations

import copy
import math
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.scene.around import Around
from vision.scene.backdrop import Backdrop, Picture, draw_backdrop
from vision.scene.light import cast, fill, hull, lamp_points, sky_ways
from vision.scene.pose import DiePath, DiePose, Floats
from vision.scene.posed import Scene
from vision.scene.rig import Rig
from vision.scene.skin import Skin, die_skin
from vision.scene.solids import Window, draw_box, window_of
from vision.scene.still import Still, StillPainter, vignette
from vision.scene.style import Style
from vision.scene.trace import Array

Smear = tuple[DiePose, ...]
"""The poses of one die while the shutter is open, evenly spaced in time."""

_DIE_LAMPS = 6
_DIE_SAMPLES = 4
_SHADOW_REACH_MM = 140.0
_SKY_WAYS, _SKY_SHARE, _SKY_SIDES = 28, 0.8, 2.5
"""Shadows of the light from around, the part of it they stand for, how far they reach in sides."""
_TONES = 4096
_NOISE_SLACK = 64
_SMEAR_PX = 2.5
_MAX_SMEAR = 5
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def render(rig: Rig, scene: Scene, t_ms: float, rng: np.random.Generator) -> Picture:
    """The picture at `t_ms` with fresh noise from `rng`: uint8 (h, w, 3) BGR.

    Keeps what it drew for the last two rigs; hold a `Renderer` yourself to keep more.
    """
    return _renderer_of(rig).frame(scene, t_ms, rng)


@lru_cache(maxsize=2)
def _renderer_of(rig: Rig) -> Renderer:
    return Renderer(rig)


class Renderer:
    """Draws one rig's frames. Not for two threads at once.

    most_poses: at so many moments of the exposure a moving die is drawn; a long smear of few shows
    them apart.
    """

    def __init__(self, rig: Rig, most_poses: int = _MAX_SMEAR):
        self.rig = rig
        self._most_poses = most_poses
        self._backdrop: Backdrop = draw_backdrop(rig)
        self._painter = StillPainter(rig, self._backdrop)
        self._skin: Skin = die_skin(rig.style)
        self._tone = _tone_curve()
        self._lens = vignette(rig)
        self._noise = _noise_pool(rig)
        self._still: tuple[object, Still, Picture] | None = None
        self._drawn: tuple[object, Picture] | None = None

    def wearing(self, style: Style) -> Renderer:
        """The same rig and the same position with other dice; only the dice of `style` count."""
        other = copy.copy(self)
        other.rig = replace(self.rig, style=style)
        other._skin = die_skin(style)
        other._drawn = None
        return other

    def frame(self, scene: Scene, t_ms: float, rng: np.random.Generator) -> Picture:
        """See `render`."""
        return self._with_noise(self.clean(scene, t_ms), rng)

    def clean(self, scene: Scene, t_ms: float) -> Picture:
        """The picture before noise. Shared: do not write into it."""
        smears = tuple(self._smear(path, t_ms) for path in scene.dice)
        key = (scene.checkers, scene.cube, smears)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, self._with_dice(scene, smears))
        return self._drawn[1]

    def _smear(self, path: DiePath, t_ms: float) -> Smear:
        """The poses a die passes while the shutter is open."""
        half_ms = self.rig.sensor.exposure_ms / 2
        ends = [path.pose_at(t_ms - half_ms), path.pose_at(t_ms + half_ms)]
        if ends[0] == ends[1]:
            return (ends[0],)
        size = self.rig.style.die_mm
        px = [self.rig.camera.project(p.corners_mm(size)) for p in ends]
        count = math.ceil(float(np.abs(px[1] - px[0]).max()) / _SMEAR_PX)
        count = min(max(count, 1), self._most_poses)
        steps = (np.arange(count) + 0.5) / count * 2 - 1
        return tuple(path.pose_at(t_ms + half_ms * float(s)) for s in steps)

    def _still_of(self, scene: Scene) -> tuple[Still, Picture]:
        key = (scene.checkers, scene.cube)
        if self._still is None or self._still[0] != key:
            still = self._painter.draw(scene.checkers, scene.cube)
            self._still = (key, still, self._develop(still.light))
        return self._still[1:]

    def _with_dice(self, scene: Scene, smears: tuple[Smear, ...]) -> Picture:
        still, out = self._still_of(scene)
        if not smears:
            return out
        out = out.copy()
        for window, members in self._groups(smears):
            light = still.light[window].copy()
            for own, smear in members:
                self._cast_shadow(light[_within(own, window)], still, own, smear)
            depth = still.depth_mm.copy() if len(members) > 1 else still.depth_mm
            eye = self.rig.camera.centre_mm
            far_first = sorted(members, key=lambda m: -np.linalg.norm(m[1][0].centre_mm - eye))
            for _, smear in far_first:
                self._draw_die(light, still, window, smear, depth)
            out[window] = self._develop(light)
        return out

    def _groups(self, smears: tuple[Smear, ...]) -> list[tuple[Window, list[tuple[Window, Smear]]]]:
        """Windows around dice and their shadows, each with its dice and their own windows; dice
        whose windows meet share one."""
        groups: list[tuple[Window, list[tuple[Window, Smear]]]] = []
        for smear in smears:
            window = self._reach(smear)
            if window is None:
                continue
            members = [(window, smear)]
            while met := next((group for group in groups if _meet(group[0], window)), None):
                groups.remove(met)
                window, members = _join(met[0], window), members + met[1]
            groups.append((window, members))
        return groups

    def _reach(self, smear: Smear) -> Window | None:
        size, lamp = self.rig.style.die_mm, self.rig.light.position_mm
        points = [smear[0].corners_mm(size), smear[-1].corners_mm(size)]
        if self.rig.light.between:
            reach = _SKY_SIDES * size
            points += [points[0] + (dx * reach, dy * reach, 0) for dx, dy in _AROUND]
        for corners in points[:2]:
            if corners[:, 2].min() > -_SHADOW_REACH_MM:
                flat = cast(corners, lamp, self.rig.board.table_depth_mm)
                points.append(np.column_stack([flat, np.zeros(8)]))
        return window_of(self.rig.camera, np.concatenate(points), pad_px=8)

    def _cast_shadow(self, light: Array, still: Still, window: Window, smear: Smear) -> None:
        rig, size = self.rig, self.rig.style.die_mm
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
                    total += mask
            total *= np.float32(1 / (255 * len(lamps) * len(smear)))
            light *= (1 - np.where(level, total * share, 0))[..., None]
        if len(smear) == 1 and rig.light.between:
            self._keep_off_sky(light, z, share, corner, smear[0])
        elif len(smear) == 1:
            self._dim_contact(light, z, window, smear[0])

    def _keep_off_sky(
        self, light: Array, z: Array, share: Array, corner: Floats, pose: DiePose
    ) -> None:
        """Less light from around beside a die, on whatever lies lower."""
        corners = pose.corners_mm(self.rig.style.die_mm)
        ways = sky_ways(_SKY_WAYS)
        for plane in np.unique(np.round(z, 1)):
            level = np.abs(z - plane) < 0.3
            low = np.minimum(corners[:, 2], plane)
            if not level.any() or low.min() > plane - 0.2:
                continue
            total = np.zeros(z.shape, np.float32)
            for way in ways:
                foot = corners.copy()
                foot[:, :2] += way[:2] * ((plane - low) / way[2])[:, None]
                foot[:, 2] = plane
                mask = np.zeros(z.shape, np.uint8)
                fill(mask, hull(self.rig.camera.project(foot) - corner))
                total += mask
            total *= np.float32(self.rig.light.between * _SKY_SHARE / (255 * len(ways)))
            light *= (1 - np.where(level, total * (1 - share), 0))[..., None]

    def _dim_contact(self, light: Array, z: Array, window: Window, pose: DiePose) -> None:
        """Less light from around right beside a die that lies on something."""
        corners = pose.corners_mm(self.rig.style.die_mm)
        low = float(corners[:, 2].max())
        foot = corners[corners[:, 2] > low - 2.0].copy()
        foot[:, 2] = low
        mask = np.zeros(z.shape, np.uint8)
        fill(mask, hull(self.rig.camera.project(foot) - [window[1].start, window[0].start]))
        dim = cv2.GaussianBlur(mask, (0, 0), 2.0) * np.float32(0.45 / 255)
        light *= (1 - np.where(np.abs(z - low) < 2.0, dim, 0))[..., None]

    def _draw_die(
        self, light: Array, still: Still, window: Window, smear: Smear, depth: Array
    ) -> None:
        rig = self.rig
        half = np.full(3, rig.style.die_mm / 2)
        cover = np.zeros(light.shape[:2], np.float32)
        colour = np.zeros_like(light)
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
            if patch is None:
                continue
            part = _within(patch.window, window)
            cover[part] += patch.cover / len(smear)
            colour[part] += patch.colour / len(smear)
            passed.append(patch)
        if depth is not still.depth_mm:
            for patch in passed:
                np.minimum(depth[patch.window], patch.depth, out=depth[patch.window])
        light *= (1 - cover)[..., None]
        light += colour * gain * self._lens[window][..., None]

    def _develop(self, light: Array) -> Picture:
        """Linear light to 8-bit tones, with the lens's blur."""
        blurred = cv2.GaussianBlur(light, (0, 0), self.rig.sensor.blur_px)
        index = np.clip(np.asarray(blurred) * (_TONES - 1) / 2, 0, _TONES - 1).astype(np.uint16)
        return self._tone[index]

    def _with_noise(self, clean: Picture, rng: np.random.Generator) -> Picture:
        h, w = clean.shape[:2]
        dy, dx = (int(v) for v in rng.integers(0, _NOISE_SLACK, 2))
        up, down = (pool[dy : dy + h, dx : dx + w] for pool in self._noise)
        return np.asarray(cv2.subtract(cv2.add(clean, up), down), np.uint8)


def _meet(a: Window, b: Window) -> bool:
    return all(p.start < q.stop and q.start < p.stop for p, q in zip(a, b, strict=True))


def _join(a: Window, b: Window) -> Window:
    rows, columns = (
        slice(min(p.start, q.start), max(p.stop, q.stop)) for p, q in zip(a, b, strict=True)
    )
    return (rows, columns)


def _within(part: Window, whole: Window) -> Window:
    """Where a part of the picture lies in one that holds it."""
    rows, columns = (
        slice(p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )
    return (rows, columns)


def _tone_curve() -> Picture:
    """Linear light 0..2 to a byte: sRGB's gamma with a shoulder above 0.8."""
    x = np.linspace(0, 2, _TONES)
    rolled = np.where(x < 0.8, x, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)))
    return np.rint(rolled ** (1 / 2.2) * 255).astype(np.uint8)


def _noise_pool(rig: Rig) -> tuple[Picture, Picture]:
    """What noise adds and what it takes away; each frame reads both at a drawn offset."""
    rng = np.random.default_rng([rig.seed, 2])
    shape = (rig.camera.height + _NOISE_SLACK, rig.camera.width + _NOISE_SLACK)
    grey = rng.standard_normal((*shape, 1), dtype=np.float32)
    colour = rng.standard_normal((*shape, 3), dtype=np.float32)
    noise = cv2.GaussianBlur(grey * np.float32(0.8) + colour * np.float32(0.6), (0, 0), 0.45)
    noise = np.asarray(noise) * (rig.sensor.noise / float(np.std(noise)))
    up = np.clip(np.rint(noise), 0, 60).astype(np.uint8)
    down = np.clip(np.rint(-noise), 0, 60).astype(np.uint8)
    return up, down
