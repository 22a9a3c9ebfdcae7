"""Keeps the event and the tables together: calls go down as orders, results come up as acts.

Owned by the event loop. It only ever does what `assignments.due` finds undone, so that it may be
asked to look at any time, and begins anew after a stop where it was.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from kiosk.director.errors import EventRefused, OrderInvalid, StoreFailed
from kiosk.director.event.assignments import Profile, Standing, due
from kiosk.director.event.desk import EventDesk
from kiosk.director.orders.orders import NewOrder
from kiosk.rules.assignment import MatchPutAway, TableTakenOver
from kiosk.rules.ending import MatchEnded
from kiosk.rules.result import ResultAgreed, ResultEntered
from kiosk.rules.start import MatchOpened
from kiosk.tournament.sheet import ToPlay

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
"""Rows after which something may be due."""

_log = logging.getLogger(__name__)


class Seating:
    """`give` gives an order unless it was given; `tables` is how they stand now."""

    def __init__(
        self,
        event: EventDesk,
        tables: Callable[[], Sequence[Standing]],
        give: Callable[[NewOrder], Awaitable[None]],
        book: Callable[[ToPlay], Profile | None],
        wall_ms: Callable[[], int],
    ) -> None:
        self._event = event
        self._tables = tables
        self._give = give
        self._book = book
        self._wall_ms = wall_ms
        self._changed = False
        self._work: asyncio.Task[None] | None = None

    def look(self) -> None:
        """The event or a table has changed, or may have. What is due is done soon."""
        self._changed = True
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._do())

    async def _do(self) -> None:
        try:
            while self._changed and self._event.tournament.event_id:
                self._changed = False
                await self._once()
        except StoreFailed as error:
            _log.error("calls are not given: %s", error)  # which ends the service
        finally:
            self._work = None

    async def _once(self) -> None:
        found = due(self._event.tournament, self._tables(), self._book, self._wall_ms())
        for order in found.orders:
            await self._give(order)
        for result in found.results:
            try:
                await self._event.take(result)
            except (EventRefused, OrderInvalid) as error:
                _log.warning("a result of %s was not taken: %s", result.by, error)
