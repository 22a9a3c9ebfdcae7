"""Offers to end a game, what may not be settled, and rulings on them."""

from kiosk.rules.offers import (
    GameEndOrdered,
    GinOrdered,
    OfferAccepted,
    OfferContested,
    OfferRejected,
    OfferTapped,
    SettlementTapped,
)
from kiosk.rules.units import Side
from kiosk.scenario.play import Play
from kiosk.scenario.values import Result
from kiosk.scenario.word import PLAYERS, Field, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]


def offers(play: Play, said: Said) -> None:
    """Offers an outcome: a loss of its own, or with `winner` a win it claims."""
    play.do(
        OfferTapped(
            play.at,
            said.by_side,
            said.get("winner", said.by_side.other),
            said.get("level", 1),
            said.get("no_contact", False),
            said.get("certain", False),
        )
    )


WORDS = (
    Word(
        "offers",
        EACH,
        offers,
        (
            Field("level", Result, "the outcome", '"single"'),
            Field("winner", Side, "who wins", "the other side"),
            Field("no_contact", bool, "it says that there is no contact", "false"),
            Field("certain", bool, "it says that no other outcome is possible", "false"),
        ),
        (OfferTapped,),
    ),
    spoken(
        "accepts",
        OfferAccepted,
        "Accepts what was offered.",
        EACH,
        {"level": Result},
        winner="?repeats who wins",
        level="?repeats the outcome",
    ),
    spoken("rejects", OfferRejected, "Rejects what was offered.", EACH),
    spoken("contests offer", OfferContested, "Denies what the offer says.", EACH, ground="what"),
    ordered(
        "rules on gin", GinOrdered, "Rules whether the outcome is certain.", gin="it is certain"
    ),
    spoken(
        "wants settlement",
        SettlementTapped,
        "Wants an outcome that was not played.",
        settlement="which",
    ),
    ordered(
        "ends game",
        GameEndOrdered,
        "Records how the game ended.",
        {"level": Result},
        winner="who won",
        level="what",
    ),
)
