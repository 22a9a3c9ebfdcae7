"""The director's orders: decided once each, however often they come, or said to be undecided."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits import commands as c
from kits import events as e
from kits.director_kit import DIRECTOR, UTC, Server
from kits.process_kit import WITHIN_S
from kits.table_kit import BOOT, Table
from kits.threads_kit import wait_until_ended

from kiosk.journal import Journal, fold_rows, read
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Instant
from kiosk.table import orders
from kiosk.table.inbox import PostedCommand
from kiosk.table.line import DirectorConnection, Reply
from kiosk.table.orders import (
    OrderRelay,
    OrderWorker,
)
from kiosk.table.sync import TableIdentity
from kiosk.table.uplink import RetryPauses
from kiosk.wire.codec import canonical_json
from kiosk.wire.messages import PROTOCOL, ClientAnswer
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    FromDirector,
    Orders,
    Poll,
    Receipt,
    Rejected,
    Rejection,
    SentOrder,
    Undecided,
    in_reply,
    order_message,
    read_signed,
    reply_to,
    request_header,
    sign,
)

KARI = ("m-1", "director:Kari", "the hall closes")
MESSAGE = c.MessageOrdered(Instant(0), *KARI, "Please finish this game.")
STOP = c.StopOrdered(Instant(0), *KARI)
ARRIVED = Instant(999_000_000_000)
KEY = DeviceKey.generate()
ME = TableIdentity("test", "journal-1", BOOT, 1, KEY, DIRECTOR.public)


def order(command: c.Order, command_id: str = "order-1", **changes: Any) -> SentOrder:
    made = order_message(command, command_id=command_id, wall_utc=UTC)
    return msgspec.structs.replace(made, **changes)


class Desk:
    """An order desk before a table that decides when the test lets it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.undecided: list[Undecided] = []
        self.desk = OrderRelay(
            table.inbox.post, self.undecided.append, lambda: self.table.loop.halted
        )

    def take(self, *orders: SentOrder) -> int:
        new = self.desk.take(orders, ARRIVED)
        while not self.desk.wait(0):
            self.table.loop.step()
        return new

    def rows(self, command_id: str = "order-1") -> list[Any]:
        return [row for row in read(self.table.journal.path) if row.command_id == command_id]

    def events(self, command_id: str = "order-1") -> list[e.Event]:
        return [row.event() for row in self.rows(command_id)]


@pytest.fixture
def desk(table: Table, norway: RuleBook) -> Desk:
    table.open(norway)
    table.later(1000)
    return Desk(table)


# --- decided once --------------------------------------------------------------------------------


def test_an_order_is_decided_and_journaled_as_the_directors_on_its_arrival(desk: Desk) -> None:
    stamped = replace(MESSAGE, at=Instant(7))
    assert desk.take(order(stamped)) == 1
    (row,) = desk.rows()
    assert row.event() == e.MessagePosted(MESSAGE.text, "director:Kari", "the hall closes")
    assert (row.by, row.at_ns, row.match_id) == ("director:Kari", ARRIVED, "m-1")
    assert desk.undecided == []


@pytest.mark.parametrize("depth", [29, 33, 400, 30_000])
def test_an_order_that_nests_too_deep_is_undecided_alone(desk: Desk, depth: int) -> None:
    deep = msgspec.Raw(b'{"x":"}]\\"[","y":' + b'[{"z":' * depth + b"1" + b"}]" * depth + b"}")
    told = (order(STOP, "order-0"), order(STOP, "deep", body=deep), order(MESSAGE))
    request = sign(poll(), KEY)
    reply = sign(in_reply(poll(), request, Orders(told)), DIRECTOR)
    came = reply_to(request, poll(), reply, DIRECTOR.public).message
    assert isinstance(came, Orders)
    assert desk.take(*came.orders) == 3
    assert desk.rows("order-0")
    assert desk.rows()
    (undecided,) = desk.undecided
    assert undecided.command_id == "deep"
    assert "deep" in undecided.why


def poll() -> Poll:
    return Poll(PROTOCOL, "test", "journal-1", KEY.public, "nonce", BOOT, 5, ())


def test_a_refused_order_is_answered_by_its_row_too(desk: Desk) -> None:
    other = replace(MESSAGE, match_id="m-0")
    desk.take(order(other))
    assert desk.events() == [e.Refused("MessageOrdered", None, (Reason.OTHER_MATCH,))]
    assert desk.undecided == []


def test_an_order_that_comes_again_is_decided_once(desk: Desk) -> None:
    assert desk.take(order(MESSAGE), order(MESSAGE)) == 1
    assert desk.take(order(MESSAGE)) == 0
    assert len(desk.rows()) == 1


