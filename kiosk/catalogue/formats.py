"""The shipped formats in words; a custom file is shown in its own."""

from kiosk.catalogue.text import Text, text

TITLES: tuple[Text, ...] = (
    text("Knock-out"),
    text("Knock-out with a match for third place"),
    text("Knock-out, best of three in the final"),
    text("Knock-out with progressive consolation"),
    text("Knock-out with progressive consolation and last chance"),
    text("Swiss"),
    text("Swiss with three lives"),
    text("Round robin in groups"),
    text("Swing"),
    text("Doubles encounters"),
    text("Knock-out in rounds by a date"),
)

MEANINGS: tuple[Text, ...] = (
    text("Who loses a match is out."),
    text("Who loses a match is out; who lose the semi-finals play for third place."),
    text("Who loses a match is out; the final goes to who first wins two matches."),
    text(
        "Who loses before the final goes on in the consolation, whichever round it was; who loses "
        "there is out."
    ),
    text(
        "Who loses before the final goes on in the consolation; who loses in its first two rounds "
        "goes on in the last chance."
    ),
    text(
        "Everybody plays every round against somebody who has won as often; nobody is out, and "
        "most wins are first."
    ),
    text(
        "Everybody plays on until the third loss, against somebody with as many lives left; who "
        "is left at the end has won."
    ),
    text("Everybody meets everybody of his group once; the best of each group go through."),
    text(
        "Single games for chips against somebody drawn at random, again and again, until one has "
        "all the chips."
    ),
    text(
        "Couples meet in three phases: players crosswise, then both couples consulting, then "
        "players 1 and players 2; five matches in all."
    ),
    text(
        "Who loses a match is out. Each round has a date; the second of the two arranges a day "
        "before it."
    ),
)
