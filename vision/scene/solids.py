"""Dice, doubling cube, baffle box and checkers as shaded patches of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene import trace
from vision.scene.around import Around
from vision.scene.backdrop import directions
from vision.scene.board import Board
from vision.scene.glass import Glass, bent_in, inside
from vision.scene.light import linear
from vision.scene.pose import CORNERS, DiePose, Floats, matrix
from vision.scene.posed import CheckerAt
from vision.scene.rig import Camera, Light, Rig
from vision.scene.skin import Skin, ink_at
from vision.scene.style import Cast
from vision.scene.trace import Array

Window = tuple[slice, slice]
"""Rows and columns of a patch of the picture."""

_F0 = 0.04
"""Of light that falls straight on plastic the part it mirrors."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
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
) -> Patch | None:
    """Trace a box; `rays`, `behind` (depth of what is there already) span the picture;
    `around` is what polished sides mirror."""
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
    hits = trace.box(origin, local, half, skin.ball)
    lamp = _toward(rig.light, pose.centre_mm, into)
    up = into @ np.array([0, 0, -1], np.float32)
    pure = None
    if skin.clear and skin.cast and around is not None:
        pure = _traced(pose, turn, hits, local, half, skin, skin.cast, around, lamp, rig.light)
    bounced = None
    if around is not None and rig.light.between:
        bounced = rig.light.between * around.ground(corners)
    colour = _box_colour(hits, local, half, skin, rig.light, lamp, up, pure, bounced)
    if skin.polish and around is not None:
        colour = _mirrored(pose, turn, hits, dirs, colour, around, skin.polish)
    return _gather(window, hits, colour, behind, samples)


def draw_checker(rig: Rig, rays: Array, at: CheckerAt, behind: Array, samples: int) -> Patch | None:
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
    lamp = _toward(rig.light, middle.astype(np.float64), np.eye(3, dtype=np.float32))
    shade = _shade(hits, lamp, np.array([0, 0, -1], np.float32), rig.light)
    low = np.clip((hits.place[2] - middle[2]) / thickness + 0.5, 0, 1)
    shade *= np.where(on_top, 1.0, 0.9 - 0.35 * low)
    colour = linear(style.checkers[at.player])[:, None] * shade
    colour += _shine(hits, dirs, lamp, 40.0) * 0.18 * (rig.light.lamp[1] + 0.2)
    return _gather(window, hits, colour.astype(np.float32), behind, samples)


def checker_ring(board: Board, at: CheckerAt, count: int = 20) -> Floats:
    """Points around the top and bottom of a checker, shape (2 * count, 3)."""
    a = np.arange(count) * (2 * np.pi / count)
    r, h = board.checker_diameter_mm / 2, board.checker_thickness_mm / 2
    x, y = at.x_mm + r * np.cos(a), at.y_mm + r * np.sin(a)
    return np.concatenate([np.stack([x, y, np.full(count, at.z_mm + s)], 1) for s in (-h, h)])


def _box_colour(
    hits: trace.Hits,
    rays: Array,
    half: Array,
    skin: Skin,
    light: Light,
    lamp: Array,
    up: Array,
    within: Array | None = None,
    bounced: Array | None = None,
) -> Array:
    """Colours (3, n) relative to level ground under the same light."""
    ink = ink_at(skin.ink, hits.place, half)
    body = np.broadcast_to(skin.body[:, None], hits.place.shape)
    if skin.clear:
        body = _through(hits, rays, half, skin)
    colour = body + (skin.mark[:, None] - body) * ink
    upward = up @ hits.normal
    shade = _shade(hits, lamp, up, light)
    height = 0.5 + 0.5 * np.clip((up @ hits.place) / half[2], -1, 1)
    shade *= np.where(upward > 0.7, 1.0, 0.72 + 0.28 * height)
    lit = colour * shade
    if bounced is not None:
        lit += colour * bounced[:, None] * (0.5 * (1 - upward))
    if within is not None and skin.cast is not None:
        lit += skin.cast.purity * (1 - ink) * (within - lit)
    shine = _shine(hits, rays, lamp, 30.0) * skin.gloss * 0.35
    return np.asarray(lit + shine * (light.lamp[1] + 0.2), np.float32)


