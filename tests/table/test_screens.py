"""The screens' socket: hello, whole snapshots, answers; no client can hurt another or the loop."""

import queue
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits import commands as c
from kits.process_kit import WITHIN_S, Screen, connected
from kits.rules_kit import KINDS

from kiosk.rules.match import EMPTY
from kiosk.rules.match.outcome import ScoreRecord
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import StopFor
from kiosk.rules.units import BySide, Instant, Side
from kiosk.table.errors import InboxFull
from kiosk.table.inbox import PostedCommand
from kiosk.table.screens import ScreenSocket
from kiosk.wire import codec
from kiosk.wire.joining import EventJoin, JoinLeft
from kiosk.wire.messages import (
    PROTOCOL,
    ClientAnswer,
    Goodbye,
    Hello,
    LineSplitter,
    ask,
    from_table,
    to_line,
)
from kiosk.wire.snapshot import Snapshot, snapshot
from kiosk.wire.taps import TAPS

WHITE, BLACK = Side
AT = Instant(5)
HELLO = Hello(PROTOCOL, "table", "journal-1")


def picture(seq: int) -> Snapshot:
    return snapshot(EMPTY, seq, Instant(seq))


class Served:
    """A screens' socket whose table is the test."""

    def __init__(self, path: Path, **options: float) -> None:
        self.path = path
        self.posted: list[PostedCommand] = []
        self.came = threading.Semaphore(0)
        self.refusal: Exception | None = None
        self.screens = ScreenSocket(path, HELLO, self.keep_posted, **options)
        self.screens.start()

    def keep_posted(self, posted: PostedCommand) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.posted.append(posted)
        self.came.release()

    def taken(self) -> PostedCommand:
        assert self.came.acquire(timeout=WITHIN_S), "nothing was posted"
        return self.posted[-1]


