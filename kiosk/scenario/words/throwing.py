"""What players say of rolls and turns beside what the dice show."""

from kiosk.rules.dice.acts import RollConfirmed, UnevenSurfaceClaimed
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.left import HomeCrowded, LeftGranted, LeftWithdrawn
from kiosk.rules.dice_claims import (
    ClosedOutDeclared,
    DelayForfeitOrdered,
    DiceClaimAgreed,
    DiceContested,
    EarlyPickupClaimed,
    OneDieLiftedClaimed,
)
from kiosk.rules.match import Phase
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]


def agrees(play: Play, said: Said) -> None:
    """Agrees with what the other says of dice, or of what an uneven surface shows."""
    asked = play.match.phase is Phase.CONFIRMING
    play.do((RollConfirmed if asked else DiceClaimAgreed)(play.at, said.by_side))


WORDS = (
    spoken("grants left", LeftGranted, "Permits the other to roll on its left half.", EACH),
    spoken("withdraws left", LeftWithdrawn, "Takes that permission back.", EACH),
    spoken(
        "says home is crowded",
        HomeCrowded,
        "Says that its home board is crowded, and rolls on its left half.",
        EACH,
    ),
    spoken(
        "consents to reroll",
        RerollConsented,
        "Consents that the other's cocked dice are rolled again.",
        EACH,
    ),
    spoken(
        "claims uneven surface",
        UnevenSurfaceClaimed,
        "Says that only the board tilts the dice that did not count; the other confirms or not.",
        EACH,
        values="what they show",
    ),
    spoken(
        "says it is closed out",
        ClosedOutDeclared,
        "Says that it can't move whatever it rolls, and does not roll.",
        EACH,
    ),
    spoken(
        "claims early pickup",
        EarlyPickupClaimed,
        "Says that the other took the dice before the turn was over.",
        EACH,
    ),
    spoken(
        "claims one die lifted",
        OneDieLiftedClaimed,
        "Says that the side on turn has lifted one die a centimetre or more.",
        EACH,
    ),
    Word("agrees about dice", PLAYERS, agrees, tells=(DiceClaimAgreed, RollConfirmed)),
    spoken("contests about dice", DiceContested, "Contests it; the director rules."),
    ordered(
        "forfeits delay",
        DelayForfeitOrdered,
        "Rules that a side took the dice too early.",
        side="which side",
    ),
)
