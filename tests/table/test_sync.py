"""The sync threads, a real journal, a real port: rows go after the commit, and no one waits."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest
from kits import commands as c
from kits.director_kit import DIRECTOR, PaperDirector, Server
from kits.process_kit import WITHIN_S
from kits.table_kit import BOOT, Table
from kits.threads_kit import wait_until_ended

from kiosk.journal import Journal, read
from kiosk.rules.command import Command
from kiosk.rules.match import Phase
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side, require
from kiosk.table import uplink
from kiosk.table.line import DirectorConnection
from kiosk.table.sync import Sync, TableIdentity
from kiosk.wire.codec import sha256
from kiosk.wire.errors import SignatureInvalid
from kiosk.wire.match_page import MatchPage
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import utc_text
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import Rejected, Rejection, Undecided, read_signed

WHITE, BLACK = Side
KEY = DeviceKey.generate()
PATIENT_S = 600.0


class Posted:
    """What the table was told, as it comes."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._came = threading.Condition()

    def __call__(self, command: Command) -> None:
        with self._came:
            self.commands.append(command)
            self._came.notify_all()

    def until(self, count: int) -> list[Command]:
        with self._came:
            assert self._came.wait_for(lambda: len(self.commands) >= count, WITHIN_S)
            return list(self.commands)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(KEY.public)
    yield made
    made.close()


class Linked:
    """A table whose director is the server."""

    def __init__(self, journal: Journal, folder: Path, server: Server) -> None:
        self.nudges = count(1)
        self.server = server
        self.posted = Posted()
        me = TableIdentity("test kiosk", journal.journal_id, BOOT, 7, KEY, DIRECTOR.public)
        line = DirectorConnection(server.url, WITHIN_S)
        self.pictures = folder / "pictures"
        self.sync = Sync(
            me, line, journal.path, self.pictures, self.posted, screens=lambda: 3, lost=frozenset()
        )
        self.show: Callable[[Snapshot], None] = self.sync.show
        self.table = Table(journal, show=lambda shown: self.show(shown))  # noqa: PLW0108

    def nudge(self) -> None:
        """Make it speak now, and wait for that."""
        name = f"nudge-{next(self.nudges)}"
        self.sync.report_undecided(Undecided(name, "to make it speak"))
        self.server.until(lambda paper: name in paper.undecided)

    def lost(self, words: str, patience: pytest.MonkeyPatch) -> Command:
        """Once the line has failed in these words, its patience is over; what the table is told."""
        word = self.sync._word
        with word:
            assert word.wait_for(lambda: words in self.sync._uplink._why, WITHIN_S)
            patience.setattr(uplink, "LOST_S", 0.0)
            word.notify_all()
        (lost,) = self.posted.until(1)
        return lost

    def rows_are_there(self) -> PaperDirector:
        self.table.loop.publish()
        rows = list(read(self.table.journal.path))
        self.server.until(lambda paper: paper.rows == rows)
        return self.server.paper


@pytest.fixture
def link(
    journal: Journal, tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Linked]]:
    """No stall loses the director."""
    monkeypatch.setattr(uplink, "LOST_S", PATIENT_S)
    made: list[Linked] = []

    def start() -> Linked:
        made.append(Linked(journal, tmp_path, server))
        made[-1].sync.start()
        return made[-1]

    yield start
    for each in made:
        each.sync.close()
        wait_until_ended("sync", "sync line")


@pytest.fixture
def linked(link: Callable[[], Linked], norway: RuleBook) -> Linked:
    made = link()
    made.table.open(norway)
    return made


def test_rows_arrive_in_order_signed_by_the_device(linked: Linked) -> None:
    asked_ns, asked_utc = time.monotonic_ns(), utc_text(time.time_ns())
    paper = linked.rows_are_there()
    for number in range(20):
        linked.table.do(c.DeviceFailed(linked.table.now, f"device-{number}", "no answer"))
    linked.rows_are_there()
    head = paper.heads[-1]
    assert (head.protocol, head.app, head.boot_id) == (PROTOCOL, "test kiosk", BOOT)
    assert (head.screens, head.halted, head.undecided) == (3, None, ())
    assert (head.key, head.boot) == (KEY.public, 7)
    instants = [each.at_ns for each in paper.heads]
    assert instants == sorted(instants)
    assert instants[0] <= head.at_ns <= time.monotonic_ns()
    assert asked_ns <= head.at_ns
    assert asked_utc <= head.wall_utc <= utc_text(time.time_ns())
    assert head.head_seq == head.last_seq == len(paper.rows)
    assert head.last_hash == paper.rows[-1].hash


