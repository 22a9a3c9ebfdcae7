"""What facts about proposals change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match


@apply.register
def _(event: e.Proposed, match: Match) -> Match:
    return replace(match, proposals=match.proposals.with_(event.number, event.proposal))


@apply.register
def _(event: e.ProposalAnswered, match: Match) -> Match:
    answered = replace(match, proposals=match.proposals.without(event.number))
    proposal = match.proposals.find(event.number)
    if proposal is None or proposal.side is None or not (event.accepted and proposal.for_lateness):
        return answered
    schedule, side = match.schedule, proposal.side
    points = schedule.awarded.of(side) + (proposal.points or 0)
    return replace(
        answered, schedule=replace(schedule, awarded=schedule.awarded.with_(side, points))
    )


@apply.register
def _(event: e.ProposalWithdrawn, match: Match) -> Match:
    return replace(match, proposals=match.proposals.without(event.number))
