"""A row as a line of the timeline."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from kiosk.catalogue.named_sides import by_name_in
from kiosk.catalogue.sentence import LineStyle, TimelineFilter
from kiosk.catalogue.tables import SENTENCES
from kiosk.catalogue.terms import person
from kiosk.catalogue.text import ENGLISH, Language, format_text, text
from kiosk.director.hub import Push
from kiosk.director.tables.cards import TimelineLine
from kiosk.rules.cube.facts import Doubled
from kiosk.rules.fact import Event
from kiosk.rules.match import Match
from kiosk.rules.roll import RollFacts
from kiosk.rules.start import GameStarted
from kiosk.wire.bounds import LONGEST_ID
from kiosk.wire.errors import KindUnknown, VersionUnknown, WireError
from kiosk.wire.replay import MISFIT
from kiosk.wire.row import Row

EVERY_GROUP = tuple(str(group) for group in TimelineFilter)
"""An unknown row is never hidden by a filter."""


def line(
    row: Row,
    language: Language = ENGLISH,
    matches: Mapping[str, Match] = MappingProxyType({}),
) -> TimelineLine:
    """The event in words; for a row that can't be read, a note that it came.

    `matches` are the table's, by id: whose players are known are called by their names.
    """
    try:
        event = row.event()
        return _line(row, event, by_name_in(language, matches, event, row.match_id))
    except (KindUnknown, VersionUnknown):
        words = text("A row of a newer program: update the director to read it.")
    except (WireError, *MISFIT):
        words = text("A row that can't be read: look at the table.")
    match_id = row.match_id and row.match_id[:LONGEST_ID]
    columns = (EVERY_GROUP, LineStyle.PLAIN, None, format_text(words, language), (), None, match_id)
    by = format_text(person(row.by[:LONGEST_ID]), language)
    return TimelineLine(row.seq, row.wall_utc[11:19], by, row.kind[:LONGEST_ID], *columns)


def push_lines(rows: Sequence[Row], language: Language, matches: Mapping[str, Match]) -> Push:
    """Lines of the timeline, numbered so that a browser can continue after them."""
    lines = msgspec.json.encode([line(row, language, matches) for row in rows]).decode()
    return Push("lines", lines, str(rows[-1].seq))


def _line(row: Row, event: Event, language: Language) -> TimelineLine:
    facts, entry = getattr(event, "facts", None), SENTENCES[type(event)]
    ordered = row.by.startswith("director:") and TimelineFilter.DIRECTOR not in entry.groups
    return TimelineLine(
        seq=row.seq,
        time=row.wall_utc[11:19],
        by=format_text(person(row.by), language),
        kind=row.kind,
        groups=(*entry.groups, *([TimelineFilter.DIRECTOR] if ordered else [])),
        look=entry.look,
        landmark=_landmark(event, row),
        text=format_text(entry.format(event), language),
        cites=getattr(event, "cites", ()),
        picture=facts.picture if isinstance(facts, RollFacts) else None,
        match_id=row.match_id,
    )


def _landmark(event: Event, row: Row) -> str | None:
    """Kind of row that a director looks for first in a dispute."""
    if isinstance(event, GameStarted):
        return "game"
    if isinstance(event, Doubled):
        return "double"
    return "ruling" if event.is_ruling and row.by.startswith("director:") else None
