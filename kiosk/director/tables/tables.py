"""The director's state of all tables, and what browsers were last shown.

Lives on the event loop; nothing here waits.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from kiosk.catalogue.form import OrderContext
from kiosk.catalogue.named_sides import names_of
from kiosk.catalogue.tables import waits
from kiosk.catalogue.text import ENGLISH, Language, Text, text
from kiosk.director.enrolment.consequences import MatchInPlay
from kiosk.director.enrolment.register import Register
from kiosk.director.errors import TableUnknown
from kiosk.director.event.custody import HeardJournal
from kiosk.director.hub import Hub, Push
from kiosk.director.orders.forms import quote_value
from kiosk.director.public.strangers import TableSource
from kiosk.director.store.store import NamedPicture
from kiosk.director.tables.card import card, plays
from kiosk.director.tables.cards import TableCard
from kiosk.director.tables.state import TableState, is_stale, table_now
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.units import SECOND_NS

REFRESH_NS = 5 * SECOND_NS
"""A card is sent again after this, so that a browser's clocks and ages stay true."""

FRESH_NS = SECOND_NS
"""Greatest age of a card given to a new viewer."""


@dataclass(frozen=True, slots=True)
class _BuiltCard:
    """A card as built, with the outline it was built from, and when."""

    card: TableCard
    json: str
    outline: tuple[object, ...]
    at_ns: int


@dataclass
class WatchedTable:
    """A table's state and the key of its journal, its last push and its time, and the event its
    polls wait for.
    """

    state: TableState
    key: str | None = None
    shown: tuple[object, ...] | None = None
    shown_ns: int = 0
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    made: dict[Language, _BuiltCard] = field(default_factory=dict)


