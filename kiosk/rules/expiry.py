"""Time used up: who establishes it, and its consequences by each book."""

from dataclasses import dataclass, replace

from kiosk.rules import clock as clocks
from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.clock import Expiry
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision, Grant
from kiosk.rules.ending import end_match
from kiosk.rules.fact import Event, Fact, in_control
from kiosk.rules.match import Match
from kiosk.rules.match.proposal import Numbered, Proposal, ProposalCause, ProposalKind
from kiosk.rules.penalties import award, would_freeze
from kiosk.rules.phases import LIVE
from kiosk.rules.play import PlayStopped, start_clock, stop_clock
from kiosk.rules.proposals import Proposed, propose
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import (
    BothFlags,
    Declarer,
    FlagConsequence,
    GinAtFlag,
    Offences,
    RuleBook,
    TopUp,
)
from kiosk.rules.score import _section
from kiosk.rules.tap import plain_tap
from kiosk.rules.times.acts import top_up
from kiosk.rules.times.facts import ClockDropped
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Instant, Nanos, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExpiryDeclared(Command):
    """A side's time is claimed to be used up; `by` is the claimant, None for the director."""

    by: Side | None


@dataclass(frozen=True, slots=True)
class ExpiryRuled(Order):
    """The director rules on time used up.

    `first`: the side whose time was used up first, None if that is unknown. `gin`: the side certain
    to win the match on the board, None if neither is.
    """

    first: Side | None
    gin: Side | None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FlagReached(Event):
    """A side's reserve reached zero at `at`. The book decides what follows."""

    side: Side
    at: Instant
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpiryCounted(Event):
    """A side's use of all its time counts as an offence."""

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


# --- refusals and decisions -----------------------------------------------------------------------


def is_waived(match: Match) -> bool:
    """Whether no time limit applies: the cube as it stands ends the match for either winner."""
    book, game = require(match.book), match.game
    if game is None or not book.expiry.waived_when_game_ends_match:
        return False
    return game.cube.level >= max(match.away.white, match.away.black)


def loses_match(match: Match) -> bool:
    """Whether time used up loses the match, now and by this book."""
    consequence = require(match.book).expiry.consequence
    second = consequence is FlagConsequence.SECOND_CONTROL and match.control.second
    return second or consequence is FlagConsequence.LOST_WHEN_DECLARED


def flag_fell(decision: Decision, side: Side, at: Instant) -> None:
    """Emit what follows automatically when a side's time is used up at `at`."""
    if is_waived(decision.match):
        return
    expiry = decision.book.expiry
    if expiry.consequence is not FlagConsequence.LOST_WHEN_DECLARED:
        _call_director(decision, side, at)
    elif Declarer.CLOCK in expiry.declared_by:
        loser = require(decision.match.clock.first_flag)  # perhaps under an earlier book
        end_match(
            decision, loser.other, EndCause.FLAG, at, expiry_cites(decision.book, "consequence")
        )


def expiry_cites(book: RuleBook, *names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(book.cite(f"expiry.{name}") for name in names))


def _call_director(decision: Decision, side: Side, at: Instant) -> None:
    """Stop play, and propose to the director what the book provides."""
    resumes = stop_clock(decision, at)
    if decision.match.stop is None:
        called = expiry_cites(decision.book, "declared_by")
        decision.emit(PlayStopped(StopReason.TIME_USED_UP, resumes, called, None, None))
    proposal = _provided(decision.match, side)
    if _waiting(decision.match, proposal) is None:
        propose(decision, proposal)


def _waiting(match: Match, proposal: Proposal) -> Numbered | None:
    """The waiting proposal this one repeats; a second control starts once for both."""
    side = None if proposal.kind is ProposalKind.SECOND_CONTROL else proposal.side
    return next(
        (
            each
            for each in match.proposals.pending
            if each.proposal.kind is proposal.kind and side in {None, each.proposal.side}
        ),
        None,
    )


