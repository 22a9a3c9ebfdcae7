"""Tables whose clocks have little left, and one that runs out."""

from dataclasses import replace

from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Nanos
from kits.rules_kit import Table, ns


def left(table: Table, white_s: float, black_s: float) -> Table:
    """The same match with other times on its clocks."""
    reserve = BySide(Nanos(ns(white_s)), Nanos(ns(black_s)))
    table.match = replace(table.match, clock=replace(table.match.clock, reserve=reserve))
    return table


def at_score(book: RuleBook, points: int, white: int, black: int) -> Table:
    """White is on turn and moves, at this score."""
    return Table().open(points, book).set_score(white, black).start()
