"""The director's orders: made from what the console sends, handed to tables, settled by rows."""

import re
import uuid
from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import msgspec

from kiosk.director.cards import OrderStatus, OrderView
from kiosk.director.errors import OrderInvalid
from kiosk.director.store import Given, Unanswerable
from kiosk.rules import commands as c
from kiosk.rules.desk import LONGEST_MESSAGE, MOST_PENALTY_POINTS
from kiosk.rules.events import Refused
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.errors import WireError
from kiosk.wire.phrases import REASONS
from kiosk.wire.row import Row
from kiosk.wire.sync import SentOrder, sent

LONGEST_NAME = 80
LONGEST_WHY = 200
MOST_POINTS = 999

_ID = re.compile(r"[0-9A-Za-z-]{16,64}")
"""Made by who sends the order, at random."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
_ON_ITS_WAY = Instant(0)
"""An order has no instant until it arrives at the table, which sets it."""

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]


class OrderForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the console sends. Which of the last seven belong to a kind, `_MAKERS` says.

    Sent again under its `command_id`, because the answer was lost, it is given once; without one
    it is a new order each time.
    """

    journal_id: str
    kind: Literal["stop", "start", "message", "penalty", "score"]
    by: str
    command_id: str | None = None
    match_id: str | None = None
    why: str = ""
    text: str | None = None
    side: Side | None = None
    points: Annotated[int, msgspec.Meta(ge=1, le=MOST_PENALTY_POINTS)] | None = None
    white: Count | None = None
    black: Count | None = None
    section: str | None = None
    corrects_seq: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | None = None


class NewOrder(msgspec.Struct, frozen=True):
    """An order that makes sense, for the table of a journal."""

    command_id: str
    journal_id: str
    order: c.Order

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
    try:
        form = msgspec.json.decode(body, type=OrderForm)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise OrderInvalid(f"no order: {str(error)[:1].lower()}{str(error)[1:]}") from error
    make, needs, may = _MAKERS[form.kind]
    _check_fields(form, needs, may)
    by = f"director:{_line('by', form.by, LONGEST_NAME)}"
    why = _line("why", form.why, LONGEST_WHY, empty=form.kind == "message")
    command_id = str(uuid.uuid4()) if form.command_id is None else form.command_id
    if not _ID.fullmatch(command_id):
        raise OrderInvalid(f"command_id is {command_id!r}: send 16 to 64 letters and digits")
    return NewOrder(
        command_id, form.journal_id, make(form, c.Order(_ON_ITS_WAY, form.match_id, by, why))
    )


def _check_fields(form: OrderForm, needs: tuple[str, ...], may: tuple[str, ...]) -> None:
    for field in ("text", "side", "points", "white", "black", "section", "corrects_seq"):
        there = getattr(form, field) not in {None, ""}
        if field in needs and not there:
            raise OrderInvalid(f"{field} is missing: a {form.kind} order needs it")
        if there and field not in needs + may:
            raise OrderInvalid(f"{field} does not belong to a {form.kind} order: leave it out")


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


def _section(form: OrderForm) -> str | None:
    return _line("section", form.section, LONGEST_NAME) if form.section else None


def _stop(_form: OrderForm, o: c.Order) -> c.Order:
    return c.StopOrdered(o.at, o.match_id, o.by, o.why)


def _start(_form: OrderForm, o: c.Order) -> c.Order:
    return c.StartOrdered(o.at, o.match_id, o.by, o.why)


def _message(form: OrderForm, o: c.Order) -> c.Order:
    text = _line("text", form.text or "", LONGEST_MESSAGE)
    return c.MessageOrdered(o.at, o.match_id, o.by, o.why, text)


def _penalty(form: OrderForm, o: c.Order) -> c.Order:
    if form.side is None or form.points is None:
        raise AssertionError("the fields of a penalty were checked; report this")
    return c.PenaltyOrdered(o.at, o.match_id, o.by, o.why, form.side, form.points, _section(form))


def _score(form: OrderForm, o: c.Order) -> c.Order:
    if form.white is None or form.black is None:
        raise AssertionError("the fields of a score were checked; report this")
    score = BySide(form.white, form.black)
    return c.ScoreOrdered(o.at, o.match_id, o.by, o.why, score, _section(form), form.corrects_seq)


_MAKERS: Mapping[
    str, tuple[Callable[[OrderForm, c.Order], c.Order], tuple[str, ...], tuple[str, ...]]
] = {
    "stop": (_stop, (), ()),
    "start": (_start, (), ()),
    "message": (_message, ("text",), ()),
    "penalty": (_penalty, ("side", "points"), ("section",)),
    "score": (_score, ("white", "black"), ("section", "corrects_seq")),
}
"""By kind: what makes the order, which fields it needs, which more it may have."""

_KINDS: Mapping[str, str] = {
    "StopOrdered": "stop",
    "StartOrdered": "start",
    "MessageOrdered": "message",
    "PenaltyOrdered": "penalty",
    "ScoreOrdered": "score",
}


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
