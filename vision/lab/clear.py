"""One clear die close up: light traced into its body, to the far pips and out again.

Right-handed picture axes: x right, y down, z into the table; the die's half side is 1, its middle
the origin, the table at z = 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from vision.scene import trace
from vision.scene.die import Chirality, nearest_top, showing
from vision.scene.glass import Glass, bent_in, inside
from vision.scene.lettering import draw_lettering
from vision.scene.pose import DiePose, Floats, matrix
from vision.scene.skin import die_skin, ink_at
from vision.scene.style import Style, draw_style
from vision.scene.trace import Array

SAMPLES = 3
PRINTED = 0.5
"""Share of sets with print: makers of precision dice put their name around the 1, and a number."""


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """What a die lies on and what it mirrors.

    cloth (n, n, 3): linear light of the table, cloth_px texels to a half side, again and again;
    lamp, lamp_cos: the way to the lamp, the cosine of its radius; lamp_light, ceiling: linear
    light; haze: how milky the faces are; far: how bright the far pips are; film: middle (x, y),
    reach and strength of a milky glare on the top face.
    """

    cloth: Array
    cloth_px: float
    lamp: Array
    lamp_cos: float
    lamp_light: float
    ceiling: float
    haze: float
    far: float
    film: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class ClearDiePicture:
    """picture (h, w, 3) uint8 BGR with one die; its top value; its middle and side, px; the
    middles of the side faces that show."""

    picture: np.ndarray
    value: int
    center_px: tuple[float, float]
    side_px: float
    beside_px: list[tuple[float, float]]


def take(seed: int) -> ClearDiePicture:
    """A photographer's picture of one clear die, 60-200 px a side of the picture."""
    rng = np.random.default_rng([seed, 1919])
    size = int(56 * math.exp(rng.uniform(0, 1.25)))
    side = size * float(rng.uniform(0.36, 0.72))
    style, value = _style(rng), int(rng.integers(1, 7))
    letters = np.random.default_rng([seed, 2027])
    if letters.random() < PRINTED:
        style = replace(style, lettering=draw_lettering(letters))
    index, dye = float(rng.uniform(1.45, 1.56)), _dye(rng)
    turn = showing(value, style.chirality, float(rng.uniform(0, 2 * math.pi)))
    pose = DiePose(0.0, 0.0, 0.0, turn)
    assert nearest_top(pose, style.chirality)[0] == value
    room = _room(rng)
    glass = Glass(index, dye, room.far, murk=0.0, glow=dye)
    slant, way = math.radians(float(rng.uniform(0, 38))), float(rng.uniform(0, 2 * math.pi))
    far = float(rng.uniform(14, 80))
    eye = far * np.array(
        [math.sin(slant) * math.cos(way), math.sin(slant) * math.sin(way), -math.cos(slant)]
    )
    px = side / 2 * far
    off = rng.uniform(-0.06, 0.06, 2) * size
    light = _traced(eye, px, off, size, matrix(turn), style, glass, room)
    top = np.array([0.0, 0.0, -1.0])
    x, y = _project(eye, px, off, size, top)
    beside = []
    for wall in matrix(turn).T.tolist():
        for normal in (np.array(wall), -np.array(wall)):
            if abs(normal[2]) < 0.5 and normal @ (eye - normal) > 0.2 * far:
                fx, fy = _project(eye, px, off, size, normal)
                beside.append((float(fx), float(fy)))
    return ClearDiePicture(_developed(light, side, rng), value, (float(x), float(y)), side, beside)


def _style(rng: np.random.Generator) -> Style:
    chirality: Chirality = "ccw" if rng.random() < 0.6 else "cw"
    turns = [bool(t) for t in rng.integers(0, 2, 3)]
    sharp = rng.random() < 0.6
    return replace(
        draw_style(rng),
        chirality=chirality,
        rounding=1.73 if sharp else float(rng.uniform(1.42, 1.7)),
        pip_radius=float(rng.uniform(0.075, 0.115)),
        pip_offset=float(rng.uniform(0.22, 0.29)),
        pip_turns=(turns[0], turns[1], turns[2]),
    )


