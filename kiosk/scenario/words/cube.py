"""The cube: doubled, taken, passed."""

from kiosk.rules import commands as c
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Said, Word


def doubles(play: Play, said: Said) -> None:
    """Offers the cube at twice its level."""
    play.do(c.DoubleTapped(play.at, said.by_side))


def takes(play: Play, said: Said) -> None:
    """Takes the double."""
    play.do(c.TakeTapped(play.at, said.by_side))


def passes(play: Play, said: Said) -> None:
    """Passes the double."""
    play.do(c.PassTapped(play.at, said.by_side))


WORDS = (
    Word("doubles", PLAYERS[:2], doubles, (), (c.DoubleTapped,)),
    Word("takes", PLAYERS[:2], takes, (), (c.TakeTapped,)),
    Word("passes", PLAYERS[:2], passes, (), (c.PassTapped,)),
)
