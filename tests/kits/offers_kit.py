"""Offers to end a game, and their answers."""

from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kits import commands as c
from kits.cube_corpus import NORWAY
from kits.rules_kit import Table


def moving(book: RuleBook = NORWAY) -> Table:
    """White has rolled and moves; its clock runs."""
    return Table().open(7, book).start()


def accepts(table: Table, side: Side, winner: Side | None = None, level: int | None = None) -> None:
    table.ok(c.OfferAccepted(table.at, side, winner, level))
