"""Facts and helpers of play: whose clock runs, that play stands still, that a turn ended."""

from dataclasses import dataclass, replace

from kiosk.rules import clock as clocks
from kiosk.rules.clock import Clock, read, stop_by_press
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact, in_game, press_owed_no_more
from kiosk.rules.match import Match, Phase, Stop
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockSystem, StopFor
from kiosk.rules.units import BySide, Instant, Nanos, Side, require


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """A side's clock runs from `at`, with `delay` before its reserve."""

    side: Side
    at: Instant
    delay: Nanos


@dataclass(frozen=True, slots=True)
class ClockStopped(Event):
    """A clock stopped; both reserves, the delay left and the turn's time are as of the stop."""

    side: Side
    at: Instant
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """Both clocks stand still until the players agree or the director orders otherwise.

    `resumes` is the side whose clock then goes on, None if no clock ran. `by` and `why` are the
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
class PlayResumed(Event):
    """Play goes on; `side`'s clock runs from `at` with what is left of its delay, if one ran."""

    side: Side | None
    at: Instant


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """`used` is the time since this clock was last started, delay included.

    A think before a double is in ClockStopped. `reserve` is both reserves after the turn, with what
    the press gave back.
    """

    side: Side
    used: Nanos
    reserve: BySide[Nanos]
    cites: tuple[str, ...] = ()


def start_clock(decision: Decision, side: Side, at: Instant) -> None:
    """Start the side's clock for a turn, or for an answer to a double, if a clock is used."""
    if decision.match.clocked:
        first = decision.match.pace.first
        decision.emit(ClockStarted(side, not_before(decision, at), first))


def run_clock(decision: Decision, side: Side, at: Instant, delay: Nanos) -> None:
    """Run the side's clock from `at`, whenever another was stopped: for a lateness."""
    decision.emit(ClockStarted(side, at, delay))


def not_before(decision: Decision, at: Instant) -> Instant:
    """`at`, or when the clocks last started or stopped: a late stamp never charges time twice."""
    return max(at, decision.match.clock.since)


def stop_clock(decision: Decision, at: Instant) -> Side | None:
    """Stop a clock in the middle of a turn; returns its side."""
    return _stopped(decision, read(decision.match.clock, at))


def press_clock(decision: Decision, at: Instant) -> Side | None:
    """Stop a clock by a press, which gives back what the clock's system gives."""
    return _stopped(decision, stop_by_press(decision.match.clock, decision.match.pace, at))


def end_clock(decision: Decision, at: Instant) -> Side | None:
    """Stop a clock because the game is over; returns its side.

    By Bronstein the seconds used come back as by a press, including those of a clock that was
    stopped for the offer or the claim which ended the game.
    """
    match = decision.match
    running, waits = match.clock.running, _stopped_for_end(match)
    side = running or waits
    if side is None or match.pace.system is not ClockSystem.BRONSTEIN:
        return stop_clock(decision, at)
    until = at if running else match.clock.since
    now = stop_by_press(replace(match.clock, running=side), match.pace, until)
    settled_once = Nanos(0)  # even if the game is reopened
    decision.emit(ClockStopped(side, now.since, now.reserve, now.delay_left, settled_once))
    return running


def _stopped_for_end(match: Match) -> Side | None:
    """The side whose clock stands because of an offer or claim that waits for its answer."""
    game = match.game
    waits = (game.offer or game.claim) if game else None
    return waits.resumes if waits is not None else None


def _stopped(decision: Decision, now: Clock) -> Side | None:
    side = decision.match.clock.running
    if side is not None:
        decision.emit(ClockStopped(side, now.since, now.reserve, now.delay_left, now.used))
    return side


def resume_play(decision: Decision, at: Instant) -> None:
    """Continue play with the stopped clock, unless it was stopped for a lateness now over."""
    side = require(decision.match.stop).resumes
    between = decision.match.phase is Phase.BETWEEN_GAMES
    late = between and side is not None and decision.match.schedule.missing(side)
    resumes = None if between and not late else side
    decision.emit(PlayResumed(resumes, not_before(decision, at)))


def hold_for_both(decision: Decision, at: Instant) -> None:
    """Stop the running clock until both sides have tapped: what stopped play is settled."""
    side = stop_clock(decision, at)
    if side is not None:
        decision.emit(PlayStopped(StopReason.BOTH_GO_ON, side, (), None, None))


def apply_clock_started(match: Match, event: ClockStarted) -> Match:
    phase = Phase.MOVING if match.phase is Phase.PRESS_TO_START else match.phase
    clock = clocks.start(match.clock, event.side, event.at, event.delay)
    pressed = press_owed_no_more(in_game(match, restarts=None), event.side.other)
    return replace(pressed, clock=clock, phase=phase)


def apply_clock_stopped(match: Match, event: ClockStopped) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        since=event.at,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


def apply_play_stopped(match: Match, event: PlayStopped) -> Match:
    neither = BySide(False, False)
    whose = (event.by, event.why, event.side, event.purpose)
    return replace(match, stop=Stop(event.reason, event.resumes, neither, *whose))


def apply_play_resumed(match: Match, event: PlayResumed) -> Match:
    clock = clocks.resume(match.clock, event.side, event.at) if event.side else match.clock
    dicing = replace(match.dicing, contested=None, disputed=None)
    return replace(match, stop=None, call=None, clock=clock, dicing=dicing)


def apply_turn_ended(match: Match, event: TurnEnded) -> Match:
    settled = clocks.with_reserve(match.clock, event.reserve)
    clock = replace(settled, running=None, used=Nanos(0))
    return replace(
        _turned_over(match, event.side.other),
        phase=Phase.TO_ROLL,
        clock=clock,
        dicing=match.dicing.after_turn(event.side),
        tower=None,
        held=None,
    )


def _turned_over(match: Match, side: Side) -> Match:
    """Clear claims of the turn that were not agreed to. Dice thrown early for the next turn were a
    roll of it that does not count (london-club TR10, TR11).
    """
    if match.game is None:
        return match
    doubles = replace(match.game.doubles, told=None)
    refused = (Reason.PREMATURE,) if match.dicing.threw_early is side else ()
    fresh = {"refused_for": refused, "presses": None, "restarts": None}
    return in_game(match, on_turn=side, doubles=doubles, **fresh)


FACTS = (
    Fact(ClockStarted, apply_clock_started),
    Fact(ClockStopped, apply_clock_stopped),
    Fact(PlayStopped, apply_play_stopped),
    Fact(PlayResumed, apply_play_resumed),
    Fact(TurnEnded, apply_turn_ended),
)
