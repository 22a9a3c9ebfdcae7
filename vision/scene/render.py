"""The picture of a scene: a still part kept as long as it holds, dice drawn into it."""

from __future__ import annotations

import copy
import math
from dataclasses import replace
from functools import cache, lru_cache, partial

import cv2
import numpy as np

from vision.scene.backdrop import Backdrop, Picture, draw_backdrop
from vision.scene.lamplight import Lamplight, Members, Smear, joined
from vision.scene.pose import DiePath
from vision.scene.posed import Scene
from vision.scene.rig import Rig
from vision.scene.skin import die_skin
from vision.scene.solids import Window, window_of
from vision.scene.style import Style
from vision.scene.trace import Array

_TONES = 4096
_NOISE_SLACK = 64
_SMEAR_PX = 2.5
_MAX_SMEAR = 5


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
    them apart. back: its empty board, where that is drawn already.
    """

    def __init__(self, rig: Rig, most_poses: int = _MAX_SMEAR, back: Backdrop | None = None):
        self.rig = rig
        self._most_poses = most_poses
        back, skin = back or draw_backdrop(rig), die_skin(rig.style)
        self._lamps = [Lamplight(rig, light, back, skin) for light in (rig.light, *rig.more)]
        self._tone = _tone_curve()
        self._noise = cache(partial(_noise_pool, rig))
        self._still: tuple[object, Picture] | None = None
        self._drawn: tuple[object, Picture] | None = None

    def wearing(self, style: Style) -> Renderer:
        """The same rig and the same position with other dice; only the dice of `style` count."""
        other = copy.copy(self)
        other.rig = replace(self.rig, style=style)
        skin = die_skin(style)
        other._lamps = [lamp.wearing(other.rig, skin) for lamp in self._lamps]
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

    def _still_of(self, scene: Scene) -> Picture:
        key = (scene.checkers, scene.cube)
        if self._still is None or self._still[0] != key:
            light = _sum([lamp.still(scene).light for lamp in self._lamps])
            self._still = (key, self._develop(light))
        return self._still[1]

    def _with_dice(self, scene: Scene, smears: tuple[Smear, ...]) -> Picture:
        out = self._still_of(scene)
        if not smears:
            return out
        out = out.copy()
        for window, members in self._groups(smears):
            light = _sum([lamp.on_dice(scene, window, members) for lamp in self._lamps])
            out[window] = self._develop(light)
        return out

    def _groups(self, smears: tuple[Smear, ...]) -> list[tuple[Window, Members]]:
        """Windows around dice and their shadows, each with its dice and their own windows; dice
        whose windows meet share one."""
        groups: list[tuple[Window, Members]] = []
        for smear in smears:
            window = self._reach(smear)
            if window is None:
                continue
            members = [(window, smear)]
            while met := next((group for group in groups if _meet(group[0], window)), None):
                groups.remove(met)
                window, members = joined(met[0], window), members + met[1]
            groups.append((window, members))
        return groups

    def _reach(self, smear: Smear) -> Window | None:
        points = np.concatenate([lamp.reach_mm(smear) for lamp in self._lamps])
        return window_of(self.rig.camera, points, pad_px=8)

    def _develop(self, light: Array) -> Picture:
        """Linear light to 8-bit tones, with the lens's blur."""
        blurred = cv2.GaussianBlur(light, (0, 0), self.rig.sensor.blur_px)
        index = np.clip(np.asarray(blurred) * (_TONES - 1) / 2, 0, _TONES - 1).astype(np.uint16)
        return self._tone[index]

    def _with_noise(self, clean: Picture, rng: np.random.Generator) -> Picture:
        h, w = clean.shape[:2]
        dy, dx = (int(v) for v in rng.integers(0, _NOISE_SLACK, 2))
        up, down = (pool[dy : dy + h, dx : dx + w] for pool in self._noise())
        return np.asarray(cv2.subtract(cv2.add(clean, up), down), np.uint8)


def _meet(a: Window, b: Window) -> bool:
    return all(p.start < q.stop and q.start < p.stop for p, q in zip(a, b, strict=True))


def _sum(lights: list[Array]) -> Array:
    return lights[0] if len(lights) == 1 else np.sum(lights, axis=0, dtype=np.float32)


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
    up, down = (cv2.convertScaleAbs(np.clip(noise * way, 0, 60)) for way in (1, -1))
    return np.asarray(up, np.uint8), np.asarray(down, np.uint8)
