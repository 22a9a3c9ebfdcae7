"""What the table proposes, and the director's answer."""

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

# --- what is asked --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposalAccepted(Order):
    """What was proposed under this number is ordered.

    `points` the director saw proposed, 0 for none; None: whatever is proposed now.
    """

    number: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalDeclined(Order):
    """Nothing follows from what was proposed under this number."""

    number: int


# --- what happened --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """The table computed what the book provides; a number still open is replaced."""

    number: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAnswered(Event):
    """The director took up a proposal or not. What it orders is told by the events that follow."""

    is_ruling: ClassVar[bool] = True
    number: int
    accepted: bool
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """What the proposal rested on no longer holds."""

    number: int


# --- what speaks against it, and what follows -----------------------------------------------------


def refuse_accepting(match: Match, command: ProposalAccepted) -> Against:
    """Points for lateness may have grown since the director looked, and other rules may hold."""
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


# --- what the facts change ------------------------------------------------------------------------


def apply_proposed(match: Match, event: Proposed) -> Match:
    return replace(match, proposals=match.proposals.with_(event.number, event.proposal))


def apply_proposal_answered(match: Match, event: ProposalAnswered) -> Match:
    answered = replace(match, proposals=match.proposals.without(event.number))
    proposal = match.proposals.find(event.number)
    if proposal is None or proposal.side is None or not (event.accepted and proposal.for_lateness):
        return answered
    schedule, side = match.schedule, proposal.side
    points = schedule.awarded.of(side) + (proposal.points or 0)
    return replace(
        answered, schedule=replace(schedule, awarded=schedule.awarded.with_(side, points))
    )


def apply_proposal_withdrawn(match: Match, event: ProposalWithdrawn) -> Match:
    return replace(match, proposals=match.proposals.without(event.number))


# --- the tables -----------------------------------------------------------------------------------


ACTS = (
    Act(ProposalAccepted, OPENED, refuse_accepting, accept),
    Act(ProposalDeclined, OPENED, refuse_declining, decline),
)


FACTS = (
    Fact(Proposed, apply_proposed),
    Fact(ProposalAnswered, apply_proposal_answered),
    Fact(ProposalWithdrawn, apply_proposal_withdrawn),
)
