"""Decide what follows from a command, by the book. The entry point of the rules core.

The acts and facts of every subject are gathered here. `RULES` is the whole machine: (phase,
command) -> act. A pair that is not in it is refused and changes nothing. Before any command the
clock is caught up: if the running side's time was used up at or before the command's instant,
FlagReached is emitted first, so a press stamped earlier than the deadline always beats it,
regardless of when it arrives.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from kiosk.rules import (
    aids,
    assignment,
    cube,
    devices,
    dice,
    dice_claims,
    director_orders,
    disputes,
    ending,
    expiry,
    guide,
    language,
    length,
    mix,
    moves,
    offers,
    penalties,
    play,
    press_back,
    proposals,
    reopening,
    result,
    rulings,
    schedule,
    score,
    start,
    stops,
    take_back,
    times,
    turn,
)
from kiosk.rules import clock as clocks
from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.citing import cited_sections
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision, Grant
from kiosk.rules.devices import TableRestarted
from kiosk.rules.expiry import ExpiryDeclared, FlagReached, flag_fell
from kiosk.rules.fact import Event, Fact, Refused
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.proposal import Proposal, ProposalKind
from kiosk.rules.play import hold_for_both
from kiosk.rules.press_back import remember_press
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.result import given_up
from kiosk.rules.schedule.breaks import break_deadline
from kiosk.rules.schedule.late import lateness_deadline
from kiosk.rules.stops import ResumeTapped, StartOrdered, awaits_director
from kiosk.rules.take_back import remember_tap, settle
from kiosk.rules.turn import ClockPressed, DeadlineReached, count_kept_press, keep_press
from kiosk.rules.units import Instant, Side, require

SUBJECTS = (
    play,
    proposals,
    mix,
    schedule,
    stops,
    times,
    director_orders,
    language,
    aids,
    guide,
    devices,
    length,
    ending,
    result,
    score,
    penalties,
    expiry,
    offers,
    cube,
    dice,
    disputes,
    dice_claims,
    moves,
    turn,
    start,
    assignment,
    reopening,
    rulings,
    take_back,
    press_back,
)
"""From the lowest to the highest. State changes for one event are applied in this order."""


def _entries(table: str) -> Iterator[Any]:
    """All entries of such a table, over the subjects that have one."""
    for subject in SUBJECTS:
        yield from getattr(subject, table, ())


ACTS: tuple[Act, ...] = tuple(_entries("ACTS"))
FACTS: tuple[Fact, ...] = (Fact(Refused), *_entries("FACTS"))
GRANTS: Mapping[ProposalKind, Grant] = MappingProxyType(dict(_entries("GRANTS")))
"""The order that each kind of proposal gives once the director accepts it."""

COMMANDS: tuple[type[Command], ...] = tuple(dict.fromkeys(act.command for act in ACTS))
EVENTS: tuple[type[Event], ...] = tuple(
    dict.fromkeys(fact.event for fact in FACTS if fact.event is not Event)
)

RULES: Mapping[tuple[Phase, type[Command]], Act] = MappingProxyType(
    {(phase, act.command): act for act in ACTS for phase in act.phases}
)

_APPLY = {
    event: tuple(fact.apply for fact in FACTS if issubclass(event, fact.event)) for event in EVENTS
}


def decide(match: Match, command: Command) -> Decision:
    """The decision on a command. Never raises for any match; a refusal is an event, too."""
    decision = _catch_up(match, command)
    if _is_past_alarm(decision, command):
        return decision
    reasons = _reasons_against(decision.match, command)
    if reasons:
        if isinstance(command, ClockPressed):
            keep_press(decision, command)
        cites = cited_sections(decision.match, command, reasons)
        decision.emit(Refused(type(command).__name__, _asking_side(command), reasons, cites))
    else:
        _follow(decision, command, RULES[decision.match.phase, type(command)])
        count_kept_press(decision, command.at)
    return decision


def _follow(decision: Decision, command: Command, act: Act) -> None:
    """Run the act; if what it settles may be taken back, keep the match as it was."""
    side, follow = _asking_side(command), partial(_follow_held, act)
    if side is None or act.may_take_back is None or not act.may_take_back(decision.match, command):
        follow(decision, command)
    else:
        settle(decision, side, command, follow)


def _follow_held(act: Act, decision: Decision, command: Command) -> None:
    """Run the act. If it ends a stop, no clock runs before both have tapped; a slip that is taken
    back has stopped nothing.
    """
    waits = decision.match.stop is not None and not _starts_at_once(decision.match, command)
    act.follow(decision, command)
    match = decision.match
    undone = match.taken_back is not None
    if waits and not undone and match.stop is None and match.phase in IN_GAME:
        hold_for_both(decision, command.at)


def _starts_at_once(match: Match, command: Command) -> bool:
    """Whether both sides have tapped, or the director orders it again for one that cannot tap."""
    if isinstance(command, StartOrdered):
        return require(match.stop).reason is StopReason.BOTH_GO_ON
    return isinstance(command, ResumeTapped)


def begin(match: Match) -> Decision:
    """An empty decision, for a subject's own functions to emit into."""
    return Decision(match, evolve, _grant)


