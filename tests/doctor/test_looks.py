"""The looks at a table's own parts: pins, tower, director, journal, a table that runs."""

import json
import shutil
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from kits.director_kit import DIRECTOR, Server
from kits.process_kit import TableProcess

from hardware.errors import (
    DeviceMissing,
    PinUnusable,
    PortBusy,
    PortLost,
    TowerProtocolError,
    TowerTimeout,
    TowerVersionError,
)
from hardware.pins import open_factory
from hardware.tower.firmware.tower_protocol import VERSION
from hardware.tower.protocol import TowerHello
from hardware.tower.trouble import SelfTest
from kiosk.director.http.certificate import make_certificate
from kiosk.doctor import pins
from kiosk.doctor.director import ask_director
from kiosk.doctor.facts import PinFacts, RunningFacts, TowerLinkTrouble
from kiosk.doctor.journal import read_journal
from kiosk.doctor.running import find_running
from kiosk.doctor.tower import trouble_of, why_untested
from kiosk.health.errors import Unlookable
from kiosk.health.machine import Machine
from kiosk.journal import Journal

WIRED = {"left": 17, "right": 27}


# --- pins ----------------------------------------------------------------------------------------


class Board:
    """Mock pins; fingers move while the doctor waits."""

    def __init__(self) -> None:
        factory = open_factory("mock")
        assert isinstance(factory, MockFactory)
        self.factory = factory
        self.asked: list[str] = []
        self.moves: list[tuple[str, str]] = []
        self.shown: list[dict[int, bool]] = []

    def prompt(self, name: str) -> None:
        self.asked.append(name)

    def move(self, _seconds: float) -> None:
        if self.moves:
            what, name = self.moves.pop(0)
            pin = self.factory.pin(f"GPIO{WIRED[name]}")
            pin.drive_low() if what == "down" else pin.drive_high()

    def watch(self, *numbers: int) -> Any:
        def wait(_seconds: float) -> None:
            self.shown.append({n: bool(self.factory.pin(f"GPIO{n}").state) for n in numbers})

        return wait


@pytest.fixture
def board() -> Board:
    return Board()


def test_presses_are_asked_for_one_after_the_other(board: Board) -> None:
    board.moves = [("down", "left"), ("up", "left"), ("down", "right")]
    facts = pins.buttons(WIRED, lambda: board.factory, board.prompt, press_s=30.0, wait=board.move)
    assert board.asked == ["left", "right"]
    assert facts.pressed == (("left", "left"), ("right", "right"))
    assert facts.down == frozenset()


def test_a_button_still_down_from_before_is_no_press(board: Board) -> None:
    board.moves = [("down", "left"), ("down", "right")]
    facts = pins.buttons(WIRED, lambda: board.factory, board.prompt, press_s=30.0, wait=board.move)
    assert facts.pressed == (("left", "left"), ("right", "right"))


def test_a_button_let_go_and_pressed_again_is_a_press(board: Board) -> None:
    board.moves = [("down", "left"), ("up", "left"), ("down", "left")]
    facts = pins.buttons(WIRED, lambda: board.factory, board.prompt, press_s=5.0, wait=board.move)
    assert facts.pressed == (("left", "left"), ("right", "left"))


def test_a_press_that_does_not_come_is_none(board: Board) -> None:
    facts = pins.buttons(WIRED, lambda: board.factory, board.prompt, press_s=0.0, wait=board.move)
    assert facts.pressed == (("left", None), ("right", None))


def test_nobody_is_asked_unless_told_so(board: Board) -> None:
    facts = pins.buttons(WIRED, lambda: board.factory, None, press_s=0.0)
    assert (facts.pressed, facts.down, board.asked) == ((), frozenset(), [])


def test_lights_are_switched_one_after_the_other_only_when_tried(board: Board) -> None:
    wired = {"left": 22, "right": 23}
    wait = board.watch(22, 23)
    assert pins.lights(wired, lambda: board.factory, tried=False, wait=wait) == PinFacts(wired)
    assert board.shown == []
    facts = pins.lights(wired, Board_factory, tried=True, wait=lambda _s: None)
    assert facts.tried
    again = Board()
    pins.lights(wired, lambda: again.factory, tried=True, wait=again.watch(22, 23))
    assert again.shown == [{22: True, 23: False}, {22: False, 23: True}]


def Board_factory() -> MockFactory:  # noqa: N802 - a factory of a board
    return Board().factory


def test_status_light_and_buzzer(board: Board) -> None:
    one = {"status light": 24}
    assert pins.status(one, Board_factory, tried=False) == PinFacts(one)
    pins.status(one, lambda: board.factory, tried=True, wait=board.watch(24))
    assert board.shown == [{24: True}]
    assert pins.buzzer({"buzzer": 25}, Board_factory, tried=False) == PinFacts({"buzzer": 25})
    other = Board()
    pins.buzzer({"buzzer": 25}, lambda: other.factory, tried=True, wait=lambda _s: None)


