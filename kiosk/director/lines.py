"""A row as a line of the timeline."""

from kiosk.catalogue.sentence import Group, Look
from kiosk.catalogue.tables import SENTENCES
from kiosk.catalogue.terms import person
from kiosk.catalogue.text import ENGLISH, Language, say, text
from kiosk.director.cards import Line
from kiosk.rules.cube.facts import Doubled
from kiosk.rules.fact import Event
from kiosk.rules.roll import RollFacts
from kiosk.rules.start import GameStarted
from kiosk.wire.errors import WireError
from kiosk.wire.row import Row

EVERY_GROUP = tuple(str(group) for group in Group)
"""A row that nobody knows is never hidden."""


def line(row: Row, language: Language = ENGLISH) -> Line:
    """What happened, in words; of a row newer than this program, that it came."""
    time, by = row.wall_utc[11:19], say(person(row.by), language)
    try:
        event = row.event()
    except WireError as error:
        newer = text(
            "A {kind} that is newer than this program ({why}).", kind=row.kind, why=str(error)
        )
        told = (EVERY_GROUP, Look.PLAIN, None, say(newer, language), (), None, row.match_id)
        return Line(row.seq, time, by, row.kind, *told)
    facts, entry = getattr(event, "facts", None), SENTENCES[type(event)]
    ordered = row.by.startswith("director:") and Group.DIRECTOR not in entry.groups
    return Line(
        seq=row.seq,
        time=time,
        by=by,
        kind=row.kind,
        groups=(*entry.groups, *([Group.DIRECTOR] if ordered else [])),
        look=entry.look,
        landmark=_landmark(event, row),
        text=say(entry.say(event), language),
        cites=getattr(event, "cites", ()),
        picture=facts.picture if isinstance(facts, RollFacts) else None,
        match_id=row.match_id,
    )


def _landmark(event: Event, row: Row) -> str | None:
    """What a director who comes to a dispute looks for first."""
    if isinstance(event, GameStarted):
        return "game"
    if isinstance(event, Doubled):
        return "double"
    return "ruling" if event.is_ruling and row.by.startswith("director:") else None
