"""Dice mixed, and the baffle box brought in."""

from kiosk.rules.mix import FirstPickTapped, MixDemanded, MixerOrdered, MixerWishTapped
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]


WORDS = (
    spoken("demands mix", MixDemanded, "Demands that the dice be mixed before the game.", EACH),
    spoken("picks first", FirstPickTapped, "Picks the first die of a mix.", EACH),
    spoken(
        "wants mixer",
        MixerWishTapped,
        "Wants the dice thrown through a baffle box.",
        mixer="the half nearest it, as A sees it",
    ),
    ordered(
        "orders mixer",
        MixerOrdered,
        "Orders a baffle box from the next roll on, or none.",
        mixer="the half nearest it, as A sees it",
        tower="?it counts its dice",
    ),
)
