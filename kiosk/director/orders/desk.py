"""Orders to tables, from the console or the service itself, and the tables' answers.

Lives on the event loop. An order is stored before its table gets it, and given once.
"""

import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

import msgspec

from kiosk.catalogue.text import ENGLISH, Language, text
from kiosk.director.errors import OrderInvalid, StoreFailed
from kiosk.director.event.assignments import stored_placing
from kiosk.director.event.custody import Placing, Placings
from kiosk.director.hub import Hub, Push
from kiosk.director.orders import forms
from kiosk.director.orders.orders import (
    NewOrder,
    OrderBook,
    OrderPreview,
    check_row,
    form_of,
    preview_order,
    read_order,
    row_corrected,
)
from kiosk.director.people.auth import Person, check_order
from kiosk.director.people.roles import Role, may_order
from kiosk.director.store.store import StoredOrder, Unanswerable
from kiosk.director.tables.cards import OrderStatus, OrderView
from kiosk.director.tables.lines import line
from kiosk.director.tables.readers import BY, PlayerSettings
from kiosk.director.tables.state import TableState
from kiosk.director.tables.tables import Tables, WatchedTable
from kiosk.wire.row import Row

_TURN = 200
"""More rows than any turn has."""

Rows = Callable[[str, int, int], Awaitable[Sequence[Row]]]
"""Rows of a journal after a seq, up to a number. Raises StoreError."""


OF_A_HALF = frozenset({"language", "aid", "guide"})
"""Kinds of orders about settings of one half of the screen."""


