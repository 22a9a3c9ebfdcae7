"""What the table proposes, and what the director's answer does."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.desk import set_score
from kiosk.rules.ending import end_match
from kiosk.rules.expiry import penalise, start_second_control
from kiosk.rules.length import correct_length
from kiosk.rules.match import Match
from kiosk.rules.penalty import award
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import promised

Grant = Callable[[Story, Proposal, c.ProposalAccepted], None]


def against_accepting(match: Match, command: c.ProposalAccepted) -> Against:
    """Points for lateness may have grown since the director looked."""
    proposal = match.proposals.find(command.number)
    if proposal is None:
        return (Reason.NO_SUCH_PROPOSAL,)
    now = proposal.points or 0
    return NOTHING if command.points in {None, now} else (Reason.PROPOSAL_CHANGED,)


def against_declining(match: Match, command: c.ProposalDeclined) -> Against:
    known = match.proposals.find(command.number) is not None
    return NOTHING if known else (Reason.NO_SUCH_PROPOSAL,)


def accept(story: Story, command: c.ProposalAccepted) -> None:
    proposal = promised(story.match.proposals.find(command.number))
    story.tell(e.ProposalAnswered(command.number, True, command.by, command.why))
    GRANTS[proposal.kind](story, proposal, command)


def decline(story: Story, command: c.ProposalDeclined) -> None:
    story.tell(e.ProposalAnswered(command.number, False, command.by, command.why))


def propose(story: Story, proposal: Proposal) -> None:
    story.tell(e.Proposed(story.match.proposals.made + 1, proposal))


# --- what each kind orders -----------------------------------------------------------------------


def _penalty(story: Story, proposal: Proposal, order: c.ProposalAccepted) -> None:
    if proposal.cause is ProposalCause.TIME_USED_UP:
        penalise(story, proposal, order)
    else:
        side, points = promised(proposal.side), promised(proposal.points)
        award(story, side, points, order, _section(proposal))


def _match_lost(story: Story, proposal: Proposal, order: c.ProposalAccepted) -> None:
    winner = promised(proposal.side).other
    end_match(story, winner, _END_OF[proposal.cause], order.at, proposal.cites)


def _score(story: Story, proposal: Proposal, order: c.ProposalAccepted) -> None:
    set_score(story, promised(proposal.score), order, _section(proposal), None)


def _section(proposal: Proposal) -> str | None:
    return "; ".join(proposal.cites) or None


def _length(story: Story, proposal: Proposal, _order: c.ProposalAccepted) -> None:
    correct_length(story, promised(proposal.length))


_END_OF: Mapping[ProposalCause, EndCause] = MappingProxyType(
    {
        ProposalCause.TIME_USED_UP: EndCause.FLAG,
        ProposalCause.LATE: EndCause.PENALTY,
        ProposalCause.BREAK_OVERRUN: EndCause.PENALTY,
        ProposalCause.CAMERA_REFUSED: EndCause.RULING,
    }
)
"""How a match ends that is lost by a proposal."""

GRANTS: Mapping[ProposalKind, Grant] = MappingProxyType(
    {
        ProposalKind.PENALTY_POINTS: _penalty,
        ProposalKind.MATCH_LOST: _match_lost,
        ProposalKind.SECOND_CONTROL: start_second_control,
        ProposalKind.SCORE: _score,
        ProposalKind.LENGTH: _length,
    }
)
"""What each kind orders."""
