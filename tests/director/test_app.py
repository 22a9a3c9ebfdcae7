"""The routes: statuses, words, headers, limits. Streams are heard in test_process."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, PaperTable, service, words
from kits.pictures_kit import jpeg, sent_by

from kiosk.director.app import create_app
from kiosk.director.service import Service
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import Side
from kiosk.wire.codec import sha256
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.sync import JournalRows, Orders, Receipt, Rejected, Rejection


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def client(tmp_path: Path, director: Service) -> Iterator[Client]:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<p>the grid")
    (web / "table.html").write_text("<p>one table")
    (web / "grid.js").write_text("//")
    opened = Client(create_app(director, DIRECTORS_KEY, web), "hall:8000")
    opened.join(director)
    yield opened
    opened.close()


def order(**changed: Any) -> bytes:
    base = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop"}
    return json.dumps(base | {"why": "noise"} | changed).encode()


def test_a_batch_is_answered_with_a_receipt(client: Client, table: PaperTable) -> None:
    answer = client.post("/table/batch", table.batch())
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")
    assert words(answer.body) == Receipt(len(table.rows), ())


@pytest.mark.parametrize(
    ("after", "changed", "status", "code"),
    [
        (6, {}, 409, Rejection.GAP),
        (4, {"last_hash": "0" * 64}, 400, Rejection.ROW),
        (4, {"protocol": PROTOCOL + 1}, 400, Rejection.PROTOCOL),
    ],
)
def test_a_batch_is_refused_with_a_code_and_words(
    client: Client,
    table: PaperTable,
    after: int,
    changed: dict[str, Any],
    status: int,
    code: Rejection,
) -> None:
    client.post("/table/batch", table.batch(upto=4))
    answer = client.post("/table/batch", table.batch(after, **changed))
    said = words(answer.body)
    assert isinstance(said, Rejected)
    assert (answer.status, said.code) == (status, code)
    assert said.why


def test_rows_come_back_over_http(client: Client, table: PaperTable) -> None:
    client.post("/table/batch", table.batch())
    answer = client.post("/table/rows", table.rows_wanted(2))
    assert answer.status == 200
    said = words(answer.body)
    assert isinstance(said, JournalRows)
    assert said.rows == tuple(table.rows[2:])
    refused = client.post("/table/rows", b"{}")
    assert refused.status == 400
    assert isinstance(words(refused.body), Rejected)


def test_an_unknown_table_and_nonsense_are_refused(
    client: Client, table: PaperTable, make_table: Any
) -> None:
    stranger = client.post("/table/batch", make_table(5).beat())
    assert stranger.status == 403
    assert client.post("/table/batch", b"hello").status == 400
    assert client.post("/table/orders", table.batch()).status == 400
    assert client.get("/healthz").json()["tables"] == 0


def test_a_body_over_its_bound_is_cut_off(client: Client) -> None:
    for method, path, most in (
        ("POST", "/table/batch", 1_048_576),
        ("POST", "/table/orders", 1_048_576),
        ("POST", "/orders", 65_536),
        ("POST", "/orders/look", 65_536),
    ):
        assert client.call(method, path, b" " * most).status == 400
        answer = client.call(method, path, b" " * (most + 1))
        assert answer.status == 413
        assert "bytes" in answer.json()["error"]


def test_an_order_is_taken_handed_out_and_told(client: Client, table: PaperTable) -> None:
    client.post("/table/batch", table.batch())
    answer = client.post("/orders", order())
    assert answer.status == 202
    command_id = answer.json()["command_id"]
    polled = words(client.post("/table/orders", table.poll()).body)
    assert isinstance(polled, Orders)
    assert [sent.command_id for sent in polled.orders] == [command_id]
    view = client.get(f"/orders/{command_id}").json()
    assert (view["status"], view["by"], view["kind"]) == ("waiting", "Kari", "stop")


def test_an_order_sent_again_because_no_answer_came_is_given_once(
    client: Client, table: PaperTable
) -> None:
    client.post("/table/batch", table.batch())
    for changed in ({}, {}, {"kind": "start"}):
        answer = client.post("/orders", order(command_id="c0ffee-c0ffee-c0ffee", **changed))
        assert (answer.status, answer.json()) == (202, {"command_id": "c0ffee-c0ffee-c0ffee"})
    polled = words(client.post("/table/orders", table.poll()).body)
    assert isinstance(polled, Orders)
    assert [sent.kind for sent in polled.orders] == ["StopOrdered"]
    assert client.post("/orders", order()).json() != client.post("/orders", order()).json()


def test_orders_that_make_no_sense_are_refused_in_words(client: Client, table: PaperTable) -> None:
    assert client.post("/orders", order()).status == 404
    client.post("/table/batch", table.batch())
    bad = client.post("/orders", order(kind="penalty", side="black", points=0))
    assert bad.status == 400
    assert bad.json() == {"error": "“Points” is 0: write a whole number from 1 to 99"}
    assert client.get("/orders/nobody").status == 404
    assert client.get("/orders/nobody").json()["error"].startswith("there is no order")


@pytest.mark.parametrize(
    ("origin", "taken"),
    [
        (None, True),
        ("http://hall:8000", True),
        ("http://hall:8001", False),
        ("http://evil.example", False),
        ("http://hall:8000.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_the_consoles_own_page_gives_orders(
    client: Client, table: PaperTable, origin: str | None, taken: bool
) -> None:
    client.post("/table/batch", table.batch())
    headers = {} if origin is None else {"origin": origin}
    answer = client.post("/orders", order(), **headers)
    assert answer.status == (202 if taken else 403)
    known = answer.json().get("command_id", "none")
    assert client.get(f"/orders/{known}").status == (200 if taken else 404)


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("hall:8000", True),
        ("HALL", True),
        ("hall.", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("evil.example:8000", False),
        ("hall.evil.example", False),
        ("hall:8000@evil.example", False),
        ("10.0.0.9:8000", False),
        ("", False),
    ],
)
def test_only_what_is_asked_by_a_name_of_ours_is_answered(
    client: Client, table: PaperTable, host: str, ours: bool
) -> None:
    for path in ("/", "/forms", "/healthz", "/static/grid.js"):
        answer = client.get(path, host=host)
        assert answer.status == (200 if ours else 403), path
    if not ours:
        why = client.get("/", host=host).json()["error"]
        assert "director.names" in why or "names no one Host" in why
    said = words(client.post("/table/batch", table.batch(), host=host).body)
    assert isinstance(said, Receipt if ours else Rejected)


@pytest.mark.parametrize("origin", ["http://evil.example:8000", "http://localhost:8001", "null"])
def test_what_another_sites_page_asks_is_not_answered_either(client: Client, origin: str) -> None:
    answer = client.get("/forms", origin=origin)
    assert answer.status == 403
    assert "another site's page" in answer.json()["error"]
    assert client.get("/forms", origin="http://localhost:8000").status == 200
    assert client.get("/forms", host="hall", origin="http://localhost").status == 200
    assert client.get("/forms", host="hall", origin="https://localhost").status == 403


def test_pages_and_their_files_are_served_with_a_policy(client: Client) -> None:
    for path, shown in (
        ("/", "the grid"),
        ("/tables/journal-1", "one table"),
        ("/static/grid.js", "//"),
    ):
        answer = client.get(path)
        assert (answer.status, shown in answer.body.decode()) == (200, True)
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("/static/../d.db").status == 404
    assert client.get("/static/%2e%2e/d.db").status == 404
    assert client.get("/docs").status == 404
    assert client.get("/redoc").status == 404


def test_streams_of_a_table_nobody_sent_are_refused_before_they_begin(client: Client) -> None:
    answer = client.get("/tables/nobody/events")
    assert answer.status == 404
    assert "no table has sent journal 'nobody'" in answer.json()["error"]


@pytest.mark.parametrize(
    ("after", "last", "first"),
    [
        ("", None, 1),
        ("?after=4", None, 5),
        ("?after=4", "7", 8),
        ("?after=7", "4", 8),
        ("?after=4", "x", 5),
    ],
)
def test_a_page_goes_on_after_the_last_line_it_has(
    client: Client,
    director: Service,
    table: PaperTable,
    after: str,
    last: str | None,
    first: int,
) -> None:
    """A browser that connects again names the last event it heard. A closed stream ends."""
    client.post("/table/batch", table.batch())
    director.lifecycle.close()
    headers = {} if last is None else {"last-event-id": last}
    answer = client.call("GET", f"/tables/journal-1/events{after}", **headers)
    events = [event.splitlines() for event in answer.body.decode().strip().split("\n\n")]
    (lines,) = (json.loads(event[1][6:]) for event in events if event[0] == "event: lines")
    assert [line["seq"] for line in lines] == [*range(first, len(table.rows) + 1)]


def test_what_nobody_serves_is_said_in_words(client: Client, table: PaperTable) -> None:
    client.post("/table/batch", table.batch())
    for path, status in (
        ("/nothing", 404),
        ("/static/nothing.js", 404),
        ("/table/batch", 405),
        ("/tables/journal-1/events?after=-1", 400),
        ("/tables/journal-1/events?after=x", 400),
    ):
        answer = client.get(path)
        assert answer.status == status
        assert path.partition("?")[0] in answer.json()["error"]


def test_a_picture_nobody_named_is_not_taken(client: Client, table: PaperTable) -> None:
    refused = client.call(
        "PUT", f"/table/pictures/{'a' * 64}", b"x", **sent_by(table.key, "a" * 64)
    )
    assert (refused.status, "no row names" in refused.json()["error"]) == (400, True)
    answer = client.get(f"/pictures/{'a' * 64}.jpg")
    assert answer.status == 404
    assert "no picture" in answer.json()["error"]


def test_a_picture_that_can_not_be_kept_is_no_fault_of_its_table(
    client: Client, table: PaperTable, tmp_path: Path
) -> None:
    sent = jpeg("a roll")
    name = sha256(sent)
    table.keeper.do(ClockPressed, Side.WHITE, by="buttons")
    table.keeper.roll((6, 2), name)
    client.post("/table/batch", table.batch())
    (tmp_path / "pictures").rmdir()
    answer = client.call("PUT", f"/table/pictures/{name}", sent, **sent_by(table.key, name))
    assert answer.status == 503
    assert "can't be kept" in answer.json()["error"]
    (tmp_path / "pictures").mkdir()
    assert (
        client.call("PUT", f"/table/pictures/{name}", sent, **sent_by(table.key, name)).status
        == 204
    )
    shown = client.get(f"/pictures/{name}.jpg")
    assert (shown.status, shown.headers["content-type"], shown.body) == (200, "image/jpeg", sent)
    assert "immutable" in shown.headers["cache-control"]  # its name is its hash
    assert shown.headers["content-disposition"] == f'inline; filename="{name}.jpg"'


def test_health_tells_tables_and_failures(client: Client, table: PaperTable) -> None:
    client.post("/table/batch", table.batch())
    said = client.get("/healthz").json()
    assert (said["ok"], said["tables"], said["stale"], said["failure"]) == (True, 1, 0, None)
    assert (said["copy"], said["copied_utc"]) == (None, None)
