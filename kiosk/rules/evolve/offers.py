"""What offers change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Match, Offer, Phase


@apply.register
def _(event: e.GameOffered, match: Match) -> Match:
    offer = Offer(
        side=event.side,
        winner=event.winner,
        level=event.level,
        certain=event.certain,
        offered_in=match.phase,
        resumes=event.resumes,
        ended_turn=event.ended_turn,
    )
    return replace(in_game(match, offer=offer), phase=Phase.OFFERED)


@apply.register
def _(event: e.OfferRefused, match: Match) -> Match:
    if match.game is None or match.game.offer is None:
        return match
    on = in_game(match, offer=None, restarts=event.presses)
    return replace(on, phase=match.game.offer.offered_in)
