"""The screen's end of the socket: what it sees, what it asks, and what it does without a table."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

import msgspec
import pytest
from kits import commands as c
from kits.live_kit import WITHIN_S, LiveTable, babble, now
from kits.rules_kit import BLACK, WHITE, Table

from kiosk.rules.match import EMPTY, Match
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.screen.link import KnownTable, TableLink
from kiosk.screen.state import REFUSAL_SHOWN_NS, LinkState
from kiosk.table.inbox import PostedCommand
from kiosk.table.screens import ScreenSocket
from kiosk.wire.messages import PROTOCOL, ClientAnswer, Hello, from_client, to_line
from kiosk.wire.snapshot import Action, snapshot

HELLO = Hello(PROTOCOL, "table", "journal-1")
READY = Action("ReadyTapped")
SILENT_NS = 2_500_000_000
"""A table shows itself each second."""


@dataclass
class Watched:
    """A link whose every change is looked at, with its clock in the test's hand."""

    path: Path
    now_ns: int = 1_000 * SECOND_NS
    news: SimpleQueue[None] = field(default_factory=SimpleQueue)
    states: list[LinkState] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.link = TableLink(self.path, self._changed, lambda: self.now_ns)
        self.link.start()

    def _changed(self) -> None:
        self.states.append(self.link.seen.link.state)
        self.news.put(None)

    def until(self, wanted: Callable[[KnownTable], bool]) -> KnownTable:
        while not wanted(seen := self.link.seen):
            self.news.get(timeout=WITHIN_S)
        return seen

    def seq(self, seq: int) -> KnownTable:
        return self.until(lambda seen: seen.snapshot is not None and seen.snapshot.seq == seq)

    def refused_for(self, *reasons: Reason) -> KnownTable:
        wanted = [(reason,) for reason in reasons]
        return self.until(lambda seen: [each.reasons for each in seen.link.refusals] == wanted)

    def state(self, state: LinkState) -> KnownTable:
        return self.until(lambda seen: seen.link.state is state)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    made = Watched(tmp_path / "table.sock")
    yield made
    made.link.close()
    assert not [each for each in threading.enumerate() if each.name == "link"]


@dataclass
class Served:
    """A screens' socket whose table is the test."""

    path: Path
    hello: Hello = HELLO
    posted: SimpleQueue[PostedCommand] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        self.screens = ScreenSocket(self.path, self.hello, self.posted.put)
        self.screens.start()

    def close(self) -> None:
        if self.path.exists():
            self.screens.close()

    def show(self, seq: int, match: Match = EMPTY) -> None:
        self.screens.show(snapshot(match, seq, Instant(seq)))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    opened: list[Served] = []

    def start(hello: Hello = HELLO) -> Served:
        for each in opened:
            each.close()
        opened[:] = [Served(tmp_path / "table.sock", hello)]
        return opened[0]

    yield start
    for each in opened:
        each.close()


@pytest.fixture
def table(watched: Watched, serve: Callable[..., Served]) -> Served:
    """A table that has shown itself, and been seen."""
    made = serve()
    made.show(1)
    watched.state(LinkState.UP)
    return made


def test_without_a_table_it_looks_for_one(watched: Watched, serve: Callable[..., Served]) -> None:
    assert watched.link.seen.link.state is LinkState.LOOKING
    table = serve(msgspec.structs.replace(HELLO, pictures="/var/lib/pictures"))
    table.show(3)
    seen = watched.state(LinkState.UP)
    assert seen.snapshot is not None
    assert (seen.snapshot.seq, seen.pictures) == (3, Path("/var/lib/pictures"))


def test_it_follows_the_table(watched: Watched, serve: Callable[..., Served]) -> None:
    table = serve()
    for seq in (1, 2, 9):
        table.show(seq)
        watched.seq(seq)


def test_a_table_that_goes_away_is_lost_at_once_and_found_again(
    watched: Watched, table: Served, serve: Callable[..., Served]
) -> None:
    watched.now_ns += 7 * SECOND_NS
    table.close()
    lost = watched.state(LinkState.LOST)
    assert lost.snapshot is not None
    assert lost.snapshot.seq == 1
    assert lost.link.since_ns == watched.now_ns
    serve().show(2)
    found = watched.state(LinkState.UP)
    assert found.snapshot is not None
    assert found.snapshot.seq == 2


