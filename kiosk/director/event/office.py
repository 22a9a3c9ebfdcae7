"""The event's office: its desk on the log, its history, and the trail of its acts.

Lives on the event loop.
"""

import logging
import random
from collections.abc import Callable, Collection
from functools import partial

from kiosk.catalogue.event_acts import fact_words, follows_alone
from kiosk.director.clocks import DirectorClocks
from kiosk.director.event.alarms import EventAlarm, HeldForDecision, held_by
from kiosk.director.event.chronicle import Chronicles
from kiosk.director.event.desk import EventDesk
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.people.trail import ActTrail
from kiosk.director.public.hall import PublicHall
from kiosk.director.store.fact_log import LogState
from kiosk.director.store.thread import StoreThread
from kiosk.rules.units import MILLISECOND_NS
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.tournament import Tournament
from kiosk.wire.replay import MISFIT

_log = logging.getLogger(__name__)


class EventOffice:
    """Visitors see each change in the hall, after its delay."""

    def __init__(
        self,
        thread: StoreThread,
        hall: PublicHall,
        silent: Callable[[], frozenset[int]],
        clocks: DirectorClocks,
        event_id: str,
        chance: random.Random,
        books: Collection[str],
    ) -> None:
        """`silent` gives the tables whose device does not answer. Raises StoreError."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change of the event."""
        self.alarms: tuple[EventAlarm, ...] = ()
        """Matters that the event does not count and the director must decide."""
        self.begun: frozenset[str] = frozenset()
        """Matches that have begun at a table, by id."""
        self.trail: ActTrail[Tournament] = ActTrail(fact_words, follows_alone)
        self._hall = hall
        self._clocks = clocks
        store = thread.store
        self.desk = EventDesk(
            EVENT_LOG.replay(store.event_rows, self._record_past, self.trail.learn),
            event_id,
            thread.keeping(store.keep_event),
            clocks.wall_ms,
            chance,
            books,
            self._changed,
            silent,
            self._held,
            self.trail.learn,
            lambda: self.begun,
        )
        self.chronicles = Chronicles(self.desk, partial(thread.run, store.event_rows))

    def _held(self) -> HeldForDecision:
        """What waits for the director's decision about an alarm."""
        return held_by(self.alarms)

    def _changed(self, _seq: int) -> None:
        """The visitors' view is updated last, so that a fault there does not stop calls."""
        self.on_change()
        try:
            self._hall.note_change(self.desk.tournament, self._clocks.monotonic_ns())
        except MISFIT:
            _log.exception("the hall can't show the event as it is now")

    def _record_past(
        self, _before: LogState[Tournament], fact: TournamentEvent, after: LogState[Tournament]
    ) -> None:
        """The event's state before this start: visitors may not see it yet."""
        ago_ns = max(0, self._clocks.wall_ns() - fact.at_ms * MILLISECOND_NS)
        self._hall.note_change(after.state, self._clocks.monotonic_ns() - ago_ns)
