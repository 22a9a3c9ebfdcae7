"""The director's orders: built from the console's JSON, handed to tables, settled by rows."""

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from kiosk.catalogue.form import LONGEST_WHY, OrderContext, OrderForm, Sort
from kiosk.catalogue.named_sides import by_name
from kiosk.catalogue.reasons import REASONS
from kiosk.catalogue.tables import ANOTHER_ORDER, FORMS, ORDER_TITLES
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, text
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders.forms import (
    lower_first_letter,
    one_line,
    order_values,
    quote_value,
    read_form,
)
from kiosk.director.store.store import StoredOrder, Unanswerable
from kiosk.director.tables.cards import OrderStatus, OrderView
from kiosk.director.tables.lines import line
from kiosk.rules.command import Order
from kiosk.rules.fact import Refused
from kiosk.rules.match import Match
from kiosk.rules.result import EarlierResultOrdered
from kiosk.rules.units import Instant
from kiosk.wire.bounds import Id, complaint, too_deep
from kiosk.wire.errors import WireError
from kiosk.wire.row import Row, too_long
from kiosk.wire.sync import SentOrder, order_message

T = TypeVar("T")

ID_PATTERN = r"^[0-9A-Za-z-]{16,64}$"
"""Pattern of a command_id, random, chosen by the sender."""

_DIRECTOR = "director:"

_SOMEBODY = "-"
"""Account name in an order that is only previewed."""

_ON_ITS_WAY = Instant(0)
"""An order has no time until it arrives at the table, which sets it."""


class Giver(msgspec.Struct, frozen=True):
    """Fields of every form of the console: table, match and reason.

    An order sent again under its `command_id`, because the answer was lost, is given once; without
    an id it is a new order each time.
    """

    journal_id: Id
    kind: Id
    command_id: str | None = None
    match_id: Id | None = None
    why: str = ""


class NewOrder(msgspec.Struct, frozen=True):
    """A valid order, for the table of a journal."""

    command_id: str
    journal_id: str
    order: Order

    def given(self, utc: str) -> StoredOrder:
        """The order as stored. Raises OrderInvalid for text that can't be stored."""
        try:
            message = order_message(self.order, command_id=self.command_id, wall_utc=utc)
        except WireError as error:
            raise OrderInvalid(text("the order can't be saved: {why}", why=str(error))) from error
        return StoredOrder(
            self.command_id,
            self.journal_id,
            message.kind,
            bytes(message.body).decode(),
            self.order.by,
            self.order.why,
            utc,
        )


class OrderPreview(msgspec.Struct, frozen=True):
    """What an order will do, sentence by sentence, and the label of the button that sends it."""

    sentences: tuple[str, ...]
    verb: str


def read_order(body: bytes, name: str) -> NewOrder:
    """The order in the console's JSON, by the account of this name. Raises OrderInvalid with one
    sentence.
    """
    giver, form, values = _read(body)
    by = f"{_DIRECTOR}{name}"
    why = one_line(text("why"), giver.why, LONGEST_WHY, empty=not _asks_why(form))
    command_id = str(uuid.uuid4()) if giver.command_id is None else giver.command_id
    if not re.fullmatch(ID_PATTERN, command_id):
        raise OrderInvalid(
            text(
                "the order's id is {value}: send 16 to 64 letters and digits",
                value=quote_value(command_id),
            )
        )
    own = order_values(form, values)
    order = form.order(_ON_ITS_WAY, giver.match_id, by, why, **own)
    return NewOrder(command_id, giver.journal_id, order)


def preview_order(
    body: bytes, seen: Callable[[str], OrderContext], row: str | None, language: Language = ENGLISH
) -> OrderPreview:
    """What the order in the console's JSON will do if it is sent now. Raises OrderInvalid.

    `seen` gives the table of a journal; `row` is the text of the row it corrects, if known.
    """
    read_order(body, _SOMEBODY)
    giver, form, values = _read(body)
    table = seen(giver.journal_id)
    named = language if form.order is EarlierResultOrdered else by_name(language, table.match)
    sentences = form.consequences(values, table)
    if values.get("corrects_seq"):
        corrects = text(
            "It corrects row {row}: {words}", row=values["corrects_seq"], words=row or "?"
        )
        sentences = (*sentences, corrects)
    verb = form.sends(values) if form.sends else form.verb
    return OrderPreview(
        tuple(format_text(each, named) for each in sentences), format_text(verb, language)
    )


