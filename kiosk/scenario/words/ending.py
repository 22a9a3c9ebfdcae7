"""The end of a game: claimed, agreed, disputed."""

from kiosk.rules import commands as c
from kiosk.scenario.kinds import RESULT
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Field, Said, Word
from kiosk.scenario.words.spoken import spoken

EACH = PLAYERS[:2]


def wins(play: Play, said: Said) -> None:
    """Says it has won the game, and the other agrees."""
    play.do(c.WinDeclared(play.at, said.by_side, said.get("result", 1)))
    play.do(c.WinAgreed(play.at, said.by_side.other))


WORDS = (
    spoken(
        "claims",
        c.WinDeclared,
        "Says it has won the game.",
        EACH,
        {"level": RESULT},
        level="what is won",
    ),
    spoken("agrees", c.WinAgreed, "Agrees with the claim.", EACH),
    spoken("disputes", c.WinDisputed, "Contests the claim, or withdraws it.", EACH),
    Word(
        "wins",
        EACH,
        wins,
        (Field("result", RESULT, "what is won", '"single"'),),
        (c.WinDeclared, c.WinAgreed),
    ),
)