@pytest.fixture
def open_served(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    opened: list[Served] = []

    def serve(**options: float) -> Served:
        opened.append(Served(tmp_path / "table.sock", **options))
        return opened[-1]

    yield serve
    for each in opened:
        each.screens.close()
    for thread in threading.enumerate():
        if thread.name.startswith("screen"):
            thread.join(WITHIN_S)
            assert not thread.is_alive(), f"{thread.name} was left running"


@pytest.fixture
def served(open_served: Callable[..., Served]) -> Served:
    return open_served()


@pytest.fixture
def screen(served: Served) -> Iterator[Screen]:
    made = Screen(served.path)
    yield made
    made.close()


def last_words(screen: Screen) -> str:
    """Why the table hung up on this screen."""
    while isinstance(message := screen.next(), Snapshot | ClientAnswer):
        pass
    assert isinstance(message, Goodbye)
    assert screen.next() is None
    return message.why


# --- hello and snapshots -----------------------------------------------------------------------


def test_who_wants_to_join_an_event_is_heard_once_it_has_said_hello(tmp_path: Path) -> None:
    said: queue.SimpleQueue[EventJoin | JoinLeft] = queue.SimpleQueue()
    path = tmp_path / "table.sock"
    screens = ScreenSocket(path, HELLO, lambda _posted: None, join=said.put)
    screens.start()
    screens.show(picture(1))
    with closing(Screen(path)) as screen:
        screen.say(EventJoin("BCDFGHJK", "10.0.0.7:8000"))
        screen.say(JoinLeft())
        assert said.get(timeout=WITHIN_S) == EventJoin("BCDFGHJK", "10.0.0.7:8000")
        assert said.get(timeout=WITHIN_S) == JoinLeft()
    with closing(connected(path)) as stranger:
        stranger.sendall(to_line(EventJoin()))
        heard = stranger.makefile("rb").readlines()
        assert b"send hello first" in heard[-1]
    assert said.empty()
    screens.close()


def test_the_table_says_hello_first_and_shows_the_newest_snapshot_at_once(served: Served) -> None:
    served.screens.show(picture(1))
    served.screens.show(picture(2))
    end, lines = connected(served.path), LineSplitter()
    got: list[Any] = []
    while len(got) < 2:
        got += [from_table(line) for line in lines.feed(end.recv(65536))]
    end.close()
    assert got == [HELLO, picture(2)]


def test_every_snapshot_reaches_a_client_that_reads(served: Served, screen: Screen) -> None:
    for seq in range(1, 20):
        served.screens.show(picture(seq))
        assert screen.next() == picture(seq)


def test_a_client_that_does_not_read_never_holds_up_the_table_and_gets_the_newest(
    served: Served, screen: Screen
) -> None:
    many = 3000
    for seq in range(1, many + 1):
        served.screens.show(picture(seq))
    seen = [screen.next()]
    while seen[-1] != picture(many):
        seen.append(screen.next())
    assert len(seen) < many
    seqs = [shown.seq for shown in seen if isinstance(shown, Snapshot)]
    assert seqs == sorted(set(seqs))


def test_screens_are_counted_once_they_said_hello_and_until_they_go(
    served: Served, screen: Screen
) -> None:
    stranger = connected(served.path)
    other = Screen(served.path)
    for one in (screen, other):
        one.say_only(c.ReadyTapped(AT, WHITE))
        served.taken()
    assert served.screens.connected == 2
    stranger.close()
    other.close()
    while served.screens.connected == 2:
        served.screens.show(picture(1))
    assert served.screens.connected == 1


def test_a_client_that_takes_nothing_is_dropped(open_served: Callable[..., Served]) -> None:
    served = open_served(patience_s=0.02)
    end = connected(served.path)
    end.recv(1)
    (writer,) = (t for t in threading.enumerate() if t.name == "screen writer")
    late = time.monotonic() + WITHIN_S
    while writer.is_alive() and time.monotonic() < late:
        served.screens.show(picture(1))
    assert not writer.is_alive()
    assert served.screens._clients == set()
    end.close()


@pytest.mark.parametrize(("options", "seconds"), [({}, 5.0), ({"patience_s": 1.25}, 1.25)])
def test_a_client_has_five_seconds_to_take_something_unless_said_otherwise(
    open_served: Callable[..., Served], options: dict[str, float], seconds: float
) -> None:
    served = open_served(**options)
    with closing(Screen(served.path)):
        (client,) = served.screens._clients
        kept = client._connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, 16)
    whole, part = struct.unpack("ll", kept)
    assert whole + part / 1e6 == pytest.approx(seconds, abs=0.02)  # the kernel counts in ticks


def test_a_vanished_client_is_forgotten_and_the_others_go_on(
    served: Served, screen: Screen
) -> None:
    other = Screen(served.path)
    other.close()
    for seq in range(1, 200):
        served.screens.show(picture(seq))
    screen.until(lambda shown: shown.seq == 199)
    while served.screens.connected > 1:
        served.screens.show(picture(200))


def test_a_newer_protocol_is_refused_in_words(served: Served) -> None:
    end = connected(served.path)
    end.sendall(msgspec.json.encode(Hello(PROTOCOL + 1, "tomorrow's screen", None)) + b"\n")
    received = b""
    while more := end.recv(65536):
        received += more
    end.close()
    *_, goodbye = (from_table(line) for line in received.splitlines())
    assert isinstance(goodbye, Goodbye)
    assert "tomorrow's screen" in goodbye.why
    assert str(PROTOCOL + 1) in goodbye.why


def test_closing_hangs_up_on_everybody_and_leaves_no_file(served: Served, screen: Screen) -> None:
    served.screens.close()
    assert screen.next() is None
    assert not served.path.exists()
    with pytest.raises(FileNotFoundError):
        connected(served.path)
    served.screens = ScreenSocket(served.path, HELLO, served.keep_posted)
    served.screens.start()


# --- taps --------------------------------------------------------------------------------------

