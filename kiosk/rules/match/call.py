"""The director called: by whom, what for, and whether somebody is on his way."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.units import Side


class CallAbout(StrEnum):
    """What a side calls the director for, as far as it says: for something else it says nothing."""

    DICE = "dice"
    MOVE = "move"
    CUBE = "cube"
    CLOCK = "clock"
    SCORE = "score"
    OTHER_PLAYER = "other_player"
    STATED = "stated"
    """What was put to the director says it; nobody is asked again."""


CHOSEN = tuple(about for about in CallAbout if about is not CallAbout.STATED)
"""What a side may choose from, after it has called."""


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """`coming` is who of the directors said that he comes (`director:NAME`)."""

    side: Side
    about: CallAbout | None = None
    coming: str | None = None
