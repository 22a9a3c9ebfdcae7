"""The real process: started, spoken to, told to stop, killed, started again."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.hall_kit import PaperTable, words
from kits.pictures_kit import jpeg, sent_by
from kits.private_kit import UMASKS, odd_modes, umask
from kits.served_kit import WITHIN_S, Director, settings_of, starts

from kiosk.director.run import open_listener
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import Side
from kiosk.wire.codec import sha256
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import JournalRows, Receipt

ROOT = Path(__file__).parents[2]


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as starting:
        yield starting


def test_it_says_where_it_listens_and_ends_well_with_streams_and_polls_open(
    start: Callable[..., Director], table: PaperTable, tmp_path: Path
) -> None:
    director = start()
    assert director.line == f"Director at http://127.0.0.1:{director.port}/\n"
    file = tmp_path / "director.db.key"
    assert file.stat().st_mode & 0o777 == 0o600
    public = DeviceKey.load(file).public
    assert director.key_line == f"Its tables know it by director.key = {public}\n"
    director.batch(table.batch())
    with (
        director.stream("/events") as grid,
        director.stream("/tables/journal-1/events") as page,
        contextlib.closing(socket.create_connection(("127.0.0.1", director.port))) as polling,
    ):
        poll = table.poll()
        head = f"POST /table/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(poll)}"
        polling.sendall(head.encode() + b"\r\n\r\n" + poll)
        assert grid.next("cards")
        assert page.next("lines")
        assert director.end(signal.SIGTERM) == (0, "")
        assert grid.next("cards") is None
        assert page.next("lines") is None
        answer = polling.recv(65536)
        assert not answer or rb"\"orders\":[]" in answer or b"the director stops" in answer


def test_interrupted_it_ends_well_too(start: Callable[..., Director]) -> None:
    assert start().end(signal.SIGINT) == (0, "")


def test_the_grid_shows_the_whole_picture_then_the_changes(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch(upto=4))
    with director.stream("/events") as grid:
        (card,) = grid.next("cards")
        assert card["seq"] == 4
        director.batch(table.batch(after=4))
        while card["seq"] < len(table.rows):
            card = grid.next("card")
        assert card["phase"] == "moving"
        assert grid.next("beat")["utc"]


def test_a_page_goes_on_where_its_browser_was(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    last = len(table.rows)
    for path, headers in (
        (f"/tables/journal-1/events?after={last - 2}", {}),
        ("/tables/journal-1/events?after=1", {"Last-Event-ID": str(last - 2)}),
    ):
        with director.stream(path, **headers) as page:
            assert page.next("card")["seq"] == last
            assert [line["seq"] for line in page.next("lines")] == [last - 1, last]


def test_a_silent_table_turns_stale_on_every_page(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    with director.stream("/events") as grid:
        grid.next("cards")
        director.batch(table.batch())
        director.batch(table.beat())
        while grid.next("card")["stale"]:
            """Its first head answers no challenge yet."""
        while not grid.next("card")["stale"]:
            """Until it has been silent for long enough."""


def test_killed_and_started_again_it_has_everything_it_acknowledged(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    for upto in range(1, 9):
        said = director.batch(table.batch(upto - 1, upto))
        assert isinstance(said, Receipt)
        assert said.seq == upto
    order = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    given = json.dumps(order | {"why": "noise"}).encode()
    status, answer = director.ask("POST", "/orders", given)
    assert status == 202
    command_id = json.loads(answer)["command_id"]
    assert director.end(signal.SIGKILL)[0] == -signal.SIGKILL

    director = start()
    said = director.batch(table.beat())
    assert said.seq == 8
    with director.stream("/tables/journal-1/events") as page:
        assert page.next("order")["command_id"] == command_id
        assert [line["seq"] for line in page.next("lines")] == list(range(1, 9))
        assert director.batch(table.batch(after=8)).seq == len(table.rows)
        assert [line["seq"] for line in page.next("lines")][-1] == len(table.rows)
        (sent,) = director.polled(table.poll())
        before = len(table.rows)
        table.obey(sent)
        director.batch(table.batch(after=before))
        said = page.next("order")
        assert (said["status"], said["seqs"]) == (
            "accepted",
            list(range(before + 1, len(table.rows) + 1)),
        )


def test_it_goes_on_from_its_second_copy(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable
) -> None:
    """Copied while it runs; its own database is lost, the copy put in its place."""
    config = tmp_path / "director.toml"
    config.write_text(config.read_text().replace("[director]\n", '[director]\ncopy = "stick.db"\n'))
    first = start()
    assert first.batch(table.batch()).seq == len(table.rows)
    assert first.end(signal.SIGTERM)[0] == 0
    second = start()
    until_copied(second)
    second.process.kill()
    second.process.wait()
    for file in tmp_path.glob("director.db*"):
        file.unlink()
    (tmp_path / "stick.db").rename(tmp_path / "director.db")
    third = start()
    assert third.batch(table.beat()).seq == len(table.rows)
    given_back = words(third.ask("POST", "/table/rows", table.rows_wanted(0))[1])
    assert isinstance(given_back, JournalRows)
    assert given_back.rows == tuple(table.rows)


@pytest.mark.parametrize("mask", UMASKS, ids=oct)
def test_all_it_keeps_is_its_owners_alone_under_any_umask(
    start: Callable[..., Director], tmp_path: Path, table: PaperTable, mask: int
) -> None:
    """The database, what SQLite puts beside it, its lock, its key and certificate, the second copy
    and the pictures; also after one that an older program left open to all.
    """
    config = tmp_path / "director.toml"
    more = '[director]\ntls = true\ncopy = "stick.db"\n'
    config.write_text(config.read_text().replace("[director]\n", more))
    roll = jpeg("a roll")
    name = sha256(roll)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), name)
    for _start in range(2):
        with umask(mask):
            director = start()
        director.batch(table.batch())
        path = f"/table/pictures/{name}"
        assert director.ask("PUT", path, roll, **sent_by(table.key, name))[0] == 204
        until_copied(director)
        there = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*")}
        beside = {
            f"director.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock", ".key", ".pem")
        }
        assert beside | {"stick.db", f"pictures/{name}.jpg"} <= there
        assert odd_modes(tmp_path, "director.toml") == {}
        director.process.kill()
        director.process.wait()
        for file in tmp_path.glob("director.db*"):
            file.chmod(0o644)


def until_copied(director: Director) -> None:
    until = time.monotonic() + WITHIN_S
    while json.loads(director.ask("GET", "/healthz")[1])["copied_utc"] is None:
        assert time.monotonic() < until, "no copy came"


def test_no_answer_is_held_back() -> None:
    """asyncio turns Nagle's algorithm off only where the listening socket names its protocol."""
    with contextlib.closing(open_listener("127.0.0.1", 0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_somebody_else_has_is_said(start: Callable[..., Director]) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        director = start(port=taken.getsockname()[1])
        code, err = director.process.wait(WITHIN_S), director.process.stderr
    assert err is not None
    words = err.read()
    assert code == 2
    assert words.startswith("PortTaken: the director can't listen at 127.0.0.1 port")
    assert len(words.splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("director.toml", "[directors]\n", "DirectorSettingsError: director.toml:"),
        ("director.db", "no database", "StoreError:"),
        ("director.db.key", "secret", "KeyInvalid: director.db.key is no key;"),
        ("pictures", "no folder", "StoreError:"),
    ],
)
def test_what_can_not_be_used_is_said_before_it_listens(
    start: Callable[..., Director], tmp_path: Path, file: str, content: str, words: str
) -> None:
    (tmp_path / file).write_text(content)
    director = start()
    assert director.line == ""
    assert director.process.wait(WITHIN_S) == 2
    assert director.process.stderr is not None
    assert director.process.stderr.read().startswith(words)


def test_a_second_director_on_one_database_is_refused(start: Callable[..., Director]) -> None:
    start()
    second = start()
    assert second.process.wait(WITHIN_S) == 2
    assert second.process.stderr is not None
    assert "belongs to a director that is running" in second.process.stderr.read()


def test_who_starts_it_at_a_terminal_is_told_that_no_phone_reaches_it(tmp_path: Path) -> None:
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "kiosk", "director", "--db", str(tmp_path / "d.db")]
    with subprocess.Popen(
        [*command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        cwd=Path(__file__).parents[2],
    ) as director:
        words = os.read(screen, 1000).decode()
        director.kill()
    os.close(screen)
    os.close(terminal)
    assert "Only this machine reaches 127.0.0.1" in words
    assert "director.host to 0.0.0.0" in words
