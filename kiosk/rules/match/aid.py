"""What makes a side's half of the screen easier to use."""

from enum import StrEnum


class Aid(StrEnum):
    """None of them tells anything of the game."""

    BIG_TYPE = "big_type"
    """The prompt and the keys in larger letters; what can wait is left out for them."""
    LEFT_HANDED = "left_handed"
    """Keys and what stands above them from right to left."""
    HOLD = "hold"
    """A key counts when it was held for a while, for hands that shake."""
    SPOKEN = "spoken"
    """The prompt is said aloud: only where the director allows it."""