def _dye(rng: np.random.Generator) -> Array:
    """The dye of one half side: a hue, more or less deep."""
    hsv = np.array([[[rng.integers(180), rng.integers(110, 256), 255]]], np.uint8)
    colour = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR))[0, 0] / 255.0
    depth = float(rng.uniform(0.25, 1.0))
    return np.asarray((0.97 * (0.06 + 0.94 * colour)) ** depth, np.float32)


def _room(rng: np.random.Generator) -> Room:
    n = 256
    base = rng.uniform(0.02, 0.5) * (0.3 + 0.7 * rng.random(3))
    if rng.random() < 0.2:
        base = np.full(3, rng.uniform(0.3, 0.7))
    grain = cv2.GaussianBlur(rng.normal(0, 1, (n, n)), (0, 0), float(rng.uniform(0.6, 4)))
    cloth = base * (1 + 0.15 * grain[..., None] / grain.std())
    for _ in range(int(rng.integers(0, 4))):
        ink = np.full(3, rng.uniform(0.4, 0.9)) * (0.5 + 0.5 * rng.random(3))
        one, other = rng.integers(0, n, 2), rng.integers(0, n, 2)
        cv2.line(cloth, one.tolist(), other.tolist(), ink.tolist(), int(rng.integers(3, 16)))
    tilt, way = math.radians(float(rng.uniform(0, 60))), float(rng.uniform(0, 2 * math.pi))
    lamp = np.array(
        [math.sin(tilt) * math.cos(way), math.sin(tilt) * math.sin(way), -math.cos(tilt)]
    )
    return Room(
        np.asarray(np.clip(cloth, 0.003, 1), np.float32),
        n / 8,
        lamp.astype(np.float32),
        math.cos(math.radians(float(rng.uniform(3, 22)))),
        float(rng.uniform(2, 12)),
        float(rng.uniform(0.05, 1.2)),
        0.15 * float(rng.random()) ** 2,
        float(rng.uniform(0.7, 1.6)),
        (
            float(rng.uniform(-1, 1)),
            float(rng.uniform(-1, 1)),
            float(rng.uniform(0.3, 1.5)),
            float(rng.uniform(0.1, 0.8)) * (rng.random() < 0.25),
        ),
    )


def _basis(eye: Floats) -> Floats:
    """Rows: right, down, ahead of a camera at eye that looks at the middle."""
    ahead = -eye / np.linalg.norm(eye)
    right = np.cross(np.array([0.0, 1.0, 0.0]), ahead)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(ahead, right), ahead])


def _project(eye: Floats, px: float, off: Floats, size: int, place: Floats) -> Floats:
    seen = _basis(eye) @ (place - eye)
    out: Floats = px * seen[:2] / seen[2] + (size - 1) / 2 + off
    return out


def _traced(
    eye: Floats,
    px: float,
    off: Floats,
    size: int,
    turn: Floats,
    style: Style,
    glass: Glass,
    room: Room,
) -> Array:
    n = size * SAMPLES
    axis = (np.arange(n) + 0.5) / SAMPLES - 0.5
    u, v = np.meshgrid(axis - (size - 1) / 2 - off[0], axis - (size - 1) / 2 - off[1])
    rays = _basis(eye).T @ np.stack([u.ravel() / px, v.ravel() / px, np.ones(u.size)])
    rays = (rays / np.linalg.norm(rays, axis=0)).astype(np.float32)
    into = turn.T.astype(np.float32)
    start = (into @ eye).astype(np.float32)
    local = into @ rays
    half = np.ones(3, np.float32)
    hits = trace.box(start, local, half, style.rounding)
    light = _cloth_light(eye.astype(np.float32)[:, None], rays, room, shaded=True)
    on = hits.hit
    skin = die_skin(style)
    seen = _die_light(
        hits.place[:, on], local[:, on], hits.normal[:, on], skin.ink, glass, room, turn
    )
    light[:, on] = seen
    fine = np.asarray(light.T.reshape(n, n, 3), np.float32)
    return np.asarray(cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA), np.float32)


