"""Facts about the time on the clocks, and their state changes."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from kiosk.rules import clock as clocks
from kiosk.rules.clock import ClockWish
from kiosk.rules.fact import Event, Fact, in_control
from kiosk.rules.match import Game, Match
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
class TimeAllotted(Event):
    """Each side's reserve was set from the score."""

    reserve: BySide[Nanos]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimeSet(Event):
    """Both reserves are set as of `at`; a running clock goes on from there."""

    is_ruling: ClassVar[bool] = True
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
class LostTimeNoted(Event):
    """A side claims that its clock had run by mistake; the director judges."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DelayRestarted(Event):
    """A side's delay restarts at `at`, and with it the time used in this turn."""

    side: Side
    at: Instant
    reserve: BySide[Nanos]
    delay: Nanos
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockWished(Event):
    """A side asks for a clock; the other answers, and the director brings one in or not."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockWishAnswered(Event):
    """The answer of `side` to the other's request for a clock."""

    side: Side
    agrees: bool
    cites: tuple[str, ...]


def apply_time_allotted(match: Match, event: TimeAllotted) -> Match:
    clock = replace(clocks.new_clock(), reserve=event.reserve)
    return replace(in_control(match, allotted=True, second=False), clock=clock)


def apply_time_set(match: Match, event: TimeSet) -> Match:
    clock = clocks.with_reserve(match.clock, event.reserve)
    since = replace(clock, since=event.at, delay_left=event.delay_left, used=event.used)
    return replace(match, clock=since)


def apply_clock_introduced(match: Match, event: ClockIntroduced) -> Match:
    introduced = in_control(match, dropped=False, wish=None)
    if event.at_once:
        dicing = match.dicing.under(event.profile)
        return replace(introduced, book=event.profile, dicing=dicing)
    return replace(introduced, next_book=event.profile)


def apply_clock_dropped(match: Match, _event: ClockDropped) -> Match:
    """No clock goes on, and a fallen flag no longer stands."""
    unflagged = replace(match.clock, flagged=BySide(None, None), first_flag=None)
    dropped = replace(in_control(match, dropped=True), clock=unflagged)
    if match.stop is not None:
        dropped = replace(dropped, stop=replace(match.stop, resumes=None))
    return dropped if match.game is None else replace(dropped, game=nobody_resumes(match.game))


def nobody_resumes(game: Game) -> Game:
    """The game, where the clock that stopped for a claim, an offer or a challenge stays stopped."""
    challenge = game.moves.challenge
    return replace(
        game,
        claim=replace(game.claim, resumes=None) if game.claim else None,
        offer=replace(game.offer, resumes=None) if game.offer else None,
        moves=replace(
            game.moves, challenge=replace(challenge, resumes=None) if challenge else None
        ),
    )


def apply_delay_restarted(match: Match, event: DelayRestarted) -> Match:
    clock = clocks.with_reserve(match.clock, event.reserve)
    fresh = replace(clock, since=event.at, delay_left=event.delay, used=clocks.NO_TIME.white)
    return replace(in_control(match, renewed=True), clock=fresh)


def apply_clock_wished(match: Match, event: ClockWished) -> Match:
    return in_control(match, wish=ClockWish(event.side))


def apply_clock_wish_answered(match: Match, event: ClockWishAnswered) -> Match:
    wish = match.control.wish
    return in_control(match, wish=replace(wish, agreed=event.agrees) if wish else None)


FACTS = (
    Fact(TimeAllotted, apply_time_allotted),
    Fact(TimeSet, apply_time_set),
    Fact(ClockIntroduced, apply_clock_introduced),
    Fact(ClockDropped, apply_clock_dropped),
    Fact(LostTimeNoted),
    Fact(DelayRestarted, apply_delay_restarted),
    Fact(ClockWished, apply_clock_wished),
    Fact(ClockWishAnswered, apply_clock_wish_answered),
)