def _provided(match: Match, side: Side) -> Proposal:
    book, cause = require(match.book), ProposalCause.TIME_USED_UP
    if loses_match(match):
        return Proposal(
            ProposalKind.MATCH_LOST, cause, side, expiry_cites(book, "consequence", "gin")
        )
    if book.expiry.consequence is FlagConsequence.SECOND_CONTROL:
        return Proposal(ProposalKind.SECOND_CONTROL, cause, side, expiry_cites(book, "consequence"))
    points, time = _points(match, side), Nanos(require(book.expiry.top_up_s) * SECOND_NS)
    adds = book.expiry.top_up is TopUp.ADD
    return Proposal(
        kind=ProposalKind.PENALTY_POINTS,
        cause=cause,
        side=side,
        cites=expiry_cites(book, "consequence", "offences", "top_up_s", "top_up"),
        points=points,
        added=time if adds else None,
        reset=None if adds else time,
        freezes_cube=would_freeze(match, side, points),
    )


def _points(match: Match, side: Side) -> int:
    """Points for a first or, as the book counts, repeated expiry; none in a single game."""
    if match.length is None:
        return 0
    expiry = require(match.book).expiry
    earlier = [each for each in match.control.expiries if each.side is side]
    if expiry.offences is Offences.PER_GAME:
        earlier = [each for each in earlier if each.game == match.game_number]
    return require(expiry.repeat_points if earlier else expiry.first_points)


# --- the director's answer -----------------------------------------------------------------------


def penalise(decision: Decision, proposal: Proposal, order: Order) -> None:
    """Count the offence, award the points, and give both clocks more time."""
    side, points = require(proposal.side), require(proposal.points)
    decision.emit(ExpiryCounted(side, decision.match.game_number))
    if points:
        award(decision, side, points, order, "; ".join(proposal.cites))
    if decision.match.winner is None:
        top_up(decision, order, proposal)


def start_second_control(decision: Decision, _proposal: Proposal, order: Order) -> None:
    """Give both sides the book's time; what was left of the first may be added to it."""
    rules = decision.book.second_control
    running = stop_clock(decision, order.at)
    fresh, kept = require(rules.reserve_s) * SECOND_NS, require(rules.rest_is_kept)
    reserve = decision.match.clock.reserve.map(lambda left: Nanos(fresh + (left if kept else 0)))
    keys = ("system", "delay_s", "reserve_s", "rest_is_kept")
    sections = dict.fromkeys(decision.book.cite(f"second_control.{key}") for key in keys)
    first = clocks.pace(rules).first
    started = SecondControlStarted(reserve, first, order.by, order.why, tuple(sections))
    decision.emit(started)
    if running is not None:
        start_clock(decision, running, order.at)


# --- declared and ruled --------------------------------------------------------------------------


def refuse_expiry(match: Match, command: ExpiryDeclared) -> Against:
    """A flag that fell before the clock was taken away no longer counts (norway §4.3(iii))."""
    flagged, player = match.clock.flagged, command.by is not None
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if flagged.white is None and flagged.black is None:
        return (Reason.NO_FLAG,)
    if is_waived(match):
        return (Reason.TIME_WAIVED,)
    expiry = require(match.book).expiry
    both = flagged.white is not None and flagged.black is not None
    if player and both and expiry.both_flags_to_director:
        return (Reason.BOTH_FLAGS,)
    if player and Declarer.PLAYER not in expiry.declared_by:
        return (Reason.ONLY_DIRECTOR_DECLARES,)
    return NOTHING


def _flags(match: Match) -> list[Side]:
    return [side for side in SIDES if match.clock.flagged.of_side(side) is not None]


