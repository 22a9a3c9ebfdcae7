"""The end of a game: claimed, agreed, disputed."""

from collections.abc import Mapping

from kiosk.rules import commands as c
from kiosk.scenario.kinds import Kind, one_of
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Field, Said, Word

RESULTS: Mapping[str, int] = {"single": 1, "gammon": 2, "backgammon": 3}
_RESULT = one_of(RESULTS)
RESULT = Kind(_RESULT.allowed, lambda value: RESULTS[_RESULT.read(value)])


def claims(play: Play, said: Said) -> None:
    """Says it has won the game."""
    play.do(c.WinDeclared(play.at, said.by_side, said.get("result", 1)))


def agrees(play: Play, said: Said) -> None:
    """Agrees with the claim."""
    play.do(c.WinAgreed(play.at, said.by_side))


def disputes(play: Play, said: Said) -> None:
    """Contests the claim, or withdraws it."""
    play.do(c.WinDisputed(play.at, said.by_side))


def wins(play: Play, said: Said) -> None:
    """Claims the game, and the other agrees."""
    claims(play, said)
    play.do(c.WinAgreed(play.at, said.by_side.other))


_WON = (Field("result", RESULT, "what is won", '"single"'),)

WORDS = (
    Word("claims", PLAYERS[:2], claims, _WON, (c.WinDeclared,)),
    Word("agrees", PLAYERS[:2], agrees, (), (c.WinAgreed,)),
    Word("disputes", PLAYERS[:2], disputes, (), (c.WinDisputed,)),
    Word("wins", PLAYERS[:2], wins, _WON, (c.WinDeclared, c.WinAgreed)),
)
