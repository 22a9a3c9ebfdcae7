"""What players say of rolls and turns beside what the dice show."""

from kiosk.rules.dice.entering import RollConfirmed
from kiosk.rules.dice_claims import DiceClaimAgreed
from kiosk.rules.match import Phase
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import PLAYERS, ScenarioWord, StepInput

EACH = PLAYERS[:2]


def agrees(play: ScenarioRun, said: StepInput) -> None:
    """Agrees with what the other says of dice, or of what an uneven surface shows."""
    asked = play.match.phase is Phase.CONFIRMING
    play.do((RollConfirmed if asked else DiceClaimAgreed)(play.at, said.by_side))


WORDS = (
    ScenarioWord("agrees about dice", PLAYERS, agrees, sends=(DiceClaimAgreed, RollConfirmed)),
)
