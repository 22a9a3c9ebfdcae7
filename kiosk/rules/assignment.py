"""Matches assigned to this table by the event, taken over from another table, or put away.

The director's service gives these orders for called pairings (`kiosk/director`), so no match is
opened by hand.
"""

from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Order
from kiosk.rules.decision import Decision
from kiosk.rules.devices import start_again
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.phases import ANY
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.schedule.late import LONGEST_MIN, begin_lateness
from kiosk.rules.start import finished_match, open_as, refuse_opening
from kiosk.rules.table import MatchFormat, Series, Team
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Instant, Nanos

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchAssigned(Order):
    """Play the match `opens` here; it begins `starts_in` after the order arrives."""

    opens: str
    event_id: str
    table: int
    series: Series | None
    format: MatchFormat
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str
    starts_in: Nanos


@dataclass(frozen=True, slots=True)
class MatchWithdrawn(Order):
    """Stop playing the match here: not begun, postponed, or decided elsewhere."""


@dataclass(frozen=True, slots=True)
class HandOverOrdered(Order):
    """The match continues in journal `by_journal_id`; the head is the director's latest."""

    old_journal_id: str
    head_seq: int
    head_hash: str
    by_journal_id: str


@dataclass(frozen=True, slots=True)
class TakeOverOrdered(Order):
    """Continue the match of another journal here, from its head and from `state`.

    `mark_at` is the last instant at which the old table certainly had it, on that table's clock, if
    `state` lacks it; None if unknown.
    """

    old_journal_id: str
    head_seq: int
    head_hash: str
    by_journal_id: str
    state: Match
    mark_at: Instant | None = None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchPutAway(Event):
    """The match is not played on at this table."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class TableTakenOver(Event):
    """A match continues in journal `by_journal_id` from the head of the old one.

    In the new journal `state` is the match as it stood; in the old one it is None, and that table
    refuses to go on. `at` is on the clock of the journal's own table.
    """

    old_journal_id: str
    head_seq: int
    head_hash: str
    by_journal_id: str
    state: Match | None
    at: Instant


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_assignment(match: Match, command: MatchAssigned) -> Against:
    if not 0 <= command.starts_in <= LONGEST_MIN * MINUTE_NS:
        return (Reason.BAD_VALUE,)
    if command.opens == match.match_id and match.taken_over_by is None:
        return (Reason.ALREADY_DONE,)
    return refuse_opening(_local_match(match), command)


def _local_match(match: Match) -> Match:
    """The match at this table; an empty one if another table continues it."""
    return EMPTY if match.taken_over_by is not None else match


def assign_match(decision: Decision, command: MatchAssigned) -> None:
    """Wait for both sides. A side that is not there by the start plus the book's grace is late."""
    open_as(decision, command.opens, command)
    grace = decision.book.late.grace_min * MINUTE_NS
    since = Instant(command.at + command.starts_in + grace)
    for side in SIDES:
        begin_lateness(decision, side, ProposalCause.LATE, since, "late.grace_min")


def refuse_leaving(match: Match, _command: Order) -> Against:
    return NOTHING if match.opened is not None else (Reason.NO_MATCH,)


def withdraw_match(decision: Decision, command: MatchWithdrawn) -> None:
    decision.emit(MatchPutAway(command.by, command.why))


def hand_over(decision: Decision, command: HandOverOrdered) -> None:
    journal, seq, digest = command.old_journal_id, command.head_seq, command.head_hash
    decision.emit(TableTakenOver(journal, seq, digest, command.by_journal_id, None, command.at))


def refuse_taking_over(match: Match, command: TakeOverOrdered) -> Against:
    here, state = _local_match(match), command.state
    if here.opened is not None and here.phase is not Phase.MATCH_OVER:
        return (Reason.MATCH_IS_OPEN,)
    goes_on = state.opened is not None and state.book is not None
    return NOTHING if goes_on and state.phase is not Phase.MATCH_OVER else (Reason.BAD_VALUE,)


def take_over(decision: Decision, command: TakeOverOrdered) -> None:
    """Continue as after a restart: clocks stand until the players agree to go on, and the time used
    at the old table is kept.
    """
    decision.emit(
        TableTakenOver(
            command.old_journal_id,
            command.head_seq,
            command.head_hash,
            command.by_journal_id,
            command.state,
            command.at,
        )
    )
    left = command.state.left_at
    start_again(decision, command.at, command.mark_at if left is None else left)


# --- state changes --------------------------------------------------------------------------------


def apply_match_put_away(match: Match, _event: MatchPutAway) -> Match:
    return Match(
        earlier=match.earlier,
        message=match.message,
        lost_devices=match.lost_devices,
        guided=match.guided,
    )


def apply_table_taken_over(match: Match, event: TableTakenOver) -> Match:
    """Drop what could be taken back or reopened at the old table: the new table's record begins
    here, and its devices are its own.
    """
    if event.state is None:
        return replace(match, taken_over_by=event.by_journal_id, left_at=event.at)
    return replace(
        event.state,
        settled=None,
        taken_back=None,
        ended_game=None,
        taken_over_by=None,
        left_at=None,
        moved=event.state.moved + 1,
        earlier=(*match.earlier, *finished_match(match)),
        lost_devices=match.lost_devices,
        guided=match.guided,
    )


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(MatchAssigned, ANY, refuse_assignment, assign_match, while_taken_over=True),
    Act(MatchWithdrawn, ANY - {Phase.MATCH_OVER}, refuse_leaving, withdraw_match),
    Act(HandOverOrdered, ANY - {Phase.MATCH_OVER}, refuse_leaving, hand_over),
    Act(TakeOverOrdered, ANY, refuse_taking_over, take_over, while_taken_over=True),
)


FACTS = (Fact(MatchPutAway, apply_match_put_away), Fact(TableTakenOver, apply_table_taken_over))
