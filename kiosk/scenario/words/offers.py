"""Offers to end a game, what may not be settled, and rulings on them."""

from kiosk.rules.offers import OfferTapped
from kiosk.rules.units import Side
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.values import Result
from kiosk.scenario.word import PLAYERS, ScenarioField, ScenarioWord, StepInput

EACH = PLAYERS[:2]


def offers(play: ScenarioRun, step: StepInput) -> None:
    """Offers an outcome: a loss of its own, or with `winner` a win it claims."""
    play.do(
        OfferTapped(
            play.at,
            step.by_side,
            step.get("winner", step.by_side.other),
            step.get("level", 1),
            step.get("no_contact", False),
            step.get("certain", False),
        )
    )


WORDS = (
    ScenarioWord(
        "offers",
        EACH,
        offers,
        (
            ScenarioField("level", Result, "the outcome", '"single"'),
            ScenarioField("winner", Side, "who wins", "the other side"),
            ScenarioField("no_contact", bool, "there is no contact", "false"),
            ScenarioField("certain", bool, "no other outcome is possible", "false"),
        ),
        (OfferTapped,),
    ),
)
