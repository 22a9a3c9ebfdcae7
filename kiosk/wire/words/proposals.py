"""Facts about proposals, in words."""

from kiosk.rules.match.proposal import Proposal, ProposalKind
from kiosk.rules.proposals import ProposalAnswered, ProposalWithdrawn, Proposed
from kiosk.wire.phrases import PROPOSED_BECAUSE, clause, duration, points, side, who
from kiosk.wire.words.said import said


@said.register
def _(event: Proposed) -> str:
    proposal = event.proposal
    cites = f" [{'; '.join(proposal.cites)}]" if proposal.cites else ""
    return (
        f"Proposed to the director (number {event.number}): {what(proposal)}, because "
        f"{PROPOSED_BECAUSE[proposal.cause]}{cites}."
    )


@said.register
def _(event: ProposalAnswered) -> str:
    answer = "accepts" if event.accepted else "declines"
    return f"{who(event.by)} {answer} proposal {event.number}, because {clause(event.why)}."


@said.register
def _(event: ProposalWithdrawn) -> str:
    return f"Proposal {event.number} is withdrawn."


def what(proposal: Proposal) -> str:
    """What accepting it would order."""
    match proposal.kind:
        case ProposalKind.PENALTY_POINTS:
            time = _time(proposal)
            frozen = ", the cube frozen" if proposal.freezes_cube else ""
            count = f"{proposal.points} penalty point{'' if proposal.points == 1 else 's'}"
            return f"{count} against {side(proposal.side)}{time}{frozen}"
        case ProposalKind.MATCH_LOST:
            return f"{side(proposal.side)} loses the match"
        case ProposalKind.SECOND_CONTROL:
            return "the second time control"
        case ProposalKind.SCORE:
            return f"the score {points(proposal.score) if proposal.score else 'as it was'}"
        case ProposalKind.LENGTH:
            return f"a match to {proposal.length} points"


def _time(proposal: Proposal) -> str:
    if proposal.added is not None:
        return f", {duration(proposal.added)} more for both"
    return f", both clocks at {duration(proposal.reset)}" if proposal.reset is not None else ""