TAPPED: tuple[c.Command, ...] = (
    c.ReadyTapped(AT, WHITE),
    c.DoubleTapped(AT, BLACK),
    c.TakeTapped(AT, WHITE),
    c.PassTapped(AT, BLACK),
    c.RollConfirmed(AT, WHITE),
    c.RollEntered(AT, BLACK, (6, 5)),
    c.WinDeclared(AT, WHITE, 2),
    c.WinAgreed(AT, BLACK),
    c.WinDisputed(AT, WHITE),
    c.ExpiryDeclared(AT, BLACK),
    c.DirectorCallTapped(AT, WHITE),
    c.ResumeTapped(AT, BLACK),
    c.MessageTapped(AT, WHITE),
    c.OfferTapped(AT, BLACK, WHITE, 2, no_contact=True, certain=True),
    c.OfferAccepted(AT, WHITE, WHITE, 2),
    c.RerollConsented(AT, BLACK),
    c.IllegalMoveDenied(AT, WHITE),
    c.DiceClaimAgreed(AT, BLACK),
    c.ClockStopTapped(AT, WHITE, StopFor.FALLEN_DIE),
    c.RecordShown(AT, BLACK, ScoreRecord.SHEET, BySide(3, 1)),
    c.PresentTapped(AT, WHITE),
    c.ResultConfirmed(AT, BLACK),
    c.UndoTapped(AT, WHITE, None),
)

NOT_TAPPED: tuple[c.Command, ...] = (
    c.ClockPressed(AT, WHITE),
    c.RollRead(AT, RollFacts((), True, AT, AT, None)),
    c.DiceLifted(AT),
    c.TowerReported(AT, 2, 2),
    c.DeadlineReached(AT),
    c.ScoreOrdered(AT, "m-1", "director:White", "because", BySide(1, 0), None, None),
    c.StartOrdered(AT, "m-1", "director:White", "because"),
    c.TableRestarted(AT, None, None),
    c.DeviceFailed(AT, "camera", "no"),
    c.DeviceRecovered(AT, "camera"),
    c.AssignTable(AT, 2, "open"),
    c.ExpiryDeclared(AT, None),
)


@pytest.mark.parametrize("command", TAPPED, ids=codec.kind_of)
def test_a_tap_is_posted_as_its_sides_under_its_own_id(
    served: Served, screen: Screen, command: c.Command
) -> None:
    name = screen.say_only(command, "tap-7")
    posted = served.taken()
    side = next(
        getattr(command, f.name)
        for f in fields(command)
        if isinstance(getattr(command, f.name), Side)
    )
    assert (posted.command, posted.by, posted.command_id) == (command, side.value, name)


def test_players_may_tap_what_a_side_may_say_and_nothing_else() -> None:
    """But the press: that is a button's."""
    said = {kind for kind in KINDS if "side" in kind.__dataclass_fields__}
    orders = {kind for kind in said if issubclass(kind, c.Order)}
    assert said - orders - {c.ClockPressed} | {c.ExpiryDeclared} == TAPS
    assert {type(command) for command in TAPPED} <= TAPS


@pytest.mark.parametrize("command", NOT_TAPPED, ids=codec.kind_of)
def test_what_is_no_players_tap_ends_the_client(
    served: Served, screen: Screen, command: c.Command
) -> None:
    screen.say_only(command)
    assert codec.kind_of(command) in last_words(screen)
    assert served.posted == []


def test_each_ask_gets_its_answer(served: Served, screen: Screen) -> None:
    names = [screen.say_only(c.ReadyTapped(AT, side)) for side in (WHITE, BLACK)]
    for _ in names:
        served.taken()
    for posted in reversed(served.posted):
        posted.answer(ClientAnswer(posted.command_id, (7, 8), (Reason.NOT_NOW,)))
    answers = [screen.next(), screen.next()]
    assert answers == [ClientAnswer(name, (7, 8), (Reason.NOT_NOW,)) for name in reversed(names)]