def evolve(match: Match, event: Event) -> Match:
    """The match after a fact. State is only set; nothing is decided again."""
    after = remember_tap(match, _applied(match, event), event, _applied)
    return remember_press(match, after, event)


def _applied(match: Match, event: Event) -> Match:
    for apply in _APPLY[type(event)]:
        match = apply(match, event)
    return match


def why_not(match: Match, command: Command) -> Against:
    """All reasons the command would be refused for; empty exactly when it would not be."""
    decision = _catch_up(match, command)
    return (
        NOTHING if _is_past_alarm(decision, command) else _reasons_against(decision.match, command)
    )


def deadline(match: Match) -> Instant | None:
    """When the shell must next send DeadlineReached; None if nothing is due."""
    if match.taken_over_by is not None:
        return None
    flag = clocks.deadline(match.clock)
    patience = match.held.until if match.held else None
    missing = (lateness_deadline(match), break_deadline(match))
    return min((at for at in (flag, patience, *missing) if at is not None), default=None)


def _grant(decision: Decision, proposal: Proposal, order: Order) -> None:
    GRANTS[proposal.kind](decision, proposal, order)


def _is_past_alarm(decision: Decision, command: Command) -> bool:
    """Whether the alarm is for something that catching up has already emitted."""
    return isinstance(command, DeadlineReached) and bool(decision.events)


def _reasons_against(match: Match, command: Command) -> Against:
    act = RULES.get((match.phase, type(command)))
    if match.taken_over_by is not None and not (act and act.while_taken_over):
        return (Reason.TAKEN_OVER,)
    if isinstance(command, Order) and command.match_id != match.match_id:
        return (Reason.OTHER_MATCH,)
    if act is None:
        return (_out_of_phase(match),)
    return (*_reasons_held(match, command, act), *act.refuse(match, command))


def _reasons_held(match: Match, command: Command, act: Act) -> Against:
    """Reasons that hold for any act while play is held."""
    waits = not act.while_disputed and not isinstance(command, Order)
    alone = _asking_side(command) is not None
    held = {
        Reason.RULING_AWAITED: waits and _is_frozen(match),
        Reason.MATCH_GIVEN_UP: waits and given_up(match),
        Reason.CLOCK_STOPPED: match.stop is not None and not act.while_stopped,
        Reason.DIRECTOR_CALLED: alone and awaits_director(match) and not act.while_called,
    }
    return tuple(reason for reason, holds in held.items() if holds)


def _is_frozen(match: Match) -> bool:
    """Whether dice, cube, checkers and score are frozen; after a match only its result is."""
    disputed = match.hearing.dispute is not None and match.hearing.wrong is None
    return disputed and match.book is not None and match.book.dispute.table_frozen


def _asking_side(command: Command) -> Side | None:
    """The side that tapped or pressed."""
    if isinstance(command, ExpiryDeclared):
        return command.by
    side: Side | None = getattr(command, "side", None)
    return side


def _out_of_phase(match: Match) -> Reason:
    match match.phase:
        case Phase.VACANT if match.opened is None:
            return Reason.NO_MATCH
        case Phase.MATCH_OVER:
            return Reason.MATCH_IS_OVER
        case _:
            return Reason.NOT_NOW


def _catch_up(match: Match, command: Command) -> Decision:
    """The match at the command's instant: a flag due by then has fallen."""
    decision = begin(match)
    at = command.mark_at if isinstance(command, TableRestarted) else command.at
    due, side = clocks.deadline(match.clock), match.clock.running
    here = match.taken_over_by is None
    if here and at is not None and due is not None and side is not None and at >= due:
        cites = (decision.book.cite("expiry.consequence"),)
        decision.emit(FlagReached(side, due, cites))
        flag_fell(decision, side, due)
    return decision
