"""What players say of rolls and turns beside what the dice show."""

from kiosk.rules import commands as c
from kiosk.rules.match import Phase
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]


def agrees(play: Play, said: Said) -> None:
    """Agrees with what the other says of dice, or of what an uneven surface shows."""
    asked = play.match.phase is Phase.CONFIRMING
    play.do((c.RollConfirmed if asked else c.DiceClaimAgreed)(play.at, said.by_side))


WORDS = (
    spoken("grants left", c.LeftGranted, "Permits the other to roll on its left half.", EACH),
    spoken("withdraws left", c.LeftWithdrawn, "Takes that permission back.", EACH),
    spoken(
        "says home is crowded",
        c.HomeCrowded,
        "Says that its home board is crowded, and rolls on its left half.",
        EACH,
    ),
    spoken(
        "consents to reroll",
        c.RerollConsented,
        "Consents that the other's cocked dice are rolled again.",
        EACH,
    ),
    spoken(
        "claims uneven surface",
        c.UnevenSurfaceClaimed,
        "Says that only the board tilts the dice that did not count; the other confirms or not.",
        EACH,
        values="what they show",
    ),
    spoken(
        "says it is closed out",
        c.ClosedOutDeclared,
        "Says that it can't move whatever it rolls, and does not roll.",
        EACH,
    ),
    spoken(
        "claims early pickup",
        c.EarlyPickupClaimed,
        "Says that the other took the dice before the turn was over.",
        EACH,
    ),
    spoken(
        "claims one die lifted",
        c.OneDieLiftedClaimed,
        "Says that the side on turn has lifted one die a centimetre or more.",
        EACH,
    ),
    Word("agrees about dice", PLAYERS, agrees, tells=(c.DiceClaimAgreed, c.RollConfirmed)),
    spoken("contests about dice", c.DiceContested, "Contests it; the director rules."),
    ordered(
        "forfeits delay",
        c.DelayForfeitOrdered,
        "Rules that a side took the dice too early.",
        side="which side",
    ),
)
