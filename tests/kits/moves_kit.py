"""A move on the board, and who says that it is wrong."""

from dataclasses import replace

from kiosk.rules.rulebook import ClockSystem, RuleBook
from kits import commands as c
from kits.books import load
from kits.rules_kit import BLACK, NORWAY, Table, with_delay

ITALIAN = load("italian-international").with_clock(ClockSystem.NONE, "the event's invitation")

MICHIGAN = replace(
    load("london-club+michigan-2002"),
    clock=replace(NORWAY.clock, delay_s=12, reserve_s_per_point=60),
)
"""Under the clock of its second control, with one minute for each point."""

TIMED = with_delay(NORWAY, 12, 60)
COST = replace(TIMED, stop=load("italian-international").stop)
"""Norway's clock and the Italian cost of a claim."""


def moved(book: RuleBook = TIMED, think_s: float = 20) -> Table:
    """White has moved in its first turn, and Black is to roll."""
    return Table().open(7, book).start().turn(think_s)


def says(table: Table, side: object = BLACK) -> c.IllegalMoveTapped:
    return c.IllegalMoveTapped(table.at, side)  # type: ignore[arg-type]
