"""A row as a line of the timeline."""

from kiosk.director.cards import Line
from kiosk.rules.roll import RollFacts
from kiosk.wire.errors import WireError
from kiosk.wire.phrases import who
from kiosk.wire.row import Row
from kiosk.wire.words import sentence


def line(row: Row) -> Line:
    """What happened, in words; of a row newer than this program, that it came."""
    time = row.wall_utc[11:19]
    try:
        event = row.event()
    except WireError as error:
        text = f"A {row.kind} that is newer than this program ({error})."
        return Line(row.seq, time, who(row.by), row.kind, text, (), None)
    facts = getattr(event, "facts", None)
    return Line(
        seq=row.seq,
        time=time,
        by=who(row.by),
        kind=row.kind,
        text=sentence(event),
        cites=getattr(event, "cites", ()),
        picture=facts.picture if isinstance(facts, RollFacts) else None,
    )
