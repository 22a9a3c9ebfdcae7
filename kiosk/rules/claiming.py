"""When a book lets a side concede or claim a game."""

from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import Claiming, OfferWhen, WithoutClock
from kiosk.rules.story import Against
from kiosk.rules.units import Side, promised

LEVELS = frozenset({1, 2, 3})
"""A single game, a gammon, a backgammon."""


def against_ending_now(match: Match, side: Side, *, claims: bool) -> Against:
    rules, game = promised(match.book).offer, promised(match.game)
    reasons: list[Reason] = []
    if not match.clocked and rules.without_clock is WithoutClock.THROUGH_DIRECTOR:
        reasons.append(Reason.THROUGH_DIRECTOR)
    if claims and rules.claim is Claiming.NONE:
        reasons.append(Reason.NO_CLAIMS)
    turn_over = (game.on_turn is side) == (match.phase is Phase.MOVING)
    if rules.when is OfferWhen.AFTER_OWN_TURN and not turn_over:
        reasons.append(Reason.NOT_AFTER_OWN_TURN)
    return tuple(reasons)
