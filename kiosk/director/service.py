"""The director's service: what tables say goes in, what browsers see comes out.

State lives on the event loop. The store has one thread of its own, where messages are verified
and synced, so that a slow disk holds up acknowledgements but no browser.
"""

import asyncio
import contextlib
import logging
import random
import secrets
import time
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from kiosk.books import profiles
from kiosk.catalogue.form import Seen
from kiosk.catalogue.tables import waits
from kiosk.catalogue.terms import SIDES, isolated
from kiosk.catalogue.text import ENGLISH, Language, Text, text
from kiosk.director import forms
from kiosk.director.album import DAY_S, Album
from kiosk.director.assignments import Profile, Standing, profile
from kiosk.director.card import card, plays, table_number
from kiosk.director.cards import Card, OrderStatus, OrderView
from kiosk.director.challenges import Challenges
from kiosk.director.chronicle import Chronicles
from kiosk.director.devices import Devices
from kiosk.director.doors import Person, check_order
from kiosk.director.enrolment import EnrolmentNote, Fact, Register, register
from kiosk.director.errors import OrderInvalid, StoreError, StoreFailed, TableUnknown
from kiosk.director.event import EventDesk
from kiosk.director.event_books import book_of
from kiosk.director.event_log import EVENT_LOG
from kiosk.director.fact_log import Told
from kiosk.director.first_rows import FirstRows, with_batch
from kiosk.director.group import Group
from kiosk.director.hub import Hub, Listener, Push
from kiosk.director.intake import Found, Intake, Polled, Taken
from kiosk.director.ladder_log import kept_ladders
from kiosk.director.ladders import LadderDesk, local_day
from kiosk.director.lines import line
from kiosk.director.notes import Noted
from kiosk.director.orders import (
    Look,
    NewOrder,
    OrderBook,
    check_row,
    form_of,
    look_at,
    read_order,
    row_corrected,
    sent_order,
)
from kiosk.director.passwords import Passwords
from kiosk.director.people import People
from kiosk.director.pictures import Pictures, Quota
from kiosk.director.readers import Readers
from kiosk.director.roles import Role, may_order
from kiosk.director.rulings_log import KINDS as RULING_KINDS
from kiosk.director.rulings_log import JournalTold, journal_told
from kiosk.director.seating import HEARS, Seating
from kiosk.director.second_copy import SecondCopy
from kiosk.director.settings import Settings
from kiosk.director.store import EventRow, Given, KnownJournal, NamedPicture, Store
from kiosk.director.strangers import Kept, Strangers
from kiosk.director.table_state import (
    TableState,
    is_stale,
    with_head,
    with_row,
    with_ungiven,
    without,
)
from kiosk.record import is_about
from kiosk.rules.match import Match
from kiosk.rules.rulebook import RuleBook, RuleBookError
from kiosk.rules.start import MatchOpened
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.tournament.act import Event
from kiosk.tournament.tournament import Round, Tournament
from kiosk.wire.row import Row, fault, utc_text
from kiosk.wire.sync import (
    POLL_S,
    Head,
    InReply,
    Orders,
    Poll,
    Receipt,
    Rejected,
    fresh_nonce,
    head_seq,
    in_reply,
)

R = TypeVar("R")

MILLISECOND_NS = 1_000_000
TICK_S = 0.25
REFRESH_NS = 5 * SECOND_NS
"""A card goes out again after this, so that a browser's clocks and ages stay true."""

FRESH_NS = SECOND_NS
"""So old a card may be that somebody gets who comes."""

_log = logging.getLogger(__name__)

MOST_TOGETHER = 64
"""Batches that are synced at once."""

PACE_S = 0.015
"""Between two syncs while many tables send: each costs a thread's turn and the disk's."""

HEAVY = 64 * 1024
"""Bytes above which a batch is of a table that comes back: what opens a match has less."""

_CHUNK = 500
_TURN = 200
"""Rows that one turn has at most, by far."""


