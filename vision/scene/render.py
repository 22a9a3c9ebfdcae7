"""The picture of a scene: a still part kept as long as it holds, dice drawn into it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene.backdrop import Backdrop, draw_backdrop
from vision.scene.light import ShadowMap, cast, fill, hull, lamp_points
from vision.scene.pose import CORNERS, DiePose, Floats, about
from vision.scene.posed import CheckerAt, CubeAt, Scene
from vision.scene.rig import Rig
from vision.scene.solids import (
    Patch,
    Skin,
    Window,
    checker_ring,
    cube_skin,
    die_skin,
    draw_box,
    draw_checker,
    plain_skin,
    window_of,
)
from vision.scene.trace import Array

Picture = npt.NDArray[np.uint8]

_STILL_LAMPS, _DIE_LAMPS = 10, 6
_STILL_SAMPLES, _DIE_SAMPLES = 3, 4
_SHADOW_SCALE = 1.2
_SHADOW_REACH_MM = 140.0
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
def _renderer_of(rig: Rig) -> "Renderer":
    return Renderer(rig)


def cube_pose(rig: Rig, cube: CubeAt) -> DiePose:
    """The doubling cube lying on wood, felt or table."""
    ground = rig.board.ground_z_mm(cube.x_mm, cube.y_mm)
    turn = about((0.0, 0.0, 1.0), math.radians(cube.turn_deg))
    return DiePose(cube.x_mm, cube.y_mm, ground - rig.board.cube_mm / 2, turn)


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """Everything but the dice: linear light, its tones, the depth and height of what is seen."""

    light: Array
    tones: Picture
    depth: Array
    z_mm: Array
    lamp_share: Array


class Renderer:
    """Draws one rig's frames. Not for two threads at once."""

    def __init__(self, rig: Rig):
        self.rig = rig
        self._backdrop: Backdrop = draw_backdrop(rig)
        self._skin: Skin = die_skin(rig.style)
        self._tone = _tone_curve()
        self._lens = _vignette(rig)
        self._noise = _noise_pool(rig)
        self._still: tuple[object, _Still] | None = None
        self._drawn: tuple[object, Picture] | None = None

    def frame(self, scene: Scene, t_ms: float, rng: np.random.Generator) -> Picture:
        """See `render`."""
        return self._with_noise(self.clean(scene, t_ms), rng)

    def clean(self, scene: Scene, t_ms: float) -> Picture:
        """The picture before noise. Shared: do not write into it."""
        half = self.rig.sensor.exposure_ms / 2
        smears = tuple(self._smear(path.pose_at, t_ms, half) for path in scene.dice)
        key = (scene.checkers, scene.cube, smears)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, self._with_dice(self._still_of(scene), smears))
        return self._drawn[1]

    def _smear(self, pose_at, t_ms: float, half_ms: float) -> tuple[DiePose, ...]:  # type: ignore[no-untyped-def]
        """The poses a die passes while the shutter is open."""
        ends = [pose_at(t_ms - half_ms), pose_at(t_ms + half_ms)]
        if ends[0] == ends[1]:
            return (ends[0],)
        size = self.rig.style.die_mm
        px = [self.rig.camera.project(p.corners_mm(size)) for p in ends]
        count = math.ceil(float(np.abs(px[1] - px[0]).max()) / _SMEAR_PX)
        count = min(max(count, 1), _MAX_SMEAR)
        steps = (np.arange(count) + 0.5) / count * 2 - 1
        return tuple(pose_at(t_ms + half_ms * float(s)) for s in steps)

    def _still_of(self, scene: Scene) -> _Still:
        key = (scene.checkers, scene.cube)
        if self._still is None or self._still[0] != key:
            self._still = (key, self._draw_still(scene.checkers, scene.cube))
        return self._still[1]

    def _draw_still(self, checkers: tuple[CheckerAt, ...], cube: CubeAt | None) -> _Still:
        rig, back = self.rig, self._backdrop
        albedo, depth, z = back.albedo.copy(), back.depth_mm.copy(), back.z_mm.copy()
        x, y = back.x_mm.copy(), back.y_mm.copy()
        patches = self._solid_patches(checkers, cube, depth)
        for patch, top_z in patches:
            _blend(albedo, patch, x, y, z, depth, top_z)
        lamp, ambient = self._light_fields(x, y, z, checkers, cube)
        lamp_bgr = np.array(rig.light.lamp, np.float32)
        ambient_bgr = np.array(rig.light.ambient, np.float32)
        falling = lamp[..., None] * lamp_bgr + ambient[..., None] * ambient_bgr
        light = albedo * falling * self._lens[..., None] * np.array(rig.sensor.gain, np.float32)
        share = lamp * lamp_bgr[1] / (lamp * lamp_bgr[1] + ambient * ambient_bgr[1] + 1e-6)
        light = light.astype(np.float32)
        return _Still(light, self._develop(light), depth, z, share.astype(np.float32))

    def _solid_patches(
        self, checkers: tuple[CheckerAt, ...], cube: CubeAt | None, depth: Array
    ) -> list[tuple[Patch, float]]:
        """Patches of everything that stands, from the table upwards, with its top's z."""
        rig, rays, n = self.rig, self._backdrop.rays, _STILL_SAMPLES
        drawn: list[tuple[Patch | None, float]] = []
        box = rig.mixer_box_mm
        if box is not None:
            pose = DiePose(*(float(v) for v in box[0]))
            skin = plain_skin(rig.style.wood)
            patch = draw_box(rig, rays, pose, box[1], skin, depth, 1)
            drawn.append((patch, float(box[0][2] - box[1][2])))
        eye = rig.camera.centre_mm
        for at in sorted(
            checkers, key=lambda c: (-c.z_mm, -math.hypot(c.x_mm - eye[0], c.y_mm - eye[1]))
        ):
            top = at.z_mm - rig.board.checker_thickness_mm / 2
            drawn.append((draw_checker(rig, rays, at, depth, n), top))
        if cube is not None:
            side = np.full(3, rig.board.cube_mm / 2)
            pose = cube_pose(rig, cube)
            patch = draw_box(rig, rays, pose, side, cube_skin(cube.value), depth, n)
            drawn.append((patch, pose.z_mm - rig.board.cube_mm / 2))
        return [(patch, top) for patch, top in drawn if patch is not None]

    def _light_fields(
        self, x: Array, y: Array, z: Array, checkers: tuple[CheckerAt, ...], cube: CubeAt | None
    ) -> tuple[Array, Array]:
        """Lamp light and ambient light on each pixel's surface, 1 at the board's middle."""
        rig = self.rig
        board, light = rig.board, rig.light
        lx, ly, lz = (np.float32(v) for v in light.position_mm)
        square = (x - lx) ** 2 + (y - ly) ** 2 + (z - lz) ** 2
        middle = np.array([board.width_mm / 2, board.height_mm / 2, 0.0])
        unit = np.float32(np.linalg.norm(light.position_mm - middle) ** 3 / float(-lz))
        lamp = (z - lz) * unit / (square * np.sqrt(square))
        ambient = np.ones_like(lamp)
        solids = self._solids(checkers, cube)
        shadows = ShadowMap(-380, -120, board.width_mm + 380, board.height_mm + 120, _SHADOW_SCALE)
        lamps = lamp_points(light, _STILL_LAMPS)
        layers = sorted({round(c.z_mm - board.checker_thickness_mm / 2, 2) for c in checkers})
        for plane in (0.0, -board.rim_height_mm, board.table_depth_mm, *layers):
            seen = shadows.visible(solids, lamps, plane)
            mask = (np.abs(z - plane) < 0.3).astype(np.uint8)
            cv2.copyTo(lamp * shadows.look_up(seen, x, y), mask, lamp)
            near = [
                s + [0, 0, plane - s[:, 2].max()]
                for s in solids
                if abs(s[:, 2].max() - plane) < 0.4
            ]
            if near and plane in (0.0, board.table_depth_mm):
                dim = cv2.GaussianBlur(
                    shadows.visible(near, np.array([[*middle[:2], -1e7]]), plane - 1.0), (0, 0), 5
                )
                cv2.copyTo(ambient * (0.55 + 0.45 * shadows.look_up(dim, x, y)), mask, ambient)
        return lamp.astype(np.float32), ambient.astype(np.float32)

    def _solids(self, checkers: tuple[CheckerAt, ...], cube: CubeAt | None) -> list[Floats]:
        """Corners of everything that throws a still shadow."""
        rig, board = self.rig, self.rig.board
        solids = []
        for x0, y0, x1, y1 in board.beams:
            low, high = np.array([x0, y0, -board.rim_height_mm]), np.array([x1, y1, 0.0])
            solids.append((low + high) / 2 + CORNERS * (high - low) / 2)
        whole = np.array([board.width_mm, board.height_mm, board.table_depth_mm])
        solids.append(whole / 2 + CORNERS * whole / 2)
        solids += [checker_ring(board, at) for at in checkers]
        if cube is not None:
            solids.append(cube_pose(rig, cube).corners_mm(board.cube_mm))
        box = rig.mixer_box_mm
        if box is not None:
            solids.append(box[0] + CORNERS * box[1])
        return solids

    def _with_dice(self, still: _Still, smears: tuple[tuple[DiePose, ...], ...]) -> Picture:
        out = still.tones
        if not smears:
            return out
        out = out.copy()
        for window, members in self._groups(smears):
            light = still.light[window].copy()
            for smear in members:
                self._cast_shadow(light, still, window, smear)
            depth = still.depth.copy() if len(members) > 1 else still.depth
            eye = self.rig.camera.centre_mm
            for smear in sorted(members, key=lambda s: -np.linalg.norm(s[0].centre_mm - eye)):
                self._draw_die(light, still, window, smear, depth)
            inner = self._develop(light)
            out[window] = inner
        return out

    def _groups(
        self, smears: tuple[tuple[DiePose, ...], ...]
    ) -> list[tuple[Window, list[tuple[DiePose, ...]]]]:
        """Windows around dice and their shadows; dice whose windows meet share one."""
        groups: list[tuple[Window, list[tuple[DiePose, ...]]]] = []
        for smear in smears:
            window = self._reach(smear)
            if window is None:
                continue
            members = [smear]
            for other in [g for g in groups if _meet(g[0], window)]:
                groups.remove(other)
                window, members = _join(other[0], window), members + other[1]
            groups.append((window, members))
        return groups

    def _reach(self, smear: tuple[DiePose, ...]) -> Window | None:
        size, lamp = self.rig.style.die_mm, self.rig.light.position_mm
        points = [smear[0].corners_mm(size), smear[-1].corners_mm(size)]
        for corners in points[:2]:
            if corners[:, 2].min() > -_SHADOW_REACH_MM:
                flat = cast(corners, lamp, self.rig.board.table_depth_mm)
                points.append(np.column_stack([flat, np.zeros(8)]))
        return window_of(self.rig.camera, np.concatenate(points), pad_px=8)

    def _cast_shadow(
        self, light: Array, still: _Still, window: Window, smear: tuple[DiePose, ...]
    ) -> None:
        rig, board = self.rig, self.rig.board
        size = rig.style.die_mm
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
                flat = [cast(corners, lamp, float(plane)) for lamp in lamps]
                shadow = np.stack(flat)
                px = rig.camera.project(np.dstack([shadow, np.full(shadow.shape[:2], plane)]))
                for outline in px - corner:
                    mask = np.zeros(z.shape, np.uint8)
                    fill(mask, hull(outline))
                    total += mask
            total *= np.float32(1 / (255 * len(lamps) * len(smear)))
            light *= (1 - np.where(level, total * share, 0))[..., None]
        if board.table_depth_mm > 0 and len(smear) == 1:
            self._dim_contact(light, z, window, smear[0])

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
        self, light: Array, still: _Still, window: Window, smear: tuple[DiePose, ...], depth: Array
    ) -> None:
        rig = self.rig
        half = np.full(3, rig.style.die_mm / 2)
        cover = np.zeros(light.shape[:2], np.float32)
        colour = np.zeros_like(light)
        top, left = window[0].start, window[1].start
        for pose in smear:
            samples = _DIE_SAMPLES if len(smear) == 1 else 2
            patch = draw_box(rig, self._backdrop.rays, pose, half, self._skin, depth, samples)
            if patch is None:
                continue
            rows, columns = patch.window
            part = (
                slice(rows.start - top, rows.stop - top),
                slice(columns.start - left, columns.stop - left),
            )
            cover[part] += patch.cover / len(smear)
            colour[part] += patch.colour / len(smear)
            if depth is not still.depth:
                np.minimum(depth[patch.window], patch.depth, out=depth[patch.window])
        falling = np.array(rig.light.lamp) + np.array(rig.light.ambient)
        gain = (falling * np.array(rig.sensor.gain)).astype(np.float32)
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


