"""Time on the clocks: allotted, brought in, set by the director, lost and restored."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules import clock as clocks
from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.proposal import Proposal
from kiosk.rules.mix import refuse_book
from kiosk.rules.phases import LIVE, PLAYING
from kiosk.rules.play import PlayStopped, start_clock, stop_clock
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import (
    Allotment,
    ClockAsker,
    ClockErrorDuty,
    ClockPosting,
    ClockSystem,
    CockedClock,
    Introduction,
    RuleBook,
    SlowSanction,
)
from kiosk.rules.stops import DirectorCalled
from kiosk.rules.tap import plain_tap
from kiosk.rules.times.facts import (
    ClockIntroduced,
    ClockWishAnswered,
    ClockWished,
    DelayRestarted,
    LostTimeNoted,
    TimeAllotted,
    TimeCause,
    TimeSet,
)
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Instant, Nanos, Side, require


class TimeMode(StrEnum):
    """What the director does with a time."""

    ADD = "add"
    SUBTRACT = "subtract"
    SET = "set"


@dataclass(frozen=True, slots=True)
class ClockOrdered(Order):
    """Play the rest of the match with the clock of a whole resolved profile.

    `asked_by` is the person it is ordered for. Not `at_once`: from the next game on; `extreme`: the
    director calls the case extreme.
    """

    profile: RuleBook
    profile_hash: str
    asked_by: ClockAsker
    at_once: bool
    extreme: bool


@dataclass(frozen=True, slots=True)
class TimeOrdered(Order):
    """Change a side's reserve by `time`, or set it.

    `restores`: it gives back time the side lost while its clock ran by mistake.
    """

    side: Side
    time: Nanos
    mode: TimeMode
    restores: bool


@dataclass(frozen=True, slots=True)
class ClockReplaced(Order):
    """A faulty clock was replaced by one that shows these times."""

    reserve: BySide[Nanos]


@dataclass(frozen=True, slots=True)
class LostTimeClaimed(Command):
    """A side claims that its clock had run by mistake."""

    side: Side


@dataclass(frozen=True, slots=True)
class DelayRestartTapped(Command):
    """A side restarts its delay after a roll that did not count."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishTapped(Command):
    """A side asks for the match to be played with a clock."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishAgreed(Command):
    """A side agrees to the clock that the other asks for."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishDenied(Command):
    """A side does not agree to it."""

    side: Side


MOST_TIME_NS = 1_000 * MINUTE_NS
"""More than any clock shows."""


_ANSWERED = frozenset({Phase.CLAIMED, Phase.OFFERED, Phase.CHALLENGED})
"""Phases that wait for an answer while a clock runs that is not the side on turn's."""


# --- amounts -------------------------------------------------------------------------------------


def unset_times(match: Match, book: RuleBook) -> tuple[str, ...]:
    """The keys without which the time for each side can't be determined."""
    pairs = match.opened is not None and any(
        len(match.opened.sides.of_side(side).members) > 1 for side in SIDES
    )
    keys = book.missing(consultation=pairs) if _has_clock(book) else ()
    table, longest = book.clock.timetable_min, max(match.away.white, match.away.black)
    listed = book.clock.allotment is Allotment.TIMETABLE
    if listed and table is not None and len(table) < longest:
        keys = (*keys, "clock.timetable_min")
    return keys


def times_due(match: Match, book: RuleBook) -> tuple[str, ...]:
    """The keys the director has yet to set before a game can start; none once he has set both
    clocks directly (italian-international L127, michigan-2002 §2.4).
    """
    return () if _set_by_hand(match) else unset_times(match, book)


def _set_by_hand(match: Match) -> bool:
    """Whether both clocks show a time although none was allotted."""
    shown = match.clock.reserve
    return match.clocked and not match.control.allotted and 0 not in (shown.white, shown.black)


def _has_clock(book: RuleBook) -> bool:
    return book.clock.system is not ClockSystem.NONE


