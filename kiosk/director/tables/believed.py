"""Believed batches: applied to their tables, shown, and answered. Lives on the event loop."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from kiosk.director.clocks import DirectorClocks
from kiosk.director.enrolment.devices import Devices
from kiosk.director.event.at_tables import EventTables
from kiosk.director.hub import Hub
from kiosk.director.orders.desk import OrderDesk
from kiosk.director.store.first_rows import with_batch
from kiosk.director.store.pictures import PictureStore
from kiosk.director.store.rebuilt import rebuild_table
from kiosk.director.store.store import Store
from kiosk.director.tables.challenges import Challenges
from kiosk.director.tables.intake import TakenBatch
from kiosk.director.tables.lines import push_lines
from kiosk.director.tables.state import (
    TableState,
    with_given,
    with_head,
    with_row,
    with_ungiven,
)
from kiosk.director.tables.tables import Tables, WatchedTable
from kiosk.rules.start import MatchOpened
from kiosk.wire.match_page import MatchPage
from kiosk.wire.row import Row
from kiosk.wire.sync import InReply, Receipt, TableHead, in_reply


class BelievedBatches:
    """`bell` gives the wake-up event of a journal that has sent nothing yet; `page_of` the page of
    a journal's match, once it has one.
    """

    def __init__(
        self,
        tables: Tables,
        devices: Devices,
        orders: OrderDesk,
        event_tables: EventTables,
        pictures: PictureStore,
        challenges: Challenges,
        hub: Hub,
        clocks: DirectorClocks,
        bell: Callable[[str], asyncio.Event],
        page_of: Callable[[str, str], MatchPage | None],
    ) -> None:
        self._tables = tables
        self._devices = devices
        self._orders = orders
        self._event_tables = event_tables
        self._pictures = pictures
        self._challenges = challenges
        self._hub = hub
        self._clocks = clocks
        self._bell = bell
        self._page_of = page_of
        self._giving: set[asyncio.Task[None]] = set()

    def rebuild_tables(self, store: Store) -> None:
        """Rebuild every table from its stored rows. Raises StoreError."""
        for known in store.journals():
            number = self._devices.register.number(known.key)
            state = rebuild_table(store, known, number, self._replay_row)
            self._tables.add(WatchedTable(state, known.key))

    def apply_soon(self, taken: TakenBatch, came_ns: int) -> None:
        """Apply a stored batch in the loop's next turn. It arrived at `came_ns`."""
        loop = asyncio.get_running_loop()
        if taken.head is not None:
            loop.call_soon(self._apply, taken, taken.head, came_ns)
        elif taken.one_more is not None:
            loop.call_soon(self._tables.note_refused, taken.key, taken.one_more)
        elif taken.gone is not None:
            loop.call_soon(self._mark_gone, taken.gone)

    def reply(self, taken: TakenBatch, head: TableHead, body: bytes) -> InReply:
        """The reply to a batch that has been applied."""
        wanted = self._pictures.wanted(head.journal_id)
        message = taken.rejected or Receipt(taken.seq, wanted)
        challenge = self._challenges.newest(self._clocks.monotonic_ns())
        beat = self._tables.table_of(head.journal_id).state.beat
        alive = beat is not None and beat.head is head
        table = self._devices.register.assigned_number(head.key)
        next_matches = self._event_tables.next_matches(head.journal_id, head.over)
        return in_reply(
            head,
            body,
            message,
            challenge,
            alive=alive,
            table=table,
            next_matches=next_matches,
            match_page=self._page_of(head.journal_id, head.over),
        )

    def _apply(self, taken: TakenBatch, head: TableHead, came_ns: int) -> None:
        now_ns, utc = self._clocks.monotonic_ns(), self._clocks.utc()
        table = self._tables.get(head.journal_id)
        if table is None:
            number = self._devices.register.number(taken.key or "")
            bell = self._bell(head.journal_id)
            table = WatchedTable(TableState(head.journal_id, number), taken.key, bell=bell)
            self._tables.add(table)
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
            self._hub.publish(
                lambda language: push_lines(
                    taken.rows, language, self._tables.matches_of(head.journal_id)
                ),
                head.journal_id,
            )
        self._orders.settle(taken.rows, taken.undecided)
        kinds = {row.kind for row in taken.rows}
        self._event_tables.handle_rows(kinds)
        self._tables.show(table, now_ns)
        if MatchOpened.__name__ in kinds and state.unread is None:
            task = asyncio.get_running_loop().create_task(
                self._orders.order_known_settings(state, self._event_tables.language_of_entry)
            )
            self._giving.add(task)
            task.add_done_callback(self._giving.discard)

    def _mark_gone(self, key: str) -> None:
        self._devices.note_sending(key)
        self._tables.note_gone(key)

    def _replay_row(self, state: TableState, row: Row) -> TableState:
        """Replay a row stored before this start."""
        state = self._follow_row(state, row)
        self._orders.replay(row)
        return state

    def _follow_row(self, state: TableState, row: Row) -> TableState:
        """Follow a row that has been applied."""
        self._orders.follow(state, row)
        gave = self._orders.was_given(row)
        return with_given(state, row) if gave else with_ungiven(state, row)
