"""Facts about time used up and what follows from it."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class ExpiryCounted(Event):
    """A side's time used up counts as an offence."""

    side: Side
    game: int


@dataclass(frozen=True, slots=True)
class SecondControlStarted(Event):
    """Both clocks begin the second time control; the turn under way has a new delay."""

    reserve: BySide[Nanos]
    delay_left: Nanos
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeFrozen(Event):
    """The cube stays where it is, at its value, for the rest of the game. A double that was not
    answered yet is none: its side is to roll.
    """

    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrawfordOrdered(Event):
    """The next game is the Crawford game."""

    cites: tuple[str, ...]
