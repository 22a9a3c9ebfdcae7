"""What dice, cube and boxes bear on their faces, and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.scene.die import Chirality, face_normals
from vision.scene.lettering import print_on
from vision.scene.light import linear
from vision.scene.style import Cast, Colour, Finish, Style
from vision.scene.trace import Array, furthest

_INK_PX = 160
_WHITE = 0.7
"""Part of the light that white paint reflects."""
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
    cast: Cast | None = None
    finish: Finish | None = None

    @property
    def paint(self) -> float:
        """How bright its ink is, from black (0) to white (1)."""
        return min(float(self.mark.max()) / _WHITE, 1.0)


def die_skin(style: Style) -> Skin:
    """Pips of one kind of dice on all six faces, and what is printed between them."""
    order = _face_order(style.chirality)
    turns = dict(zip((2, 3, 6), style.pip_turns, strict=True))
    ink = np.stack([_pips(value, style, turns.get(value, False)) for value in order])
    body, mark = linear(style.body), linear(style.pip)
    gloss = 0.5 if style.clear else 0.35
    return Skin(
        body,
        mark,
        ink,
        style.rounding,
        gloss,
        style.clear,
        style.polish,
        style.cast,
        style.finish,
    )


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


def ink_at(ink: Array, place: Array, half: Array) -> Array:
    """Ink under places (3, n) on a box's surface, shape (n,)."""
    part = place / half[:, None]
    axis, (x, y, z) = furthest(np.abs(part)), part
    on = [axis == 0, axis == 1]
    out, u, v = (np.where(on[0], a, np.where(on[1], b, c)) for a, b, c in _turns(x, y, z))
    size = ink.shape[1]
    column = np.clip((u + 1) * (size / 2), 0, size - 1).astype(np.int32)
    row = np.clip((v + 1) * (size / 2), 0, size - 1).astype(np.int32)
    face = 2 * axis + (out > 0)
    return np.asarray(ink.ravel().take((face * size + row) * size + column), np.float32)


def _turns(x: Array, y: Array, z: Array) -> tuple[tuple[Array, Array, Array], ...]:
    """For a face across each axis: how far out it lies, and its own two axes."""
    return (x, y, z), (y, z, x), (z, x, y)


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
    if style.lettering is not None:
        ink = np.maximum(ink, print_on(value, style.lettering, _INK_PX, along_x=turned))
    return np.asarray(ink, np.float32)


def _numeral(value: int) -> Array:
    face = np.zeros((_INK_PX, _INK_PX), np.uint8)
    font, scale, thick = cv2.FONT_HERSHEY_DUPLEX, 2.6 if value > 9 else 3.2, 8
    (w, h), _ = cv2.getTextSize(str(value), font, scale, thick)
    at = ((_INK_PX - w) // 2, (_INK_PX + h) // 2)
    cv2.putText(face, str(value), at, font, scale, (255,), thick, cv2.LINE_AA)
    # A face at the negative end of z is seen along +z with u to the right and v down.
    return (face / np.float32(255)).astype(np.float32)
