"""Links the event and its tables: changes on one side are carried out on the other, and shown.

Lives on the event loop.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache

from kiosk.catalogue.text import Text
from kiosk.director.event.alarms import EventAlarm, doubts_by_journal
from kiosk.director.event.assignments import ResolvedProfile, custody_of, profile
from kiosk.director.event.books import book_of
from kiosk.director.event.custody import Custody
from kiosk.director.event.next_match import find_next
from kiosk.director.event.office import EventOffice
from kiosk.director.event.seating import HEARS, Seating
from kiosk.director.hub import Hub, Push
from kiosk.director.orders.desk import OrderDesk
from kiosk.director.report.rulings_log import JournalRulings
from kiosk.director.tables.tables import Tables
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook, RuleBookError
from kiosk.tournament.sheet import ToPlay
from kiosk.tournament.tournament import key_of
from kiosk.wire.next_match import NextMatches


class EventTables:
    """The event's matches at the tables: calls are given, reports judged and taken."""

    def __init__(
        self,
        office: EventOffice,
        tables: Tables,
        orders: OrderDesk,
        hub: Hub,
        wall_ms: Callable[[], int],
    ) -> None:
        self._office = office
        self._desk = office.desk
        self._tables = tables
        self._orders = orders
        self._hub = hub
        self._seating = Seating(
            self._desk,
            tables.journal_standings,
            lambda: orders.placings,
            orders.give_once,
            self._book_of,
            wall_ms,
            self._alarmed,
        )
        self._were_silent: frozenset[int] = frozenset()
        self._doubts: dict[str, Text] | None = None
        """By journal; None: something has changed since they were judged."""
        office.on_change = self._changed

    @property
    def alarms(self) -> tuple[EventAlarm, ...]:
        """Matters that do not count in the event, as of the last pass."""
        return self._office.alarms

    @property
    def failure(self) -> str | None:
        """Why event and tables are no longer kept together."""
        return self._seating.failure

    def doubt(self, journal_id: str) -> Text | None:
        """What is wrong with a table's report of its match; None: it counts, or is the
        table's own.
        """
        if self._doubts is None:
            self._doubts = self._journal_doubts()
        return self._doubts.get(journal_id)

    def believed(self, reported: JournalRulings) -> JournalRulings:
        """A journal's report of disputes without pairings that never belonged to it."""
        custody = custody_of(self._desk.tournament, (), self._orders.placings)
        matches = (
            each
            for each in reported.matches
            if key_of(each.match_id) is None or custody.was_held(each.match_id, each.journal_id)
        )
        return replace(reported, matches=tuple(matches))

    def counts(self, journal_id: str, match_id: str) -> bool:
        """Whether a journal's report of a match counts: of a pairing only from a table it belonged
        to, of the match at a table now only without a doubt.
        """
        table = self._tables.get(journal_id)
        is_now = table is not None and table.state.replay.match_id == match_id
        if is_now and self.doubt(journal_id) is not None:
            return False
        if key_of(match_id) is None:
            return True
        custody = Custody(self._desk.tournament, self._orders.placings, {}, {})
        return custody.was_held(match_id, journal_id)

    def _journal_doubts(self) -> dict[str, Text]:
        """What is wrong with the tables' reports, by journal."""
        tournament, tables = self._desk.tournament, self._tables.journal_standings()
        if not tournament.event_id:
            return {}
        return doubts_by_journal(custody_of(tournament, tables, self._orders.placings))

    def next_matches(self, journal_id: str, match_id: str) -> NextMatches | None:
        """Next matches of the players whose match a table asks about; None: it is not over
        there.
        """
        table = self._tables.get(journal_id) if match_id else None
        match = table.state.replay.match if table is not None else None
        if match is None or match.match_id != match_id:
            return None
        return find_next(self._desk.tournament, match)

    def language_of_entry(self, side_id: str) -> str:
        """Language of an entry of the event, by its list; of a pair the first player's."""
        entry = self._desk.tournament.entries.get(side_id)
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
        """Called each second: a silent table changes the proposals, a match that has begun what can
        be done about it.
        """
        self._seating.schedule()
        seen = self._tables.silent_numbers(), frozenset(self.scores())
        if seen != (self._were_silent, self._office.begun) and self._desk.tournament.event_id:
            self._were_silent, self._office.begun = seen
            self._show()

    def _alarmed(self) -> None:
        self._office.alarms = self._seating.alarms
        self._doubts = None
        self._show()

    def _changed(self) -> None:
        self._doubts = None
        self._show()
        self._seating.schedule()

    def _show(self) -> None:
        self._hub.publish(Push.from_value("event", {"seq": self._desk.seq}), None)

    def _book_of(self, plays: ToPlay) -> ResolvedProfile | None:
        """Rule book of a pairing of the event; None: it no longer exists."""
        try:
            return _hashed(book_of(self._desk.tournament, plays))
        except RuleBookError:
            return None


@lru_cache(maxsize=64)
def _hashed(book: RuleBook) -> ResolvedProfile:
    return profile(book)
