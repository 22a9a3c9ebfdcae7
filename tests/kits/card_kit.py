"""What a director's card of a table on paper shows."""

from kiosk.director.tables.card import card
from kiosk.director.tables.cards import TableCard
from kiosk.director.tables.state import TableState, with_head, with_row
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kiosk.wire.sync import TableHead
from kits import commands as c
from kits.hall_kit import UTC, PaperTable

WHITE, BLACK = Side


def state(table: PaperTable, head: TableHead | None = None) -> TableState:
    seen = TableState(table.journal_id, table.number)
    for row in table.rows:
        seen = with_row(seen, row)
    at = table.rows[-1].at_ns if table.rows else 0
    return with_head(seen, head or table.head(at_ns=at + 1), 0, UTC, fresh=True)


def shown(table: PaperTable, now_ns: int = 0) -> TableCard:
    return card(state(table), now_ns)


def nothing(_table: PaperTable, _book: RuleBook) -> None:
    """A table that has said nothing but that it is there."""


def opened(table: PaperTable, book: RuleBook) -> None:
    table.open(book)


def half_ready(table: PaperTable, book: RuleBook) -> None:
    opened(table, book)
    table.keeper.tap(c.ReadyTapped, WHITE)


def opening(table: PaperTable, book: RuleBook) -> None:
    half_ready(table, book)
    table.keeper.tap(c.ReadyTapped, BLACK)


def pressing(table: PaperTable, book: RuleBook) -> None:
    opening(table, book)
    table.keeper.tap(c.RollEntered, WHITE, (5, 2))
    table.keeper.tap(c.RollEntered, BLACK, (5, 2))


def moving(table: PaperTable, book: RuleBook) -> None:
    pressing(table, book)
    table.keeper.do(c.ClockPressed, BLACK, by="buttons")


def claimed(table: PaperTable, book: RuleBook) -> None:
    moving(table, book)
    table.keeper.tap(c.WinDeclared, WHITE, 3)


def over(table: PaperTable, book: RuleBook) -> None:
    claimed(table, book)
    table.keeper.tap(c.WinAgreed, BLACK)
