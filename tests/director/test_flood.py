"""The real process while others try to keep it from its tables."""

import asyncio
import contextlib
import json
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, PASSWORD, Client, HandClocks, PaperTable, service, words
from kits.pictures_kit import jpeg, sent_by
from kits.served_kit import WITHIN_S, Director, settings_of, starts

from kiosk.director.app import create_app
from kiosk.director.http.connections import ConnectionLimits
from kiosk.director.service import Service
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import Side, require
from kiosk.wire.codec import sha256
from kiosk.wire.sent_picture import KEY_HEADER
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    Receipt,
    Rejected,
    Rejection,
    read_signed,
    reply_to,
    request_header,
    sign,
)

HALF = b"POST /table/batch HTTP/1.1\r\nHost: localhost\r\nContent-Le"
WHOLE = b"POST /table/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n"
STEP_S = 0.02


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public, more='names = ["director.hall"]\n')
    with starts(tmp_path, table) as starting:
        yield starting


@pytest.fixture
def opened() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


def connected(
    director: Director, opened: contextlib.ExitStack, first: bytes = b""
) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", director.port), timeout=WITHIN_S)
    opened.enter_context(contextlib.closing(made))
    made.sendall(first)
    return made


def said_at_last(connection: socket.socket) -> bytes:
    """All it is told until the director hangs up."""
    told = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            told += part
    return told


def trickled(connection: socket.socket) -> bytes:
    """What it is told, though it sends one byte after the other and never stops."""
    until = time.monotonic() + WITHIN_S
    while not select.select([connection], [], [], STEP_S)[0]:
        assert time.monotonic() < until, "it may go on for ever"
        with contextlib.suppress(OSError):
            connection.sendall(b"x")
    return said_at_last(connection)


# --- room for tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("first", [b"", HALF, WHOLE], ids=["nothing", "headers", "body"])
def test_half_sent_requests_starve_no_table_of_descriptors(
    start: Callable[..., Director],
    opened: contextlib.ExitStack,
    table: PaperTable,
    first: bytes,
) -> None:
    """60 of them, and 64 descriptors for everything; no deadline of theirs is near."""
    director = start(limits={"head_s": 3600, "body_s": 3600}, descriptors=64)
    for _beat in range(3):
        for _attacker in range(60):
            connected(director, opened, first)
        said = director.batch(table.batch())
        assert isinstance(said, Receipt)
        assert said.seq == len(table.rows)
    assert director.ask("GET", "/healthz")[0] == 200
    assert director.end(signal.SIGTERM) == (0, "")


def test_500_connections_that_never_finish_their_headers_hinder_no_beat(
    start: Callable[..., Director], opened: contextlib.ExitStack, table: PaperTable
) -> None:
    director = start(limits={"head_s": 1.0})
    director.batch(table.batch())
    lorises = [connected(director, opened, HALF) for _attacker in range(500)]
    alive, until = list(lorises), time.monotonic() + WITHIN_S
    while alive:
        assert time.monotonic() < until, f"{len(alive)} are still there"
        said = director.batch(table.beat())
        assert isinstance(said, Receipt)
        for loris in alive:
            with contextlib.suppress(OSError):
                loris.sendall(b"x")
        ended = set(select.select(alive, [], [], STEP_S)[0])
        alive = [loris for loris in alive if loris not in ended]
    assert b"408" in said_at_last(lorises[0])


def test_open_streams_are_not_let_go_for_anybody(
    start: Callable[..., Director], opened: contextlib.ExitStack, table: PaperTable
) -> None:
    director = start(limits={"head_s": 3600, "in_all": 12})
    director.batch(table.batch())
    with director.stream("/events") as grid, director.stream("/tables/journal-1/events") as page:
        assert grid.next("cards")
        for _attacker in range(40):
            connected(director, opened, HALF)
        director.batch(table.beat())
        assert grid.next("beat")
        assert page.next("beat")


