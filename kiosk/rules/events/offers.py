"""Facts about offers to end a game."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class GameOffered(Event):
    """`side` offers that `winner` wins at `level`; `certain` is what it says of it.

    `resumes` is whose clock ran; `ended_turn`: the offer ended the turn, and none runs since.
    """

    side: Side
    winner: Side
    level: int
    certain: bool
    resumes: Side | None
    ended_turn: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferTaken(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferRefused(Event):
    """The game is played on; `presses` starts the other's clock by hand, None: no press is due."""

    side: Side
    presses: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GinRuled(Event):
    """The director's ruling whether the outcome offered was certain."""

    gin: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameRuled(Event):
    """The director recorded how the game ended."""

    winner: Side
    level: int
    by: str
    why: str
    cites: tuple[str, ...]
