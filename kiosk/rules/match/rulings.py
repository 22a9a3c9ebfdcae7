"""What is disputed, ruled and appealed, who observes, and conduct the books speak of."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.units import BySide, Side


class Conduct(StrEnum):
    """What somebody did beside the game."""

    TIME_NOTICE = "time_notice"
    """A spectator told that a player's time is used up."""
    MISPLAY_NOTICE = "misplay_notice"
    """A spectator pointed out a misplay."""
    POSITION_NOTED = "position_noted"
    """A player wrote down a position."""
    OTHER_LANGUAGE = "other_language"
    """Somebody spoke a language that the book does not name."""
    AID_USED = "aid_used"
    """A player used an aid beyond what keeping the score needs."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """`ruled`: the director has ruled; `fresh`: nothing was played since."""

    dispute: Side | None = None
    ruled: bool = False
    fresh: bool = False
    appeal: Side | None = None
    panel: bool = False
    overturned: bool = False
    """A ruling fell on appeal, and play waits for what the director orders instead."""
    observer: str | None = None
    slow_play: bool = False
    """A player finds play too slow, and no clock was brought in since."""
    illegal_moves: BySide[int] = BySide(0, 0)
    """How many moves of each side were made again in this match."""
