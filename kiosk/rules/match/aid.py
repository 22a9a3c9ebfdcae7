"""Aids that make a side's half of the screen easier to use."""

from enum import StrEnum


class Aid(StrEnum):
    """None of them gives information about the game."""

    BIG_TYPE = "big_type"
    """The prompt and the keys in larger letters; less important parts are left out."""
    LEFT_HANDED = "left_handed"
    """Keys and the texts above them from right to left."""
    HOLD = "hold"
    """A key counts only after it was held for a moment, for shaking hands."""
    SPOKEN = "spoken"
    """The prompt is spoken aloud: only where the director allows it."""