def test_who_holds_every_place_with_a_stream_leaves_the_tables_theirs(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start(limits={"in_all": 12})
    director.batch(table.batch())
    with contextlib.ExitStack() as streams:
        for _browser in range(9):
            assert streams.enter_context(director.stream("/events")).next("cards")
        for path in ("/events", "/tables/journal-1/events"):
            with director.stream(path) as refused:
                assert refused.response.status == 503
                assert b"too many pages are open" in refused.response.read()
        said = director.batch(table.beat())
        assert isinstance(said, Receipt)


# --- what costs much ------------------------------------------------------------------------------


def test_a_megabyte_of_brackets_is_refused_by_its_front_at_every_door_of_tables(
    start: Callable[..., Director], table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    director = start()
    director.batch(table.batch())
    key = director.key_line.split()[-1]
    brackets = b"[" * 1_000_000
    for path in ("/table/batch", "/table/orders", "/table/rows"):
        status, reply = director.ask("POST", path, brackets)
        refused = words(reply)
        assert isinstance(refused, Rejected)
        assert (status, "do not begin with the key of their sender" in refused.why) == (400, True)
        head = make_table(99).head(0)
        front = sign(head, DeviceKey(bytes([99]) * 32))
        body = front[: front.index(b'"rows"')] + b'"rows":' + brackets
        status, reply = director.ask("POST", path, body)
        refused = reply_to(body, head, reply, key).message  # signed: it is no stranger's
        assert isinstance(refused, Rejected)
        assert (status, refused.code) == (403, Rejection.UNKNOWN_TABLE)
    for path in ("/table/enrol", "/sign-in", "/join", "/join/look"):
        assert director.ask_as_nobody("POST", path, brackets)[0] == 413, path
    assert isinstance(director.batch(table.beat()), Receipt)


def test_a_picture_counts_by_its_tables_signature_and_is_written_once(
    start: Callable[..., Director],
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    tmp_path: Path,
) -> None:
    roll, huge = jpeg("a roll"), jpeg("a roll", 65_535, 65_535)
    name = sha256(roll)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), name)
    director, path = start(), f"/table/pictures/{name}"
    file = tmp_path / "pictures" / f"{name}.jpg"
    director.batch(table.batch())
    stranger = make_table(99).key
    thief = sent_by(stranger, name) | {KEY_HEADER: table.key.public}
    refusals = (
        ({}, 400, "is not signed by its table: update that table"),
        (sent_by(stranger, name), 403, "is not signed by a table that is enrolled here"),
        (thief, 403, "is not signed by the key it names"),
        (sent_by(table.key, "a" * 64), 403, "is not signed by the key it names"),
    )

    def is_refused() -> None:
        for headers, status, why in refusals:
            said, reply = director.ask("PUT", path, roll, **headers)
            assert (said, why in json.loads(reply)["error"]) == (status, True)

    is_refused()
    assert not file.exists()
    own = sent_by(table.key, name)
    assert director.ask("PUT", path, huge, **own)[0] == 400
    assert director.ask("PUT", path, roll + bytes(1 << 20), **own)[0] == 413
    assert not file.exists()
    assert director.ask("PUT", path, roll, **own)[0] == 204
    before = file.stat()
    is_refused()
    for again in (roll, b"something else", bytes(1 << 20)):
        assert director.ask("PUT", path, again, **own)[0] == 204
    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert file.read_bytes() == roll


def test_what_is_no_jpeg_is_kept_by_nobody_though_a_row_names_it(
    start: Callable[..., Director], table: PaperTable, tmp_path: Path
) -> None:
    page = b"<script>alert(1)</script>"
    name = sha256(page)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), name)
    director = start()
    director.batch(table.batch())
    status, reply = director.ask("PUT", f"/table/pictures/{name}", page, **sent_by(table.key, name))
    assert (status, "these bytes are no JPEG" in json.loads(reply)["error"]) == (400, True)
    assert list((tmp_path / "pictures").iterdir()) == []
    assert director.ask("GET", f"/pictures/{name}.jpg")[0] == 404


