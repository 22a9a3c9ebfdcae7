"""Boxes with round corners, and discs, drawn with small textures of pixel coverage.

Kivy's smooth shapes are filtered throughout, which takes a software driver four times as long. Each
shape here is one mesh, as every draw call costs time, and is aligned to whole pixels. Needs a
window.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from kivy.graphics import Mesh
from kivy.graphics.texture import Texture

from kiosk.screen.items import Box

Quad = tuple[tuple[float, float, float, float], tuple[float, float, float, float]]
"""(left, low, right, top) of a rectangle on the glass, and of its part of the texture."""


def rounded(box: Box, radius: float) -> None:
    """Draw a box with round corners in the current colour."""
    x, y, right, top = round(box.x), round(box.y), round(box.right), round(box.top)
    wide, high = right - x, top - y
    px = max(0, min(math.ceil(radius), wide // 2, high // 2))
    one = 1 / (px + 1)
    dense, far = (0.0, 0.0, one, one), 1.0
    quads: list[Quad] = [
        ((x, y + px, right, top - px), dense),
        ((x + px, y, right - px, y + px), dense),
        ((x + px, top - px, right - px, top), dense),
        ((right - px, top - px, right, top), (one, one, far, far)),
        ((x, top - px, x + px, top), (far, one, one, far)),
        ((right - px, y, right, y + px), (one, far, far, one)),
        ((x, y, x + px, y + px), (far, far, one, one)),
    ]
    _mesh(quads, _corner(px))


def discs(middles: Iterable[tuple[float, float]], across: float) -> None:
    """Draw discs around points."""
    px = max(1, round(across))
    lows = ((round(x - px / 2), round(y - px / 2)) for x, y in middles)
    _mesh([((x, y, x + px, y + px), (0.0, 0.0, 1.0, 1.0)) for x, y in lows], _disc(px))


def _mesh(quads: Iterable[Quad], texture: Any) -> None:
    """Draw the non-empty quads of a texture, as two triangles each."""
    vertices: list[float] = []
    indices: list[int] = []
    for (x, y, right, top), (u, v, u_end, v_end) in quads:
        if x < right and y < top:
            first = len(vertices) // 4
            vertices += (x, y, u, v, right, y, u_end, v, right, top, u_end, v_end, x, top, u, v_end)
            indices += (first, first + 1, first + 2, first + 2, first + 3, first)
    Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture)


@lru_cache(maxsize=64)
def _corner(radius_px: int) -> Any:
    """The upper right quarter of a disc, with a fully covered pixel at the lower left."""

    def covered(x: int, y: int) -> float:
        return 1.0 if x == y == 0 else radius_px + 0.5 - math.hypot(x - 0.5, y - 0.5)

    return _texture(radius_px + 1, covered)


@lru_cache(maxsize=64)
def _disc(across_px: int) -> Any:
    radius = across_px / 2
    return _texture(
        across_px, lambda x, y: radius + 0.5 - math.hypot(x + 0.5 - radius, y + 0.5 - radius)
    )


def _texture(side_px: int, covered: Callable[[int, int], float]) -> Any:
    """White with alpha by coverage: opaque from 1 up, transparent from 0 down."""
    pixels = bytearray()
    for y in range(side_px):
        for x in range(side_px):
            pixels += bytes((255, 255, 255, round(255 * min(1.0, max(0.0, covered(x, y))))))
    texture = Texture.create(size=(side_px, side_px), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    return texture
