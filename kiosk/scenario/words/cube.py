"""The cube: doubled, taken, passed."""

from kiosk.rules import commands as c
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import spoken

EACH = PLAYERS[:2]

WORDS = (
    spoken("doubles", c.DoubleTapped, "Offers the cube at twice its level.", EACH),
    spoken("takes", c.TakeTapped, "Takes the double.", EACH),
    spoken("passes", c.PassTapped, "Passes the double.", EACH),
)
