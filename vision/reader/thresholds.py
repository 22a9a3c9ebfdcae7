"""The numbers by which the reader accepts or asks, each with what it was set by.

Where to look, and what explains a picture best, is no decision: those numbers stand where they are
used.
"""

from __future__ import annotations


class Threshold(float):
    """A number that decides. unit: what it counts; meaning: what is on either side of it; set_by:
    the measurement it was chosen on."""

    __slots__ = ("meaning", "set_by", "unit")
    unit: str
    meaning: str
    set_by: str

    def __new__(cls, value: float, unit: str, meaning: str, set_by: str) -> Threshold:
        made = super().__new__(cls, value)
        made.unit, made.meaning, made.set_by = unit, meaning, set_by
        return made


EARLIER = "the shared pictures' tuning part and drawn rolls, before throws by physics"

# --- how a die lies: contact ----------------------------------------------------------------------

ON_CHECKER = Threshold(
    2.8, "mm", "a sure checker reaches deeper under the die: it is on it", EARLIER
)
REACH_ERROR = Threshold(
    2.0, "mm", "by so much more than geometry a thing counts as in reach", EARLIER
)
TOUCH_CHECKER = Threshold(
    1.0, "mm", "a checker reaches deeper under it than errors explain", EARLIER
)
TOUCH_WALL = Threshold(1.6, "mm", "it reaches further over a wall than errors explain", EARLIER)
TOUCH_DIE = Threshold(
    2.0, "mm", "two dice reach deeper into each other than errors explain", EARLIER
)
THING = Threshold(25.0, "mm2", "what came beside a die and is smaller carries none", EARLIER)
SHADE_MOST = Threshold(1.05, "ratio", "what is brighter than the bare board is no shadow", EARLIER)
SHADE_LEAST = Threshold(0.3, "ratio", "what is darker is more than a shadow", EARLIER)
SHADE_UNEVEN = Threshold(0.2, "ratio", "colours that differ more are more than a shadow", EARLIER)
IMPOSSIBLE_GAIN = Threshold(
    0.25, "correlation", "a leaning cube explains a free die better", EARLIER
)

# --- how a die lies: its look ---------------------------------------------------------------------

GAIN_COUNTS = Threshold(12.0, "log-odds", "what a unit of that gain counts for a lean", EARLIER)
ASKEW = Threshold(2.5, "log-odds", "edges and net together: from here on it is askew", EARLIER)
LEVEL = Threshold(0.5, "log-odds", "up to here what a checker or die is beside is flat", EARLIER)
LEVEL_BY_WALL = Threshold(
    -0.5, "log-odds", "up to here what a wall alone is beside is flat", EARLIER
)
DOUBTED_GAIN = Threshold(
    0.15, "correlation", "above it edges alone forbid that it is flat", EARLIER
)
DOUBTED_NET = Threshold(1.0, "log-odds", "above it the net alone forbids that it is flat", EARLIER)
ON_DIE = Threshold(0.4, "share", "a lone die so likely on another one lies there", EARLIER)
MAYBE_ON_DIE = Threshold(0.01, "share", "below it a lone die lies on no other one", EARLIER)
