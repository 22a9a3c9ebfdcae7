"""Breaks by the book or by the director's leave, their overrun, and adjournment."""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.phases import PLAYING
from kiosk.rules.play import PlayStopped, stop_clock
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import BreakOverrun, BreakWhen, SeriesBreaks
from kiosk.rules.schedule.facts import (
    BreakBegan,
    BreakGivenBack,
    BreakOverran,
    MatchAdjourned,
    StayingDenied,
    StayingSaid,
)
from kiosk.rules.schedule.late import begin_lateness
from kiosk.rules.tap import Tap, TapOption, Try, plain_tap
from kiosk.rules.units import MINUTE_NS, SIDES, Instant, Side, require


@dataclass(frozen=True, slots=True)
class BreakTapped(Command):
    """A side takes this many of its breaks, one after the other."""

    side: Side
    breaks: int


@dataclass(frozen=True, slots=True)
class NobodyLeftTapped(Command):
    """The side that took a break claims that neither player left the board for it."""

    side: Side


@dataclass(frozen=True, slots=True)
class NobodyLeftAgreed(Command):
    """The other side agrees."""

    side: Side


@dataclass(frozen=True, slots=True)
class NobodyLeftDenied(Command):
    """The other side does not agree; or the claimant withdraws its claim."""

    side: Side


@dataclass(frozen=True, slots=True)
class BreakReturned(Order):
    """Give a side its break back, because neither player left for it."""

    side: Side


@dataclass(frozen=True, slots=True)
class BreakOrdered(Order):
    """Allow a side to leave for this long, beside the breaks of the book."""

    side: Side
    minutes: int


@dataclass(frozen=True, slots=True)
class AdjournOrdered(Order):
    """Postpone the match; it goes on with the same clocks when the director starts play."""


MOST_MINUTES = 240


def allowed_breaks(match: Match) -> int:
    """The number of breaks of each side in this match."""
    rules = require(match.book).breaks
    long = match.length is not None and match.length >= rules.long_from_points
    return rules.per_side_long if long else rules.per_side


def refuse_break(match: Match, command: BreakTapped) -> Against:
    rules, schedule, reasons = require(match.book).breaks, match.schedule, list[Reason]()
    if command.breaks < 1:
        reasons.append(Reason.BAD_VALUE)
    if match.phase in IN_GAME and rules.when is BreakWhen.BETWEEN_GAMES:
        reasons.append(Reason.BETWEEN_GAMES_ONLY)
    if rules.in_series is SeriesBreaks.BETWEEN_MATCHES and _inside_series(match):
        reasons.append(Reason.BETWEEN_MATCHES_ONLY)
    if not rules.pooling and (command.breaks > 1 or schedule.pause is not None):
        reasons.append(Reason.NO_POOLING)
    if schedule.breaks.of_side(command.side) + command.breaks > allowed_breaks(match):
        reasons.append(Reason.NO_BREAK_LEFT)
    if schedule.late.of_side(command.side) is not None:
        reasons.append(Reason.LATE_ALREADY)
    return tuple(reasons)


def _inside_series(match: Match) -> bool:
    """Whether the match is in a series, and not between two of its matches."""
    series = require(match.opened).series
    between = series is not None and series.number > 1 and match.games_played == 0
    return series is not None and not (between and match.phase is Phase.BETWEEN_GAMES)


def take_break(decision: Decision, command: BreakTapped) -> None:
    """Take a break; it follows the one under way, if any (norway §2.2(ii))."""
    pause = decision.match.schedule.pause
    start = pause.until if pause else command.at
    until = Instant(start + command.breaks * decision.book.breaks.minutes * MINUTE_NS)
    keys = ("breaks.per_side", "breaks.minutes", "breaks.when")
    cites = tuple(dict.fromkeys(decision.book.cite(key) for key in keys))
    resumes = stop_clock(decision, command.at)
    reserve = decision.match.clock.reserve
    decision.emit(BreakBegan(command.side, command.breaks, until, reserve, None, None, cites))
    _stop_play(decision, resumes)


# --- not used up ---------------------------------------------------------------------------------


def refuse_staying(match: Match, command: NobodyLeftTapped) -> Against:
    """Allowed until play goes on: a break is what a player leaves the board for (norway
    §2.2(ii)).
    """
    schedule = match.schedule
    if not require(match.book).breaks.used_by_leaving:
        return (Reason.BREAK_COUNTS,)
    if schedule.announced.of_side(command.side) == 0:
        return (Reason.NO_BREAK_TAKEN,)
    return (Reason.ALREADY_DONE,) if schedule.stayed is not None else NOTHING


def claim_nobody_left(decision: Decision, command: NobodyLeftTapped) -> None:
    decision.emit(StayingSaid(command.side, (decision.book.cite("breaks.used_by_leaving"),)))


def refuse_agreeing(match: Match, command: NobodyLeftAgreed) -> Against:
    stayed = match.schedule.stayed
    if stayed is None:
        return (Reason.NOT_NOW,)
    return NOTHING if command.side is stayed.other else (Reason.NOT_YOUR_TURN,)


