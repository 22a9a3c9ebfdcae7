"""The director's orders: made from what the console sends, handed to tables, settled by rows."""

import re
import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from kiosk.director.cards import OrderStatus, OrderView
from kiosk.director.errors import OrderInvalid
from kiosk.director.forms import FORMS, LONGEST, LONGEST_NAME, Fields, Form
from kiosk.director.store import Given, Unanswerable
from kiosk.rules.command import Order
from kiosk.rules.fact import Refused
from kiosk.rules.units import Instant
from kiosk.wire.errors import WireError
from kiosk.wire.phrases import REASONS
from kiosk.wire.row import Row
from kiosk.wire.sync import SentOrder, sent

T = TypeVar("T")

LONGEST_WHY = 200

_ID = re.compile(r"[0-9A-Za-z-]{16,64}")
"""Made by who sends the order, at random."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
_ON_ITS_WAY = Instant(0)
"""An order has no instant until it arrives at the table, which sets it."""


class Giver(msgspec.Struct, frozen=True):
    """What every form of the console says: at which table, for which match, who orders, and why.

    Sent again under its `command_id`, because the answer was lost, it is given once; without one
    it is a new order each time.
    """

    journal_id: str
    kind: str
    by: str
    command_id: str | None = None
    match_id: str | None = None
    why: str = ""


class NewOrder(msgspec.Struct, frozen=True):
    """An order that makes sense, for the table of a journal."""

    command_id: str
    journal_id: str
    order: Order

    def given(self, utc: str) -> Given:
        """Raises OrderInvalid for a text that can't be kept."""
        try:
            message = sent(self.order, command_id=self.command_id, wall_utc=utc)
        except WireError as error:
            raise OrderInvalid(f"the order can't be kept: {error}") from error
        return Given(
            self.command_id,
            self.journal_id,
            message.kind,
            bytes(message.body).decode(),
            self.order.by,
            self.order.why,
            utc,
        )


def read_order(body: bytes) -> NewOrder:
    """The order in the console's JSON. Raises OrderInvalid: one sentence."""
    said = _typed(body, dict[str, Any], msgspec.json.decode)
    giver = _typed(said, Giver, msgspec.convert)
    if giver.kind not in FORMS:
        raise OrderInvalid(f"kind is {giver.kind!r}: one of {', '.join(FORMS)}")
    form = FORMS[giver.kind]
    by = f"director:{_line('by', giver.by, LONGEST_NAME)}"
    why = _line("why", giver.why, LONGEST_WHY, empty=giver.kind == "message")
    command_id = str(uuid.uuid4()) if giver.command_id is None else giver.command_id
    if not _ID.fullmatch(command_id):
        raise OrderInvalid(f"command_id is {command_id!r}: send 16 to 64 letters and digits")
    values = _fields(giver.kind, form, said).values()
    order = form.command(_ON_ITS_WAY, giver.match_id, by, why, **values)
    return NewOrder(command_id, giver.journal_id, order)


def _fields(kind: str, form: Form, said: Mapping[str, Any]) -> Fields:
    """What a form says of its own; a text left empty was left out."""
    own = {
        name: _line(name, value, LONGEST[name])
        if name in LONGEST and isinstance(value, str)
        else value
        for name, value in said.items()
        if name not in Giver.__struct_fields__ and value != ""
    }
    known = msgspec.structs.fields(form.fields)
    for name in own.keys() - {field.name for field in known}:
        raise OrderInvalid(f"{name} does not belong to {_an(kind)} order: leave it out")
    for field in known:
        if field.required and field.name not in own:
            raise OrderInvalid(f"{field.name} is missing: {_an(kind)} order needs it")
    return _typed(own, form.fields, msgspec.convert)


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _typed(value: Any, kind: type[T], read: Callable[..., T]) -> T:
    try:
        return read(value, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise OrderInvalid(f"no order: {str(error)[:1].lower()}{str(error)[1:]}") from error


def _line(field: str, text: str, longest: int, *, empty: bool = False) -> str:
    """One line of words, its ends trimmed."""
    text = text.strip()
    if not text and not empty:
        raise OrderInvalid(f"{field} is empty: write 1 to {longest} characters")
    if len(text) > longest:
        raise OrderInvalid(f"{field} has {len(text)} characters: write {longest} at most")
    if _CONTROL.search(text):
        raise OrderInvalid(f"{field} is {text!r}: write one line, without control characters")
    return text


_KINDS: Mapping[str, str] = MappingProxyType(
    {str(form.command.__name__): kind for kind, form in FORMS.items()}
)
"""The console's kind of each command."""


class OrderBook:
    """Every order given, and what became of it."""

    def __init__(self) -> None:
        self._given: dict[str, Given] = {}
        self._answers: dict[str, tuple[Row, ...]] = {}
        self._unanswerable: dict[str, str] = {}

    def give(self, order: Given) -> OrderView:
        self._given.setdefault(order.command_id, order)
        return self.view(order.command_id)

    def answer(self, row: Row) -> OrderView | None:
        """Take up a row; the order's view if it answers one of this journal's orders."""
        given = self._given.get(row.command_id)
        if given is None or given.journal_id != row.journal_id:
            return None
        self._answers[row.command_id] = (*self._answers.get(row.command_id, ()), row)
        return self.view(row.command_id)

    def unanswerable(self, said: Unanswerable) -> OrderView:
        """The table says it can't decide an order."""
        self._unanswerable[said.command_id] = said.why
        return self.view(said.command_id)

    def waiting(self, journal_id: str) -> tuple[Given, ...]:
        """Orders the table has not answered, oldest first."""
        answered = self._answers.keys() | self._unanswerable.keys()
        return tuple(
            order
            for order in self._given.values()
            if order.journal_id == journal_id and order.command_id not in answered
        )

    def views(self, journal_id: str | None = None) -> tuple[OrderView, ...]:
        """Of one table or of all, oldest first."""
        return tuple(
            self.view(order.command_id)
            for order in self._given.values()
            if journal_id in {None, order.journal_id}
        )

    def view(self, command_id: str) -> OrderView:
        """Raises KeyError."""
        order = self._given[command_id]
        status, reasons = self._outcome(command_id)
        rows = self._answers.get(command_id, ())
        return OrderView(
            command_id=command_id,
            journal_id=order.journal_id,
            kind=_KINDS.get(order.kind, order.kind),
            by=order.by.removeprefix("director:"),
            why=order.why,
            given_utc=order.given_utc,
            status=status,
            reasons=reasons,
            seqs=tuple(row.seq for row in rows),
        )

    def _outcome(self, command_id: str) -> tuple[OrderStatus, tuple[str, ...]]:
        rows = self._answers.get(command_id)
        if rows:
            refusals = [row for row in rows if row.kind == Refused.__name__]
            words = tuple(word for row in refusals for word in _reasons(row))
            return OrderStatus.REFUSED if refusals else OrderStatus.ACCEPTED, words
        if command_id in self._unanswerable:
            return OrderStatus.UNDECIDED, (self._unanswerable[command_id],)
        return OrderStatus.WAITING, ()


def _reasons(row: Row) -> tuple[str, ...]:
    """Why the table refused; a newer table may have reasons we have no words for."""
    try:
        event = row.event()
    except WireError as error:
        return (f"the table's reason is newer than this program ({error})",)
    return tuple(REASONS[reason] for reason in event.reasons) if isinstance(event, Refused) else ()


def sent_order(order: Given) -> SentOrder:
    return SentOrder(
        order.command_id, order.kind, msgspec.Raw(order.body.encode()), order.given_utc
    )
