"""What the console asks for: streams of the tables, matches to record, rulings, acts.

Lives on the event loop.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Any

from kiosk.catalogue.text import ENGLISH, Language
from kiosk.director.enrolment.devices import Devices
from kiosk.director.enrolment.done import enrolment_lines
from kiosk.director.event.at_tables import EventTables
from kiosk.director.event.chronicle import Chronicles
from kiosk.director.hub import Hub, Listener, Push
from kiosk.director.orders.desk import OrderDesk, Rows
from kiosk.director.people.audit import AuditLine
from kiosk.director.people.trail import ActTrail
from kiosk.director.report.rulings import Rulings
from kiosk.director.report.rulings_log import JournalRulings
from kiosk.director.service_health import ServiceHealth
from kiosk.director.tables.lines import push_lines
from kiosk.director.tables.tables import Tables
from kiosk.record import is_about
from kiosk.wire.row import Row

CHUNK = 500
"""Most rows of a timeline that are sent in one piece."""


class ConsoleFeed:
    """`rows` reads a journal's rows; `acts` are the lines of the audit page that are no orders."""

    def __init__(
        self,
        hub: Hub,
        tables: Tables,
        orders: OrderDesk,
        event_tables: EventTables,
        chronicles: Chronicles,
        health: ServiceHealth,
        rows: Rows,
        acts: Callable[[], Iterator[AuditLine]],
    ) -> None:
        self.hub = hub
        self.event_tables = event_tables
        self.chronicles = chronicles
        self.health = health
        self.acts = acts
        self._tables = tables
        self._orders = orders
        self._rows = rows
        self._rulings = Rulings(rows)

    async def grid(self, language: Language = ENGLISH) -> AsyncGenerator[tuple[Push, ...], None]:
        """Pushes for the grid: the whole picture, then every change."""
        with self.hub.listen(None, language) as listener:
            open_orders = self._orders.open_orders(language)
            waiting = (Push.from_value("order", view) for view in open_orders)
            yield (Push("cards", self._tables.grid(language)), *waiting)
            async for pushes in listener.pushes():
                yield pushes

    async def timeline(
        self, journal_id: str, after: int, language: Language = ENGLISH
    ) -> AsyncGenerator[tuple[Push, ...], None]:
        """Pushes for one table's page: its card, its orders, the lines after `after`, then every
        change.
        """
        with self.hub.listen(journal_id, language) as listener:
            orders = self._orders.orders_of(journal_id, language)
            shown = Push.from_value("card", self._tables.card(journal_id, language))
            yield (shown, *(Push.from_value("order", view) for view in orders))
            while rows := await self._rows(journal_id, after, CHUNK):
                after = rows[-1].seq
                yield (push_lines(rows, language, self._tables.matches_of(journal_id)),)
            async for pushes in _after(after, listener):
                yield pushes

    async def match_rows(self, journal_id: str, match_id: str | None) -> tuple[str, list[Row]]:
        """A match at a table and its rows; by default the table's last match.

        Raises TableUnknown, StoreError.
        """
        opened = self._tables.table_of(journal_id).state.replay.match.opened
        wanted = match_id or (opened.match_id if opened else "")
        found: list[Row] = []
        after = 0
        while rows := await self._rows(journal_id, after, CHUNK):
            after = rows[-1].seq
            found += [row for row in rows if is_about(row, wanted)]
        return wanted, found

    async def rows_between(self, journal_id: str, first: int, last: int) -> list[Row]:
        """Rows of a journal from one seq to another. Raises StoreError."""
        found: list[Row] = []
        after = first - 1
        while after < last and (
            rows := await self._rows(journal_id, after, min(CHUNK, last - after))
        ):
            after = rows[-1].seq
            found += rows
        return found

    async def rulings(self) -> list[JournalRulings]:
        """The tables' reports of disputes, rulings and conduct; of a pairing only from the table it
        belongs to. Raises StoreError.
        """
        every = await self._rulings.read_rulings(table.state.journal_id for table in self._tables)
        return [self.event_tables.believed(each) for each in every]


def list_acts(
    trails: Iterable[ActTrail[Any]], enrolled: Mapping[str, int], devices: Devices
) -> Iterator[AuditLine]:
    """Acts of these trails and acts about devices, for the audit page."""
    for trail in trails:
        yield from trail.lines
    yield from enrolment_lines(enrolled, devices.noted)


async def _after(seq: int, listener: Listener) -> AsyncIterator[tuple[Push, ...]]:
    """Pushes without the lines that were already read from the store."""
    async for pushes in listener.pushes():
        yield tuple(push for push in pushes if push.id is None or int(push.id) > seq)
