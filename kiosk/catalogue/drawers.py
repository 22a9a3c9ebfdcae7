"""Labels of the keys that open a drawer of a player's keys, and the questions asked in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.catalogue.key import KeySheet
from kiosk.catalogue.text import Text, text


@dataclass(frozen=True, slots=True)
class Opener:
    """`place` as for a key; `asks` is the question that the keys within answer; `yields` is its
    place outside the row when another key takes its column.
    """

    label: Text
    place: tuple[int, int]
    asks: Text
    yields: tuple[KeySheet, ...] = ()


OPENERS: Mapping[KeySheet, Opener] = {
    KeySheet.ASKED: Opener(text("Also asked"), (9, 2), text("Also required:")),
    KeySheet.TIME: Opener(text("Time is up"), (6, 0), text("End the match on time?")),
    KeySheet.WIN: Opener(
        text("I have won"), (7, 2), text("You won: how?"), (KeySheet.MORE, KeySheet.WIN)
    ),
    KeySheet.MORE: Opener(text("More"), (10, -1), text("What do you want to do?")),
    KeySheet.GIVE_UP: Opener(
        text("I give up"), (9, 1), text("You give up:"), (KeySheet.MORE, KeySheet.GIVE_UP)
    ),
    KeySheet.MATCH: Opener(
        text("Give up the match"),
        (6, 0),
        text("Give up the whole match? The other side wins it."),
    ),
    KeySheet.RESULT: Opener(
        text("Result is wrong"), (5, 2), text("What is wrong with the result of the match?")
    ),
    KeySheet.SETTLE: Opener(text("Draw, replay"), (8, 0), text("What do you both want?")),
    KeySheet.DICE: Opener(text("Dice"), (1, 0), text("What about the dice?")),
    KeySheet.CUBE: Opener(text("Doubling"), (2, 0), text("What was done with the cube?")),
    KeySheet.ROLL: Opener(
        text("Wrong roll"), (8, 3), text("What do the dice show?"), (KeySheet.MORE, KeySheet.ROLL)
    ),
    KeySheet.CONTEST: Opener(
        text("Contest"), (8, 0), text("What did the dice show?"), (KeySheet.MORE, KeySheet.CONTEST)
    ),
    KeySheet.CLOCK: Opener(text("Time, break"), (3, 0), text("Time or break?")),
    KeySheet.STOP: Opener(text("Stop clocks"), (9, 4), text("Stop both clocks: what for?")),
    KeySheet.SCORE: Opener(text("Score, cube"), (4, 0), text("What is wrong with score or cube?")),
    KeySheet.DOUBLE: Opener(text("Double"), (5, 2), text("Double?")),
    KeySheet.TAKE: Opener(text("Take"), (3, 0), text("Take?")),
    KeySheet.PASS: Opener(text("Pass"), (4, 1), text("Pass?")),
    KeySheet.WHY: Opener(text("Say why"), (5, 4), text("You called the director: what for?")),
    KeySheet.OBJECT: Opener(text("Something is wrong"), (5, 0), text("What is wrong?")),
    KeySheet.LANGUAGE: Opener(text("My half"), (9, 0), text("What shall change on your half?")),
    KeySheet.AIDS: Opener(text("Easier to use"), (98, 0), text("What makes your half easier?")),
    KeySheet.SECOND_PICTURE: Opener(text("Next picture"), (0, 2), text("Double before you roll")),
    KeySheet.THIRD_PICTURE: Opener(
        text("Next picture"), (0, 2), text("More: claim, stop, director")
    ),
    KeySheet.SET_UP: Opener(text("Set up"), (99, 0), text("Set this screen up:")),
}
