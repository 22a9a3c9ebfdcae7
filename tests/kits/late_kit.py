"""A match that begins late, and a table that wakes whenever it asked to."""

from kiosk.rules.decide import deadline
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import MINUTE_NS
from kits import commands as c
from kits.books import load
from kits.rules_kit import BLACK, NORWAY, Table, ns

ITALIAN = load("italian-international")


def late(
    book: RuleBook = NORWAY, points: int | None = 7, minutes: float = 0, grant: int | None = None
) -> Table:
    """Black is missing, and the match should have begun so many minutes ago."""
    table = Table().open(points, book)
    table.ok(table.order(c.LatenessOrdered, BLACK, round(minutes * MINUTE_NS), grant))
    return table


def ring(table: Table, minutes: float) -> Table:
    """Time passes; the table wakes whenever it asked to."""
    until = table.now + ns(minutes * 60)
    while (due := deadline(table.match)) is not None and due <= until:
        table.now = max(table.now, due)
        table.ok(c.DeadlineReached(due))
    table.now = until
    return table