def test_pins_that_cannot_be_had_say_why() -> None:
    def missing() -> MockFactory:
        raise DeviceMissing("no chip: run on a Pi")

    def taken() -> MockFactory:
        raise PinUnusable("pin 17 is taken")

    assert pins.buttons(WIRED, missing, None, press_s=0.0).pins.no_gpio == "no chip: run on a Pi"
    assert pins.buttons(WIRED, taken, None, press_s=0.0).pins.refused == "pin 17 is taken"
    for look in (pins.lights, pins.status, pins.buzzer):
        assert look({"x": 4}, missing, tried=True).no_gpio == "no chip: run on a Pi"
        assert look({"x": 4}, taken, tried=True).refused == "pin 17 is taken"


def test_a_pin_that_is_not_on_the_header_is_named(board: Board) -> None:
    facts = pins.buttons({"left": 99}, lambda: board.factory, None, press_s=0.0)
    assert facts.pins.refused is not None
    assert "99" in facts.pins.refused


# --- tower ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (DeviceMissing("x"), TowerLinkTrouble.MISSING),
        (PortBusy("x"), TowerLinkTrouble.BUSY),
        (PortLost("x"), TowerLinkTrouble.REFUSED),
        (TowerTimeout("x"), TowerLinkTrouble.SILENT),
        (TowerProtocolError("x"), TowerLinkTrouble.STRANGER),
        (TowerVersionError("x"), TowerLinkTrouble.VERSION),
    ],
)
def test_each_error_of_the_link_is_one_trouble(error: Any, trouble: TowerLinkTrouble) -> None:
    assert trouble_of(error) is trouble


@pytest.mark.parametrize(
    ("parts", "result", "why"),
    [
        (("jam", "selftest"), SelfTest({}, "it went away"), "it went away"),
        (("jam", "selftest"), SelfTest({"drop": "dark"}), None),
        (("jam",), SelfTest({}, "it has no self-test"), None),
        ((), SelfTest({}, "it has no self-test"), None),
    ],
)
def test_a_self_test_that_did_not_end_is_told_of_a_tower_that_has_one(
    parts: tuple[str, ...], result: SelfTest, why: str | None
) -> None:
    hello = TowerHello(1, 0, 1, 1, VERSION, "1.0.0", "E6", frozenset(parts))
    assert why_untested(hello, result) == why


# --- director ------------------------------------------------------------------------------------


@pytest.fixture
def answering() -> Iterator[Any]:
    """A web server that answers as told; its Date is the epoch's second 1,000,000."""
    servers: list[HTTPServer] = []

    def put(body: bytes, *, date: str | None = "Mon, 12 Jan 1970 13:46:40 GMT") -> str:
        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                assert self.path == "/healthz"
                self.send_response_only(503)
                if date is not None:
                    self.send_header("Date", date)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_given: Any) -> None:
                """Nobody reads it."""

        server = HTTPServer(("127.0.0.1", 0), Answers)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield put
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_director_tells_protocol_event_and_time(answering: Any) -> None:
    told = {"ok": False, "protocol": 1, "event_id": "club", "failure": "disk full"}
    url = answering(json.dumps(told).encode())
    facts = ask_director(url, wall_s=lambda: 1_000_003.5)
    assert (facts.protocol, facts.event_id, facts.sound) == (1, "club", False)
    assert facts.failure == "disk full"
    assert facts.apart_s == -3.0


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"protocol": "1"}', b"\xff"])
def test_what_is_no_director_has_no_protocol(answering: Any, body: bytes) -> None:
    facts = ask_director(answering(body))
    assert (facts.protocol, facts.why) == (None, None)


@pytest.mark.parametrize("date", [None, "yesterday"])
def test_without_a_date_nothing_is_said_of_time(answering: Any, date: str | None) -> None:
    assert ask_director(answering(b"{}", date=date)).apart_s is None


def test_a_director_that_does_not_answer_says_why() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert ask_director(url, answer_s=0.05).why == "it did not answer in time"
    assert ask_director(url).why == "Connection refused"


