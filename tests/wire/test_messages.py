"""The lines table and clients send each other."""

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.rules.command import Command
from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.devices import DeviceBack
from kiosk.rules.fact import Refused
from kiosk.rules.match import EMPTY
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Instant, Side
from kiosk.wire import messages as m
from kiosk.wire.errors import BodyInvalid, KindUnknown, MessageInvalid, ProtocolTooNew
from kiosk.wire.joining import LONGEST_ADDRESS, LONGEST_TYPED, EventJoin, JoinLeft
from kiosk.wire.row import NO_HASH, Row, chain_row
from kiosk.wire.snapshot import snapshot

NOW = "2026-05-09T14:03:07.123Z"
HELLO = m.Hello(m.PROTOCOL, "kiosk 0.1", "journal-1")


def row(seq: int, event: Refused | DeviceBack) -> Row:
    return chain_row(
        event,
        journal_id="j",
        seq=seq,
        match_id=None,
        at_ns=1,
        boot_id="b",
        wall_utc=NOW,
        by="table",
        command_id="c",
        prev_hash=NO_HASH,
    )


def test_any_command_travels(any_command: st.SearchStrategy[Command]) -> None:
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(any_command)
    def check(command: Command) -> None:
        line = m.to_line(m.ask(command, command_id="c-1", wall_utc=NOW))
        assert line.count(b"\n") == 1
        assert line.endswith(b"\n")
        asked = m.from_client(line)
        assert isinstance(asked, m.ClientAsk)
        assert (asked.command_id, asked.wall_utc) == ("c-1", NOW)
        assert asked.command() == command

    check()


@pytest.mark.parametrize(
    "message",
    [
        HELLO,
        m.ClientAnswer("c-1", (4, 5), ()),
        m.ClientAnswer("c-1", (), (Reason.NOT_NOW,)),
        m.Goodbye("the table stops"),
        snapshot(EMPTY, 0, Instant(0)),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_a_table_says_comes_back(message: m.FromTable) -> None:
    assert m.from_table(m.to_line(message)) == message


@pytest.mark.parametrize("asked", [EventJoin(), EventJoin("BCDFGHJK", "10.0.0.7:8000"), JoinLeft()])
def test_who_wants_to_join_an_event_is_understood(asked: EventJoin | JoinLeft) -> None:
    assert m.from_client(m.to_line(asked)) == asked


def test_what_is_longer_than_any_code_or_address_is_refused() -> None:
    for asked in (
        EventJoin("B" * (LONGEST_TYPED + 1)),
        EventJoin(address="1" * (LONGEST_ADDRESS + 1)),
    ):
        with pytest.raises(MessageInvalid):
            m.from_client(m.to_line(asked))
    longest = EventJoin("B" * LONGEST_TYPED, "1" * LONGEST_ADDRESS)
    assert m.from_client(m.to_line(longest)) == longest


def test_a_table_does_not_ask_and_a_client_does_not_answer() -> None:
    asked = m.ask(DoubleTapped(Instant(1), Side.WHITE), command_id="c", wall_utc=NOW)
    with pytest.raises(MessageInvalid):
        m.from_table(m.to_line(asked))
    with pytest.raises(MessageInvalid):
        m.from_client(m.to_line(m.ClientAnswer("c", (), ())))


def test_an_answer_is_made_of_the_rows() -> None:
    reasons = (Reason.CRAWFORD_GAME, Reason.NOT_YOUR_CUBE)
    rows = [row(8, DeviceBack("camera")), row(9, Refused("DoubleTapped", Side.WHITE, reasons))]
    assert m.answer("c-1", rows) == m.ClientAnswer("c-1", (8, 9), reasons)
    assert m.answer("c-1", ()) == m.ClientAnswer("c-1", (), ())


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"{}",
        b'{"type":"dance"}',
        b'{"type":"hello","protocol":1,"app":"x"}',
        b'{"type":"hello","protocol":"1","app":"x","journal_id":null}',
        b'{"type":"hello","protocol":1,"app":"\xff","journal_id":null}',
    ],
)
def test_other_lines_are_refused(line: bytes) -> None:
    with pytest.raises(MessageInvalid):
        m.from_client(line)


def test_a_hello_of_a_later_protocol_is_understood_well_enough_to_be_refused() -> None:
    line = b'{"type":"hello","protocol":9,"app":"kiosk 9","journal_id":null,"colour":1}'
    hello = m.from_client(line)
    assert isinstance(hello, m.Hello)
    with pytest.raises(ProtocolTooNew, match="kiosk 9 speaks protocol 9"):
        m.check_hello(hello)


def test_an_ask_for_no_command_of_ours_is_refused() -> None:
    def ask(kind: str, body: object) -> m.ClientAsk:
        plain = {"type": "ask", "command_id": "c", "kind": kind, "body": body, "wall_utc": NOW}
        asked = m.from_client(json.dumps(plain).encode())
        assert isinstance(asked, m.ClientAsk)
        return asked

    with pytest.raises(KindUnknown):
        ask("Doubled", {}).command()
    with pytest.raises(BodyInvalid, match="side"):
        ask("DoubleTapped", {"at": 1}).command()
    with pytest.raises(BodyInvalid, match="unknown field `level`"):
        ask("DoubleTapped", {"at": 1, "side": "white", "level": 64}).command()


def test_a_later_protocol_is_refused_in_words() -> None:
    m.check_hello(HELLO)
    m.check_hello(m.Hello(m.PROTOCOL - 1, "old", None))
    with pytest.raises(ProtocolTooNew, match=r"newer 9\.9 speaks protocol 2, this end knows 1"):
        m.check_hello(m.Hello(2, "newer 9.9", None))


@given(st.lists(st.binary(max_size=20)), st.lists(st.integers(0, 200)))
def test_lines_come_out_whole_wherever_reads_end(parts: list[bytes], cuts: list[int]) -> None:
    lines = [part.replace(b"\n", b"") for part in parts]
    stream = b"".join(line + b"\n" for line in lines)
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    cutter = m.LineSplitter()
    seen = [line for start, end in pairwise(edges) for line in cutter.feed(stream[start:end])]
    assert seen == lines


def test_a_line_without_end_is_refused() -> None:
    cutter = m.LineSplitter()
    assert cutter.feed(b"x" * (m.LONGEST_LINE - 1)) == []
    with pytest.raises(MessageInvalid, match="longest"):
        cutter.feed(b"x")
