"""Being on time: late, on a break, put off."""

from kiosk.rules import commands as c
from kiosk.scenario.kinds import SIDE, TIME, whole
from kiosk.scenario.play import DIRECTOR, Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import WHY, ordered, spoken

EACH = ("A", "B")
_COUNT = whole(0, 9)
_MINUTES = whole(0, 999)


def notes_lateness(play: Play, said: Said) -> None:
    """A side is missing, and the match should have started that long ago."""
    why = said.get("why", "as the rules say")
    order = (said.get("side"), said.get("late_by", 0), said.get("grant_min"))
    play.do(c.LatenessOrdered(play.at, play.match.match_id, DIRECTOR, why, *order))


def takes_break(play: Play, said: Said) -> None:
    """Takes a break, or several one after the other. Between two matches of a series: once the next
    one is opened.
    """
    play.do(c.BreakTapped(play.at, said.by_side, said.get("breaks", 1)))


WORDS = (
    Word(
        "notes lateness",
        ("director",),
        notes_lateness,
        (
            Field("side", SIDE, "who is missing"),
            Field("late_by", TIME, "how long ago it should have started", "just now"),
            Field("grant_min", _MINUTES, "the delay granted, in minutes", "the book's grace"),
            WHY,
        ),
        (c.LatenessOrdered,),
    ),
    spoken("is present", c.PresentTapped, "Is at the table, having been late or on a break."),
    spoken("claims late match", c.LateClaimTapped, "Claims the match from a late opponent.", EACH),
    Word(
        "takes break",
        EACH,
        takes_break,
        (Field("breaks", _COUNT, "how many", "1"),),
        (c.BreakTapped,),
    ),
    ordered(
        "lets leave",
        c.BreakOrdered,
        "Lets a side leave beside the breaks of the book.",
        {"minutes": _MINUTES},
        side="who",
        minutes="for how many minutes",
    ),
    ordered("adjourns", c.AdjournOrdered, "Puts the match off until the director starts play."),
)
