"""Tables without a clock, and the order that brings one in."""

from kiosk.rules.clock import remaining
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.units import Side
from kits.books import load
from kits.rules_kit import Table

PLAIN_MICHIGAN = load("london-club+michigan-2002")


def unclocked(book: RuleBook, points: int = 7) -> Table:
    return Table().open(points, book.with_clock(ClockSystem.NONE, "the invitation"))


def reads(table: Table, side: Side) -> int:
    return remaining(table.match.clock, side, table.at).reserve
