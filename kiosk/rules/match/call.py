"""A call of the director: by whom, about what, and whether a director is on the way."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.units import Side


class CallAbout(StrEnum):
    """The subject of a call, if the side names one; there is no member for other subjects."""

    DICE = "dice"
    MOVE = "move"
    CUBE = "cube"
    CLOCK = "clock"
    SCORE = "score"
    OTHER_PLAYER = "other_player"
    STATED = "stated"
    """The matter referred to the director is the subject; the sides are not asked again."""


CHOSEN = tuple(about for about in CallAbout if about is not CallAbout.STATED)
"""The subjects a side may choose from, after it has called."""


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """`coming` is the director who is on the way (`director:NAME`)."""

    side: Side
    about: CallAbout | None = None
    coming: str | None = None