def allot(decision: Decision) -> None:
    """Emit reserves by the current score, if a clock is used and its times are known."""
    match, book = decision.match, decision.book
    if match.clocked and not unset_times(match, book):
        per_point = book.clock.allotment is Allotment.AVERAGE_AWAY
        times = "reserve_s_per_point" if per_point else "timetable_min"
        keys = ("clock.allotment", f"clock.{times}")
        reserve = clocks.allotment(book.clock, match.away)
        decision.emit(TimeAllotted(reserve, tuple(dict.fromkeys(map(book.cite, keys)))))


def first_turn_credit(match: Match) -> Nanos:
    """The event may add the delay once before the first turn of a game."""
    rules = require(match.book).clock
    gives = rules.system in {ClockSystem.BRONSTEIN, ClockSystem.FISCHER}
    return match.pace.delay if match.clocked and gives and rules.first_turn_credit else Nanos(0)


def credit_first_turns(decision: Decision) -> None:
    match, credit = decision.match, first_turn_credit(decision.match)
    if credit:
        reserve = match.clock.reserve.map(lambda left: Nanos(left + credit))
        cites = (decision.book.cite("clock.first_turn_credit"),)
        _set_time(decision, match.clock.since, reserve, TimeCause.FIRST_TURN, None, cites)


def _set_time(
    decision: Decision,
    at: Instant,
    reserve: BySide[Nanos],
    cause: TimeCause,
    order: Order | None,
    cites: tuple[str, ...],
) -> None:
    now = clocks.read(decision.match.clock, at)
    by, why = (order.by, order.why) if order else (None, None)
    decision.emit(
        TimeSet(reserve, now.delay_left, now.used, now.since, cause, by, why, cites),
    )


def top_up(decision: Decision, order: Order, proposal: Proposal) -> None:
    """Give both clocks the proposed time, if any."""
    if proposal.added is None and proposal.reset is None:
        return
    now, added = clocks.read(decision.match.clock, order.at), proposal.added or 0
    after = now.reserve.map(
        lambda left: Nanos((left if proposal.reset is None else proposal.reset) + added)
    )
    _set_time(decision, order.at, after, TimeCause.TOP_UP, order, proposal.cites)


# --- brought in ----------------------------------------------------------------------------------


def refuse_clock(match: Match, command: ClockOrdered) -> Against:
    book = command.profile
    if match.clocked:
        return (Reason.ALREADY_DONE,)
    if not book.complete() or not _has_clock(book):
        return (Reason.BAD_VALUE,)
    reasons = [*refuse_book(match, book)]
    if unset_times(match, book):
        reasons.append(Reason.TIME_NOT_SET)
    if not _may_ask(book, command.asked_by):
        reasons.append(Reason.ASKER_MAY_NOT)
    if command.at_once and match.phase in IN_GAME:
        reasons += _refuse_now(match, command)
    return tuple(reasons)


def _may_ask(book: RuleBook, asker: ClockAsker) -> bool:
    """Whether the asker may have a clock: a player is a participant, and may also ask wherever
    clocks are announced as allowed.
    """
    rules, player = book.clock, asker is ClockAsker.PLAYER
    if player and (
        ClockAsker.PARTICIPANT in rules.asked_by or rules.notice is ClockPosting.ALLOWED
    ):
        return True
    return asker in rules.asked_by


def refuse_clock_wish(match: Match, _command: ClockWishTapped) -> Against:
    """Reasons against a player's request, or half of an agreement (norway §2.3(ii), §3.5(i)(a),
    (b); london-club TR14; italian-international L121). A request that was not agreed to may be
    repeated.
    """
    book, wish = require(match.book), match.control.wish
    if match.clocked or _has_clock(match.next_book or book):
        return (Reason.ALREADY_DONE,)
    if not _may_ask(book, ClockAsker.PLAYER) and not _may_ask(book, ClockAsker.AGREEMENT):
        return (Reason.ASKER_MAY_NOT,)
    waits = wish is not None and (wish.agreed is None or wish.agreed)
    return (Reason.ALREADY_DONE,) if waits else NOTHING


