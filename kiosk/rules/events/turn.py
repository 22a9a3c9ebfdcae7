"""Facts about clocks and turns, stopped and resumed."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import StopFor
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """A side's clock runs from `at`, with `delay` before its reserve."""

    side: Side
    at: Instant
    delay: Nanos


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """A clock stopped; both reserves, the delay left and the turn's time so far are after it."""

    side: Side
    at: Instant
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """Both clocks stand still until the players agree or the director says.

    `resumes` is whose clock then goes on; None when no clock ran. `by` and `why` are the
    director's, if it was an order; `side` and `purpose` a player's, `listed` by the book or not.
    """

    reason: StopReason
    resumes: Side | None
    cites: tuple[str, ...]
    by: str | None
    why: str | None
    side: Side | None = None
    purpose: StopFor | None = None
    listed: bool = True


@dataclass(frozen=True, slots=True)
class ResumeAgreed(Event):
    """One side agrees to go on. None is the director, who decides alone: `by` and `why`."""

    side: Side | None
    by: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class PlayResumed(Event):
    """Play goes on; `side`'s clock runs from `at` with what is left of its delay, if one ran."""

    side: Side | None
    at: Instant


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """`used` is the time since this clock was last started, delay included; a think before a
    double stands in ClockStopped. `reserve` is both reserves after the turn, with what the press
    gave back.
    """

    side: Side
    used: Nanos
    reserve: BySide[Nanos]
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FlagReached(Event):
    """A side's reserve reached zero at `at`. What follows is the book's."""

    side: Side
    at: Instant
    cites: tuple[str, ...]
