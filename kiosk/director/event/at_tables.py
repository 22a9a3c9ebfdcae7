"""Links the event and its tables: changes on one side are carried out on the other, and shown.

Lives on the event loop.
"""

import logging
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from kiosk.catalogue.event_acts import fact_words, follows_alone
from kiosk.catalogue.text import Text
from kiosk.director.event.alarms import EventAlarm, HeldForDecision, doubts_by_journal, held_by
from kiosk.director.event.assignments import ResolvedProfile, custody_of, profile
from kiosk.director.event.books import book_of
from kiosk.director.event.chronicle import Chronicles
from kiosk.director.event.custody import Placings
from kiosk.director.event.desk import EventDesk
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.event.next_match import find_next
from kiosk.director.event.seating import HEARS, Seating
from kiosk.director.hub import Hub, Push
from kiosk.director.orders.orders import NewOrder
from kiosk.director.people.trail import ActTrail
from kiosk.director.public.hall import PublicHall
from kiosk.director.report.rulings_log import JournalRulings
from kiosk.director.store.fact_log import LogState
from kiosk.director.store.store import EventRow
from kiosk.director.tables.tables import Tables
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook, RuleBookError
from kiosk.rules.units import MILLISECOND_NS
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.sheet import ToPlay
from kiosk.tournament.tournament import Tournament, key_of
from kiosk.wire.next_match import NextMatches
from kiosk.wire.replay import MISFIT

_log = logging.getLogger(__name__)


class EventTables:
    """The event's desk, its history, and its seating."""

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        hall: PublicHall,
        rows: Callable[[int, int], Sequence[EventRow]],
        in_thread: Callable[[int, int], Awaitable[Sequence[EventRow]]],
        keep: Callable[[Sequence[EventRow]], Awaitable[None]],
        placings: Callable[[], Placings],
        give: Callable[[NewOrder], Awaitable[None]],
        monotonic_ns: Callable[[], int],
        wall_ns: Callable[[], int],
        event_id: str,
        chance: random.Random,
        books: Collection[str],
    ) -> None:
        """`rows` reads up to a number of log rows after one, on the loop at the start and later
        `in_thread`; `keep` has synced when it returns; `give` gives an order unless it was given.
        Raises StoreError.
        """
        self._tables = tables
        self._hub = hub
        self._hall = hall
        self._monotonic_ns = monotonic_ns
        self._wall_ns = wall_ns
        self.trail: ActTrail[Tournament] = ActTrail(fact_words, follows_alone)
        self._placings = placings
        self.desk = EventDesk(
            EVENT_LOG.replay(rows, self._record_past, self.trail.learn),
            event_id,
            keep,
            self._wall_ms,
            chance,
            books,
            self._changed,
            tables.silent_numbers,
            self.held,
            self.trail.learn,
        )
        self.chronicles = Chronicles(self.desk, in_thread)
        self._seating = Seating(
            self.desk,
            tables.journal_standings,
            placings,
            give,
            self._book_of,
            self._wall_ms,
            self._alarmed,
        )
        self._were_silent: frozenset[int] = frozenset()
        self._doubts: dict[str, Text] | None = None
        """By journal; None: something has changed since they were judged."""

    @property
    def alarms(self) -> tuple[EventAlarm, ...]:
        """Matters that do not count in the event, as of the last pass."""
        return self._seating.alarms

    @property
    def failure(self) -> str | None:
        """Why event and tables are no longer kept together."""
        return self._seating.failure

    def held(self) -> HeldForDecision:
        """What waits for the director's decision about an alarm."""
        return held_by(self.alarms)

    def doubt(self, journal_id: str) -> Text | None:
        """What is wrong with a table's report of its match; None: it counts, or is the
        table's own.
        """
        if self._doubts is None:
            self._doubts = self._journal_doubts()
        return self._doubts.get(journal_id)

    def believed(self, reported: JournalRulings) -> JournalRulings:
        """A journal's report of disputes without pairings that never belonged to it."""
        custody = custody_of(self.desk.tournament, (), self._placings())
        matches = (
            each
            for each in reported.matches
            if key_of(each.match_id) is None or custody.was_held(each.match_id, each.journal_id)
        )
        return replace(reported, matches=tuple(matches))

    def _journal_doubts(self) -> dict[str, Text]:
        """What is wrong with the tables' reports, by journal."""
        tournament, tables = self.desk.tournament, self._tables.journal_standings()
        if not tournament.event_id:
            return {}
        return doubts_by_journal(custody_of(tournament, tables, self._placings()))

    def next_matches(self, journal_id: str, match_id: str) -> NextMatches | None:
        """Next matches of the players whose match a table asks about; None: it is not over
        there.
        """
        table = self._tables.get(journal_id) if match_id else None
        match = table.state.replay.match if table is not None else None
        if match is None or match.match_id != match_id:
            return None
        return find_next(self.desk.tournament, match)

    def language_of_entry(self, side_id: str) -> str:
        """Language of an entry of the event, by its list; of a pair the first player's."""
        entry = self.desk.tournament.entries.get(side_id)
        return entry.players[0].language if entry is not None and entry.players else ""

    def scores(self) -> dict[str, tuple[int, int]]:
        """Scores of the matches that have begun at a table, by id: points of the first and second
        side as called.
        """
        begun = [
            match
            for table in self._tables.journal_standings()
            for match in table.replay.matches.values()
            if match.phase is not Phase.MATCH_OVER and (match.game or match.games_played)
        ]
        begun.sort(key=lambda match: match.moved)
        return {each.match_id or "": (each.score.white, each.score.black) for each in begun}

    def handle_rows(self, kinds: Collection[str]) -> None:
        """Handle rows of these kinds from a table: its report is judged before it is shown."""
        if not HEARS.isdisjoint(kinds):
            self._doubts = None
            self._seating.schedule()

    def check_silent(self) -> None:
        """Called each second: a silent table changes the proposals."""
        self._seating.schedule()
        silent = self._tables.silent_numbers()
        if silent != self._were_silent and self.desk.tournament.event_id:
            self._were_silent = silent
            self._show()

    def _alarmed(self) -> None:
        self._doubts = None
        self._show()

    def _show(self) -> None:
        self._hub.publish(Push.from_value("event", {"seq": self.desk.seq}), None)

    def _changed(self, _seq: int) -> None:
        """The visitors' view is updated last, so that a fault there does not stop calls."""
        self._doubts = None
        self._show()
        self._seating.schedule()
        try:
            self._hall.note_change(self.desk.tournament, self._monotonic_ns())
        except MISFIT:
            _log.exception("the hall can't show the event as it is now")

    def _record_past(
        self, _before: LogState[Tournament], fact: TournamentEvent, after: LogState[Tournament]
    ) -> None:
        """The event's state before this start: visitors may not see it yet."""
        ago_ns = max(0, self._wall_ns() - fact.at_ms * MILLISECOND_NS)
        self._hall.note_change(after.state, self._monotonic_ns() - ago_ns)

    def _book_of(self, plays: ToPlay) -> ResolvedProfile | None:
        """Rule book of a pairing of the event; None: it no longer exists."""
        try:
            return _hashed(book_of(self.desk.tournament, plays))
        except RuleBookError:
            return None

    def _wall_ms(self) -> int:
        return self._wall_ns() // MILLISECOND_NS


@lru_cache(maxsize=64)
def _hashed(book: RuleBook) -> ResolvedProfile:
    return profile(book)