def wish_for_clock(decision: Decision, command: ClockWishTapped) -> None:
    decision.emit(ClockWished(command.side, (decision.book.cite("clock.asked_by"),)))


def refuse_wish_answer(match: Match, command: ClockWishAgreed | ClockWishDenied) -> Against:
    wish = match.control.wish
    if wish is None or wish.agreed is not None:
        return (Reason.NOT_NOW,)
    return NOTHING if command.side is wish.side.other else (Reason.NOT_YOUR_TURN,)


def answer_clock_wish(decision: Decision, command: ClockWishAgreed | ClockWishDenied) -> None:
    """Record the answer; the director brings the clock in."""
    agrees, cites = isinstance(command, ClockWishAgreed), (decision.book.cite("clock.asked_by"),)
    decision.emit(ClockWishAnswered(command.side, agrees, cites))


def _refuse_now(match: Match, command: ClockOrdered) -> Against:
    introduced = command.profile.clock.introduced
    if introduced is Introduction.NEXT_GAME:
        return (Reason.NEXT_GAME_ONLY,)
    if introduced is Introduction.NEXT_GAME_UNLESS_EXTREME and not command.extreme:
        return (Reason.ONLY_IF_EXTREME,)
    return (Reason.NOT_NOW,) if match.phase in _ANSWERED else NOTHING


def order_clock(decision: Decision, command: ClockOrdered) -> None:
    """Bring in the clock; within a game it starts once both sides have seen it."""
    now = command.at_once and decision.match.phase in IN_GAME
    cites = _brought_in_by(decision.match, command)
    ordered = (command.profile, command.profile_hash, now, command.by, command.why)
    decision.emit(ClockIntroduced(*ordered, cites))
    if now:
        allot(decision)
        _stand_for_who_acts(decision, command.at)


def _brought_in_by(match: Match, command: ClockOrdered) -> tuple[str, ...]:
    """The sections that let the director order it; after a complaint of slow play, those about it.

    Norway distinguishes the two in §3.5(i)(d), which is §2.3, and §3.5(i)(e).
    """
    book, asker = command.profile, command.asked_by
    complained = match.hearing.slow_play and asker in {ClockAsker.DIRECTOR, ClockAsker.PLAYER}
    slow = complained and SlowSanction.CLOCK in book.slow_play.sanctions
    keys = ("slow_play.sanctions" if slow else "clock.introduced", "clock.asked_by")
    return tuple(dict.fromkeys(map(book.cite, keys)))


def _stand_for_who_acts(decision: Decision, at: Instant) -> None:
    """Stop with the clock of the side to act, which runs once both sides have tapped."""
    match, side = decision.match, decision.game.on_turn
    acts = side.other if side is not None and match.phase is Phase.DOUBLED else side
    if acts is not None:
        start_clock(decision, acts, at)
        stop_clock(decision, at)
    held = match.stop
    if held is None:
        brought_in = (StopReason.CLOCK_BROUGHT_IN, acts, (), None, None)
        decision.emit(PlayStopped(*brought_in))
    elif acts is not None:
        decision.emit(PlayStopped(held.reason, acts, (), held.by, held.why))


# --- set, restored -------------------------------------------------------------------------------


def refuse_time(match: Match, command: TimeOrdered) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if command.restores and not _restores(match):
        return (Reason.TIME_NOT_RESTORED,)
    after = _changed(match, command)
    fits = 0 <= after <= MOST_TIME_NS and command.time >= 0
    return NOTHING if fits else (Reason.BAD_VALUE,)


def _restores(match: Match) -> bool:
    duty = require(match.book).clock.error_duty
    return duty is not ClockErrorDuty.OWN_RESPONSIBILITY


