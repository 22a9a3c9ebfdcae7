"""Where the two halves lie on the glass: turned to two people who face each other, or side by side
for two who look at one panel beside the board.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from kiosk.screen.items import Box

SHORT_SIDE_MM = 88.0
"""Of a 7-inch panel: the Touch Display 2 and, nearly, the first one. On a larger panel all is so
much larger.
"""


def short_side_mm(window: tuple[float, float], inches: float) -> float:
    """Of a panel of so many inches across its corners."""
    return inches * 25.4 * min(window) / math.hypot(*window)


class Arrangement(StrEnum):
    """How the panel stands: between the players, or at the camera picture's left or right edge."""

    FACING = "facing"
    BESIDE_LEFT = "beside-left"
    BESIDE_RIGHT = "beside-right"


@dataclass(frozen=True, slots=True)
class Pane:
    """A half's place in pixels of the window, y up; `turned`: upside down."""

    box: Box
    turned: bool

    def on_glass(self, x: float, y: float) -> tuple[float, float]:
        """From a point of the half that stands upright to the window's."""
        if self.turned:
            return self.box.right - x, self.box.top - y
        return self.box.x + x, self.box.y + y

    def upright(self, x: float, y: float) -> tuple[float, float]:
        """From a point of the window to the half's."""
        if self.turned:
            return self.box.right - x, self.box.top - y
        return x - self.box.x, y - self.box.y


@dataclass(frozen=True, slots=True)
class Panes:
    """`near` is of who sits at the picture's bottom; `middle` is the line between the two."""

    near: Pane
    far: Pane
    middle: Box


def mm_px(window: tuple[float, float]) -> float:
    """A millimetre of a 7-inch panel in pixels."""
    return min(window) / SHORT_SIDE_MM


def panes(window: tuple[float, float], arrangement: Arrangement) -> Panes:
    """Both halves of a window of this size in pixels; each stands on whole ones."""
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
    if arrangement is Arrangement.BESIDE_RIGHT:  # who looks to the right has the top on the left
        first, second = second, first
    return Panes(Pane(first, turned=False), Pane(second, turned=False), middle)
