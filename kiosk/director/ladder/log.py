"""The logs of a director's ladders (`fact_log.py`), one each."""

from collections.abc import Callable

from kiosk.director.errors import StoreError
from kiosk.director.ladder.view import RecentFacts
from kiosk.director.store.fact_log import FactLog, LogState
from kiosk.director.store.store import EventRow, Store
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER, Ladder
from kiosk.wire import ladder_facts

LADDER_LOG: FactLog[Ladder] = FactLog("a ladder's log", NO_LADDER, LADDER.evolve, ladder_facts)


def of_ladder(ladder_id: str) -> FactLog[Ladder]:
    """The ladder's log, which names it when a row is invalid."""
    called = f"the log of ladder {ladder_id:.80}"
    return FactLog(called, NO_LADDER, LADDER.evolve, ladder_facts)


def load_ladders(
    store: Store, listed: Callable[[Ladder, TournamentEvent, EventRow], None] = lambda *_row: None
) -> dict[str, tuple[LogState[Ladder], RecentFacts]]:
    """Every ladder from its log, by id, with its latest news; `listed` is called with each row.
    Raises StoreError.
    """
    found = {}
    for ladder_id in store.ladders():
        recent = RecentFacts()

        def rows(after: int, most: int, of: str = ladder_id) -> tuple[EventRow, ...]:
            return store.ladder_rows(of, after, most)

        log_state = of_ladder(ladder_id).replay(rows, recent.heard, listed)
        if log_state.state.ladder_id != ladder_id:
            raise StoreError(
                f"the log of ladder {ladder_id:.80} is {log_state.state.ladder_id:.80}'s: put the "
                "second copy, or another one of the database, in place"
            )
        found[ladder_id] = log_state, recent
    return found