# --- deadlines -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (HALF, "its headers are not whole after 0.3 s"),
        (WHOLE, "its body is not whole after 0.3 s"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT", "its headers are not"),
    ],
    ids=["headers", "body", "the next headers"],
)
def test_a_request_has_a_time_in_all_however_it_trickles(
    start: Callable[..., Director], opened: contextlib.ExitStack, first: bytes, why: str
) -> None:
    director = start(limits={"head_s": 0.3, "body_s": 0.3})
    connection = connected(director, opened, first)
    answered = b""
    while first.startswith(b"GET") and not answered.endswith(b"}"):
        answered += connection.recv(65536)
    told = trickled(connection)
    assert told.startswith(b"HTTP/1.1 408")
    assert why.encode() in told
    assert director.end(signal.SIGTERM) == (0, "")


def test_a_body_nobody_reads_has_its_time_too(
    start: Callable[..., Director], opened: contextlib.ExitStack
) -> None:
    director = start(limits={"body_s": 0.3})
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
    connection = connected(director, opened, asked)
    answered = b""
    while not answered.endswith(b"}"):
        answered += connection.recv(65536)
    assert trickled(connection) == b""


def test_who_asks_nothing_more_is_let_go_soon(
    start: Callable[..., Director], opened: contextlib.ExitStack
) -> None:
    director = start(limits={"idle_s": 1, "head_s": 0.3})
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection = connected(director, opened, asked)
    assert said_at_last(connection).startswith(b"HTTP/1.1 200")
    assert said_at_last(connected(director, opened)).startswith(b"HTTP/1.1 408")


def test_streams_outlive_every_deadline(start: Callable[..., Director], table: PaperTable) -> None:
    director = start(limits={"head_s": 0.2, "body_s": 0.2, "idle_s": 1, "stalled_s": 0.2})
    director.batch(table.batch())
    with director.stream("/events") as grid:
        for _second in range(3):
            assert grid.next("beat")