def form_of(body: bytes) -> OrderForm:
    """Form of the order in the console's JSON. Raises OrderInvalid."""
    return _begun(body)[1]


def row_corrected(body: bytes) -> tuple[str, int] | None:
    """The journal and the row that an order corrects, if it names one."""
    giver, _form, values = _read(body)
    seq = values.get("corrects_seq")
    return (giver.journal_id, seq) if seq else None


def check_row(body: bytes, rows: Sequence[Row]) -> None:
    """Check that an order corrects a row of the right kind; `rows` begin with the row it names, if
    there is one.

    Raises OrderInvalid.
    """
    giver, form, values = _read(body)
    if not form.corrects:
        return
    seq = values["corrects_seq"]
    kinds = {kind.__name__ for kind in form.corrects}
    fits = rows and rows[0].seq == seq and rows[0].kind in kinds
    if not fits or rows[0].match_id != giver.match_id:
        raise OrderInvalid(
            text("row {row} is no roll of this match: click the number of its line", row=seq)
        )
    over = {kind.__name__ for kind in form.closed_by}
    if not any(row.kind in over for row in rows):
        raise OrderInvalid(
            text("row {row} is the roll of this turn: take “Rule on the roll” for it", row=seq)
        )


def _read(body: bytes) -> tuple[Giver, OrderForm, dict[str, Any]]:
    giver, form = _begun(body)
    typed = _typed(body, dict[str, Any])
    own = {name: value for name, value in typed.items() if name not in Giver.__struct_fields__}
    return giver, form, read_form(form, own)


def _begun(body: bytes) -> tuple[Giver, OrderForm]:
    """The common fields of an order, and its form; the form's own fields are not checked."""
    deep = too_deep(body)
    if deep is not None:
        raise OrderInvalid(text("no order: {why}", why=deep))
    giver = _typed(body, Giver)
    if giver.kind not in FORMS:
        raise OrderInvalid(
            text("there is no order {value}: load this page again", value=quote_value(giver.kind))
        )
    return giver, FORMS[giver.kind]


def _asks_why(form: OrderForm) -> bool:
    return any(field.sort is Sort.WHY for field in form.fields)