def _mirrored(
    pose: DiePose,
    turn: Array,
    hits: trace.Hits,
    rays: Array,
    colour: Array,
    around: Around,
    polish: float,
) -> Array:
    """Colours (3, n) with what smooth faces mirror of the field (Schlick, "An Inexpensive BRDF
    Model for Physically-based Rendering", 1994): seen from above sides are seen edge-on."""
    normal = turn @ hits.normal
    way = rays / np.linalg.norm(rays, axis=0)
    facing = -(way * normal).sum(axis=0)
    back = way + 2 * facing * normal
    down = hits.hit & (back[2] > 0.05) & (facing > 0)
    if not down.any():
        return colour
    seen = around.field(pose.centre_mm[:, None] + turn @ hits.place[:, down], back[:, down])
    part = polish * (_F0 + (1 - _F0) * (1 - np.clip(facing[down], 0, 1)) ** 5)
    colour = colour.copy()
    colour[:, down] += part * (seen - colour[:, down])
    return colour


def _through(hits: trace.Hits, rays: Array, half: Array, skin: Skin) -> Array:
    """Body of a clear die: brighter where the way is short, far pips tinted through it."""
    bent = rays / np.linalg.norm(rays, axis=0) - hits.normal * 0.6
    bent /= np.linalg.norm(bent, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        ahead = np.where(bent >= 0, half[:, None], -half[:, None])
        way = np.nan_to_num((ahead - hits.place) / bent, nan=1e6).min(axis=0)
    far = ink_at(skin.ink, hits.place + bent * np.maximum(way, 0), half)
    glow = 0.75 + 0.5 * np.exp(-np.maximum(way, 0) / half[0])
    body = skin.body[:, None] * glow
    return np.asarray(body * (1 + 1.1 * far) + 0.05 * far, np.float32)


def _traced(
    pose: DiePose,
    turn: Array,
    hits: trace.Hits,
    rays: Array,
    half: Array,
    skin: Skin,
    cast: Cast,
    around: Around,
    lamp: Array,
    light: Light,
) -> Array:
    """Light (3, n) out of the body of a clear die."""
    on = hits.hit
    way = rays[:, on] / np.linalg.norm(rays[:, on], axis=0)
    normal = hits.normal[:, on]
    dye = np.clip(skin.body / skin.body.max(), 0.02, 0.97) ** cast.depth
    glass = Glass(cast.index, dye.astype(np.float32), cast.far, cast.murk, skin.body * cast.glow)
    sky = light.ambient[1] / (light.lamp[1] + light.ambient[1])

    def beyond(place: Array, out: Array) -> Array:
        world = turn @ out
        start = pose.centre_mm[:, None] + turn @ (place * half[:, None])
        seen = around.field(start, np.stack([world[0], world[1], np.maximum(world[2], 0.05)]))
        shine = 1 / (1 + np.exp(np.clip((0.97 - lamp @ out) / 0.01, -40, 40)))
        above = 0.5 * sky + 2.0 * (1 - sky) * shine
        return np.asarray(np.where(world[2] > 0.02, seen, above[None]), np.float32)

    within = inside(
        hits.place[:, on] / half[:, None],
        bent_in(way, normal, -(way * normal).sum(axis=0), cast.index),
        lambda place: ink_at(skin.ink, place * half[:, None], half),
        glass,
        -turn[2],
        beyond,
    )
    whole = np.zeros_like(hits.place)
    whole[:, on] = within
    return whole


def _toward(light: Light, place_mm: Floats, into: Array) -> Array:
    """Unit direction to the lamp from a place, turned by `into`, shape (3,)."""
    way = light.position_mm - place_mm
    return np.asarray(into @ (way / np.linalg.norm(way)), np.float32)


def _shade(hits: trace.Hits, lamp: Array, up: Array, light: Light) -> Array:
    """Light on the surface over light on level ground there, shape (n,)."""
    direct = np.clip(lamp @ hits.normal, 0, None) / float(up @ lamp)
    around = 0.55 + 0.45 * (up @ hits.normal)
    whole = light.lamp[1] + light.ambient[1]
    return np.asarray((light.lamp[1] * direct + light.ambient[1] * around) / whole, np.float32)


def _shine(hits: trace.Hits, rays: Array, lamp: Array, power: float) -> Array:
    back = -rays / np.linalg.norm(rays, axis=0)
    middle = back + lamp[:, None]
    middle /= np.linalg.norm(middle, axis=0)
    return np.asarray(np.clip((middle * hits.normal).sum(axis=0), 0, 1) ** power, np.float32)


def _gather(
    window: Window, hits: trace.Hits, colour: Array, behind: Array, samples: int
) -> Patch | None:
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
    depth = np.where(shown, hits.depth, np.inf).reshape(h, samples, w, samples).min(axis=(1, 3))
    return Patch(window, small[..., :3], small[..., 3], depth.astype(np.float32))