def test_an_ask_carries_side_values_and_the_instant_of_the_touch(
    watched: Watched, table: Served
) -> None:
    answers: SimpleQueue[ClientAnswer | None] = SimpleQueue()
    watched.link.ask(Action("RollEntered", dice=2), WHITE, (6, 5), 123_456, answers.put)
    posted = table.posted.get(timeout=WITHIN_S)
    assert posted.command == c.RollEntered(Instant(123_456), WHITE, (6, 5))
    assert posted.by == "white"
    posted.answer(ClientAnswer(posted.command_id, (7,), ()))
    assert answers.get(timeout=WITHIN_S) == ClientAnswer(posted.command_id, (7,), ())
    assert watched.link.seen.link.refusals == ()


def test_each_tap_has_an_id_of_its_own(watched: Watched, table: Served) -> None:
    for _ in range(3):
        watched.link.ask(READY, WHITE, None, 1)
    assert len({table.posted.get(timeout=WITHIN_S).command_id for _ in range(3)}) == 3


def test_a_refusal_is_kept_for_the_side_that_tapped(watched: Watched, table: Served) -> None:
    for reason in (Reason.NOT_NOW, Reason.ALREADY_DONE):
        watched.link.ask(READY, WHITE, None, 1)
        posted = table.posted.get(timeout=WITHIN_S)
        posted.answer(ClientAnswer(posted.command_id, (8,), (reason,)))
        seen = watched.refused_for(reason)
        assert seen.link.refusals[0].side is WHITE
        assert seen.link.refusals[0].at_ns == watched.now_ns


def test_a_refusal_is_read_no_longer_than_a_second_once_something_else_is_to_be_done(
    watched: Watched, table: Served
) -> None:
    watched.link.ask(READY, WHITE, None, 1)
    posted = table.posted.get(timeout=WITHIN_S)
    posted.answer(ClientAnswer(posted.command_id, (8,), (Reason.NOT_NOW,)))
    watched.refused_for(Reason.NOT_NOW)
    table.show(8)
    (kept,) = watched.seq(8).link.refusals
    assert kept.until_ns == kept.at_ns + REFUSAL_SHOWN_NS
    table.show(9, Table().open().match)
    (shorter,) = watched.seq(9).link.refusals
    assert shorter.until_ns == shorter.at_ns + SECOND_NS


def test_each_side_keeps_its_newest_refusal(watched: Watched, table: Served) -> None:
    def refuse(side: Side, reason: Reason) -> list[tuple[Side, tuple[Reason, ...]]]:
        answered: SimpleQueue[ClientAnswer | None] = SimpleQueue()
        watched.link.ask(READY, side, None, 1, answered.put)
        posted = table.posted.get(timeout=WITHIN_S)
        posted.answer(ClientAnswer(posted.command_id, (8,), (reason,)))
        assert answered.get(timeout=WITHIN_S) is not None
        return sorted((each.side, each.reasons) for each in watched.link.seen.link.refusals)

    assert refuse(WHITE, Reason.NOT_NOW) == [(WHITE, (Reason.NOT_NOW,))]
    both = [(BLACK, (Reason.ALREADY_DONE,)), (WHITE, (Reason.NOT_NOW,))]
    assert refuse(BLACK, Reason.ALREADY_DONE) == both
    newest = [(BLACK, (Reason.ALREADY_DONE,)), (WHITE, (Reason.CLOCK_STOPPED,))]
    assert refuse(WHITE, Reason.CLOCK_STOPPED) == newest


def test_a_table_lost_and_then_of_another_protocol_is_away_since_it_was_lost(
    watched: Watched, table: Served, serve: Callable[..., Served]
) -> None:
    """Its clocks are shown as they stood then."""
    table.close()
    lost = watched.state(LinkState.LOST)
    watched.now_ns += 30 * SECOND_NS
    serve(Hello(PROTOCOL + 1, "table-kiosk 9", None)).show(1)
    assert watched.state(LinkState.REFUSED).link.since_ns == lost.link.since_ns


def test_a_table_that_does_not_answer_a_tap_is_told_of_and_forgiven(
    watched: Watched, table: Served
) -> None:
    watched.link.ask(READY, WHITE, None, 1)
    posted = table.posted.get(timeout=WITHIN_S)
    watched.now_ns += SILENT_NS
    table.show(2)  # it still draws, and still owes the answer
    watched.state(LinkState.SILENT)
    posted.answer(ClientAnswer(posted.command_id, (7,), ()))
    watched.state(LinkState.UP)


