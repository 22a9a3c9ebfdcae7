"""Words of a club's ladder: why something can't be done on it."""

import re
from collections.abc import Mapping
from datetime import date

from kiosk.catalogue.rule_names import name_subject
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.catalogue.tournament import REASONS, score_words
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.ladder import Ladder

LADDER_WORDING: Mapping[TournamentReason, Text] = {
    TournamentReason.EVENT_IS_OPEN: text("this ladder is open already"),
    TournamentReason.UNKNOWN: text("this ladder has nothing of that name: check the name"),
    TournamentReason.TAKEN: text("is on the ladder already"),
    TournamentReason.BAD_VALUE: text("the ladder's rules do not allow this"),
    TournamentReason.GONE: text("has left the ladder"),
}
"""Reasons that a ladder words differently from an event."""

LADDER_REASONS: Mapping[TournamentReason, Text] = {**REASONS, **LADDER_WORDING}

_DAY = re.compile(r"(played_day|for_day|day) (-?\d+) \((-?\d+)–(-?\d+)\)")
"""An impossible day, and the first and last possible ones."""


def against_words(objection: Objection, ladder: Ladder) -> Text:
    """A reason and its object: members by name, challenges by players, days as people write
    them.
    """
    score = score_words(objection)
    if score is not None:
        return score
    why = LADDER_REASONS[objection.reason]
    about = objection.about
    if not about:
        return why
    if objection.reason is TournamentReason.SEASON_OPEN:
        return text("season {number}: {why}", number=about, why=why)
    if about in ladder.members:
        object_: Text | str = isolated(ladder.members[about])
    elif about.isdecimal() and int(about) in ladder.challenges:
        object_ = _challenge(ladder, int(about))
    elif found := _DAY.fullmatch(about):
        name, *days = found.groups()
        day, first, last = map(_day, days)
        object_ = f"{day} ({first} – {last})"
        if name == "played_day":
            return text(
                "{day}: a challenge is played in the season, from the day it is for until today",
                day=object_,
            )
    elif " to " in about:
        object_ = " – ".join(map(_day, about.split(" to ")))
    else:
        object_ = name_subject(about)
    return text("{about}: {why}", about=object_, why=why)


def member_name(ladder: Ladder, member_id: str | None) -> str:
    """The name of a present or former member of the ladder."""
    return isolated(ladder.members.get(member_id or "", "?"))


def pair_name(ladder: Ladder, pair: tuple[str, str]) -> Text:
    """The names of two who play or played each other."""
    one, two = (member_name(ladder, each) for each in pair)
    return text("{one} – {two}", one=one, two=two)


def _challenge(ladder: Ladder, number: int) -> Text:
    one, other = (member_name(ladder, member) for member in ladder.challenges[number].pair)
    return text("challenge {number}, {one} – {other}", number=number, one=one, other=other)


def _day(ordinal: str) -> str:
    return date.fromordinal(int(ordinal)).isoformat() if ordinal.isdecimal() else ordinal
