"""What people read of a club's ladder: why something can't be done on it."""

from collections.abc import Mapping
from datetime import date

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.tournament import REASONS
from kiosk.tournament.act import Objection, Reason
from kiosk.tournament.ladder import Ladder

SAID_OTHERWISE: Mapping[Reason, Text] = {
    Reason.EVENT_IS_OPEN: text("this ladder is open already"),
    Reason.UNKNOWN: text("this ladder knows nothing of that name: look again"),
    Reason.TAKEN: text("is on the ladder already"),
    Reason.BAD_VALUE: text("the ladder's rules can't have this"),
    Reason.GONE: text("has left the ladder"),
}
"""Where a ladder says it otherwise than an event."""

LADDER_REASONS: Mapping[Reason, Text] = {**REASONS, **SAID_OTHERWISE}

_PLAYED_DAY = "played_day "


def against_words(objection: Objection, ladder: Ladder) -> Text:
    """A reason, with what it is about: members by their names, challenges by who plays, days as
    people write them.
    """
    why = LADDER_REASONS[objection.reason]
    about = objection.about
    if not about:
        return why
    if objection.reason is Reason.SEASON_OPEN:
        return text("season {number}: {why}", number=about, why=why)
    if about in ladder.members:
        said: Text | str = isolated(ladder.members[about])
    elif about.isdecimal() and int(about) in ladder.challenges:
        said = _challenge(ladder, int(about))
    elif objection.reason is Reason.OUT_OF_SEASON:
        said = _day(about)
    elif about.startswith(_PLAYED_DAY):
        return text(
            "{day}: a challenge is played in the season, from the day it is for until today",
            day=_day(about.removeprefix(_PLAYED_DAY)),
        )
    elif " to " in about:
        said = " – ".join(map(_day, about.split(" to ")))
    else:
        said = isolated(about)
    return text("{about}: {why}", about=said, why=why)


def _challenge(ladder: Ladder, number: int) -> Text:
    one, other = (isolated(ladder.members[who]) for who in ladder.challenges[number].pair)
    return text("challenge {number}, {one} – {other}", number=number, one=one, other=other)


def _day(ordinal: str) -> str:
    return date.fromordinal(int(ordinal)).isoformat() if ordinal.isdecimal() else ordinal