class OrderDesk:
    """`keep` has synced when it returns."""

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        keep: Callable[[StoredOrder], Awaitable[None]],
        rows: Rows,
        utc: Callable[[], str],
        books: Mapping[str, str],
    ) -> None:
        self._tables = tables
        self._hub = hub
        self._keep = keep
        self._rows = rows
        self._utc = utc
        self.books = books
        self._orders = OrderBook(tables.matches_of)
        self._readers = PlayerSettings()
        self._placings: defaultdict[str, list[Placing]] = defaultdict(list)

    def recall(self, given: Iterable[StoredOrder], unanswerable: Iterable[Unanswerable]) -> None:
        """Load the stored orders, before any row."""
        for each in given:
            self._note(each)
        for order in unanswerable:
            self._orders.note_unanswerable(order)

    # --- from the console ----------------------------------------------------------------------

    async def give(self, body: bytes, person: Person) -> OrderView:
        """Give an order, which waits for its table's answer. A repeated one is not given again.

        Raises OrderInvalid, NotAllowed, TableUnknown, StoreFailed.
        """
        _check(person, body)
        new = read_order(body, person.name)
        table = self._tables.table_of(new.journal_id)
        corrects = row_corrected(body)
        if corrects is not None:
            check_row(body, await self._from_row(*corrects))
        given = msgspec.structs.replace(
            new.given(self._utc()),
            account=person.name,
            session=person.session,
            address=person.address,
        )
        await self._keep(given)
        return self._give(table, given)

    async def preview(
        self, body: bytes, person: Person, language: Language = ENGLISH
    ) -> OrderPreview:
        """What an order would do if it were sent now. Raises as `give`."""
        _check(person, body)
        corrects = row_corrected(body)
        if corrects is None:
            return preview_order(body, self._tables.seen_by_orders, None, language)
        rows = await self._from_row(*corrects)
        check_row(body, rows)
        matches = self._tables.matches_of(rows[0].journal_id) if rows else {}
        words = line(rows[0], language, matches).text if rows else None
        return preview_order(body, self._tables.seen_by_orders, words, language)

    async def _from_row(self, journal_id: str, seq: int) -> Sequence[Row]:
        """The row, and the rows that a turn may add after it."""
        return await self._rows(journal_id, seq - 1, _TURN)

    def forms(self, role: Role, language: Language = ENGLISH) -> dict[str, object]:
        """The forms of the orders a role may give, for the console."""
        reasons = self._orders.reasons()
        return forms.describe_forms(
            language, reasons, self.books, lambda kind: may_order(role, kind)
        )

    def given(self) -> tuple[StoredOrder, ...]:
        """Every order, the oldest first."""
        return self._orders.given()

    def view(self, command_id: str, language: Language = ENGLISH) -> OrderView:
        """An order's state. Raises OrderInvalid for an unknown order."""
        try:
            return self._orders.view(command_id, language)
        except KeyError:
            raise OrderInvalid(
                text(
                    "there is no order {name}: check the table",
                    name=forms.quote_value(command_id),
                )
            ) from None

    def orders_of(self, journal_id: str, language: Language) -> Sequence[OrderView]:
        """Orders to a table, the oldest first."""
        return [view for view in self._orders.views(journal_id, language) if _is_followed(view)]

    def open_orders(self, language: Language) -> Sequence[OrderView]:
        """Orders that tables have not answered."""
        views = self._orders.views(language=language)
        return [view for view in views if view.status is OrderStatus.WAITING and _is_followed(view)]

    # --- to and from tables --------------------------------------------------------------------

    def waiting(self, journal_id: str) -> Sequence[StoredOrder]:
        """Orders that a table has not answered, the oldest first."""
        return self._orders.waiting(journal_id)

    def was_given(self, row: Row) -> bool:
        """Whether the order that a row carries out was given to its table."""
        return self._orders.was_given(row)

    def follow(self, state: TableState, row: Row) -> None:
        """Follow a table's new row: the players' settings; skipped once its rows can't be read any
        more.
        """
        if state.unread is None:
            self._readers.learn(state.replay.match, row, state.row_utc)

    def replay(self, row: Row) -> None:
        """Take a row stored before this start, without notifying browsers."""
        self._orders.answer(row)

    def settle(self, rows: Iterable[Row], undecided: Iterable[Unanswerable]) -> None:
        """Settle orders that rows, or the table's own report, have answered."""
        views = [self._orders.answer(row) for row in rows]
        views += [self._orders.note_unanswerable(each) for each in undecided]
        last = {view.command_id: view for view in views if view is not None}
        for view in last.values():
            self._publish(view)

    async def give_once(self, new: NewOrder) -> None:
        """Give an order that did not come from the console. Raises StoreFailed."""
        table = self._tables.get(new.journal_id)
        if table is not None and new.command_id not in self._orders:
            given = new.given(self._utc())
            await self._keep(given)
            self._give(table, given)

    async def order_known_settings(self, state: TableState, listed: Callable[[str], str]) -> None:
        """Order the known settings of a match's players: language and aids as before, else the
        language that his entry is `listed` with. Players who have not seen the guide are led
        through a turn, if that is enabled.
        """
        for new in self._readers.orders_for(state.journal_id, state.replay.match, listed):
            with contextlib.suppress(StoreFailed):  # which ends the service
                await self.give_once(new)

    def lead_players(self) -> None:
        """From now on lead each player once through a turn in pictures."""
        self._readers.leads = True

    @property
    def placings(self) -> Placings:
        """The orders that have placed matches at tables, by the match's id, the oldest first."""
        return self._placings

    def _note(self, given: StoredOrder) -> OrderView:
        if given.command_id not in self._orders:
            placing = stored_placing(given)
            if placing is not None:
                self._placings[placing.match_id].append(placing)
        return self._orders.give(given)

    def _give(self, table: WatchedTable, given: StoredOrder) -> OrderView:
        view = self._note(given)
        table.bell.set()
        self._publish(view)
        return view

    def _publish(self, view: OrderView) -> None:
        if not _is_followed(view):
            return
        named = view.command_id
        self._hub.publish(
            lambda language: Push.from_value("order", self._orders.view(named, language)),
            view.journal_id,
            None,
        )


def _is_followed(view: OrderView) -> bool:
    """False for orders that set a half's display automatically."""
    return view.by != BY.removeprefix("director:") or view.kind not in OF_A_HALF


def _check(person: Person, body: bytes) -> None:
    """Check that the account may give this order. Raises OrderInvalid, NotAllowed."""
    form = form_of(body)
    check_order(person, form.kind, form.title)