def _typed(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        why = lower_first_letter(complaint(body, error))
        raise OrderInvalid(text("no order: {why}", why=why)) from error


_FORMS: Mapping[str, OrderForm] = MappingProxyType(
    {form.order.__name__: form for form in FORMS.values()}
)
"""By the name of its order."""


class OrderBook:
    """Every order given, and its outcome.

    Of an order given by a database that is now lost, only its rows are left: it is shown by them,
    and nothing is made up. `matches` gives those of a journal by id.
    """

    def __init__(
        self, matches: Callable[[str], Mapping[str, Match]] = lambda _journal_id: {}
    ) -> None:
        self._matches = matches
        self._given: dict[str, StoredOrder] = {}
        self._answers: dict[str, tuple[Row, ...]] = {}
        self._unanswerable: dict[str, str] = {}

    def __contains__(self, command_id: str) -> bool:
        """Whether the order was given."""
        return command_id in self._given

    def give(self, order: StoredOrder) -> OrderView:
        kept = self._given.setdefault(order.command_id, order)
        rows = self._answers.get(order.command_id)
        if rows and rows[0].journal_id != kept.journal_id:  # another table's rows under its id
            del self._answers[order.command_id]
        return self.view(order.command_id)

    def answer(self, row: Row) -> OrderView | None:
        """Take a row; return the order's view if the row carries out an order of this journal."""
        given = self._given.get(row.command_id)
        if too_long(row) is not None:
            return None
        if given is None and not row.by.startswith(_DIRECTOR):
            return None
        rows = self._answers.get(row.command_id, ())
        journal_id = given.journal_id if given else rows[0].journal_id if rows else row.journal_id
        if journal_id != row.journal_id:
            return None
        self._answers[row.command_id] = (*rows, row)
        return self.view(row.command_id)

    def was_given(self, row: Row) -> bool:
        """Whether the order that a row carries out was given to its table."""
        given = self._given.get(row.command_id)
        return given is not None and given.journal_id == row.journal_id

    def note_unanswerable(self, undecided: Unanswerable) -> OrderView:
        """The table reports that it can't decide an order."""
        self._unanswerable[undecided.command_id] = undecided.why
        return self.view(undecided.command_id)

    def given(self) -> tuple[StoredOrder, ...]:
        """All orders, the oldest first."""
        return tuple(self._given.values())

    def waiting(self, journal_id: str) -> tuple[StoredOrder, ...]:
        """Orders that the table has not answered, the oldest first."""
        answered = self._answers.keys() | self._unanswerable.keys()
        return tuple(
            order
            for order in self._given.values()
            if order.journal_id == journal_id and order.command_id not in answered
        )

    def reasons(self) -> dict[str, tuple[str, ...]]:
        """The reasons given, by kind of form, the newest first."""
        found: dict[str, dict[str, None]] = {}
        for order in reversed(self._given.values()):
            form = _FORMS.get(order.kind)
            if form is not None and order.why:
                found.setdefault(form.kind, {}).setdefault(order.why)
        return {kind: tuple(each) for kind, each in found.items()}

    def views(
        self, journal_id: str | None = None, language: Language = ENGLISH
    ) -> tuple[OrderView, ...]:
        """Orders of one table or of all, the oldest first."""
        given = {name: (each.given_utc, each.journal_id) for name, each in self._given.items()}
        for name, rows in self._answers.items():
            given.setdefault(name, (rows[0].wall_utc, rows[0].journal_id))
        return tuple(
            self.view(name, language)
            for name, (_utc, journal) in sorted(given.items(), key=lambda each: each[1][0])
            if journal_id in {None, journal}
        )

    def view(self, command_id: str, language: Language = ENGLISH) -> OrderView:
        """View of one order. Raises KeyError."""
        order = self._given.get(command_id)
        if order is None:
            return self._recovered(command_id, language)
        form = _FORMS.get(order.kind)
        status, given_as = self._outcome(command_id)
        reasons = tuple(format_text(each, language) for each in given_as)
        rows = self._answers.get(command_id, ())
        return OrderView(
            command_id=command_id,
            journal_id=order.journal_id,
            kind=form.kind if form else order.kind,
            title=format_text(ORDER_TITLES.get(order.kind, ANOTHER_ORDER), language),
            by=order.by.removeprefix(_DIRECTOR),
            why=order.why,
            given_utc=order.given_utc,
            status=status,
            outcome=outcome(status, reasons, language),
            reasons=reasons,
            seqs=tuple(row.seq for row in rows),
        )

    def _recovered(self, command_id: str, language: Language) -> OrderView:
        """View of an order known only by its rows. Raises KeyError."""
        rows = self._answers[command_id]
        status, given_as = self._outcome(command_id)
        reasons = tuple(format_text(each, language) for each in given_as)
        return OrderView(
            command_id=command_id,
            journal_id=rows[0].journal_id,
            kind="",
            title=line(rows[-1], language, self._matches(rows[-1].journal_id)).text,
            by=rows[0].by.removeprefix(_DIRECTOR),
            why="",
            given_utc=None,
            status=status,
            outcome=outcome(status, reasons, language),
            reasons=reasons,
            seqs=tuple(row.seq for row in rows),
        )

    def _outcome(self, command_id: str) -> tuple[OrderStatus, tuple[Text | str, ...]]:
        rows = self._answers.get(command_id)
        if rows:
            refusals = [row for row in rows if row.kind == Refused.__name__]
            words = tuple(word for row in refusals for word in _reasons(row))
            return OrderStatus.REFUSED if refusals else OrderStatus.ACCEPTED, words
        if command_id in self._unanswerable:
            return OrderStatus.UNDECIDED, (self._unanswerable[command_id],)
        return OrderStatus.WAITING, ()


def outcome(status: OrderStatus, reasons: tuple[str, ...], language: Language = ENGLISH) -> str:
    """Outcome of an order in words; `reasons` are in the same language."""
    why = "; ".join(reasons)
    words = {
        OrderStatus.WAITING: text("waiting…"),
        OrderStatus.ACCEPTED: text("done"),
        OrderStatus.REFUSED: text("The table refused: {why}", why=why),
        OrderStatus.UNDECIDED: text("The table could not decide it: {why}", why=why),
    }
    return format_text(words[status], language)


def _reasons(row: Row) -> tuple[Text, ...]:
    """Why the table refused; a newer table may have reasons without a text here."""
    try:
        event = row.event()
    except WireError as error:
        newer = text("the table's reason is newer than this program ({why})", why=str(error))
        return (newer,)
    return tuple(REASONS[reason] for reason in event.reasons) if isinstance(event, Refused) else ()


def sent_order(order: StoredOrder) -> SentOrder:
    return SentOrder(
        order.command_id, order.kind, msgspec.Raw(order.body.encode()), order.given_utc
    )
