"""Places of the two halves on the glass: facing two players who sit opposite each other, or side by
side on a panel beside the board.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from kiosk.screen.items import Box

SHORT_SIDE_MM = 88.0
"""Of a 7-inch panel: the Touch Display 2 and, nearly, the first one. Everything scales with it."""


def short_side_mm(window: tuple[float, float], inches: float) -> float:
    """Short side of a panel of `inches` diagonal."""
    return inches * 25.4 * min(window) / math.hypot(*window)


class Arrangement(StrEnum):
    """Place of the panel: between the players, or at the camera picture's left or right edge."""

    FACING = "facing"
    BESIDE_LEFT = "beside-left"
    BESIDE_RIGHT = "beside-right"


@dataclass(frozen=True, slots=True)
class Pane:
    """A half's place in window pixels, y up; `turned`: upside down."""

    box: Box
    turned: bool

    def on_glass(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point from upright half to window coordinates."""
        if self.turned:
            return self.box.right - x, self.box.top - y
        return self.box.x + x, self.box.y + y

    def upright(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point from window to upright half coordinates."""
        if self.turned:
            return self.box.right - x, self.box.top - y
        return x - self.box.x, y - self.box.y


@dataclass(frozen=True, slots=True)
class Panes:
    """`near`: the half of the player at the picture's bottom; `middle`: the line between halves."""

    near: Pane
    far: Pane
    middle: Box


def mm_px(window: tuple[float, float]) -> float:
    """Pixels per millimetre of a 7-inch panel."""
    return min(window) / SHORT_SIDE_MM


def panes(window: tuple[float, float], arrangement: Arrangement) -> Panes:
    """Both halves of a window of this size, on whole pixels."""
    wide, high = window
    half_wide, half_high = wide // 2, high // 2
    lower, upper = Box(0, 0, wide, half_high), Box(0, half_high, wide, high - half_high)
    left, right = Box(0, 0, half_wide, high), Box(half_wide, 0, wide - half_wide, high)
    across = Box(0, half_high - 1, wide, 2)
    if arrangement is Arrangement.FACING:
        return Panes(Pane(lower, turned=False), Pane(upper, turned=True), across)
    if wide >= high:
        first, second, middle = left, right, Box(half_wide - 1, 0, 2, high)
    else:
        first, second, middle = upper, lower, across
    if arrangement is Arrangement.BESIDE_RIGHT:  # facing right, the picture's top is at the left
        first, second = second, first
    return Panes(Pane(first, turned=False), Pane(second, turned=False), middle)