def test_another_key_is_found_out(linked: Linked) -> None:
    paper = PaperDirector(DeviceKey.generate().public)
    bodies: list[bytes] = []
    batch = linked.server.paper.batch
    linked.server.paper.batch = lambda body: (bodies.append(body), batch(body))[1]  # type: ignore
    linked.rows_are_there()
    linked.server.until(lambda _paper: bodies)
    with pytest.raises(SignatureInvalid):
        paper.batch(bodies[0])


def test_nothing_leaves_the_table_before_it_was_shown(linked: Linked) -> None:
    """Committed, but killed before it could show that: the director has not seen it either."""
    linked.rows_are_there()
    kept = len(linked.server.paper.rows)
    linked.show = lambda _snapshot: None
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")
    linked.nudge()
    assert len(linked.server.paper.rows) == kept
    assert linked.server.paper.heads[-1].head_seq == kept


def test_more_rows_than_fit_go_in_several_batches(
    link: Callable[[], Linked], norway: RuleBook, journal: Journal
) -> None:
    table = Table(journal)
    table.open(norway)
    for number in range(334):
        for _ in range(2):
            table.do(c.DeviceFailed(table.now, f"device-{number}", "no answer"))
    assert journal.head[0] > 500
    paper = link().rows_are_there()
    ends = [(head.last_seq, head.head_seq) for head in paper.heads]
    upto = journal.head[0]
    assert (500, upto) in ends  # some of the rows, and how many there are
    assert ends[-1] == (upto, upto)


def test_a_beat_says_how_long_ago_the_loop_turned(linked: Linked) -> None:
    linked.rows_are_there()
    linked.sync.turned_ns = time.monotonic_ns() - 60_000_000_000
    linked.nudge()
    assert 60_000 <= linked.server.paper.heads[-1].turned_ms < 60_000 + 1000 * WITHIN_S
    linked.sync.note_turn()
    linked.nudge()
    assert linked.server.paper.heads[-1].turned_ms < 1000 * WITHIN_S


def test_a_halted_table_still_says_so(linked: Linked) -> None:
    linked.rows_are_there()
    linked.table.loop.halted = "the disk is full"
    linked.table.loop.publish()
    linked.nudge()
    assert linked.server.paper.heads[-1].halted == "the disk is full"


def test_wanted_pictures_are_sent_and_a_missing_one_is_logged_once(
    linked: Linked, caplog: pytest.LogCaptureFixture
) -> None:
    linked.pictures.mkdir()
    here, gone = sha256(b"a roll"), sha256(b"lost")
    (linked.pictures / f"{here}.jpg").write_bytes(b"a roll")
    paper = linked.server.paper
    paper.wants = [gone, here]
    linked.nudge()
    linked.server.until(lambda paper: paper.pictures)
    assert paper.pictures == {here: b"a roll"}
    linked.nudge()
    linked.nudge()
    assert sum(gone in message for message in caplog.messages) == 1


def test_a_picture_the_director_refuses_is_not_sent_again(
    linked: Linked, caplog: pytest.LogCaptureFixture
) -> None:
    linked.pictures.mkdir()
    name = sha256(b"a roll")
    (linked.pictures / f"{name}.jpg").write_bytes(b"a roll")
    puts: list[str] = []

    def refuse(path: str) -> tuple[int, bytes] | None:
        if not path.startswith("/table/pictures/"):
            return None
        puts.append(path)
        return 422, b"no such hash"

    linked.server.said = refuse
    linked.server.paper.wants = [name]
    linked.nudge()
    linked.server.until(lambda _paper: puts)
    linked.nudge()
    linked.nudge()
    assert puts == [f"/table/pictures/{name}"]
    assert sum("422" in message for message in caplog.messages) == 1


def test_a_picture_the_director_has_no_room_for_now_is_sent_again(linked: Linked) -> None:
    linked.pictures.mkdir()
    name = sha256(b"a roll")
    (linked.pictures / f"{name}.jpg").write_bytes(b"a roll")
    full = iter([(507, b"the disk is full")])
    linked.server.said = lambda path: next(full, None) if name in path else None
    linked.server.paper.wants = [name]
    linked.nudge()
    linked.server.until(lambda paper: paper.pictures)
    assert linked.server.paper.pictures == {name: b"a roll"}


