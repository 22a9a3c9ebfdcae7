"""The event with its history: state and facts at one row of its log."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kiosk.director.event.desk import EventDesk
from kiosk.director.store.store import EventRow
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.history import History, read_history
from kiosk.tournament.tournament import Tournament
from kiosk.wire.event_facts import decode_fact

_CHUNK = 500


@dataclass(frozen=True)
class Chronicle:
    """`facts` led to `tournament`; the last of them is row `seq` of the log."""

    seq: int
    tournament: Tournament
    facts: tuple[TournamentEvent, ...]
    history: History


Rows = Callable[[int, int], Awaitable[Sequence[EventRow]]]
"""The next rows of the log after one, up to a number."""


class Chronicles:
    """Reads the rows added since the last call; used on the event loop."""

    def __init__(self, desk: EventDesk, rows: Rows) -> None:
        self._desk = desk
        self._rows = rows
        self._facts: dict[int, TournamentEvent] = {}
        self._last: Chronicle | None = None

    async def read_current(self) -> Chronicle:
        """The history up to the log's last row. Raises StoreError."""
        seq, tournament = self._desk.seq, self._desk.tournament
        if self._last is not None and self._last.seq == seq:
            return self._last
        while len(self._facts) < seq:
            for row in await self._rows(len(self._facts), _CHUNK):
                self._facts[row.seq] = decode_fact(row.kind, row.v, row.body.encode())
        facts = tuple(self._facts[each] for each in range(1, seq + 1))
        self._last = Chronicle(seq, tournament, facts, read_history(facts))
        return self._last
