"""Dice of one side while the other still moves."""

from kiosk.rules.roll import DieFact
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half
from kits import commands as c
from kits.rules_kit import LEFT, Table, die, facts


def moving(book: RuleBook, mixer: Half | None = None, *, tower: bool = False) -> Table:
    """White moves with 6-5."""
    return Table().open(book=book, mixer=mixer, tower=tower).start()


def shared_pair(table: Table, *dice: DieFact) -> Table:
    """Black takes the dice of both and throws them."""
    table.lift().ok(c.RollRead(table.at, facts(*dice)))
    return table


GOOD = (die(4, LEFT), die(2, LEFT))