def test_what_stands_in_a_failing_directors_answer_is_no_word_of_his(
    link: Callable[[], Linked], norway: RuleBook, server: Server
) -> None:
    said = Rejected(Rejection.FORK, "another row 3 was kept", None)
    server.said = lambda _path: (500, said)
    linked = link()
    linked.table.open(norway)
    with linked.sync._word:
        failed = linked.sync._word.wait_for(lambda: linked.sync._uplink._pausing, WITHIN_S)
        assert (failed, linked.sync._uplink._lost) == (True, False)


@pytest.mark.parametrize("code", [Rejection.FORK, Rejection.UNKNOWN_TABLE])
def test_a_director_that_will_never_take_it_is_lost_in_its_own_words(
    link: Callable[[], Linked], norway: RuleBook, server: Server, code: Rejection
) -> None:
    said = Rejected(code, "Table 4 is not on the list.", None)
    server.said = lambda _path: (403, said)
    linked = link()
    linked.table.open(norway)
    (lost,) = linked.posted.until(1)
    assert lost == c.DeviceFailed(lost.at, "director", "Table 4 is not on the list.")
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")  # it plays on


def test_a_director_that_went_away_is_lost_and_found_again_with_every_row(
    linked: Linked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "kiosk.table.sync")
    paper = linked.rows_are_there()
    linked.server.close()
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")
    lost = linked.lost("refused", monkeypatch)
    assert isinstance(lost, c.DeviceFailed)
    assert lost.device == "director"
    assert "refused" in lost.why
    monkeypatch.setattr(uplink, "LOST_S", PATIENT_S)
    linked.table.do(c.ReadyTapped(linked.table.now, BLACK), "black")
    again = Server(KEY.public, linked.server.port)
    try:
        again.paper.rows = paper.rows[:2]  # put back from an older copy
        rows = list(read(linked.table.journal.path))
        again.until(lambda paper: paper.rows == rows)
        back = linked.posted.until(2)[1]
        assert back == c.DeviceRecovered(back.at, "director")
        assert caplog.messages == [f"the director is lost: {lost.why}", "the director answers"]
    finally:
        linked.sync.close()
        again.close()


def test_the_loop_is_never_held_up_by_a_director_that_hangs(
    linked: Linked,
) -> None:
    hanging, go = threading.Event(), threading.Event()
    freed: list[bool] = []

    def hang(_path: str) -> None:
        hanging.set()
        freed.append(go.wait(WITHIN_S))

    linked.rows_are_there()
    linked.server.said = hang
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")
    assert hanging.wait(WITHIN_S)
    linked.table.do(c.ReadyTapped(linked.table.now, BLACK), "black")
    assert linked.table.kinds()[-1] == "GameStarted"
    linked.server.said = lambda _path: None
    go.set()
    linked.rows_are_there()
    assert freed == [True]


def test_a_journal_that_cant_be_read_is_said(
    linked: Linked, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked.rows_are_there()
    monkeypatch.setattr(
        "kiosk.journal.following.row_fault", lambda *_row, **_place: "its hash is odd"
    )
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")
    lost = linked.lost("its hash is odd", monkeypatch)
    assert isinstance(lost, c.DeviceFailed)
    assert "its hash is odd" in lost.why


def test_the_body_is_what_the_wire_says(linked: Linked) -> None:
    bodies: list[bytes] = []
    batch = linked.server.paper.batch
    linked.server.paper.batch = lambda body: (bodies.append(body), batch(body))[1]  # type: ignore
    linked.table.do(c.ReadyTapped(linked.table.now, WHITE), "white")
    linked.rows_are_there()
    rows = [row for body in bodies for row in read_signed(body).rows]
    assert rows[-1] == linked.server.paper.rows[-1]


def test_a_page_is_believed_of_the_match_that_is_over_here_and_of_no_other(
    linked: Linked,
) -> None:
    table, sync, server = linked.table, linked.sync, linked.server
    linked.rows_are_there()
    shown: list[Snapshot] = []
    linked.show = shown.append
    table.loop.publish()
    match_id = require(shown[-1].match_id)
    server.match_page = MatchPage(match_id, "A" * 24)
    linked.nudge()
    linked.nudge()  # what the first was answered is known by now
    assert sync.match_page is None  # the match goes on: it was not asked about
    sync.show(msgspec.structs.replace(shown[-1], phase=Phase.MATCH_OVER))
    linked.nudge()
    linked.nudge()
    assert sync.match_page == MatchPage(match_id, "A" * 24)
    server.match_page = MatchPage("another", "B" * 24)
    linked.nudge()
    linked.nudge()
    assert sync.match_page is None
