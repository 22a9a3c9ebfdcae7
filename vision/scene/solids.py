"""Dice, doubling cube, baffle box and checkers as shaded patches of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.scene import trace
from vision.scene.backdrop import directions
from vision.scene.board import Board
from vision.scene.die import Chirality, face_normals
from vision.scene.light import linear
from vision.scene.pose import CORNERS, DiePose, Floats, matrix
from vision.scene.posed import CheckerAt
from vision.scene.rig import Camera, Light, Rig
from vision.scene.style import Colour, Style
from vision.scene.trace import Array

Window = tuple[slice, slice]
"""Rows and columns of a patch of the picture."""

_INK_PX = 160
_F0 = 0.04
"""Of light that falls straight on plastic the part it mirrors."""
_PIP_SITES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """The surface of a box: `ink` (6, n, n) is the part of each face's colour that is ink.

    Face 2*axis lies at the negative end of an axis, 2*axis+1 at the positive one.
    """

    body: Array
    mark: Array
    ink: Array
    ball: float
    gloss: float
    clear: bool = False
    polish: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A solid in a window: colour times `cover` (h, w, 3), `cover` (h, w), `depth` (h, w)."""

    window: Window
    colour: Array
    cover: Array
    depth: Array


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What lies in a window of the picture: its light over what falls on level ground."""

    light: Array
    window: Window


def die_skin(style: Style) -> Skin:
    """Pips of one kind of dice on all six faces."""
    order = _face_order(style.chirality)
    turns = dict(zip((2, 3, 6), style.pip_turns, strict=True))
    ink = np.stack([_pips(value, style, turns.get(value, False)) for value in order])
    body, mark = linear(style.body), linear(style.pip)
    gloss = 0.5 if style.clear else 0.35
    return Skin(body, mark, ink, style.rounding, gloss, style.clear, style.polish)


@lru_cache(maxsize=8)
def cube_skin(value: int, ivory: bool = True) -> Skin:
    """The doubling cube with `value` (64 for 1) on the face at the negative end of z."""
    shown = 64 if value == 1 else value
    others = [v for v in (2, 4, 8, 16, 32, 64) if v != shown]
    faces = [*others[:4], shown, others[4]]
    body: Colour = (196, 222, 234) if ivory else (40, 38, 38)
    return Skin(
        linear(body), linear((30, 26, 28)), np.stack([_numeral(v) for v in faces]), 1.6, 0.2
    )


def plain_skin(colour: Colour) -> Skin:
    """A box of one colour."""
    blank = np.zeros((6, 2, 2), np.float32)
    return Skin(linear(colour), linear(colour), blank, 9.0, 0.1)


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
    turn = matrix(pose.quaternion)
    corners = pose.centre_mm + (CORNERS * half_mm) @ turn.T
    window = window_of(rig.camera, corners)
    if window is None:
        return None
    fine = cv2.resize(rays[window], None, fx=samples, fy=samples, interpolation=cv2.INTER_LINEAR)
    dirs = directions(rig.camera, np.asarray(fine, np.float32))
    into = turn.T.astype(np.float32)
    origin = into @ (rig.camera.centre_mm - pose.centre_mm).astype(np.float32)
    local, half = into @ dirs, half_mm.astype(np.float32)
    hits = trace.box(origin, local, half, skin.ball)
    lamp = _toward(rig.light, pose.centre_mm, into)
    up = into @ np.array([0, 0, -1], np.float32)
    colour = _box_colour(hits, local, half, skin, rig.light, lamp, up)
    if skin.polish and around is not None:
        colour = _mirrored(rig.camera, pose, turn, hits, dirs, colour, around, skin.polish)
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
    hits: trace.Hits, rays: Array, half: Array, skin: Skin, light: Light, lamp: Array, up: Array
) -> Array:
    """Colours (3, n) relative to level ground under the same light."""
    ink = _ink_at(skin.ink, hits.place, half)
    body = np.broadcast_to(skin.body[:, None], hits.place.shape)
    if skin.clear:
        body = _through(hits, rays, half, skin)
    colour = body + (skin.mark[:, None] - body) * ink
    upward = up @ hits.normal
    shade = _shade(hits, lamp, up, light)
    height = 0.5 + 0.5 * np.clip((up @ hits.place) / half[2], -1, 1)
    shade *= np.where(upward > 0.7, 1.0, 0.72 + 0.28 * height)
    shine = _shine(hits, rays, lamp, 30.0) * skin.gloss * 0.35
    return np.asarray(colour * shade + shine * (light.lamp[1] + 0.2), np.float32)


def _mirrored(
    camera: Camera,
    pose: DiePose,
    turn: Floats,
    hits: trace.Hits,
    rays: Array,
    colour: Array,
    around: Around,
    polish: float,
) -> Array:
    """Colours (3, n) with what smooth faces mirror of the field (Schlick, "An Inexpensive BRDF
    Model for Physically-based Rendering", 1994): seen from above sides are seen edge-on."""
    normal = turn.astype(np.float32) @ hits.normal
    way = rays / np.linalg.norm(rays, axis=0)
    facing = -(way * normal).sum(axis=0)
    back = way + 2 * facing * normal
    place = pose.centre_mm[:, None] + turn @ hits.place
    down = hits.hit & (back[2] > 0.05) & (facing > 0)
    if not down.any():
        return colour
    met = place[:, down] - back[:, down] * (place[2, down] / back[2, down])
    corner = (around.window[1].start, around.window[0].start)
    u, v = (camera.project(met.T) - corner).astype(np.float32).T
    edge = cv2.BORDER_REPLICATE
    seen = cv2.remap(around.light, u[None], v[None], cv2.INTER_LINEAR, borderMode=edge)[0]
    part = polish * (_F0 + (1 - _F0) * (1 - np.clip(facing[down], 0, 1)) ** 5)
    colour = colour.copy()
    colour[:, down] += part * (np.asarray(seen, np.float32).T - colour[:, down])
    return colour


def _through(hits: trace.Hits, rays: Array, half: Array, skin: Skin) -> Array:
    """Body of a clear die: brighter where the way is short, far pips tinted through it."""
    bent = rays / np.linalg.norm(rays, axis=0) - hits.normal * 0.6
    bent /= np.linalg.norm(bent, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        ahead = np.where(bent >= 0, half[:, None], -half[:, None])
        way = np.nan_to_num((ahead - hits.place) / bent, nan=1e6).min(axis=0)
    far = _ink_at(skin.ink, hits.place + bent * np.maximum(way, 0), half)
    glow = 0.75 + 0.5 * np.exp(-np.maximum(way, 0) / half[0])
    body = skin.body[:, None] * glow
    return np.asarray(body * (1 + 1.1 * far) + 0.05 * far, np.float32)


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


def _ink_at(ink: Array, place: Array, half: Array) -> Array:
    """Ink under places (3, n) on a box's surface, shape (n,)."""
    part = place / half[:, None]
    axis = np.abs(part).argmax(axis=0)
    n = np.arange(part.shape[1])
    face = 2 * axis + (part[axis, n] > 0)
    size = ink.shape[1]
    u, v = part[(axis + 1) % 3, n], part[(axis + 2) % 3, n]
    column = np.clip((u + 1) * (size / 2), 0, size - 1).astype(np.int32)
    row = np.clip((v + 1) * (size / 2), 0, size - 1).astype(np.int32)
    return np.asarray(ink[face, row, column], np.float32)


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


def _face_order(chirality: Chirality) -> list[int]:
    """Value of the faces at -x, +x, -y, +y, -z, +z."""
    normals = face_normals(chirality)
    ends = [s * e for e in np.eye(3) for s in (-1, 1)]
    return [int((normals @ end).argmax()) + 1 for end in ends]


def _pips(value: int, style: Style, turned: bool) -> Array:
    axis = (np.arange(_INK_PX, dtype=np.float32) + 0.5) / _INK_PX - 0.5
    u, v = np.meshgrid(axis, axis)
    ink = np.zeros_like(u)
    for a, b in _PIP_SITES[value]:
        x, y = (-b, a) if turned else (a, b)
        away = np.hypot(u - x * style.pip_offset, v - y * style.pip_offset)
        ink = np.maximum(ink, np.clip((style.pip_radius - away) * _INK_PX / 2 + 0.5, 0, 1))
    return np.asarray(ink, np.float32)


def _numeral(value: int) -> Array:
    face = np.zeros((_INK_PX, _INK_PX), np.uint8)
    font, scale, thick = cv2.FONT_HERSHEY_DUPLEX, 2.6 if value > 9 else 3.2, 8
    (w, h), _ = cv2.getTextSize(str(value), font, scale, thick)
    at = ((_INK_PX - w) // 2, (_INK_PX + h) // 2)
    cv2.putText(face, str(value), at, font, scale, (255,), thick, cv2.LINE_AA)
    # A face at the negative end of z is seen along +z with u to the right and v down.
    return (face / np.float32(255)).astype(np.float32)
