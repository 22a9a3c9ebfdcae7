"""What players say of rolls and turns beside what the dice show."""

from kiosk.rules.dice.entering import RollConfirmed
from kiosk.rules.dice_claims import DiceClaimAgreed
from kiosk.rules.match import Phase
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Said, Word

EACH = PLAYERS[:2]


def agrees(play: Play, said: Said) -> None:
    """Agrees with what the other says of dice, or of what an uneven surface shows."""
    asked = play.match.phase is Phase.CONFIRMING
    play.do((RollConfirmed if asked else DiceClaimAgreed)(play.at, said.by_side))


WORDS = (Word("agrees about dice", PLAYERS, agrees, sends=(DiceClaimAgreed, RollConfirmed)),)
