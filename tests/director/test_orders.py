"""Orders: made from JSON, refused in one sentence, settled by rows."""

import json
from typing import Any

import pytest
from hall_kit import UTC, PaperTable, rehashed
from msgspec.structs import replace

from kiosk.director.cards import OrderStatus
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders import OrderBook, read_order, sent_order
from kiosk.director.store import Given, Unanswerable
from kiosk.rules import commands as c
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide, Instant, Side
from kiosk.wire.phrases import REASONS
from kiosk.wire.sync import SentOrder

BASE = {"journal_id": "journal-1", "match_id": "m", "by": " Kari ", "why": " noise "}
BY = "director:Kari"


def form(kind: str, **changed: Any) -> bytes:
    return json.dumps(BASE | {"kind": kind} | changed).encode()


@pytest.mark.parametrize(
    ("body", "order"),
    [
        (form("stop"), c.StopOrdered(Instant(0), "m", BY, "noise")),
        (form("start", match_id=None), c.StartOrdered(Instant(0), None, BY, "noise")),
        (
            form("message", text="Quiet, please.", why=""),
            c.MessageOrdered(Instant(0), "m", BY, "", "Quiet, please."),
        ),
        (
            form("penalty", side="black", points=2, section="§7.1"),
            c.PenaltyOrdered(Instant(0), "m", BY, "noise", Side.BLACK, 2, "§7.1"),
        ),
        (
            form("score", white=2, black=0, section="", corrects_seq=41),
            c.ScoreOrdered(Instant(0), "m", BY, "noise", BySide(2, 0), None, 41),
        ),
    ],
)
def test_an_order_goes_down_as_it_was_given(body: bytes, order: c.Order) -> None:
    new = read_order(body)
    assert (new.journal_id, new.order) == ("journal-1", order)
    sent = sent_order(new.given(UTC))
    assert (sent.command_id, sent.wall_utc) == (new.command_id, UTC)
    assert read_order(body).command_id != new.command_id
    assert sent.order() == order


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "no order"),
        (b"[" * 100_000, "no order"),
        (form("shout"), "invalid enum value 'shout'"),
        (json.dumps({"kind": "stop"}).encode(), "missing required field `journal_id`"),
        (form("stop", extra=1), "unknown field `extra`"),
        (form("stop", by="  "), "by is empty"),
        (form("stop", by="K" * 81), "by has 81 characters"),
        (form("stop", by="Kari\nwhite"), "by is 'Kari\\nwhite': write one line"),
        (form("stop", by="Kari\u2028"), None),
        (form("stop", by=5), "expected `str`, got `int`"),
        (form("stop", why=""), "why is empty"),
        (form("stop", why="w" * 201), "why has 201 characters"),
        (form("stop", why="a\x00b"), "write one line"),
        (form("stop", command_id="short"), "command_id is 'short'"),
        (form("stop", command_id="x" * 65), "16 to 64"),
        (form("stop", command_id="<script>alert(1)</script>"), "letters and digits"),
        (form("stop", points=1), "points does not belong to a stop order"),
        (form("start", text="now"), "text does not belong to a start order"),
        (form("message"), "text is missing"),
        (form("message", text="   "), "text is empty"),
        (form("message", text="t" * 201), "text has 201 characters"),
        (form("message", text="a\u202eb\u0007"), "write one line"),
        (form("penalty", side="black"), "points is missing"),
        (form("penalty", points=1), "side is missing"),
        (form("penalty", side="red", points=1), "invalid enum value 'red'"),
        (form("penalty", side="black", points=0), "expected `int` >= 1"),
        (form("penalty", side="black", points=100), "expected `int` <= 99"),
        (form("penalty", side="black", points=1.5), "expected `int | null`, got `float`"),
        (form("penalty", side="black", points=1, section="s" * 81), "section has 81"),
        (form("score", white=1), "black is missing"),
        (form("score", white=-1, black=0), "expected `int` >= 0"),
        (form("score", white=1, black=0, corrects_seq=0), "expected `int` >= 1"),
        (form("score", white=1, black=0, side="black"), "side does not belong to a score order"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_sentence(body: bytes, words: str | None) -> None:
    if words is None:
        assert read_order(body).order.by == BY
        return
    with pytest.raises(OrderInvalid) as caught:
        read_order(body)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_score_of_nothing_is_a_score() -> None:
    assert read_order(form("score", white=0, black=0)).order == c.ScoreOrdered(
        Instant(0), "m", BY, "noise", BySide(0, 0), None, None
    )


# --- what became of them ------------------------------------------------------------------------


def given(body: bytes, command_id: str = "id-1") -> Given:
    return replace(read_order(body), command_id=command_id).given(UTC)


def sent(order: Given) -> SentOrder:
    return sent_order(order)


@pytest.fixture
def book() -> OrderBook:
    return OrderBook()


def test_an_order_waits_until_its_table_answers(book: OrderBook, table: PaperTable) -> None:
    order = given(form("stop", match_id="match-1"))
    view = book.give(order)
    assert (view.status, view.by, view.kind, view.seqs) == (OrderStatus.WAITING, "Kari", "stop", ())
    assert book.waiting("journal-1") == (order,)
    assert book.waiting("journal-2") == ()
    table.obey(sent(order))
    row = table.rows[-1]
    answered = [book.answer(row) for row in table.rows if row.command_id == "id-1"][-1]
    assert answered is not None
    assert answered.status is OrderStatus.ACCEPTED
    assert answered.reasons == ()
    assert answered.seqs == tuple(row.seq for row in table.rows if row.command_id == "id-1")
    assert row.kind == "PlayStopped"
    assert book.waiting("journal-1") == ()


def test_a_refusal_comes_with_its_reasons_in_words(book: OrderBook, table: PaperTable) -> None:
    order = given(form("start", match_id="another"))
    book.give(order)
    table.obey(sent(order))
    view = book.answer(table.rows[-1])
    assert view is not None
    assert view.status is OrderStatus.REFUSED
    assert view.reasons == (REASONS[Reason.OTHER_MATCH],)


def test_a_refusal_of_a_newer_table_is_still_a_refusal(book: OrderBook, table: PaperTable) -> None:
    order = given(form("start", match_id="another"))
    book.give(order)
    table.obey(sent(order))
    newer = rehashed(table.rows[-1], body='{"reasons":["mood"]}')
    view = book.answer(newer)
    assert view is not None
    assert view.status is OrderStatus.REFUSED
    assert "newer than this program" in view.reasons[0]


def test_rows_of_another_journal_answer_nothing(book: OrderBook, table: PaperTable) -> None:
    order = given(form("stop", journal_id="journal-2"))
    book.give(order)
    table.obey(sent(order))
    assert book.answer(table.rows[-1]) is None
    assert book.waiting("journal-2") == (order,)


def test_what_a_table_could_not_decide_is_no_longer_waiting_and_rows_outweigh_it(
    book: OrderBook, table: PaperTable
) -> None:
    order = given(form("stop", match_id="match-1"))
    book.give(order)
    view = book.unanswerable(Unanswerable("id-1", "the table has halted", UTC))
    assert (view.status, view.reasons) == (OrderStatus.UNDECIDED, ("the table has halted",))
    assert book.waiting("journal-1") == ()
    table.obey(sent(order))
    answered = book.answer(table.rows[-1])
    assert answered is not None
    assert answered.status is OrderStatus.ACCEPTED


def test_views_are_told_by_table_oldest_first(book: OrderBook) -> None:
    for number, journal in enumerate(("journal-1", "journal-2", "journal-1")):
        book.give(given(form("stop", journal_id=journal), f"id-{number}"))
    assert [view.command_id for view in book.views("journal-1")] == ["id-0", "id-2"]
    assert [view.command_id for view in book.views()] == ["id-0", "id-1", "id-2"]
