"""Facts about the time on the clocks: brought in, set, given, lost."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.events.event import Event
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Instant, Nanos, Side


class TimeCause(StrEnum):
    """Why the time on the clocks was changed."""

    RULING = "ruling"
    """The director's judgement."""
    LOST_TIME = "lost_time"
    """A clock had run by mistake."""
    CLOCK_REPLACED = "clock_replaced"
    """A faulty clock was replaced."""
    TOP_UP = "top_up"
    """More time after an expiry with penalty points."""
    FIRST_TURN = "first_turn"
    """The delay added once before the first turn of a game."""


@dataclass(frozen=True, slots=True)
class TimeSet(Event):
    """Both reserves are set as of `at`; a clock that runs goes on from there."""

    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos
    at: Instant
    cause: TimeCause
    by: str | None
    why: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockIntroduced(Event):
    """The rest of the match is played with a clock, from now on or from the next game."""

    profile: RuleBook
    profile_hash: str
    at_once: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockDropped(Event):
    """The rest of the match is played without a clock."""

    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LostTimeTold(Event):
    """A side says that its clock had run by mistake; the director judges."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DelayRestarted(Event):
    """A side's delay starts anew at `at`, and with it the time used in this turn."""

    side: Side
    at: Instant
    reserve: BySide[Nanos]
    delay: Nanos
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockWished(Event):
    """A side wishes for a clock; the other answers, and the director brings one in or not."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockWishAnswered(Event):
    """What `side` says to the clock that the other wishes for."""

    side: Side
    agrees: bool
    cites: tuple[str, ...]