def test_an_order_that_comes_again_after_a_restart_is_decided_once(
    tmp_path: Path, norway: RuleBook
) -> None:
    path = tmp_path / "again.journal"
    with Journal.open(path, boot_id=BOOT) as journal:
        first = Desk(Table(journal))
        first.table.open(norway)
        first.take(order(MESSAGE))
        kept = first.rows()
    with Journal.open(path, boot_id=BOOT) as journal:
        again = Desk(Table(journal, fold_rows(read(path))))
        assert again.desk.have == ()
        assert again.take(order(MESSAGE)) == 1
        assert again.rows() == kept
        assert again.undecided == []


def test_a_poll_has_what_was_taken_and_no_endless_list(desk: Desk) -> None:
    many = [order(MESSAGE, f"order-{number}") for number in range(256 + 9)]
    for one in many:
        desk.desk.take((one,), ARRIVED)
    assert desk.desk.have == tuple(one.command_id for one in many[9:])
    while not desk.desk.wait(0):
        desk.table.loop.step()
    assert desk.take(many[0]) == 1
    assert len(desk.rows("order-0")) == 1


def test_a_flood_of_orders_is_taken_in_handfuls_and_each_is_decided(desk: Desk) -> None:
    many = tuple(order(MESSAGE, f"order-{number}") for number in range(2 * 64 + 8))
    assert [desk.take(*many) for _ in range(4)] == [64, 64, 8, 0]
    assert desk.table.kinds().count("MessagePosted") == len(many)


# --- undecided -----------------------------------------------------------------------------------

DEEP = b'{"at":' + b"[" * 4999 + b"]" * 4999 + b"}"


def long_why(count: int) -> SentOrder:
    plain = msgspec.to_builtins(replace(MESSAGE, why="x" * count))
    return order(MESSAGE, body=msgspec.Raw(canonical_json(plain)))


