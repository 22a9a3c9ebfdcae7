"""Boxes with round corners, and discs, from small textures that say how much of a pixel is covered.

Kivy's own smooth shapes are filtered all over, which takes a driver in software four times as long.
What is drawn here stands on whole pixels. Needs a window.
"""

import math
from functools import lru_cache
from typing import Any

from kivy.graphics import Rectangle
from kivy.graphics.texture import Texture

from kiosk.screen.items import Box

FLIPS = (
    (True, True, (0, 0, 1, 0, 1, 1, 0, 1)),
    (False, True, (1, 0, 0, 0, 0, 1, 1, 1)),
    (True, False, (0, 1, 1, 1, 1, 0, 0, 0)),
    (False, False, (1, 1, 0, 1, 0, 0, 1, 0)),
)
"""For each corner whether it is at the right and at the top, and where on the texture the corners
of its rectangle lie, from the lower left anticlockwise.
"""


def rounded(box: Box, radius: float) -> None:
    """A box with round corners, in the colour that was set."""
    x, y, right, top = round(box.x), round(box.y), round(box.right), round(box.top)
    wide, high = right - x, top - y
    px = max(0, min(math.ceil(radius), wide // 2, high // 2))
    _rectangle(x, y + px, wide, high - 2 * px)
    if not px:
        return
    for low in (y, top - px):
        _rectangle(x + px, low, wide - 2 * px, px)
    for at_right, at_top, turned in FLIPS:
        at = (right - px if at_right else x, top - px if at_top else y)
        Rectangle(pos=at, size=(px, px), texture=_corner(px), tex_coords=turned)


def disc(x: float, y: float, across: float) -> None:
    """A disc around a point, in the colour that was set."""
    px = max(1, round(across))
    at = (round(x - px / 2), round(y - px / 2))
    Rectangle(pos=at, size=(px, px), texture=_disc(px))


def _rectangle(x: int, y: int, wide: int, high: int) -> None:
    if wide > 0 and high > 0:
        Rectangle(pos=(x, y), size=(wide, high))


@lru_cache(maxsize=64)
def _corner(radius_px: int) -> Any:
    """The upper right quarter of a disc."""
    return _texture(radius_px, (0.0, 0.0), radius_px)


@lru_cache(maxsize=64)
def _disc(across_px: int) -> Any:
    return _texture(across_px, (across_px / 2, across_px / 2), across_px / 2)


def _texture(side_px: int, middle: tuple[float, float], radius_px: float) -> Any:
    """White, as dense as a disc covers each pixel."""
    pixels = bytearray()
    for y in range(side_px):
        for x in range(side_px):
            far = math.hypot(x + 0.5 - middle[0], y + 0.5 - middle[1])
            pixels += bytes((255, 255, 255, round(255 * min(1.0, max(0.0, radius_px + 0.5 - far)))))
    texture = Texture.create(size=(side_px, side_px), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "nearest"
    return texture