def declare_expiry(decision: Decision, command: ExpiryDeclared) -> None:
    """The side whose flag fell loses; if both fell, the first one. Otherwise do what the book
    provides, repeated if it already waits for the director.
    """
    clock, running = decision.match.clock, decision.match.clock.running
    if not loses_match(decision.match):
        for side in _flags(decision.match):
            waiting = _waiting(decision.match, _provided(decision.match, side))
            _call_director(decision, side, command.at)
            if waiting is not None:
                decision.emit(Proposed(waiting.number, waiting.proposal))
        return
    loser = require(clock.first_flag)
    at = command.at if running is None else clocks.last_sure(clock, running, command.at)
    end_match(decision, loser.other, EndCause.FLAG, at, expiry_cites(decision.book, "consequence"))


def refuse_ruling(match: Match, command: ExpiryRuled) -> Against:
    flags = _flags(match)
    if not match.clocked or not flags:
        return (Reason.NO_FLAG if match.clocked else Reason.NO_CLOCK,)
    if is_waived(match):
        return (Reason.TIME_WAIVED,)
    if not loses_match(match):
        return (Reason.NOT_LOST_BY_TIME,)
    nobody_knows = command.first is None
    if (nobody_knows and len(flags) == 1) or command.first not in {None, *flags}:
        return (Reason.BAD_VALUE,)
    expiry = require(match.book).expiry
    if command.gin is not None:
        helps = expiry.gin is GinAtFlag.ALWAYS or (
            expiry.gin is GinAtFlag.WHEN_ORDER_UNKNOWN and nobody_knows
        )
        return NOTHING if helps else (Reason.GIN_DOES_NOT_COUNT,)
    rest = expiry.both_flags is BothFlags.FIRST_LOSES_ELSE_NO_CLOCK
    return (Reason.BAD_VALUE,) if nobody_knows and not rest else NOTHING


def rule_expiry(decision: Decision, command: ExpiryRuled) -> None:
    """End the match for a certain winner, else by the order of the flags; if unknown, play the rest
    without a clock.
    """
    at, book = command.at, decision.book
    if command.gin is not None:
        end_match(decision, command.gin, EndCause.FLAG, at, expiry_cites(book, "gin"))
    elif command.first is not None:
        sections = expiry_cites(book, "consequence", "both_flags")
        end_match(decision, command.first.other, EndCause.FLAG, at, sections)
    else:
        stop_clock(decision, at)
        decision.emit(ClockDropped(command.by, command.why, expiry_cites(book, "both_flags")))


# --- orders of each kind of proposal -------------------------------------------------------------


def grant_points(decision: Decision, proposal: Proposal, order: Order) -> None:
    if proposal.cause is ProposalCause.TIME_USED_UP:
        penalise(decision, proposal, order)
    else:
        side, points = require(proposal.side), require(proposal.points)
        award(decision, side, points, order, _section(proposal))


# --- state changes --------------------------------------------------------------------------------


def apply_expiry_counted(match: Match, event: ExpiryCounted) -> Match:
    counted = Expiry(event.side, event.game)
    return in_control(match, expiries=(*match.control.expiries, counted))


def apply_second_control_started(match: Match, event: SecondControlStarted) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        delay_left=event.delay_left,
        used=Nanos(0),
    )
    return replace(in_control(match, second=True), clock=clock)


def apply_flag_reached(match: Match, event: FlagReached) -> Match:
    clock = match.clock
    return replace(
        match,
        clock=replace(
            clock,
            flagged=clock.flagged.with_(event.side, event.at),
            first_flag=clock.first_flag or event.side,
        ),
    )


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        ExpiryDeclared,
        LIVE,
        refuse_expiry,
        declare_expiry,
        while_called=False,
        tap=plain_tap(ExpiryDeclared),
    ),
    Act(ExpiryRuled, LIVE, refuse_ruling, rule_expiry),
)


FACTS = (
    Fact(FlagReached, apply_flag_reached),
    Fact(ExpiryCounted, apply_expiry_counted),
    Fact(SecondControlStarted, apply_second_control_started),
)

GRANTS: tuple[tuple[ProposalKind, Grant], ...] = (
    (ProposalKind.PENALTY_POINTS, grant_points),
    (ProposalKind.SECOND_CONTROL, start_second_control),
)