def _changed(match: Match, command: TimeOrdered) -> Nanos:
    left = clocks.read(match.clock, command.at).reserve.of_side(command.side)
    after = {
        TimeMode.ADD: left + command.time,
        TimeMode.SUBTRACT: left - command.time,
        TimeMode.SET: command.time,
    }
    return Nanos(after[command.mode])


def order_time(decision: Decision, command: TimeOrdered) -> None:
    now = clocks.read(decision.match.clock, command.at)
    reserve = now.reserve.with_(command.side, _changed(decision.match, command))
    cause = TimeCause.LOST_TIME if command.restores else TimeCause.RULING
    cites = (decision.book.cite("clock.error_duty"),) if command.restores else ()
    _set_time(decision, command.at, reserve, cause, command, cites)


def refuse_replacing(match: Match, command: ClockReplaced) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    shown = (command.reserve.white, command.reserve.black)
    fits = all(0 <= each <= MOST_TIME_NS for each in shown)
    return NOTHING if fits else (Reason.BAD_VALUE,)


def replace_clock(decision: Decision, command: ClockReplaced) -> None:
    cites = (decision.book.cite("clock.faulty"),)
    _set_time(decision, command.at, command.reserve, TimeCause.CLOCK_REPLACED, command, cites)


def refuse_lost_time(match: Match, _command: LostTimeClaimed) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    return NOTHING if _restores(match) else (Reason.TIME_NOT_RESTORED,)


def claim_lost_time(decision: Decision, command: LostTimeClaimed) -> None:
    """The director judges; until then play is stopped."""
    decision.emit(LostTimeNoted(command.side, (decision.book.cite("clock.error_duty"),)))
    decision.emit(DirectorCalled(command.side, CallAbout.STATED))
    resumes = stop_clock(decision, command.at)
    if decision.match.stop is None and decision.match.phase in IN_GAME:
        decision.emit(PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))


# --- the delay -----------------------------------------------------------------------------------


def refuse_delay_restart(match: Match, command: DelayRestartTapped) -> Against:
    game, book = require(match.game), require(match.book)
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if book.stop.on_cocked_roll is CockedClock.NEVER:
        return (Reason.CLOCK_RUNS_ON,)
    ran = match.stop.resumes if match.stop else match.clock.running
    if command.side is not game.on_turn or command.side is not ran:
        return (Reason.NOT_YOUR_TURN,)
    if not game.refused_for:
        return (Reason.NOT_NOW,)
    return (Reason.ALREADY_DONE,) if match.control.renewed else NOTHING


def restart_delay(decision: Decision, command: DelayRestartTapped) -> None:
    """Allowed once for each roll that does not count (norway §4.3(v))."""
    pace, clock = decision.match.pace, decision.match.clock
    now = clocks.stop_by_press(clock, pace, command.at) if clock.running else clock
    cites = (decision.book.cite("stop.on_cocked_roll"),)
    decision.emit(DelayRestarted(command.side, now.since, now.reserve, pace.first, cites))


ACTS = (
    Act(
        DelayRestartTapped,
        (Phase.TO_ROLL,),
        refuse_delay_restart,
        restart_delay,
        tap=plain_tap(DelayRestartTapped),
    ),
    Act(LostTimeClaimed, LIVE, refuse_lost_time, claim_lost_time, tap=plain_tap(LostTimeClaimed)),
    Act(
        ClockWishTapped, PLAYING, refuse_clock_wish, wish_for_clock, tap=plain_tap(ClockWishTapped)
    ),
    Act(
        ClockWishAgreed,
        PLAYING,
        refuse_wish_answer,
        answer_clock_wish,
        tap=plain_tap(ClockWishAgreed),
        may_take_back=always,
    ),
    Act(
        ClockWishDenied,
        PLAYING,
        refuse_wish_answer,
        answer_clock_wish,
        tap=plain_tap(ClockWishDenied),
    ),
    Act(ClockOrdered, LIVE, refuse_clock, order_clock),
    Act(TimeOrdered, LIVE, refuse_time, order_time),
    Act(ClockReplaced, LIVE, refuse_replacing, replace_clock),
)