@dataclass(frozen=True)
class Clocks:
    """The director's clocks: monotonic for durations, wall time for people."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    wall_ns: Callable[[], int] = time.time_ns

    def utc(self) -> str:
        return utc_text(self.wall_ns())


@dataclass(frozen=True, slots=True)
class _Came:
    """A batch, and when it came."""

    body: bytes
    at_ns: int


@dataclass(frozen=True, slots=True)
class _Made:
    """A card as it was made, from what, and when."""

    card: Card
    json: str
    outline: tuple[object, ...]
    at_ns: int


@dataclass
class _Table:
    """A table's state and the key of its journal, what was last pushed of it and when, and the bell
    its polls wait for.
    """

    state: TableState
    key: str | None = None
    shown: tuple[object, ...] | None = None
    shown_ns: int = 0
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    made: dict[Language, _Made] = field(default_factory=dict)


class Service:
    """Make it with what the store holds; use it on one event loop; close it when done."""

    def __init__(
        self,
        settings: Settings,
        home: Path,
        store: Store,
        clocks: Clocks | None = None,
        nonce: Callable[[], str] = fresh_nonce,
        passwords: Passwords | None = None,
        chance: random.Random | None = None,
    ) -> None:
        """`home` is where relative paths start; `chance` draws, as nobody can foresee unless it is
        another's. Raises StoreError.
        """
        self.settings = settings
        self.hub = Hub()
        self.failure: StoreFailed | None = None
        self._clocks = clocks or Clocks()
        self._challenges = Challenges(nonce)
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        enrolled = register(settings.enrolled, store.enrolment())
        self.devices = Devices(enrolled, self._keep_enrolment, self._clocks.utc)
        self._intake = Intake(
            store,
            self.devices,
            lambda: self._clocks.monotonic_ns() / SECOND_NS,
            gone=self.devices.gone,
        )
        self._batches: Group[_Came, Taken] = Group(
            self._take, MOST_TOGETHER, lambda came: len(came.body) > HEAVY, PACE_S
        )
        section = settings.director
        quota = Quota(section.pictures_mb * 1_000_000, section.reserve_mb * 1_000_000)
        folder = home / section.pictures
        self._pictures = Pictures(folder, store.pictures(), quota, self._is_open)
        self.album = Album(self._pictures, section.picture_days, self._in_thread)
        self.books = profiles()
        self._orders = OrderBook()
        for given in store.given():
            self._orders.give(given)
        for said in store.unanswerable():
            self._orders.unanswerable(said)
        self._readers = Readers()
        self._passwords = passwords or Passwords()
        self.people = People(
            store.noted(),
            self._note,
            self._clocks.wall_ns,
            self._clocks.monotonic_ns,
            self._passwords,
        )
        self.strangers = Strangers(
            lambda: self.people.accounts.public, self._public_tables, self._clocks.monotonic_ns
        )
        self.event = EventDesk(
            EVENT_LOG.replayed(store.event_rows, self._replayed),
            section.event_id,
            self._keep_event,
            self._wall_ms,
            chance or secrets.SystemRandom(),
            self.books,
            self._event_changed,
            self._silent,
        )
        self.ladders = LadderDesk(
            kept_ladders(store),
            self._keep_ladder,
            self._wall_ms,
            lambda: local_day(self._clocks.wall_ns()),
            chance or secrets.SystemRandom(),
            lambda name, seq: self.hub.tell(_push("ladder", {"ladder_id": name, "seq": seq}), None),
        )
        self.chronicles = Chronicles(
            self.event, lambda after, most: self._in_thread(self._store.event_rows, after, most)
        )
        self._ruling_rows: dict[str, tuple[int, list[Row]]] = {}
        """By journal: how far it was read, and what of it belongs in a report."""
        self._ruling_turn = asyncio.Lock()
        self._seating = Seating(
            self.event, self._standing, self._give_once, self._book, self._wall_ms
        )
        self._were_silent: frozenset[int] = frozenset()
        self._giving: set[asyncio.Task[None]] = set()
        self._tables = {known.journal_id: self._rebuilt(known) for known in store.journals()}
        self._lobby: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """The bells of journals that have sent nothing yet, as long as a poll waits for one."""
        self._closing = False
        self.on_failure: Callable[[], None] = lambda: None
        self.copy: SecondCopy | None = None

    # --- from tables -------------------------------------------------------------------------

    async def batch(self, body: bytes) -> InReply | Rejected:
        """Take a batch; the reply for its table. Raises StoreFailed."""
        taken = await self._batches.add(_Came(body, self._clocks.monotonic_ns()))
        head = taken.head
        if head is None:
            return _refusal(taken, body)
        wanted = self._pictures.wanted(head.journal_id)
        message = taken.rejected or Receipt(taken.seq, wanted)
        challenge = self._challenges.newest(self._clocks.monotonic_ns())
        beat = self._tables[head.journal_id].state.beat
        alive = beat is not None and beat.head is head
        table = self.register.told(head.key)
        return in_reply(head, body, message, challenge, alive=alive, table=table)

    async def poll(self, body: bytes, wait_s: float = POLL_S) -> InReply | Rejected:
        """Orders for a table: at once when it lacks some, else when there are, else none."""
        polled = await self._in_thread(self._intake.poll, body)
        if polled.poll is None:
            return _refusal(polled, body)
        return in_reply(polled.poll, body, await self._ordered(polled.poll, apart(wait_s, body)))

    async def _ordered(self, poll: Poll, wait_s: float) -> Orders:
        try:
            async with asyncio.timeout(wait_s):
                while not self._closing:
                    table = self._tables.get(poll.journal_id)
                    waiting = self._orders.waiting(poll.journal_id)
                    new = tuple(order for order in waiting if order.command_id not in poll.have)
                    if new:
                        return Orders(tuple(sent_order(order) for order in new))
                    bell = table.bell if table else self._in_lobby(poll.journal_id)
                    bell.clear()
                    await bell.wait()
        except TimeoutError:
            pass
        return Orders(())

    def _in_lobby(self, journal_id: str) -> asyncio.Event:
        bell = self._lobby.get(journal_id)
        if bell is None:
            self._lobby[journal_id] = bell = asyncio.Event()
        return bell

    async def rows(self, body: bytes) -> InReply | Rejected:
        """Rows for a table that lost them. Raises StoreError."""
        found = await self._in_thread(self._intake.rows, body)
        if found.rows is None or found.asked is None:
            return _refusal(found, body)
        return in_reply(found.asked, body, found.rows)

    def _is_open(self, named: NamedPicture) -> bool:
        """Whether the match goes on in which a picture was named."""
        table = self._tables.get(named.journal_id)
        if table is None or not plays(table.state.replay.match):
            return False
        return named.seq >= table.state.opened_seq

    # --- from the console --------------------------------------------------------------------

    async def order(self, body: bytes, person: Person) -> OrderView:
        """Give an order; it waits until its table answers. Given before, it is not given again.

        Raises OrderInvalid, NotAllowed, TableUnknown.
        """
        _check(person, body)
        new = read_order(body, person.name)
        table = self._table(new.journal_id)
        corrects = row_corrected(body)
        if corrects is not None:
            check_row(body, await self._from_row(*corrects))
        given = msgspec.structs.replace(
            new.given(self._clocks.utc()),
            account=person.name,
            session=person.session,
            address=person.address,
        )
        await self._in_thread(self._store.give, given)
        return self._give(table, given)

    async def look(self, body: bytes, person: Person, language: Language = ENGLISH) -> Look:
        """What an order will do if it is sent now. Raises as `order`."""
        _check(person, body)
        corrects = row_corrected(body)
        if corrects is None:
            return look_at(body, self._seen, None, language)
        rows = await self._from_row(*corrects)
        check_row(body, rows)
        words = line(rows[0], language).text if rows else None
        return look_at(body, self._seen, words, language)

    async def _from_row(self, journal_id: str, seq: int) -> Sequence[Row]:
        """The row, and what a turn may bring after it."""
        return await self._in_thread(self._store.rows, journal_id, seq - 1, _TURN)

    def forms(self, role: Role, language: Language = ENGLISH) -> dict[str, object]:
        """The forms of the orders a role may give, for the console."""
        reasons = self._orders.reasons()
        return forms.told(language, reasons, self.books, lambda kind: may_order(role, kind))

    def given(self) -> tuple[Given, ...]:
        """Every order, the oldest first."""
        return self._orders.given()

    def _seen(self, journal_id: str) -> Seen:
        """A table as orders are looked at. Raises TableUnknown."""
        state = self._table(journal_id).state
        match = state.replay.match
        return Seen(match, table_number(state), _names(match), waits(match, state.asks))

    def _table(self, journal_id: str) -> _Table:
        if journal_id not in self._tables:
            raise TableUnknown(
                text(
                    "no table has sent journal {journal}: look at the grid",
                    journal=forms.quoted(journal_id),
                )
            )
        return self._tables[journal_id]

    def order_view(self, command_id: str, language: Language = ENGLISH) -> OrderView:
        """Raises OrderInvalid for an order nobody gave."""
        try:
            return self._orders.view(command_id, language)
        except KeyError:
            raise OrderInvalid(
                text("no order is called {name}: look at the table", name=forms.quoted(command_id))
            ) from None

    def health(self) -> dict[str, object]:
        """For who watches the service."""
        now_ns = self._clocks.monotonic_ns()
        stale = sum(
            is_stale(table.state, now_ns) and plays(table.state.replay.match)
            for table in self._tables.values()
        )
        return {
            "event_id": self.settings.director.event_id,
            "tables": len(self._tables),
            "stale": stale,
            "browsers": len(self.hub),
            "strangers": len(self.strangers.hub),
            "failure": str(self.failure) if self.failure else None,
            "copy": self.copy.trouble if self.copy else None,
            "copied_utc": self.copy.copied_utc if self.copy else None,
        }

    def cards(self, language: Language = ENGLISH) -> tuple[Card, ...]:
        """Every table, the neediest first."""
        return tuple(made.card for made in self._grid(language))

    def card(self, journal_id: str, language: Language = ENGLISH) -> Card:
        """Raises TableUnknown."""
        return card(self._table(journal_id).state, self._clocks.monotonic_ns(), language)

    async def grid(self, language: Language = ENGLISH) -> AsyncGenerator[tuple[Push, ...], None]:
        """For the grid: the whole picture, then every change."""
        with self.hub.listening(None, language) as listener:
            cards = ",".join(made.json for made in self._grid(language))
            waiting = (
                _push("order", view)
                for view in self._orders.views(language=language)
                if view.status is OrderStatus.WAITING
            )
            yield (Push("cards", f"[{cards}]"), *waiting)
            async for pushes in listener.handfuls():
                yield pushes

    async def timeline(
        self, journal_id: str, after: int, language: Language = ENGLISH
    ) -> AsyncGenerator[tuple[Push, ...], None]:
        """For one table's page: its card, its orders, the lines after `after`, every change."""
        with self.hub.listening(journal_id, language) as listener:
            orders = self._orders.views(journal_id, language)
            shown = _push("card", self.card(journal_id, language))
            yield (shown, *(_push("order", view) for view in orders))
            while rows := await self._in_thread(self._store.rows, journal_id, after, _CHUNK):
                after = rows[-1].seq
                yield (_lines(rows, language),)
            async for pushes in _after(after, listener):
                yield pushes

    async def match_rows(self, journal_id: str, match_id: str | None) -> tuple[str, list[Row]]:
        """A match at a table and the rows about it; without a name the match that came there last.

        Raises TableUnknown, StoreError.
        """
        opened = self._table(journal_id).state.replay.match.opened
        wanted = match_id or (opened.match_id if opened else "")
        found: list[Row] = []
        after = 0
        while rows := await self._in_thread(self._store.rows, journal_id, after, _CHUNK):
            after = rows[-1].seq
            found += [row for row in rows if is_about(row, wanted)]
        return wanted, found

    async def rulings(self) -> list[JournalTold]:
        """What the tables tell of disputes, rulings and conduct; only new rows are read.

        Raises StoreError.
        """
        async with self._ruling_turn:
            for journal_id in tuple(self._tables):
                after, kept = self._ruling_rows.get(journal_id, (0, []))
                while rows := await self._in_thread(self._store.rows, journal_id, after, _CHUNK):
                    after = rows[-1].seq
                    kept += [row for row in rows if row.kind in RULING_KINDS]
                self._ruling_rows[journal_id] = after, kept
            return [journal_told(name, kept) for name, (_seq, kept) in self._ruling_rows.items()]

    # --- the passing of time -----------------------------------------------------------------

    async def run(self) -> None:
        """Tick until cancelled."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK_S)
            ticks += 1
            self.tick()
            if ticks % round(1 / TICK_S) == 0:
                self._look_at_tables()
                self.hub.tell(_push("beat", {"utc": self._clocks.utc()}))
                self.strangers.tick()

    async def forget(self) -> None:
        """At once and each day, until cancelled, what may not be kept any longer goes."""
        while True:
            await self.forget_pictures()
            await asyncio.sleep(DAY_S)

    async def forget_pictures(self) -> None:
        """Those that are too old go, which is noted. Raises StoreFailed."""
        gone = await self.album.forget(self._clocks.wall_ns() / SECOND_NS)
        if gone:
            await self.people.note_pictures(gone, self.settings.director.picture_days)

    def tick(self) -> None:
        """Push the cards that time alone has changed."""
        now_ns = self._clocks.monotonic_ns()
        for table in self._tables.values():
            self._show(table, now_ns)

    def close(self) -> None:
        """Let browsers and polls go. What tables still send is refused by the closed socket."""
        self._closing = True
        self.strangers.hub.close()
        self.hub.close()
        bells = [*self._lobby.values(), *(table.bell for table in self._tables.values())]
        for bell in bells:
            bell.set()

    def finish(self) -> None:
        """Wait for the store's thread, and the passwords'."""
        self._passwords.close()
        self._thread.shutdown()

    async def answers(self) -> None:
        """Returns once the store's thread has come to it and read from the store.

        Raises StoreError.
        """
        await self._in_thread(self._store.check)

    async def _note(self, noted: Sequence[Noted]) -> None:
        await self._in_thread(self._store.note, noted)

    # --- inside --------------------------------------------------------------------------------

    async def _in_thread(self, act: Callable[..., R], *arguments: object) -> R:
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, act, *arguments)
        except StoreFailed as error:
            self.failure = self.failure or error
            self.on_failure()
            raise

    async def _take(self, batches: Sequence[_Came]) -> Sequence[Taken | Exception]:
        """Kept with one sync, then learned, also from tables that have hung up by then."""
        found, loop = await self._in_thread(self._taken, batches), asyncio.get_running_loop()
        for came, taken in zip(batches, found, strict=True):
            if isinstance(taken, Taken):
                if taken.head is not None:
                    loop.call_soon(self._learn, taken, taken.head, came.at_ns)
                elif taken.one_more is not None:
                    loop.call_soon(self._tell_of_one_more, taken.key, taken.one_more)
                elif taken.gone is not None:
                    loop.call_soon(self._tell_of_gone, taken.gone)
        return found

    def _taken(self, batches: Sequence[_Came]) -> list[Taken | Exception]:
        """In the store's thread. One that can't be read for stops no other. Raises StoreFailed."""
        found: list[Taken | Exception] = []
        with self._store.together():
            for came in batches:
                try:
                    found.append(self._intake.take(came.body, self._clocks.utc()))
                except StoreError as error:
                    found.append(error)
        return found

    def _tell_of_one_more(self, key: str | None, journal_id: str) -> None:
        """A device that may begin no more journals tried to: its others tell it."""
        for table in self._tables.values():
            if table.key == key and table.state.refused is None:
                table.state = replace(table.state, refused=journal_id)
                self._show(table, self._clocks.monotonic_ns())

    def _tell_of_gone(self, key: str) -> None:
        """A device that is not enrolled any more sends: an alarm, until it is enrolled again."""
        self.devices.sends(key)
        for table in self._tables.values():
            if table.key == key and not table.state.gone and key not in self.register:
                table.state = replace(table.state, gone=True)
                self._show(table, self._clocks.monotonic_ns())

    # --- enrolment -----------------------------------------------------------------------------

    async def note_enrolment(self, fact: Fact, by: str) -> None:
        """Something was done about a card or a device: it counts once it is kept.

        Raises StoreFailed.
        """
        await self.devices.note(fact, by)
        for table in self._tables.values():
            if table.key is not None:
                number = self.register.number(table.key)
                gone = table.state.gone and table.key not in self.register
                table.state = replace(table.state, number=number, gone=gone)
                self._show(table, self._clocks.monotonic_ns())

    @property
    def register(self) -> Register:
        """Which devices are enrolled."""
        return self.devices.register

    def _replayed(self, _before: Told[Tournament], fact: Event, after: Told[Tournament]) -> None:
        """The event was so, before this start: strangers may not see it yet."""
        ago_ns = max(0, self._clocks.wall_ns() - fact.at_ms * MILLISECOND_NS)
        self.strangers.hall.changed(after.state, self._clocks.monotonic_ns() - ago_ns)

    async def _keep_event(self, rows: Sequence[EventRow]) -> None:
        await self._in_thread(self._store.keep_event, rows)

    async def _keep_ladder(self, ladder_id: str, rows: Sequence[EventRow]) -> None:
        await self._in_thread(self._store.keep_ladder, ladder_id, rows)

    async def _keep_enrolment(self, note: EnrolmentNote) -> None:
        await self._in_thread(self._store.note_enrolment, note)

    def heard(self, key: str) -> str | None:
        """When the device with this key was last believed, in UTC."""
        heard = (t.state.heard_utc for t in self._tables.values() if t.key == key)
        return max((utc for utc in heard if utc is not None), default=None)

    def _learn(self, taken: Taken, head: Head, came_ns: int) -> None:
        """Take up what a believed batch brought, and show it. It came at `came_ns`."""
        now_ns, utc = self._clocks.monotonic_ns(), self._clocks.utc()
        if head.journal_id not in self._tables:
            number = self.register.number(taken.key or "")
            bell = self._in_lobby(head.journal_id)
            self._tables[head.journal_id] = _Table(
                TableState(head.journal_id, number), taken.key, bell=bell
            )
        table = self._tables[head.journal_id]
        fresh = self._challenges.is_fresh(head.echo, came_ns)
        state = with_head(table.state, head, now_ns, utc, fresh=fresh)
        if taken.rows:
            state = replace(state, first=with_batch(state.first, taken.rows, head.head_seq))
        for row in taken.rows:
            state = self._judged(with_row(state, row), row)
            self._read(state, row)
        if taken.slowed or taken.rows:
            state = replace(state, slowed=taken.slowed)
        if taken.fork is not None:
            state = replace(state, forks=(*state.forks, taken.fork.seq))
        table.state = state
        self._pictures.name(taken.pictures)
        if taken.rows:
            self.hub.tell(lambda language: _lines(taken.rows, language), head.journal_id)
        self._settle(taken)
        self._show(table, now_ns)
        if any(row.kind in HEARS for row in taken.rows):
            self._seating.look()
        if any(row.kind == MatchOpened.__name__ for row in taken.rows) and state.unread is None:
            task = asyncio.get_running_loop().create_task(self._order_known(table))
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)

    def _judged(self, state: TableState, row: Row) -> TableState:
        return state if self._orders.gave(row) else with_ungiven(state, row)

    def _read(self, state: TableState, row: Row) -> None:
        """Learn from a row who reads what; not at a table that is not followed any more."""
        if state.unread is None:
            self._readers.learn(state.replay.match, row)

    async def _order_known(self, table: _Table) -> None:
        """Who has read in a language before, or had an aid, has it again."""
        state = table.state
        for new in self._readers.orders(state.journal_id, state.replay.match, self._listed):
            with contextlib.suppress(StoreFailed):  # which ends the service
                await self._give_once(new)

    async def _give_once(self, new: NewOrder) -> None:
        """An order that nobody gives at the console. Raises StoreFailed."""
        table = self._tables.get(new.journal_id)
        if table is not None and new.command_id not in self._orders:
            given = new.given(self._clocks.utc())
            await self._in_thread(self._store.give, given)
            self._give(table, given)

    # --- the event's calls ---------------------------------------------------------------------

    def _listed(self, side_id: str) -> str:
        """What an entry of the event reads, by its list; of a pair the first player."""
        entry = self.event.tournament.entries.get(side_id)
        return entry.players[0].language if entry is not None and entry.players else ""

    def _event_changed(self, seq: int) -> None:
        self.strangers.hall.changed(self.event.tournament, self._clocks.monotonic_ns())
        self.hub.tell(_push("event", {"seq": seq}), None)
        self._seating.look()

    def _standing(self) -> Sequence[Standing]:
        """Every table as the event's calls see it; one that is not enrolled stands nowhere."""
        now_ns = self._clocks.monotonic_ns()
        return [
            Standing(
                state.journal_id,
                state.number if table.key is not None and table.key in self.register else None,
                is_stale(state, now_ns),
                state.replay,
                state.heard_utc or "",
                state.opened_seq,
            )
            for table in self._tables.values()
            if (state := table.state).unread is None
        ]

    def _book(self, played: Round) -> Profile | None:
        """By which a round of the event is played; None: its book is not there any more."""
        try:
            return _hashed(book_of(self.event.tournament, played))
        except RuleBookError:
            return None

    def _silent(self) -> frozenset[int]:
        """The numbers of tables whose device does not answer, or can't be followed."""
        standing = {table.state.number: False for table in self._tables.values()}
        standing |= {each.number: True for each in self._standing() if not each.stale}
        return frozenset(
            number for number, heard in standing.items() if number is not None and not heard
        )

    def _look_at_tables(self) -> None:
        """Once a second: who is silent changes what is proposed."""
        self._seating.look()
        silent = self._silent()
        if silent != self._were_silent and self.event.tournament.event_id:
            self._were_silent = silent
            self.hub.tell(_push("event", {"seq": self.event.seq}), None)

    def _wall_ms(self) -> int:
        return self._clocks.wall_ns() // MILLISECOND_NS

    def _give(self, table: _Table, given: Given) -> OrderView:
        view = self._orders.give(given)
        table.bell.set()
        self._tell_order(view)
        return view

    def _settle(self, taken: Taken) -> None:
        """Orders that rows, or the table's own word, have answered."""
        views = [self._orders.answer(row) for row in taken.rows]
        views += [self._orders.unanswerable(said) for said in taken.undecided]
        last = {view.command_id: view for view in views if view is not None}
        for view in last.values():
            self._tell_order(view)

    def _tell_order(self, view: OrderView) -> None:
        named = view.command_id
        self.hub.tell(
            lambda language: _push("order", self._orders.view(named, language)),
            view.journal_id,
            None,
        )

    def _show(self, table: _Table, now_ns: int) -> None:
        """Push a table's card if it is another than the last pushed, or that one is old."""
        journal_id = table.state.journal_id
        if not self.hub.watched(None) and not self.hub.watched(journal_id):
            return
        shown = _outline(table.state, now_ns)
        if shown == table.shown and now_ns - table.shown_ns < REFRESH_NS:
            return
        table.shown, table.shown_ns = shown, now_ns
        self.hub.tell(
            lambda language: Push("card", _made(table, now_ns, language).json), journal_id, None
        )

    def _grid(self, language: Language) -> list[_Made]:
        """Every table's card, the neediest first. Many may come at once and want them all."""
        now_ns = self._clocks.monotonic_ns()
        made = [_made(table, now_ns, language) for table in self._tables.values()]
        return sorted(
            made, key=lambda one: (-one.card.need, one.card.table or 0, one.card.journal_id)
        )

    def _public_tables(self) -> Sequence[Kept]:
        """Each table for who has no account, always in the same place."""
        now_ns = self._clocks.monotonic_ns()
        return [_kept(table, now_ns) for table in self._tables.values()]

    def _first_rows(self, journal_id: str) -> FirstRows:
        """Those a table had when its first came. Raises StoreError."""
        begun = self._store.first_head(journal_id)
        claimed = 0 if begun is None else head_seq(begun.signed)
        if begun is None or claimed <= begun.last_seq:
            return FirstRows(claimed)
        first, last = FirstRows(), 0
        for head in self._store.heads(journal_id):
            rows = self._store.rows(journal_id, last, head.last_seq - last)
            first, last = with_batch(first, rows, claimed), head.last_seq
            if first.upto <= last:
                break
        return first

    def _rebuilt(self, known: KnownJournal) -> _Table:
        """A table as the store has it. One row that is no good stops no other table.

        Raises StoreError.
        """
        state = TableState(
            known.journal_id,
            self.register.number(known.key),
            first=self._first_rows(known.journal_id),
            heard_utc=self._store.last_heard_utc(known.journal_id),
        )
        while rows := self._store.rows(known.journal_id, state.replay.last_seq, _CHUNK):
            for row in rows:
                seq, before = state.replay.last_seq + 1, state.replay.last_hash
                wrong = fault(row, journal_id=known.journal_id, seq=seq, prev_hash=before)
                state = with_row(state, row) if wrong is None else without(state, row, wrong)
                state = self._judged(state, row)
                self._read(state, row)
                self._orders.answer(row)
        if state.unread is not None:
            seq, why = state.unread.seq, state.unread.why
            _log.error("row %d of journal %s can't be read: %s", seq, known.journal_id, why)
        forks = tuple(fork.seq for fork in self._store.forks(known.journal_id))
        return _Table(replace(state, forks=forks), known.key)


