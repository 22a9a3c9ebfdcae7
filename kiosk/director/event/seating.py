"""Synchronises the event and the tables: calls become orders, results become acts.

Owned by the event loop. It only does what `assignments.due` finds undone, so that it can be
triggered any time, and continues where it was after a stop. What fails for one table or pairing
becomes an alarm, and everything else goes on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from kiosk.catalogue.text import Text, format_text
from kiosk.director.errors import EventRefused, OrderInvalid, StoreFailed
from kiosk.director.event.alarms import EventAlarm, event_alarms
from kiosk.director.event.assignments import Book, custody_of, find_due, placing_of
from kiosk.director.event.custody import HeardJournal, Placings, StuckPart
from kiosk.director.event.desk import EventDesk
from kiosk.director.orders.orders import NewOrder
from kiosk.rules.assignment import MatchPutAway, TableTakenOver
from kiosk.rules.ending import MatchEnded
from kiosk.rules.result import ResultAgreed, ResultEntered
from kiosk.rules.start import MatchOpened
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.taking_up import TakeUp
from kiosk.tournament.tournament import key_of
from kiosk.wire.errors import WireError
from kiosk.wire.replay import MISFIT

HEARS = frozenset(
    kind.__name__
    for kind in (
        MatchOpened,
        TableTakenOver,
        MatchPutAway,
        MatchEnded,
        ResultAgreed,
        ResultEntered,
    )
)
"""Kinds of rows after which something may be due."""

_FAILS = (EventRefused, OrderInvalid, WireError, *MISFIT)
"""Possible failures of an order or a result."""

_log = logging.getLogger(__name__)


class Seating:
    """`give` gives an order unless it was given; `tables` are the tables' present states,
    `placings` the orders that have placed matches; `alarmed` is called when the failures have
    changed.
    """

    def __init__(
        self,
        event: EventDesk,
        tables: Callable[[], Sequence[HeardJournal]],
        placings: Callable[[], Placings],
        give: Callable[[NewOrder], Awaitable[None]],
        book: Book,
        wall_ms: Callable[[], int],
        alarmed: Callable[[], None] = lambda: None,
    ) -> None:
        self.alarms: tuple[EventAlarm, ...] = ()
        self.failure: str | None = None
        """Why nothing is done any more, until it succeeds again."""
        self._event = event
        self._tables = tables
        self._placings = placings
        self._give = give
        self._book = book
        self._wall_ms = wall_ms
        self._alarmed = alarmed
        self._changed = False
        self._work: asyncio.Task[None] | None = None

    def schedule(self) -> None:
        """Schedule a pass, because the event or a table may have changed."""
        self._changed = True
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._do())

    async def _do(self) -> None:
        try:
            while self._changed and self._event.tournament.event_id:
                self._changed = False
                await self._once()
                self.failure = None
        except StoreFailed as error:
            _log.error("calls are not given: %s", error)  # which ends the service
        except _FAILS as error:
            if self.failure is None:
                _log.exception("calls are not given")
            self.failure = f"{type(error).__name__}: {error!s:.200}"
        finally:
            self._work = None

    async def _once(self) -> None:
        tournament, tables, placings = self._event.tournament, self._tables(), self._placings()
        found = find_due(tournament, tables, placings, self._book, self._wall_ms())
        came = [await self._order(order) for order in found.orders]
        came += [await self._act(act) for act in found.take_ups]
        came += [await self._act(act) for act in found.results]
        failed = tuple(each for each in came if each is not None)
        alarms = event_alarms(custody_of(tournament, tables, placings), found, failed)
        if alarms != self.alarms:
            for alarm in alarms:
                if alarm not in self.alarms:
                    _log.warning("%s", format_text(alarm.words))
            self.alarms = alarms
            self._alarmed()

    async def _order(self, order: NewOrder) -> StuckPart | None:
        """Give an order; return its failure, with its pairing or table."""
        try:
            await self._give(order)
        except _FAILS as error:
            placing = placing_of(order.command_id, order.journal_id, order.order)
            about = order.order.match_id if placing is None else placing.match_id
            return StuckPart(_why(error), order.journal_id, key_of(about or ""))
        return None

    async def _act(self, act: TakeMatch | TakeUp) -> StuckPart | None:
        """Do a table's report in the event; return its failure, with its pairing."""
        try:
            await self._event.take_report(act)
        except _FAILS as error:
            return StuckPart(_why(error), key=act.key)
        return None


def _why(error: Exception) -> Text | str:
    if isinstance(error, EventRefused | OrderInvalid):
        return error.words
    return f"{type(error).__name__}: {error!s:.200}"
