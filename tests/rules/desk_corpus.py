"""Matches in which somebody is late, or says that something went wrong on the board."""

from collections.abc import Iterator

from rules_kit import BLACK, LONDON, NORWAY, Table

from kiosk.rules import commands as c
from kiosk.rules.match import Match, Phase
from kiosk.rules.units import MINUTE_NS


def desk_matches() -> Iterator[Match]:
    yield from _late()


def _late() -> Iterator[Match]:
    for book in (NORWAY, LONDON):
        table = Table().open(book=book)
        table.ok(table.order(c.LatenessOrdered, BLACK, 31 * MINUTE_NS, None))
        yield table.match


DESK_NOT_HERE: dict[type[c.Command], set[Phase]] = {}
