"""Being on time: late, on a break, put off."""

from kiosk.rules.schedule.breaks import AdjournOrdered, BreakOrdered, BreakTapped
from kiosk.rules.schedule.late import LateClaimTapped, LatenessOrdered, PresentTapped
from kiosk.scenario.play import Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import ordered, spoken

EACH = ("A", "B")


def takes_break(play: Play, said: Said) -> None:
    """Takes a break, or several one after the other. Between two matches of a series: once the next
    one is opened.
    """
    play.do(BreakTapped(play.at, said.by_side, said.get("breaks", 1)))


WORDS = (
    ordered(
        "notes lateness",
        LatenessOrdered,
        "A side is missing, and the match should have started that long ago.",
        side="who is missing",
        late_by="?how long ago it should have started?just now",
        grant_min="?the delay granted, in minutes?the book's grace",
    ),
    spoken("is present", PresentTapped, "Is at the table, having been late or on a break."),
    spoken("claims late match", LateClaimTapped, "Claims the match from a late opponent.", EACH),
    Word(
        "takes break",
        EACH,
        takes_break,
        (Field("breaks", int, "how many", "1"),),
        (BreakTapped,),
    ),
    ordered(
        "lets leave",
        BreakOrdered,
        "Lets a side leave beside the breaks of the book.",
        side="who",
        minutes="for how many minutes",
    ),
    ordered("adjourns", AdjournOrdered, "Puts the match off until the director starts play."),
)