def agree_nobody_left(decision: Decision, command: NobodyLeftAgreed) -> None:
    side = command.side.other
    _give_back(decision, side, decision.match.schedule.announced.of_side(side), None)


def refuse_denying(match: Match, _command: NobodyLeftDenied) -> Against:
    return NOTHING if match.schedule.stayed is not None else (Reason.NOT_NOW,)


def deny_nobody_left(decision: Decision, command: NobodyLeftDenied) -> None:
    decision.emit(StayingDenied(command.side))


def refuse_returning(match: Match, command: BreakReturned) -> Against:
    taken = match.schedule.breaks.of_side(command.side) > 0
    return NOTHING if taken else (Reason.NO_BREAK_TAKEN,)


def return_break(decision: Decision, command: BreakReturned) -> None:
    """Return the breaks just announced; once play has gone on, the last one."""
    announced = decision.match.schedule.announced.of_side(command.side)
    _give_back(decision, command.side, announced or 1, command)


def _give_back(decision: Decision, side: Side, breaks: int, order: Order | None) -> None:
    by, why = (order.by, order.why) if order else (None, None)
    cites = (decision.book.cite("breaks.used_by_leaving"),)
    decision.emit(BreakGivenBack(side, breaks, by, why, cites))


# --- the director's leave ------------------------------------------------------------------------


def refuse_leave(_match: Match, command: BreakOrdered) -> Against:
    return NOTHING if 1 <= command.minutes <= MOST_MINUTES else (Reason.BAD_VALUE,)


def order_leave(decision: Decision, command: BreakOrdered) -> None:
    """Grant a leave; the director may override the book's rules on breaks (norway §2.2(iii))."""
    until = Instant(command.at + command.minutes * MINUTE_NS)
    resumes = stop_clock(decision, command.at)
    reserve = decision.match.clock.reserve
    decision.emit(BreakBegan(command.side, 0, until, reserve, command.by, command.why, ()))
    _stop_play(decision, resumes)


def _stop_play(decision: Decision, resumes: Side | None) -> None:
    if decision.match.phase in IN_GAME and decision.match.stop is None:
        decision.emit(PlayStopped(StopReason.BREAK, resumes, (), None, None))


# --- over ----------------------------------------------------------------------------------------


def break_deadline(match: Match) -> Instant | None:
    """When the break under way is overrun: right after its end."""
    pause = match.schedule.pause
    playing = match.phase in IN_GAME or match.phase is Phase.BETWEEN_GAMES
    return Instant(pause.until + 1) if pause and playing and not pause.overrun else None


def overrun_break(decision: Decision, at: Instant) -> None:
    """A side not back by the end of the break is late, or the director sets the penalty."""
    pause = decision.match.schedule.pause
    if pause is None or pause.overrun or at <= pause.until:
        return
    cites = (decision.book.cite("breaks.overrun"),)
    as_lateness = decision.book.breaks.overrun is BreakOverrun.AS_LATENESS
    for side in SIDES:
        if pause.away.of_side(side):
            decision.emit(BreakOverran(side, cites))
            if as_lateness:
                cause = ProposalCause.BREAK_OVERRUN
                begin_lateness(decision, side, cause, pause.until, "breaks.overrun")


# --- adjourned -----------------------------------------------------------------------------------


def refuse_adjourning(match: Match, _command: AdjournOrdered) -> Against:
    adjourned = match.stop is not None and match.stop.reason is StopReason.ADJOURNED
    return (Reason.ALREADY_DONE,) if adjourned else NOTHING


def adjourn(decision: Decision, command: AdjournOrdered) -> None:
    """Adjourn; the clocks stay as they are until the director starts play again."""
    stop = decision.match.stop
    resumes = stop_clock(decision, command.at) if stop is None else stop.resumes
    decision.emit(MatchAdjourned(decision.match.clock.reserve, command.by, command.why))
    decision.emit(PlayStopped(StopReason.ADJOURNED, resumes, (), command.by, command.why))


def _counts(_match: Match, _side: Side) -> Iterator[Try]:
    for count in (1, 2):
        yield TapOption(level=count), ()


BREAK = Tap(_counts, lambda a, side, _, at: BreakTapped(at, side, a.level or 1))

ACTS = (
    Act(
        BreakTapped,
        PLAYING,
        refuse_break,
        take_break,
        while_stopped=False,
        tap=BREAK,
        may_take_back=always,
    ),
    Act(
        NobodyLeftTapped,
        PLAYING,
        refuse_staying,
        claim_nobody_left,
        tap=plain_tap(NobodyLeftTapped),
    ),
    Act(
        NobodyLeftAgreed,
        PLAYING,
        refuse_agreeing,
        agree_nobody_left,
        while_called=False,
        tap=plain_tap(NobodyLeftAgreed),
        may_take_back=always,
    ),
    Act(
        NobodyLeftDenied,
        PLAYING,
        refuse_denying,
        deny_nobody_left,
        while_called=False,
        tap=plain_tap(NobodyLeftDenied),
    ),
    Act(BreakReturned, PLAYING, refuse_returning, return_break),
    Act(BreakOrdered, PLAYING, refuse_leave, order_leave),
    Act(AdjournOrdered, PLAYING, refuse_adjourning, adjourn),
)