def test_an_answer_reaches_only_the_screen_that_asked(served: Served, screen: Screen) -> None:
    other = Screen(served.path)
    screen.say_only(c.ReadyTapped(AT, WHITE), "mine")
    served.taken().answer(ClientAnswer("mine", (1,), ()))
    served.screens.show(picture(3))
    assert screen.next() == ClientAnswer("mine", (1,), ())
    assert other.next() == picture(3)
    other.close()


# --- clients that misbehave --------------------------------------------------------------------


def raw(command: c.Command, **changes: Any) -> bytes:
    asked = ask(command, command_id="tap-1", wall_utc="2026-05-09T14:03:07.123Z")
    return msgspec.json.encode(msgspec.structs.replace(asked, **changes))


TAP = c.ReadyTapped(AT, WHITE)

GARBAGE = {
    "no JSON": b"nonsense",
    "nothing": b"",
    "no message": b"{}",
    "no text": b"\xff\xfe\x00",
    "too deep": b'{"type":"ask","body":' + b"[" * 100_000,
    "too deep by far less": raw(
        TAP, body=msgspec.Raw(b'{"at":5,"side":' + b"[" * 500 + b"]" * 500 + b"}")
    ),
    "too long": b"x" * (1 << 20),
    "no such kind": raw(TAP, kind="Cheated"),
    "a field too many": raw(TAP, body=msgspec.Raw(b'{"at":5,"side":"white","x":1}')),
    "a field too few": raw(TAP, body=msgspec.Raw(b'{"side":"white"}')),
    "no side": raw(c.ResumeTapped(AT, WHITE), body=msgspec.Raw(b'{"at":5,"side":null}')),
    "a third side": raw(TAP, body=msgspec.Raw(b'{"at":5,"side":"red"}')),
    "no id": raw(TAP, command_id=""),
    "a long id": raw(TAP, command_id="x" * 201),
    "before time": raw(replace(TAP, at=Instant(-1))),
}


@pytest.mark.parametrize("line", GARBAGE.values(), ids=GARBAGE)
def test_garbage_ends_that_client_only_and_says_why(
    served: Served, screen: Screen, line: bytes
) -> None:
    other = Screen(served.path)
    other.raw(line + b"\n")
    assert last_words(other)
    other.close()
    assert served.posted == []
    served.screens.show(picture(1))
    assert screen.next() == picture(1)


def test_the_longest_id_and_the_first_instant_are_taken(served: Served, screen: Screen) -> None:
    screen.say_only(replace(TAP, at=Instant(0)), "x" * 200)
    posted = served.taken()
    assert (posted.command, posted.command_id) == (replace(TAP, at=Instant(0)), "x" * 200)


def test_a_command_before_hello_ends_the_client(served: Served) -> None:
    end = connected(served.path)
    end.sendall(raw(TAP) + b"\n")
    received = b""
    while more := end.recv(65536):
        received += more
    end.close()
    assert b"send hello first" in received
    assert served.posted == []


def test_after_goodbye_a_client_is_not_heard(served: Served, screen: Screen) -> None:
    screen.raw(msgspec.json.encode(Goodbye("tired")) + b"\n" + raw(TAP) + b"\n")
    assert screen.next() is None
    assert served.posted == []


def test_a_client_may_have_only_so_many_taps_unanswered(served: Served, screen: Screen) -> None:
    for _ in range(64 + 1):
        screen.say_only(TAP)
    assert str(64) in last_words(screen)
    assert len(served.posted) == 64


def test_answered_taps_do_not_count(served: Served, screen: Screen) -> None:
    for number in range(3 * 64):
        screen.say_only(TAP, f"tap-{number}")
        served.taken().answer(ClientAnswer(f"tap-{number}", (), ()))
        assert screen.next() == ClientAnswer(f"tap-{number}", (), ())


def test_a_full_inbox_is_told_to_the_screen(served: Served, screen: Screen) -> None:
    served.refusal = InboxFull("the table has 1000 undecided commands; restart it")
    screen.say_only(TAP)
    assert "1000 undecided" in last_words(screen)