def _blend(
    albedo: Array, patch: Patch, x: Array, y: Array, z: Array, depth: Array, top_z: float
) -> None:
    w = patch.window
    albedo[w] *= (1 - patch.cover)[..., None]
    albedo[w] += patch.colour
    solid = (patch.cover > 0.5) & (patch.depth < depth[w])
    depth[w][solid] = patch.depth[solid]
    z[w][solid] = top_z


def _meet(a: Window, b: Window) -> bool:
    return all(p.start < q.stop and q.start < p.stop for p, q in zip(a, b, strict=True))


def _join(a: Window, b: Window) -> Window:
    rows, columns = (
        slice(min(p.start, q.start), max(p.stop, q.stop)) for p, q in zip(a, b, strict=True)
    )
    return (rows, columns)


def _tone_curve() -> Picture:
    """Linear light 0..2 to a byte: sRGB's gamma with a shoulder above 0.8."""
    x = np.linspace(0, 2, _TONES)
    rolled = np.where(x < 0.8, x, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)))
    return np.rint(rolled ** (1 / 2.2) * 255).astype(np.uint8)


def _vignette(rig: Rig) -> Array:
    h, w = rig.camera.height, rig.camera.width
    x = (np.arange(w, dtype=np.float32) - w / 2) / (w / 2)
    y = (np.arange(h, dtype=np.float32) - h / 2) / (w / 2)
    r2 = (x[None, :] ** 2 + y[:, None] ** 2) / (1 + (h / w) ** 2)
    return np.asarray(1 - rig.sensor.vignette * r2, np.float32)


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