def _cloth_light(start: Array, rays: Array, room: Room, *, shaded: bool) -> Array:
    """Light (3, n) that comes along rays from the table; the die's shadow lies on it."""
    k = (1 - start[2]) / np.maximum(rays[2], 1e-4)
    x, y = start[0] + k * rays[0], start[1] + k * rays[1]
    n = room.cloth.shape[0]
    column = (np.clip(x * room.cloth_px, -1e6, 1e6) + n / 2).astype(np.int32) % n
    row = (np.clip(y * room.cloth_px, -1e6, 1e6) + n / 2).astype(np.int32) % n
    seen = room.cloth[row, column].T
    if shaded:
        sx = x + room.lamp[0] / room.lamp[2] * 0.9
        sy = y + room.lamp[1] / room.lamp[2] * 0.9
        out = np.maximum(np.abs(sx), np.abs(sy))
        seen = seen * (1 - 0.45 / (1 + np.exp(np.clip((out - 1.15) / 0.12, -40, 40))))
    return np.asarray(seen, np.float32)


def _sky(rays: Array, room: Room) -> Array:
    """Light (n,) from above along mirrored rays: a ceiling and a lamp."""
    toward = room.lamp @ rays
    soft = 1 / (1 + np.exp(np.clip((room.lamp_cos - toward) / 0.006, -40, 40)))
    up = np.clip(-rays[2], 0, 1)
    return np.asarray(room.ceiling * (0.3 + 0.7 * up) * (rays[2] < 0) + room.lamp_light * soft)


def _fresnel(cosine: Array, index: float) -> Array:
    base = ((index - 1) / (index + 1)) ** 2
    return np.asarray(base + (1 - base) * (1 - np.clip(cosine, 0, 1)) ** 5, np.float32)


def _die_light(
    place: Array, rays: Array, normal: Array, ink: Array, glass: Glass, room: Room, turn: Floats
) -> Array:
    """Light (3, n) from the die's surface; all in the die's axes."""
    out = turn.astype(np.float32)
    facing = -(rays * normal).sum(axis=0)
    mirrored = rays + 2 * facing * normal
    part = _fresnel(facing, glass.index)
    shine = part * _sky(out @ mirrored, room)
    upward = -(out @ normal)[2]
    lit = 0.35 + 0.65 * np.clip(room.lamp @ (out @ normal), 0, 1) / max(-float(room.lamp[2]), 0.3)
    white = 0.85 * np.clip(lit, 0, 1.2)
    marks = partial(ink_at, ink, half=np.ones(3, np.float32))
    mark = marks(place)
    way = bent_in(rays, normal, facing, glass.index)
    through = inside(place, way, marks, glass, -out[2], partial(_beyond, room, out))
    x, y = (out @ place)[:2]
    spread = np.hypot(x - room.film[0], y - room.film[1]) / room.film[2]
    milky = room.haze + room.film[3] * np.exp(-(spread**2)) * (upward > 0.9)
    body = through * (1 - milky) + milky * (0.4 + 0.6 * np.clip(upward, 0, 1))
    seen = body * (1 - mark) + white * mark
    return np.asarray(seen * (1 - part) + shine, np.float32)


def _beyond(room: Room, out: Array, place: Array, rays: Array) -> Array:
    """Light (3, n) that comes into the die from around it."""
    world = out @ rays
    below = _cloth_light(out @ place, world, room, shaded=True)
    above = _sky(world, room)[None] * 0.5
    return np.asarray(np.where(world[2] > 0.02, below, above), np.float32)


def _developed(light: Array, side: float, rng: np.random.Generator) -> np.ndarray:
    """The picture as a camera leaves it: exposed, soft, noisy, packed."""
    exposure = float(np.exp(rng.uniform(-0.5, 0.6)))
    blur = max(0.3, float(rng.uniform(0.0, 0.045)) * side)
    soft = cv2.GaussianBlur(light, (0, 0), blur)
    picture = 255 * np.clip(exposure * soft, 0, 1) ** (1 / 2.2)
    picture = picture + rng.normal(0, rng.uniform(0.5, 5), picture.shape)
    whole = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 97))]
    packed = cv2.imencode(".jpg", whole, quality)[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