def apart(wait_s: float, poll: bytes) -> float:
    """Three quarters to all of `wait_s`, by what the poll happens to hold: tables that were
    switched on together do not ask together for ever.
    """
    return wait_s * (1 - zlib.crc32(poll) / 2**34)


@lru_cache(maxsize=64)
def _hashed(book: RuleBook) -> Profile:
    return profile(book)


def _check(person: Person, body: bytes) -> None:
    """That he may give such orders. Raises OrderInvalid, NotAllowed."""
    form = form_of(body)
    check_order(person, form.kind, form.title)


def _made(table: _Table, now_ns: int, language: Language) -> _Made:
    """A table's card, not made anew for each who comes within a second."""
    outline = _outline(table.state, now_ns)
    before = table.made.get(language)
    if before and before.outline == outline and now_ns - before.at_ns < FRESH_NS:
        return before
    shown = card(table.state, now_ns, language)
    made = _Made(shown, msgspec.json.encode(shown).decode(), outline, now_ns)
    table.made[language] = made
    return made


def _kept(table: _Table, now_ns: int) -> Kept:
    outline = (*_outline(table.state, now_ns), table.state.number)
    return Kept(outline, lambda: _made(table, now_ns, ENGLISH).card)


def _outline(state: TableState, now_ns: int) -> tuple[object, ...]:
    """Everything a card is made of but the time: as long as it is the same, so is the card."""
    head = state.beat.head if state.beat else None
    said = (head.head_seq, head.halted, head.screens, head.ailments) if head else ()
    odd = len(state.forks), len(state.newer), state.unread, state.refused
    wrong = odd, state.slowed, state.gone
    return (state.replay.last_seq, is_stale(state, now_ns), said, wrong)


