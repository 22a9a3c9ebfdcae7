"""Facts about errors on the board, told by people: the camera sees no checkers."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class MoveChallenged(Event):
    """The last move, `side`'s, is said to be illegal; `resumes` is whose clock was stopped."""

    by: str
    side: Side
    resumes: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveTakenBack(Event):
    """`side` moves again with `roll`, or rolls what it had not rolled; both reserves are set.

    `after_delay`: only once the delay has run out. `times`: so many of its moves by now.
    """

    side: Side
    roll: tuple[int, ...] | None
    reserve: BySide[Nanos]
    after_delay: bool
    times: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveStands(Event):
    """The move is played on: the director rules so, or who challenged it takes that back."""

    side: Side
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class DieLiftTold(Event):
    """`side` says that the other has picked up a die, which lets the last move stand."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetUpErrorFound(Event):
    """The checkers were set up wrong: it is put right. `must`: whether the players like or not."""

    side: Side
    must: bool
    cites: tuple[str, ...]
