"""The director's service: tables' messages come in, browsers' views go out.

State lives on the event loop. The store has a thread of its own, where messages are verified and
synced, so that a slow disk delays acknowledgements but no browser.
"""

import asyncio
import random
import secrets
import time
import zlib
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from kiosk.books import profiles
from kiosk.catalogue.consequences import Scores
from kiosk.catalogue.ladder_acts import ladder_fact_words
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text
from kiosk.director.enrolment.consequences import MatchInPlay
from kiosk.director.enrolment.devices import Devices
from kiosk.director.enrolment.done import enrolment_lines
from kiosk.director.enrolment.register import Fact, Register, register
from kiosk.director.errors import StoreError, StoreFailed
from kiosk.director.event.alarms import EventAlarm
from kiosk.director.event.at_tables import EventTables
from kiosk.director.event.chronicle import Chronicles
from kiosk.director.event.desk import EventDesk
from kiosk.director.hub import Hub, Listener, Push
from kiosk.director.ladder.desk import LadderDesk
from kiosk.director.ladder.log import load_ladders
from kiosk.director.orders.desk import OrderDesk
from kiosk.director.orders.orders import sent_order
from kiosk.director.people.audit import AuditLine
from kiosk.director.people.passwords import Passwords
from kiosk.director.people.people import People
from kiosk.director.people.trail import ActTrail
from kiosk.director.public.strangers import VisitorFeed
from kiosk.director.report.rulings import Rulings
from kiosk.director.report.rulings_log import JournalRulings
from kiosk.director.settings import DirectorSettings
from kiosk.director.store.album import DAY_S, Album
from kiosk.director.store.first_rows import with_batch
from kiosk.director.store.group import GroupCommit
from kiosk.director.store.pictures import PictureStore, StoreQuota
from kiosk.director.store.rebuilt import rebuild_table
from kiosk.director.store.second_copy import SecondCopy
from kiosk.director.store.store import Store
from kiosk.director.tables.challenges import Challenges
from kiosk.director.tables.intake import Intake, LostRowsAnswer, Polled, TakenBatch
from kiosk.director.tables.lines import line
from kiosk.director.tables.state import (
    TableState,
    with_given,
    with_head,
    with_row,
    with_ungiven,
)
from kiosk.director.tables.tables import Tables, WatchedTable
from kiosk.record import is_about
from kiosk.rules.match import Match, Phase
from kiosk.rules.start import MatchOpened
from kiosk.rules.units import SECOND_NS
from kiosk.wire.row import Row, utc_text
from kiosk.wire.sync import (
    POLL_S,
    InReply,
    Orders,
    Poll,
    Receipt,
    Rejected,
    TableHead,
    fresh_nonce,
    in_reply,
)

R = TypeVar("R")
T = TypeVar("T")

TICK_S = 0.25
MOST_TOGETHER = 64
"""Most batches in one sync."""

PACE_S = 0.015
"""Pause between two syncs while many tables send: each costs a thread switch and a disk write."""

HEAVY = 64 * 1024
"""A larger batch comes from a table that was away: opening a match takes fewer bytes."""

_CHUNK = 500