def _refusal(of: Taken | Polled | Found, request: bytes) -> InReply | Rejected:
    """Why nothing is made of a request. Who named no nonce, as older programs, gets plain words."""
    if of.rejected is None:
        raise AssertionError("a request came to nothing, and nobody says why; report this")
    if of.asked is None or not of.asked.nonce:
        return of.rejected
    return in_reply(of.asked, request, of.rejected)


def _names(match: Match) -> BySide[str | Text]:
    """Both players' names; two alike are told apart by their sides."""
    if match.opened is None:
        return BySide(SIDES[Side.WHITE], SIDES[Side.BLACK])
    names = match.opened.sides.map(lambda team: isolated(team.name))
    if names.white != names.black:
        return BySide(names.white, names.black)
    return BySide(
        *(text("{name} ({side})", name=names.of(side), side=SIDES[side]) for side in Side)
    )


def _push(event: str, shown: object) -> Push:
    return Push(event, msgspec.json.encode(shown).decode())


def _lines(rows: Sequence[Row], language: Language) -> Push:
    """Lines of the timeline, numbered so that a browser goes on after them."""
    lines = msgspec.json.encode([line(row, language) for row in rows]).decode()
    return Push("lines", lines, str(rows[-1].seq))


async def _after(seq: int, listener: Listener) -> AsyncIterator[tuple[Push, ...]]:
    """What is pushed, without the lines that were read from the store already."""
    async for pushes in listener.handfuls():
        yield tuple(push for push in pushes if push.id is None or int(push.id) > seq)
