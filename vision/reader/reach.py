"""How far a die that leans reaches for what carries it.

`checkers` searches no further, and `contact` measures what lies nearer.
"""

from __future__ import annotations

import math

from vision.reader import thresholds as at

ROUNDING = 0.15
"""Radius of a die's corner seen from above, in sides of the die; smaller ones are rare."""
CORNER_SIDES = (0.5 - ROUNDING) * math.sqrt(2) + ROUNDING
"""Distance from the middle of a face to its corner."""
REACH_SIDES = 0.75 * math.sqrt(2) - 0.5
"""How far the seen face of a leaning die lies off what it leans on, at most, further than that of a
level die that touches it. By geometry: the die stands on one edge of its bottom, tipped up by an
angle against what is as high as it rises or higher. That lies cos(angle) sides off the edge, the
middle of the top face cos(angle) / 2 - sin(angle); from 45 degrees on another face is on top. What
is lower is no further off."""


def reach_mm(side_mm: float) -> float:
    """Reach from a die's outline, mm: what is nearer may carry a part of it."""
    return REACH_SIDES * side_mm + at.REACH_ERROR


def furthest_mm(side_mm: float) -> float:
    """The same from its middle, in any turn, mm."""
    return CORNER_SIDES * side_mm + reach_mm(side_mm)


def reach_of_middle_mm(side_mm: float) -> float:
    """Reach from the middle of a die whose face was not read, mm: what is nearer may carry it."""
    return side_mm / 2 + reach_mm(side_mm) + at.UNREAD_PLACE