def test_headers_without_end_are_cut_off(
    start: Callable[..., Director], opened: contextlib.ExitStack
) -> None:
    director = start()
    connection = connected(director, opened, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    with contextlib.suppress(ConnectionError):
        connection.sendall(b"x" * 40_000)
    assert b"400" in said_at_last(connection)[:20]
    assert director.end(signal.SIGTERM) == (0, "")


def test_who_hangs_up_within_a_body_is_no_fault_of_ours(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    for _time in range(3):
        with contextlib.ExitStack() as opened:
            connected(director, opened, WHOLE + b"half of it")
    director.batch(table.batch())
    assert director.end(signal.SIGTERM) == (0, "")


# --- by which name -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "director.hall", socket.gethostname()])
def test_a_director_answers_to_its_names(
    start: Callable[..., Director], table: PaperTable, name: str
) -> None:
    director = start()
    host = f"{name}:{director.port}"
    assert director.ask("GET", "/", Host=host)[0] == 200
    own = {"Host": host, "Origin": f"http://{host}"}
    assert director.ask("POST", "/orders", b"{}", **own)[0] == 400
    said = words(director.ask("POST", "/table/batch", table.batch(), Host=host)[1])
    assert isinstance(said, Receipt)


def test_a_name_that_was_led_here_is_nobodys(
    start: Callable[..., Director], table: PaperTable
) -> None:
    """A page of evil.example, whose own name now leads to the director: both headers agree."""
    director = start()
    host = f"evil.example:{director.port}"
    foreign = {"Host": host, "Origin": f"http://{host}"}
    order = json.dumps({"journal_id": "journal-1", "kind": "stop", "why": "x"})
    for method, path in (("GET", "/"), ("GET", "/events"), ("POST", "/orders")):
        status, answer = director.ask(method, path, order.encode(), **foreign)
        assert status == 403
        assert json.loads(answer)["error"].startswith(f"this director is not called '{host}'")
    key = director.key_line.split()[-1]
    for path, said, body in (
        ("/table/batch", head := table.head(), sign(head, table.key, table.rows)),
        ("/table/orders", request_header(read_signed(poll := table.poll())), poll),
        ("/table/rows", request_header(read_signed(wanted := table.rows_wanted(0))), wanted),
    ):
        status, reply = director.ask("POST", path, body, Host=host)
        refused = reply_to(body, said, reply, key).message  # signed: it is no stranger's
        assert isinstance(refused, Rejected)
        assert (status, "director.names" in refused.why) == (403, True)
    status, reply = director.ask("PUT", f"/table/pictures/{'a' * 64}", b"x", Host=host)
    assert (status, b"director.names" in reply) == (403, True)
    unread = director.ask("POST", "/table/batch", b"{", Host=host)[1]
    assert isinstance(words(unread), Rejected)
    page = {"Origin": "http://evil.example"}
    assert director.ask("POST", "/orders", order.encode(), **page)[0] == 403
    assert director.ask("GET", "/healthz")[0] == 200


# --- streams of one address ----------------------------------------------------------------------


def test_an_address_has_its_share_of_streams_and_others_have_theirs(
    tmp_path: Path, hand: HandClocks
) -> None:
    """A venue's router may stand for many, so a share is large; here it is two."""
    director = service(tmp_path, hand)
    app = create_app(director, DIRECTORS_KEY, limits=ConnectionLimits(streams_at_address=2))

    cookie = ""

    async def look(address: str, statuses: list[int], leave: asyncio.Event) -> None:
        async def receive() -> Any:
            await leave.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope = {"type": "http", "method": "GET", "path": "/events", "raw_path": b"/events"}
        headers = [(b"host", b"hall"), (b"cookie", cookie.encode())]
        scope |= {"query_string": b"", "headers": headers, "scheme": "http"}
        await app({**scope, "client": (address, 1)}, receive, send)

    async def scene() -> list[int]:
        nonlocal cookie
        token = require(await director.people.start_link())
        opened = await director.people.join(token, "Kari", PASSWORD, "here")
        cookie = f"session={opened.token}"
        statuses: list[int] = []
        leave = asyncio.Event()
        looking = []
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", "127.0.0.1"):
            before = len(statuses)
            looking.append(asyncio.create_task(look(address, statuses, leave)))
            while len(statuses) == before:
                await asyncio.sleep(0)
        leave.set()
        await asyncio.gather(*looking)
        again = asyncio.create_task(look("10.0.0.1", statuses, leave))
        await again
        return statuses

    assert asyncio.run(scene()) == [200, 200, 503, 200, 200, 200]
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()


@pytest.mark.parametrize("path", ["/hall/events", "/live/events", "/phone/events"])
def test_many_strangers_at_once_get_no_more_streams_than_one_after_the_other(
    director: Service, client: Client, path: str
) -> None:
    """Each asks before any has had a word; all leave, and as many come in again."""
    public = {"shown": "scores", "names": True, "draws": True, "places": True, "pictures": False}
    assert (
        client.post("/people/public", json.dumps(public | {"delay_min": 0}).encode()).status == 200
    )
    limits = ConnectionLimits(in_all=8)
    app = create_app(director, DIRECTORS_KEY, limits=limits)
    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode()}
    scope |= {"query_string": b"", "headers": [(b"host", b"hall")], "scheme": "http"}

    async def look(statuses: list[int], leave: asyncio.Event) -> None:
        async def receive() -> Any:
            await leave.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app({**scope, "client": (f"10.0.0.{len(statuses)}", 1)}, receive, send)

    async def scene() -> list[int]:
        statuses: list[int] = []
        leave = asyncio.Event()
        looking = [asyncio.create_task(look(statuses, leave)) for _ in range(30)]
        while len(statuses) < len(looking):
            await asyncio.sleep(0)
        leave.set()
        await asyncio.gather(*looking)
        return statuses

    for _ in range(2):
        found = client.run(scene())
        assert found.count(200) == limits.streams_of_strangers
        assert found.count(503) == 30 - limits.streams_of_strangers