ODD: dict[str, tuple[SentOrder, str]] = {
    "unknown kind": (order(MESSAGE, kind="TeaOrdered"), "TeaOrdered"),
    "a tap": (
        order(MESSAGE, kind="TakeTapped", body=msgspec.Raw(b'{"at":5,"side":"white"}')),
        "TakeTapped is no order",
    ),
    "no body": (order(MESSAGE, body=msgspec.Raw(b"[]")), "MessageOrdered"),
    "a field too many": (order(STOP, body=msgspec.Raw(b'{"at":0,"x":1}')), "StopOrdered"),
    "a player's": (order(replace(MESSAGE, by="white")), "'white'; write director:NAME"),
    "nobody's": (order(replace(MESSAGE, by="director: ")), "write director:NAME"),
    "two lines of a name": (order(replace(MESSAGE, by="director:K\nari")), "director:NAME"),
    "an observer's": (order(replace(MESSAGE, by="observer:Kari")), "director:NAME"),
    "a long name": (order(MESSAGE, kind="Tea" * 300), "Tea"),
    "a long id": (order(MESSAGE, "x" * 201), "1 to 200"),
    "a body that nests": (
        order(MESSAGE, body=msgspec.Raw(b'{"at":' + b"[" * 20 + b"]" * 20 + b"}")),
        "MessageOrdered",
    ),
    "a body that nests deep": (order(MESSAGE, body=msgspec.Raw(DEEP)), "5000 deep, 32 at most"),
    "a body of great length": (
        order(MESSAGE, body=msgspec.Raw(b'{"at":"' + b"x" * 70_000 + b'"}')),
        "has 70009 bytes, 65536 at most",
    ),
    "words of great length": (long_why(4001), "$.why has 4001 characters, 4000 at most"),
    "a name of great length": (
        order(replace(MESSAGE, by="director:" + "x" * 192)),
        "write director:NAME",
    ),
    "no id": (order(MESSAGE, ""), "1 to 200"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_cant_be_decided_is_said_so_and_journals_nothing(desk: Desk, name: str) -> None:
    odd, why = ODD[name]
    before = desk.table.kinds()
    desk.take(odd)
    (one,) = desk.undecided
    assert one.command_id == odd.command_id[:200]
    assert why in one.why
    assert len(one.why) <= 500
    assert desk.table.kinds() == before
    assert desk.take(order(MESSAGE, "order-2")) == 1
    assert len(desk.rows("order-2")) == 1


def test_a_number_of_any_size_harms_nobody(desk: Desk) -> None:
    for number, size in enumerate((10**30, -1, 2**63)):
        score = c.ScoreOrdered(Instant(0), *KARI, BySide(size, 0), None, size)
        body = msgspec.Raw(canonical_json(msgspec.to_builtins(score)))
        desk.take(order(MESSAGE, f"order-{number}", kind="ScoreOrdered", body=body))
    known = {one.command_id for one in desk.undecided}
    assert all(f"order-{n}" in known or desk.rows(f"order-{n}") for n in range(3))
    assert list(read(desk.table.journal.path))


def test_a_halted_table_says_that_and_why(desk: Desk) -> None:
    desk.table.loop.halted = "the disk is full: stop play"
    desk.take(order(MESSAGE))
    assert desk.undecided == [Undecided("order-1", "the disk is full: stop play")]
    assert desk.rows() == []


# --- the thread ----------------------------------------------------------------------------------


class Polled:
    """A worker that polls a real port; the table behind it answers on the worker's thread."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.posted: list[PostedCommand] = []
        self.undecided: list[Undecided] = []
        self.strangers: list[str] = []
        self.desk = OrderRelay(self._post, self._undecided, lambda: None)
        self.worker = OrderWorker(
            ME, DirectorConnection(server.url, 2 * WITHIN_S), self.desk, self.strangers.append
        )
        self.worker.start()

    def _post(self, posted: PostedCommand) -> None:
        self.posted.append(posted)
        posted.answer(ClientAnswer(posted.command_id, (1,), ()))

    def _undecided(self, one: Undecided) -> None:
        self.undecided.append(one)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(KEY.public)
    yield made
    made.close()


@pytest.fixture
def polled(server: Server) -> Iterator[Polled]:
    made = Polled(server)
    yield made
    made.worker.close()
    wait_until_ended("orders")


def test_orders_come_by_long_polls_signed_by_the_device(server: Server, polled: Polled) -> None:
    server.until(lambda paper: paper.polls)
    server.order(MESSAGE, "order-1")
    server.until(lambda paper: paper.polls[-1].have == ("order-1",))
    server.order(STOP, "order-2")
    server.until(lambda paper: paper.polls[-1].have == ("order-1", "order-2"))
    assert [posted.command_id for posted in polled.posted] == ["order-1", "order-2"]
    assert [type(posted.command) for posted in polled.posted] == [c.MessageOrdered, c.StopOrdered]
    first = server.paper.polls[0]
    assert (first.protocol, first.journal_id, first.boot_id) == (PROTOCOL, "journal-1", BOOT)
    at = [poll.at_ns for poll in server.paper.polls]
    assert at == sorted(at)
    assert polled.posted[0].command.at > at[0]
    assert len({poll.nonce for poll in server.paper.polls}) == len(server.paper.polls)


def test_a_director_that_answers_nonsense_for_a_while_is_asked_again(
    server: Server, polled: Polled
) -> None:
    nonsense: Iterator[tuple[int, bytes | FromDirector]] = iter(
        [
            (500, b"oops"),
            (200, Receipt(1, ())),
            (404, Orders(())),
            (429, b"too many"),
        ]
    )
    server.said = lambda _path: next(nonsense, None)
    with server.changed:
        server.paper.orders["order-1"] = order(MESSAGE)
        server.changed.notify_all()
    server.until(lambda _paper: next(nonsense, None) is None and polled.posted)
    assert [posted.command_id for posted in polled.posted] == ["order-1"]


class Said:
    """A line on which the same is said at once, whatever is asked."""

    def __init__(self, message: FromDirector, status: int = 200) -> None:
        self.message, self.status = message, status

    def ask(self, _method: str, _path: str, body: bytes) -> Reply:
        reply = in_reply(request_header(read_signed(body)), body, self.message)
        return Reply(self.status, sign(reply, DIRECTOR))


def pauses(desk: Desk, line: Any, rounds: int) -> list[float]:
    with pytest.MonkeyPatch.context() as without_chance:
        without_chance.setattr(orders, "RetryPauses", lambda: RetryPauses(lambda: 1.0))
        worker = OrderWorker(ME, line, desk.desk, pytest.fail)
    return [worker._round() for _ in range(rounds)]


def test_a_director_that_does_not_wait_for_orders_is_not_flooded(desk: Desk) -> None:
    assert pauses(desk, Said(Orders(())), 4) == [0.2, 0.4, 0.8, 1.6]


def test_a_director_that_gives_the_same_orders_over_and_over_is_not_flooded(desk: Desk) -> None:
    desk.take(order(MESSAGE))
    assert pauses(desk, Said(Orders((order(MESSAGE),))), 3) == [0.2, 0.4, 0.8]
    assert len(desk.rows()) == 1


def test_a_director_that_does_not_know_the_table_is_asked_slowly(desk: Desk) -> None:
    said = Said(Rejected(Rejection.UNKNOWN_TABLE, "enrol it", None), 403)
    assert pauses(desk, said, 2) == [5.0] * 2


def test_stopping_does_not_wait_for_a_poll_that_hangs(server: Server) -> None:
    polled = Polled(server)
    server.until(lambda paper: paper.polls)
    polled.worker.close()
    wait_until_ended("orders")
    assert not server.ended