@dataclass(frozen=True)
class DirectorClocks:
    """The director's clocks: monotonic for durations, wall time for people."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    wall_ns: Callable[[], int] = time.time_ns

    def utc(self) -> str:
        return utc_text(self.wall_ns())


@dataclass(frozen=True, slots=True)
class _ArrivedBatch:
    """A batch, and its time of arrival."""

    body: bytes
    at_ns: int


class Service:
    """Create it with the store's contents; use it on one event loop; close it when done."""

    def __init__(
        self,
        settings: DirectorSettings,
        home: Path,
        store: Store,
        clocks: DirectorClocks | None = None,
        nonce: Callable[[], str] = fresh_nonce,
        passwords: Passwords | None = None,
        chance: random.Random | None = None,
    ) -> None:
        """`home` is the base of relative paths; `chance` is unpredictable unless another is given.
        Raises StoreError.
        """
        self.settings = settings
        self.hub = Hub()
        self.failure: StoreFailed | None = None
        self.on_failure: Callable[[], None] = lambda: None
        self.copy: SecondCopy | None = None
        self.books = profiles()
        self._clocks = clocks or DirectorClocks()
        self._challenges = Challenges(nonce)
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._closing = False
        section = settings.director
        monotonic_ns, wall_ns = self._clocks.monotonic_ns, self._clocks.wall_ns
        noted = store.enrolment()
        self.devices = Devices(
            register(settings.enrolled, noted),
            self._in_store(store.note_enrolment),
            self._clocks.utc,
            noted,
        )
        self.tables = Tables(self.hub, monotonic_ns, lambda: self.register, self._doubt)
        self._intake = Intake(
            store, self.devices, lambda: monotonic_ns() / SECOND_NS, gone=self.devices.why_gone
        )
        self._batches: GroupCommit[_ArrivedBatch, TakenBatch] = GroupCommit(
            self._take_batches, MOST_TOGETHER, lambda came: len(came.body) > HEAVY, PACE_S
        )
        quota = StoreQuota(section.pictures_mb * 1_000_000, section.reserve_mb * 1_000_000)
        folder = home / section.pictures
        self._pictures = PictureStore(folder, store.pictures(), quota, self.tables.is_open)
        self.album = Album(self._pictures, section.picture_days, self._in_thread)
        self._passwords = passwords or Passwords()
        self.people = People(
            store.noted(), self._in_store(store.note), wall_ns, monotonic_ns, self._passwords
        )
        self.strangers = VisitorFeed(
            lambda: self.people.accounts.public, self.tables.public_sources, monotonic_ns
        )
        self.orders = OrderDesk(
            self.tables,
            self.hub,
            self._in_store(store.give),
            self._rows,
            self._clocks.utc,
            self.books,
        )
        self.orders.recall(store.given(), store.unanswerable())
        self._event = EventTables(
            self.tables,
            self.hub,
            self.strangers.hall,
            store.event_rows,
            lambda after, most: self._in_thread(store.event_rows, after, most),
            self._in_store(store.keep_event),
            lambda: self.orders.placings,
            self.orders.give_once,
            monotonic_ns,
            wall_ns,
            section.event_id,
            chance or secrets.SystemRandom(),
            self.books,
        )
        on_ladders = ActTrail(ladder_fact_words)
        self._trails: tuple[ActTrail[Any], ...] = (self._event.trail, on_ladders)
        self.ladders = LadderDesk(
            load_ladders(store, on_ladders.learn),
            lambda ladder_id, rows: self._in_thread(store.keep_ladder, ladder_id, rows),
            wall_ns,
            chance or secrets.SystemRandom(),
            self.hub,
            on_ladders.learn,
        )
        self._rulings = Rulings(self._rows)
        self._giving: set[asyncio.Task[None]] = set()
        self._lobby: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """Wake-up events of journals that have sent nothing yet, while a poll waits for one."""
        for known in store.journals():
            number = self.register.number(known.key)
            self.tables.add(
                WatchedTable(rebuild_table(store, known, number, self._replay_row), known.key)
            )

    @property
    def event(self) -> EventDesk:
        """The event this director runs."""
        return self._event.desk

    @property
    def scores(self) -> Callable[[], Scores]:
        """Scores of the event's matches that have begun at a table."""
        return self._event.scores

    @property
    def chronicles(self) -> Chronicles:
        """The event's history."""
        return self._event.chronicles

    @property
    def register(self) -> Register:
        """The enrolled devices."""
        return self.devices.register

    def acts(self) -> Iterator[AuditLine]:
        """Acts in the event, on ladders and about devices, for the audit page."""
        for trail in self._trails:
            yield from trail.lines
        yield from enrolment_lines(self.settings.enrolled, self.devices.noted)

    def played(self) -> dict[int, MatchInPlay]:
        """The match at each table, by its number."""
        found = {}
        for table in self.tables.journal_standings():
            match = table.replay.match
            if table.number is None or match.opened is None or match.phase is Phase.MATCH_OVER:
                continue
            names = match.opened.sides.map(lambda team: team.name)
            score = match.score.white, match.score.black
            found[table.number] = MatchInPlay(names.white, names.black, score)
        return found

    # --- from tables -------------------------------------------------------------------------

    async def batch(self, body: bytes) -> InReply | Rejected:
        """Take a batch; return the reply for its table. Raises StoreFailed."""
        taken = await self._batches.add(_ArrivedBatch(body, self._clocks.monotonic_ns()))
        head = taken.head
        if head is None:
            return _refusal(taken, body)
        wanted = self._pictures.wanted(head.journal_id)
        message = taken.rejected or Receipt(taken.seq, wanted)
        challenge = self._challenges.newest(self._clocks.monotonic_ns())
        beat = self.tables.table_of(head.journal_id).state.beat
        alive = beat is not None and beat.head is head
        table = self.register.assigned_number(head.key)
        next_matches = self._event.next_matches(head.journal_id, head.over)
        return in_reply(
            head,
            body,
            message,
            challenge,
            alive=alive,
            table=table,
            next_matches=next_matches,
        )

    async def poll(self, body: bytes, wait_s: float = POLL_S) -> InReply | Rejected:
        """Orders for a table: at once if it lacks some, else as soon as there are any,
        else none.
        """
        polled = await self._in_thread(self._intake.poll, body)
        if polled.poll is None:
            return _refusal(polled, body)
        return in_reply(
            polled.poll, body, await self._wait_for_orders(polled.poll, spread_wait_s(wait_s, body))
        )

    async def _wait_for_orders(self, poll: Poll, wait_s: float) -> Orders:
        try:
            async with asyncio.timeout(wait_s):
                while not self._closing:
                    table = self.tables.get(poll.journal_id)
                    waiting = self.orders.waiting(poll.journal_id)
                    new = tuple(order for order in waiting if order.command_id not in poll.have)
                    if new:
                        return Orders(tuple(sent_order(order) for order in new))
                    bell = table.bell if table else self._lobby_event(poll.journal_id)
                    bell.clear()
                    await bell.wait()
        except TimeoutError:
            pass
        return Orders(())

    def _lobby_event(self, journal_id: str) -> asyncio.Event:
        bell = self._lobby.get(journal_id)
        if bell is None:
            self._lobby[journal_id] = bell = asyncio.Event()
        return bell

    async def rows(self, body: bytes) -> InReply | Rejected:
        """Rows for a table that lost them. Raises StoreError."""
        found = await self._in_thread(self._intake.rows, body)
        if found.rows is None or found.header is None:
            return _refusal(found, body)
        return in_reply(found.header, body, found.rows)

    # --- from the console --------------------------------------------------------------------

    @property
    def alarms(self) -> tuple[EventAlarm, ...]:
        """Matters that the event does not count and the director must decide."""
        return self._event.alarms

    @property
    def is_sound(self) -> bool:
        """Whether everything is stored and done, and no part of the event is stuck."""
        return self.failure is None and self._event.failure is None and not self.alarms

    def _doubt(self, journal_id: str) -> Text | None:
        return self._event.doubt(journal_id)

    def health(self) -> dict[str, object]:
        """State of the service, for its operators."""
        return {
            "event_id": self.settings.director.event_id,
            "tables": len(self.tables),
            "stale": self.tables.count_stale(),
            "browsers": len(self.hub),
            "strangers": len(self.strangers.hub),
            "failure": str(self.failure) if self.failure else None,
            "event": [format_text(each.words) for each in self._event.alarms],
            "seating": self._event.failure,
            "copy": self.copy.trouble if self.copy else None,
            "copied_utc": self.copy.copied_utc if self.copy else None,
        }

    async def grid(self, language: Language = ENGLISH) -> AsyncGenerator[tuple[Push, ...], None]:
        """Pushes for the grid: the whole picture, then every change."""
        with self.hub.listen(None, language) as listener:
            waiting = (Push.from_value("order", view) for view in self.orders.open_orders(language))
            yield (Push("cards", self.tables.grid(language)), *waiting)
            async for pushes in listener.pushes():
                yield pushes

    async def timeline(
        self, journal_id: str, after: int, language: Language = ENGLISH
    ) -> AsyncGenerator[tuple[Push, ...], None]:
        """Pushes for one table's page: its card, its orders, the lines after `after`, then every
        change.
        """
        with self.hub.listen(journal_id, language) as listener:
            orders = self.orders.orders_of(journal_id, language)
            shown = Push.from_value("card", self.tables.card(journal_id, language))
            yield (shown, *(Push.from_value("order", view) for view in orders))
            while rows := await self._rows(journal_id, after, _CHUNK):
                after = rows[-1].seq
                yield (_lines(rows, language, self.tables.matches_of(journal_id)),)
            async for pushes in _after(after, listener):
                yield pushes

    async def match_rows(self, journal_id: str, match_id: str | None) -> tuple[str, list[Row]]:
        """A match at a table and its rows; by default the table's last match.

        Raises TableUnknown, StoreError.
        """
        opened = self.tables.table_of(journal_id).state.replay.match.opened
        wanted = match_id or (opened.match_id if opened else "")
        found: list[Row] = []
        after = 0
        while rows := await self._rows(journal_id, after, _CHUNK):
            after = rows[-1].seq
            found += [row for row in rows if is_about(row, wanted)]
        return wanted, found

    async def rulings(self) -> list[JournalRulings]:
        """The tables' reports of disputes, rulings and conduct; of a pairing only from the table it
        belongs to. Raises StoreError.
        """
        every = await self._rulings.read_rulings(table.state.journal_id for table in self.tables)
        return [self._event.believed(each) for each in every]

    # --- time ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Tick until cancelled."""
        ticks = 0
        while True:
            await asyncio.sleep(TICK_S)
            ticks += 1
            self.tables.tick()
            if ticks % round(1 / TICK_S) == 0:
                self._event.check_silent()
                self.hub.publish(Push.from_value("beat", {"utc": self._clocks.utc()}))
                self.strangers.tick()

    async def forget(self) -> None:
        """Remove what may not be kept any longer, now and each day, until cancelled."""
        while True:
            await self.forget_pictures()
            await asyncio.sleep(DAY_S)

    async def forget_pictures(self) -> None:
        """Remove pictures that are too old, and note it. Raises StoreFailed."""
        gone = await self.album.forget(self._clocks.wall_ns() / SECOND_NS)
        if gone:
            await self.people.note_pictures(gone, self.settings.director.picture_days)

    def close(self) -> None:
        """Close streams and long polls. What tables still send is refused by the closed socket."""
        self._closing = True
        self.strangers.hub.close()
        self.hub.close()
        bells = [*self._lobby.values(), *(table.bell for table in self.tables)]
        for bell in bells:
            bell.set()

    def finish(self) -> None:
        """Wait for the store's and the passwords' threads."""
        self._passwords.close()
        self._thread.shutdown()

    async def answers(self) -> None:
        """Return once the store's thread has read from the store.

        Raises StoreError.
        """
        await self._in_thread(self._store.check)

    # --- inside --------------------------------------------------------------------------------

    async def _in_thread(self, act: Callable[..., R], *arguments: object) -> R:
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, act, *arguments)
        except StoreFailed as error:
            self.failure = self.failure or error
            self.on_failure()
            raise

    def _in_store(self, keep: Callable[[T], object]) -> Callable[[T], Awaitable[None]]:
        """`keep` run in the store's thread."""

        async def keep_in_thread(what: T) -> None:
            await self._in_thread(keep, what)

        return keep_in_thread

    async def _rows(self, journal_id: str, after: int, most: int) -> Sequence[Row]:
        return await self._in_thread(self._store.rows, journal_id, after, most)

    async def _take_batches(
        self, batches: Sequence[_ArrivedBatch]
    ) -> Sequence[TakenBatch | Exception]:
        """Store batches with one sync, then apply them, including those of tables that have
        disconnected meanwhile.
        """
        found, loop = (
            await self._in_thread(self._store_batches, batches),
            asyncio.get_running_loop(),
        )
        for came, taken in zip(batches, found, strict=True):
            if isinstance(taken, TakenBatch):
                if taken.head is not None:
                    loop.call_soon(self._apply_batch, taken, taken.head, came.at_ns)
                elif taken.one_more is not None:
                    loop.call_soon(self.tables.note_refused, taken.key, taken.one_more)
                elif taken.gone is not None:
                    loop.call_soon(self._mark_gone, taken.gone)
        return found

    def _store_batches(self, batches: Sequence[_ArrivedBatch]) -> list[TakenBatch | Exception]:
        """Runs in the store's thread. A batch that can't be read stops no other. Raises
        StoreFailed.
        """
        found: list[TakenBatch | Exception] = []
        with self._store.together():
            for came in batches:
                try:
                    found.append(self._intake.take(came.body, self._clocks.utc()))
                except StoreError as error:
                    found.append(error)
        return found

    def _mark_gone(self, key: str) -> None:
        self.devices.note_sending(key)
        self.tables.note_gone(key)

    async def note_enrolment(self, fact: Fact, by: str) -> None:
        """Store an act about a card or a device, then apply it.

        Raises StoreFailed.
        """
        await self.devices.note(fact, by)
        self.tables.note_enrolment()

    def _replay_row(self, state: TableState, row: Row) -> TableState:
        """Replay a row stored before this start."""
        state = self._follow_row(state, row)
        self.orders.replay(row)
        return state

    def _follow_row(self, state: TableState, row: Row) -> TableState:
        """Follow a row that has been applied."""
        self.orders.follow(state, row)
        gave = self.orders.was_given(row)
        return with_given(state, row) if gave else with_ungiven(state, row)

    def _apply_batch(self, taken: TakenBatch, head: TableHead, came_ns: int) -> None:
        """Apply and show what a believed batch brought. It arrived at `came_ns`."""
        now_ns, utc = self._clocks.monotonic_ns(), self._clocks.utc()
        table = self.tables.get(head.journal_id)
        if table is None:
            number = self.register.number(taken.key or "")
            bell = self._lobby_event(head.journal_id)
            table = WatchedTable(TableState(head.journal_id, number), taken.key, bell=bell)
            self.tables.add(table)
        fresh = self._challenges.is_fresh(head.echo, came_ns)
        state = with_head(table.state, head, now_ns, utc, fresh=fresh)
        if taken.rows:
            state = replace(state, first=with_batch(state.first, taken.rows, head.head_seq))
        for row in taken.rows:
            state = self._follow_row(with_row(state, row, utc), row)
        if taken.slowed or taken.rows:
            state = replace(state, slowed=taken.slowed)
        if taken.fork is not None:
            state = replace(state, forks=(*state.forks, taken.fork.seq))
        table.state = state
        self._pictures.add_named(taken.pictures)
        if taken.rows:
            self.hub.publish(
                lambda language: _lines(
                    taken.rows, language, self.tables.matches_of(head.journal_id)
                ),
                head.journal_id,
            )
        self.orders.settle(taken.rows, taken.undecided)
        kinds = {row.kind for row in taken.rows}
        self._event.handle_rows(kinds)
        self.tables.show(table, now_ns)
        if MatchOpened.__name__ in kinds and state.unread is None:
            task = asyncio.get_running_loop().create_task(
                self.orders.order_known_settings(state, self._event.language_of_entry)
            )
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)


def spread_wait_s(wait_s: float, poll: bytes) -> float:
    """Three quarters to all of `wait_s`, derived from the poll's bytes, so that tables switched on
    together do not poll together for ever.
    """
    return wait_s * (1 - zlib.crc32(poll) / 2**34)


def _refusal(of: TakenBatch | Polled | LostRowsAnswer, request: bytes) -> InReply | Rejected:
    """Signed reply to a refused request; plain if the request named no nonce."""
    if of.rejected is None:
        raise AssertionError("a request came to nothing, and nobody says why; report this")
    if of.header is None or not of.header.nonce:
        return of.rejected
    return in_reply(of.header, request, of.rejected)


def _lines(rows: Sequence[Row], language: Language, matches: Mapping[str, Match]) -> Push:
    """Lines of the timeline, numbered so that a browser can continue after them."""
    lines = msgspec.json.encode([line(row, language, matches) for row in rows]).decode()
    return Push("lines", lines, str(rows[-1].seq))


async def _after(seq: int, listener: Listener) -> AsyncIterator[tuple[Push, ...]]:
    """Pushes without the lines that were already read from the store."""
    async for pushes in listener.pushes():
        yield tuple(push for push in pushes if push.id is None or int(push.id) > seq)
