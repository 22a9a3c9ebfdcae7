"""Reads disputes and rulings from the tables' rows, each time only the new ones."""

import asyncio
from collections.abc import Iterable

from kiosk.director.orders.desk import Rows
from kiosk.director.report.rulings_log import KINDS, JournalRulings, journal_rulings
from kiosk.wire.row import Row

_CHUNK = 500


class Rulings:
    """Used on the event loop."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._read: dict[str, tuple[int, list[Row]]] = {}
        """By journal: the last row read, and the rows that belong in a report."""
        self._turn = asyncio.Lock()

    async def read_rulings(self, journals: Iterable[str]) -> list[JournalRulings]:
        """Disputes, rulings and conduct from these journals. Raises StoreError."""
        async with self._turn:
            for journal_id in journals:
                after, kept = self._read.get(journal_id, (0, []))
                while rows := await self._rows(journal_id, after, _CHUNK):
                    after = rows[-1].seq
                    kept += [row for row in rows if row.kind in KINDS]
                self._read[journal_id] = after, kept
            return [journal_rulings(name, kept) for name, (_seq, kept) in self._read.items()]