class Tables:
    """Tables by the names of their journals. Changes are pushed through `hub`."""

    def __init__(
        self,
        hub: Hub,
        monotonic_ns: Callable[[], int],
        register: Callable[[], Register],
        doubt: Callable[[str], Text | None] = lambda _journal_id: None,
    ) -> None:
        """`doubt` gives what is wrong with a table's report of its match, by its journal."""
        self._hub = hub
        self._monotonic_ns = monotonic_ns
        self._register = register
        self._doubt = doubt
        self._tables: dict[str, WatchedTable] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[WatchedTable]:
        return iter(tuple(self._tables.values()))

    def __contains__(self, journal_id: str) -> bool:
        return journal_id in self._tables

    def get(self, journal_id: str) -> WatchedTable | None:
        return self._tables.get(journal_id)

    def add(self, table: WatchedTable) -> None:
        """Add a table that has sent nothing before."""
        self._tables[table.state.journal_id] = table

    def table_of(self, journal_id: str) -> WatchedTable:
        """A table by its journal. Raises TableUnknown."""
        if journal_id not in self._tables:
            raise TableUnknown(
                text(
                    "no table has sent journal {journal}: check the grid",
                    journal=quote_value(journal_id),
                )
            )
        return self._tables[journal_id]

    def matches_of(self, journal_id: str) -> Mapping[str, Match]:
        """The matches of a journal by id; none of an unknown one."""
        table = self._tables.get(journal_id)
        return table.state.replay.matches if table is not None else {}

    def seen_by_orders(self, journal_id: str) -> OrderContext:
        """A table in the form that orders need. Raises TableUnknown."""
        state = self.table_of(journal_id).state
        match = state.replay.match
        return OrderContext(match, state.number, names_of(match), waits(match, state.asks))

    def is_open(self, named: NamedPicture) -> bool:
        """Whether the match in which a picture was named goes on."""
        table = self._tables.get(named.journal_id)
        if table is None or not plays(table.state.replay.match):
            return False
        return named.seq >= table.state.opened_seq

    def last_heard_utc(self, key: str) -> str | None:
        """When the device with this key was last believed, in UTC."""
        heard = (each.state.heard_utc for each in self if each.key == key)
        return max((utc for utc in heard if utc is not None), default=None)

    # --- for the event's calls ------------------------------------------------------------------

    def journal_standings(self) -> Sequence[HeardJournal]:
        """Every table; one that is not enrolled has no number, one that is not followed has its
        last followed state.
        """
        now_ns, enrolled = self._monotonic_ns(), self._register()
        return [
            HeardJournal(
                state.journal_id,
                state.number if table.key is not None and table.key in enrolled else None,
                is_stale(state, now_ns),
                state.replay,
                state.heard_utc or "",
                state.opened_seq,
                revoked=table.key is not None and enrolled.is_revoked(table.key),
                unread=state.unread is not None,
                relengthened=state.relengthened,
                alive_at=table_now(state, now_ns),
            )
            for table in self
            if (state := table.state)
        ]

    def silent_numbers(self) -> frozenset[int]:
        """Numbers of the tables whose device does not answer, or can't be followed."""
        heard = {table.state.number: False for table in self}
        heard |= {
            each.number: True
            for each in self.journal_standings()
            if not each.stale and not each.unread
        }
        return frozenset(
            number for number, one_is in heard.items() if number is not None and not one_is
        )

    def count_stale(self) -> int:
        """Number of tables that play and are not heard."""
        now_ns = self._monotonic_ns()
        return sum(
            is_stale(table.state, now_ns) and plays(table.state.replay.match) for table in self
        )

    def matches_in_play(self) -> dict[int, MatchInPlay]:
        """The match at each table, by its number."""
        found = {}
        for table in self.journal_standings():
            match = table.replay.match
            if table.number is None or match.opened is None or match.phase is Phase.MATCH_OVER:
                continue
            names = match.opened.sides.map(lambda team: team.name)
            score = match.score.white, match.score.black
            found[table.number] = MatchInPlay(names.white, names.black, score)
        return found

    # --- devices ----------------------------------------------------------------------------------

    def note_refused(self, key: str | None, journal_id: str) -> None:
        """Note on the device's other tables that it may begin no more journals."""
        for table in self:
            if table.key == key and table.state.refused is None:
                self._set(table, replace(table.state, refused=journal_id))

    def note_gone(self, key: str) -> None:
        """Raise an alarm because a device that is no longer enrolled sends, until it is enrolled
        again.
        """
        for table in self:
            if table.key == key and not table.state.gone and key not in self._register():
                self._set(table, replace(table.state, gone=True))

    def note_enrolment(self) -> None:
        """The register has changed: update the numbers, and which devices are gone."""
        register = self._register()
        for table in self:
            if table.key is not None:
                number, gone = register.number(table.key), table.key not in register
                gone = table.state.gone and gone
                self._set(table, replace(table.state, number=number, gone=gone))

    def _set(self, table: WatchedTable, state: TableState) -> None:
        table.state = state
        self.show(table, self._monotonic_ns())

    # --- for browsers ----------------------------------------------------------------------------

    def show(self, table: WatchedTable, now_ns: int) -> None:
        """Push a table's card if it differs from the last push, or that is old."""
        journal_id = table.state.journal_id
        if not self._hub.is_watched(None) and not self._hub.is_watched(journal_id):
            return
        self._judge(table)
        shown = _outline(table.state, now_ns)
        if shown == table.shown and now_ns - table.shown_ns < REFRESH_NS:
            return
        table.shown, table.shown_ns = shown, now_ns
        self._hub.publish(
            lambda language: Push("card", _fresh_card(table, now_ns, language).json),
            journal_id,
            None,
        )

    def _judge(self, table: WatchedTable) -> None:
        """Apply the event's doubt about its match: a card never shows what does not count."""
        doubt = self._doubt(table.state.journal_id)
        if doubt != table.state.doubt:
            table.state = replace(table.state, doubt=doubt)

    def tick(self) -> None:
        """Push the cards that changed only with time."""
        now_ns = self._monotonic_ns()
        for table in self:
            self.show(table, now_ns)

    def card(self, journal_id: str, language: Language = ENGLISH) -> TableCard:
        """The present card. Raises TableUnknown."""
        table = self.table_of(journal_id)
        self._judge(table)
        return card(table.state, self._monotonic_ns(), language)

    def cards(self, language: Language = ENGLISH) -> tuple[TableCard, ...]:
        """Cards of all tables, the most urgent first."""
        return tuple(made.card for made in self._grid(language))

    def grid(self, language: Language) -> str:
        """`cards` as JSON."""
        return f"[{','.join(made.json for made in self._grid(language))}]"

    def _grid(self, language: Language) -> list[_BuiltCard]:
        """Shared by viewers who come at once."""
        now_ns = self._monotonic_ns()
        for table in self:
            self._judge(table)
        made = [_fresh_card(table, now_ns, language) for table in self]
        return sorted(
            made, key=lambda one: (-one.card.need, one.card.table or 0, one.card.journal_id)
        )

    def public_sources(self) -> Sequence[TableSource]:
        """Each table for visitors without an account, always in the same place."""
        now_ns = self._monotonic_ns()
        for table in self:
            self._judge(table)
        return [_card_source(table, now_ns) for table in self]


def _fresh_card(table: WatchedTable, now_ns: int, language: Language) -> _BuiltCard:
    """A table's card, built at most once a second for new viewers."""
    outline = _outline(table.state, now_ns)
    before = table.made.get(language)
    if before and before.outline == outline and now_ns - before.at_ns < FRESH_NS:
        return before
    shown = card(table.state, now_ns, language)
    made = _BuiltCard(shown, msgspec.json.encode(shown).decode(), outline, now_ns)
    table.made[language] = made
    return made


def _card_source(table: WatchedTable, now_ns: int) -> TableSource:
    outline = (*_outline(table.state, now_ns), table.state.number)
    if table.state.doubt is None:
        match_id, number = table.state.replay.match.match_id, table.state.number
        return TableSource(
            outline, lambda: _fresh_card(table, now_ns, ENGLISH).card, match_id, number
        )
    bare = replace(table.state, replay=replace(table.state.replay, match=EMPTY))
    return TableSource(outline, lambda: card(bare, now_ns, ENGLISH))


def _outline(state: TableState, now_ns: int) -> tuple[object, ...]:
    """Everything a card is built from except the time: while it is the same, so is the card."""
    head = state.beat.head if state.beat else None
    beat = (head.head_seq, head.halted, head.screens, head.ailments) if head else ()
    odd = len(state.forks), len(state.newer), state.unread, state.refused
    wrong = odd, state.slowed, state.gone, state.doubt, state.number
    return (state.replay.last_seq, is_stale(state, now_ns), beat, wrong)
