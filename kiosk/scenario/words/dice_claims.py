"""Players' claims about rolls and turns beside what the dice show."""

from kiosk.rules.dice.entering import RollConfirmed
from kiosk.rules.dice_claims import DiceClaimAgreed
from kiosk.rules.match import Phase
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import PLAYERS, ScenarioWord, StepInput

EACH = PLAYERS[:2]


def agrees(play: ScenarioRun, step: StepInput) -> None:
    """Agrees with the other's claim about the dice, or about an uneven surface."""
    asked = play.match.phase is Phase.CONFIRMING
    play.do((RollConfirmed if asked else DiceClaimAgreed)(play.at, step.by_side))


WORDS = (
    ScenarioWord("agrees about dice", PLAYERS, agrees, sends=(DiceClaimAgreed, RollConfirmed)),
)