def test_a_director_under_tls_is_known_by_its_certificate(tmp_path: Path) -> None:
    file = tmp_path / "director.pem"
    file.write_bytes(make_certificate(["127.0.0.1"], datetime.now(UTC)))
    server = Server(DIRECTOR.public, tls=file)
    said = b'{"ok": true, "protocol": 2, "event_id": "club"}'
    asked: list[str] = []
    server.said = lambda path: (200, asked.append(path) or said)
    with closing(server):
        facts = ask_director(server.url, server.certificate)
        assert asked == ["/healthz"]
        assert (facts.protocol, facts.event_id, facts.stranger) == (2, "club", None)
        facts = ask_director(server.url, f"sha256:{'0' * 64}")
    assert asked == ["/healthz"]
    assert facts.stranger == "its certificate is another than director.certificate"


# --- journal -------------------------------------------------------------------------------------


def test_a_whole_journal(kept: Path) -> None:
    facts = read_journal(kept)
    assert facts.rows is not None
    assert facts.rows > 40
    assert (facts.open, facts.trouble, facts.matches) == (False, None, 1)


def test_an_open_match_is_seen(tmp_path: Path, kept: Path) -> None:
    rows = read_journal(kept).rows
    path = tmp_path / "open.db"
    visitor = sqlite3.connect(shutil.copy(kept, path))
    visitor.execute("DROP TRIGGER event_is_kept")
    visitor.execute("DELETE FROM event WHERE seq > 20")
    visitor.commit()
    visitor.close()
    facts = read_journal(path)
    assert (facts.rows, facts.open) == (20, True)
    assert facts.match_id == read_journal(kept).match_id
    assert rows is not None
    assert rows > 20


def test_journals_that_no_table_starts_on(tmp_path: Path, kept: Path) -> None:
    damaged = tmp_path / "damaged.db"
    visitor = sqlite3.connect(shutil.copy(kept, damaged))
    visitor.execute("DROP TRIGGER event_stays")
    visitor.execute("UPDATE event SET wall_utc = '2026-05-09T15:03:07.123Z' WHERE seq = 40")
    visitor.commit()
    visitor.close()
    facts = read_journal(damaged)
    assert (facts.trouble, "row 40" in facts.why) == ("damaged", True)
    newer = tmp_path / "newer.db"
    visitor = sqlite3.connect(shutil.copy(kept, newer))
    visitor.execute("PRAGMA user_version = 99")
    visitor.close()
    assert read_journal(newer).trouble == "too-new"
    other = tmp_path / "other.txt"
    other.write_text("a shopping list")
    assert read_journal(other).trouble == "not-ours"


def test_a_journal_that_lost_its_end_or_is_another_is_damaged(tmp_path: Path, kept: Path) -> None:
    short = Path(shutil.copytree(kept.parent, tmp_path / "short")) / kept.name
    visitor = sqlite3.connect(short)
    visitor.execute("DROP TRIGGER event_is_kept")
    visitor.execute("DELETE FROM event WHERE seq > 60")
    visitor.commit()
    visitor.close()
    facts = read_journal(short)
    assert facts.trouble == "damaged"
    assert "ends at row 60, its head files name row 73: 13 rows are missing" in facts.why
    short.unlink()
    assert "73 rows are missing" in read_journal(short).why
    swapped = Path(shutil.copytree(kept.parent, tmp_path / "swapped")) / kept.name
    swapped.unlink()
    other = tmp_path / "other.db"
    Journal.open(other, boot_id="boot-1").close()
    shutil.copy(other, swapped)
    facts = read_journal(swapped)
    assert (facts.trouble, "put the journal back" in facts.why) == ("damaged", True)


def test_no_journal_yet_and_one_that_cannot_be_read(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "new.db").rows is None
    (tmp_path / "gone.db-wal").write_bytes(b"rows")
    with pytest.raises(Unlookable, match="put the journal back"):
        read_journal(tmp_path / "gone.db")


# --- a table that runs ---------------------------------------------------------------------------


def test_a_table_that_runs_is_asked_and_not_disturbed(tmp_path: Path) -> None:
    table = TableProcess(tmp_path)
    try:
        table.start().screen()
        place = tmp_path / "table.sock"
        facts = find_running(Machine(), place, table.journal)
        assert facts.owner == table.process.pid
        assert (facts.runs, facts.answered, facts.halted) == (True, True, None)
        assert facts.app.startswith("table-kiosk ")
        assert facts.lost == ()
        table.stop(9)
        assert place.is_socket()  # left behind by the dead
        assert find_running(Machine(), place, table.journal) == RunningFacts()
    finally:
        table.end()


def test_a_lock_that_another_program_has_by_now_is_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    Journal.open(path, boot_id="b").close()
    lock = tmp_path / "journal.db.lock"
    assert lock.read_text().strip().isdecimal()  # this process, which is no table
    assert find_running(Machine(), tmp_path / "none.sock", path) == RunningFacts()
    lock.write_text("nobody\n")
    assert find_running(Machine(), tmp_path / "none.sock", path) == RunningFacts()
