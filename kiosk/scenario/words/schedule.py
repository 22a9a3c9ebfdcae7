"""Being on time: late, on a break, put off."""

from kiosk.rules import commands as c
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = ("A", "B")


def takes_break(play: Play, said: Said) -> None:
    """Takes a break, or several one after the other. Between two matches of a series: once the next
    one is opened.
    """
    play.do(c.BreakTapped(play.at, said.by_side, said.get("breaks", 1)))


WORDS = (
    ordered(
        "notes lateness",
        c.LatenessOrdered,
        "A side is missing, and the match should have started that long ago.",
        side="who is missing",
        late_by="?how long ago it should have started?just now",
        grant_min="?the delay granted, in minutes?the book's grace",
    ),
    spoken("is present", c.PresentTapped, "Is at the table, having been late or on a break."),
    spoken("claims late match", c.LateClaimTapped, "Claims the match from a late opponent.", EACH),
    Word(
        "takes break",
        EACH,
        takes_break,
        (Field("breaks", int, "how many", "1"),),
        (c.BreakTapped,),
    ),
    ordered(
        "lets leave",
        c.BreakOrdered,
        "Lets a side leave beside the breaks of the book.",
        side="who",
        minutes="for how many minutes",
    ),
    ordered("adjourns", c.AdjournOrdered, "Puts the match off until the director starts play."),
)
