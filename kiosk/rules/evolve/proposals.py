"""What facts about proposals change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match


@apply.register
def _(event: e.Proposed, match: Match) -> Match:
    return replace(match, proposals=match.proposals.with_(event.number, event.proposal))


@apply.register(e.ProposalAnswered)
@apply.register(e.ProposalWithdrawn)
def _(event: e.ProposalAnswered | e.ProposalWithdrawn, match: Match) -> Match:
    return replace(match, proposals=match.proposals.without(event.number))
