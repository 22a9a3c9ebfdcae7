"""Requests to the director at a table since play last went on. Pure.

The match does not keep the subject of a call; open matters come from the match and from this.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.catalogue.matter import OpenMatter
from kiosk.catalogue.sentence import Sentence
from kiosk.catalogue.tables import SENTENCES
from kiosk.wire.row import Row

_BY_NAME: Mapping[str, Sentence] = MappingProxyType(
    {event.__name__: entry for event, entry in SENTENCES.items()}
)
_SETTLED_BY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        name: frozenset(event.__name__ for event in entry.asks.settled_by)
        for name, entry in _BY_NAME.items()
        if entry.asks is not None
    }
)


def asks_after(asks: tuple[OpenMatter, ...], row: Row) -> tuple[OpenMatter, ...]:
    """The open requests after `row`. Raises WireError for a row of a newer program."""
    entry = _BY_NAME.get(row.kind)
    if entry is None:
        return asks
    if entry.begins:
        return ()
    asks = tuple(
        each
        for each in asks
        if row.kind not in _SETTLED_BY[each.kind] and (each.wish or not entry.goes_on)
    )
    if entry.asks is None:
        return asks
    event = row.event()
    cites, orders = getattr(event, "cites", ()), entry.asks.orders(event)
    new = OpenMatter(row.kind, entry.format(event), cites, orders, entry.asks.wish)
    return (*(each for each in asks if each.text != new.text), new)
