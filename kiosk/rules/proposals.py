"""The table's proposals, and the director's answers."""

from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Order
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import Match
from kiosk.rules.match.proposal import Proposal, ProposalKind
from kiosk.rules.phases import OPENED
from kiosk.rules.reasons import Reason
from kiosk.rules.units import require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposalAccepted(Order):
    """Order what was proposed under this number.

    `points` the director saw proposed, 0 for none; None: whatever is proposed now.
    """

    number: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalDeclined(Order):
    """Decline what was proposed under this number."""

    number: int


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """The table computed what the book provides; it replaces an open proposal of its number."""

    number: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAnswered(Event):
    """The director accepted or declined a proposal. The events that follow carry out the order."""

    is_ruling: ClassVar[bool] = True
    number: int
    accepted: bool
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """The basis of the proposal no longer holds."""

    number: int


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_accepting(match: Match, command: ProposalAccepted) -> Against:
    """Points for lateness may have grown since the director looked, and other rules may apply."""
    proposal = match.proposals.find(command.number)
    if proposal is None:
        return (Reason.NO_SUCH_PROPOSAL,)
    grown = command.points not in {None, proposal.points or 0}
    second = proposal.kind is ProposalKind.SECOND_CONTROL
    gone = second and require(match.book).second_control.reserve_s is None
    return (Reason.PROPOSAL_CHANGED,) if grown or gone else NOTHING


def refuse_declining(match: Match, command: ProposalDeclined) -> Against:
    known = match.proposals.find(command.number) is not None
    return NOTHING if known else (Reason.NO_SUCH_PROPOSAL,)


def accept(decision: Decision, command: ProposalAccepted) -> None:
    proposal = require(decision.match.proposals.find(command.number))
    decision.emit(ProposalAnswered(command.number, True, command.by, command.why))
    decision.grant(proposal, command)


def decline(decision: Decision, command: ProposalDeclined) -> None:
    decision.emit(ProposalAnswered(command.number, False, command.by, command.why))


def propose(decision: Decision, proposal: Proposal) -> None:
    decision.emit(Proposed(decision.match.proposals.made + 1, proposal))


# --- state changes --------------------------------------------------------------------------------


def apply_proposed(match: Match, event: Proposed) -> Match:
    return replace(match, proposals=match.proposals.with_(event.number, event.proposal))


def apply_proposal_answered(match: Match, event: ProposalAnswered) -> Match:
    answered = replace(match, proposals=match.proposals.without(event.number))
    proposal = match.proposals.find(event.number)
    if proposal is None or proposal.side is None or not (event.accepted and proposal.for_lateness):
        return answered
    schedule, side = match.schedule, proposal.side
    points = schedule.awarded.of_side(side) + (proposal.points or 0)
    return replace(
        answered, schedule=replace(schedule, awarded=schedule.awarded.with_(side, points))
    )


def apply_proposal_withdrawn(match: Match, event: ProposalWithdrawn) -> Match:
    return replace(match, proposals=match.proposals.without(event.number))


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(ProposalAccepted, OPENED, refuse_accepting, accept),
    Act(ProposalDeclined, OPENED, refuse_declining, decline),
)


FACTS = (
    Fact(Proposed, apply_proposed),
    Fact(ProposalAnswered, apply_proposal_answered),
    Fact(ProposalWithdrawn, apply_proposal_withdrawn),
)