def test_a_table_that_shows_itself_no_more_is_not_trusted_until_it_does(
    watched: Watched, table: Served
) -> None:
    watched.now_ns += SILENT_NS - 1
    table.show(2)
    watched.seq(2)
    watched.now_ns += SILENT_NS - 1
    answered: SimpleQueue[ClientAnswer | None] = SimpleQueue()
    watched.link.ask(READY, WHITE, None, 1, answered.put)
    posted = table.posted.get(timeout=WITHIN_S)
    posted.answer(ClientAnswer(posted.command_id, (7,), ()))
    assert answered.get(timeout=WITHIN_S) is not None
    assert LinkState.SILENT not in watched.states
    watched.now_ns += SILENT_NS
    watched.link.ask(READY, WHITE, None, 1)
    watched.state(LinkState.SILENT)
    table.show(3)
    watched.state(LinkState.UP)


def test_a_tap_that_the_table_took_to_its_grave_is_answered_with_none_and_not_repeated(
    watched: Watched, table: Served, serve: Callable[..., Served]
) -> None:
    answers: SimpleQueue[ClientAnswer | None] = SimpleQueue()
    watched.link.ask(READY, WHITE, None, 1, answers.put)
    table.posted.get(timeout=WITHIN_S)
    table.close()
    assert answers.get(timeout=WITHIN_S) is None
    again = serve()
    again.show(2)
    watched.state(LinkState.UP)
    watched.link.ask(Action("TakeTapped"), WHITE, None, 2)
    assert isinstance(again.posted.get(timeout=WITHIN_S).command, c.TakeTapped)


def test_a_tap_without_a_table_is_answered_with_none(watched: Watched) -> None:
    answers: SimpleQueue[ClientAnswer | None] = SimpleQueue()
    watched.link.ask(READY, WHITE, None, 1, answers.put)
    assert answers.get(timeout=WITHIN_S) is None


def test_a_later_protocol_is_told_in_words(watched: Watched, serve: Callable[..., Served]) -> None:
    serve(Hello(PROTOCOL + 1, "table-kiosk 9", None)).show(1)
    seen = watched.state(LinkState.REFUSED)
    assert f"speaks protocol {PROTOCOL + 1}" in seen.link.why
    assert seen.snapshot is None


@pytest.mark.usefixtures("table")
def test_a_goodbye_is_told_in_the_tables_words(watched: Watched) -> None:
    watched.link.ask(READY, WHITE, None, -5)  # no such instant: the table says goodbye
    seen = watched.state(LinkState.REFUSED)
    assert "monotonic" in seen.link.why


def test_what_is_no_message_is_told_and_does_no_harm(watched: Watched) -> None:
    with babble(watched.path, b"GET / HTTP/1.1\r\n\r\n"):
        assert "no message of ours" in watched.state(LinkState.REFUSED).link.why


def test_it_says_hello_first_and_names_the_journal_it_knew(tmp_path: Path) -> None:
    lines: list[bytes] = []
    with babble(tmp_path / "table.sock", to_line(HELLO), lines) as heard:
        watched = Watched(tmp_path / "table.sock")
        heard.get(timeout=WITHIN_S)
        heard.get(timeout=WITHIN_S)
        watched.link.close()
    hellos = [from_client(line) for line in lines[:2]]
    assert [hello.journal_id for hello in hellos if isinstance(hello, Hello)] == [
        None,
        HELLO.journal_id,
    ]


def test_against_a_real_table(tmp_path: Path) -> None:
    table = LiveTable(tmp_path)
    table.open()
    watched = Watched(table.socket)
    watched.until(lambda seen: seen.snapshot is not None and seen.snapshot.match_id is not None)
    answers: SimpleQueue[ClientAnswer | None] = SimpleQueue()
    watched.link.ask(READY, WHITE, None, now(), answers.put)
    answer = answers.get(timeout=WITHIN_S)
    assert answer is not None
    assert not answer.refused
    seen = watched.until(
        lambda seen: bool(seen.snapshot and seen.snapshot.sides and seen.snapshot.sides.white.ready)
    )
    assert seen.link.state is LinkState.UP
    watched.link.close()
    table.close()
