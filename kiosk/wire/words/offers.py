"""Offers to end a game, in words."""

from kiosk.rules.offers import GameOffered, GameRuled, GinRuled, OfferRefused, OfferTaken
from kiosk.wire.phrases import WINS, clause, side, who
from kiosk.wire.words.said import said


@said.register
def _(event: GameOffered) -> str:
    what = WINS.get(event.level, "the game")
    claims = event.winner is event.side
    offer = f"claims {what}" if claims else f"offers to lose {what}"
    certain = ", as the most or only outcome possible" if event.certain else ""
    return f"{side(event.side)} {offer}{certain}."


@said.register
def _(event: OfferTaken) -> str:
    return f"{side(event.side)} accepts."


@said.register
def _(event: OfferRefused) -> str:
    presses = f"; {side(event.presses)} presses the clock" if event.presses else ""
    return f"{side(event.side)} rejects, and the game is played on{presses}."


@said.register
def _(event: GinRuled) -> str:
    ruling = "is" if event.gin else "is not"
    return f"{who(event.by)} rules that the outcome {ruling} certain, because {clause(event.why)}."


@said.register
def _(event: GameRuled) -> str:
    what = WINS.get(event.level, "the game")
    return (
        f"{who(event.by)} records that {side(event.winner)} won {what}, "
        f"because {clause(event.why)}."
    )
