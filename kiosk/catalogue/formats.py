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
    text("The loser of a match is out."),
    text("The loser of a match is out; the losers of the semi-finals play for third place."),
    text("The loser of a match is out; the final is best of three matches."),
    text(
        "Players who lose before the final continue in the consolation, whatever the "
        "round; the losers there are out."
    ),
    text(
        "Players who lose before the final continue in the consolation; those who lose "
        "in its first two rounds continue in the last chance."
    ),
    text(
        "All play every round, against an opponent with as many wins; no one is "
        "eliminated, and most wins come first."
    ),
    text(
        "Players play on until the third loss, against an opponent with as many lives "
        "left; the last one left wins."
    ),
    text("All players of a group meet once; the best of each group advance."),
    text(
        "Single games for chips against opponents drawn at random, until one player has "
        "all the chips."
    ),
    text(
        "Couples meet in three phases: players crosswise, then both couples consulting, then "
        "players 1 and players 2; five matches in all."
    ),
    text(
        "The loser of a match is out. Each round has a date; the second player named "
        "arranges a day before it."
    ),
)
