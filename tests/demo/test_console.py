"""The console's routes as the script director uses them, against a console that says anything."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from kiosk.demo.bench.house import note_arrivals
from kiosk.demo.console import Console
from kiosk.demo.errors import DirectorProcessGone, OrderFailed

FORM = {"journal_id": "j", "match_id": "m", "kind": "stop", "why": "noise"}
CARD = ("card", {"seq": 1})
BEAT = ("beat", {"utc": "now"})


def order(command_id: str, status: str) -> tuple[str, dict[str, Any]]:
    return "order", {"command_id": command_id, "status": status, "reasons": [], "seqs": [7]}


class Said:
    """What the console says, and what it was told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = [CARD]
        self.later: list[tuple[str, Any]] = []
        """Pushed once an order has come."""
        self.taken: tuple[int, dict[str, Any]] = (202, {"command_id": "mine"})
        self.given: list[dict[str, Any]] = []
        self.after: list[str] = []
        self.ordered = threading.Event()
        self.raw = b""
        """Pushed before all else, as it is."""
        self.slow = False
        """The stream takes a moment to begin."""


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def console(said: Said) -> Iterator[Console]:
    class Requests(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith("/tables/j/events"):
                self.send_error(404)
                return
            said.after.append(self.path.partition("after=")[2])
            self.send_response(200)
            self.end_headers()
            if said.slow and said.ordered.wait(0.2):
                return  # the order came before anybody listened
            self.wfile.write(said.raw)
            self._push(said.events)
            if said.later and said.ordered.wait(10):
                self._push(said.later)

        def do_POST(self) -> None:
            said.given.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body = said.taken
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            said.ordered.set()

        def _push(self, events: list[tuple[str, Any]]) -> None:
            for name, told in events:
                self.wfile.write(f"event: {name}\ndata: {json.dumps(told)}\n\n".encode())

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Requests)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Console(f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_order_is_given_once_and_its_own_answer_counts(console: Console, said: Said) -> None:
    said.events = [CARD, order("older", "accepted")]
    said.later = [BEAT, order("other", "refused"), order("mine", "waiting"), order("mine", "x")]
    answer, milliseconds = console.give(FORM)
    assert (answer["command_id"], answer["status"], answer["seqs"]) == ("mine", "x", [7])
    assert milliseconds > 0
    (given,) = said.given
    assert given == {**FORM, "command_id": given["command_id"]}
    assert len(given["command_id"]) == 32


def test_an_order_is_given_only_once_its_answer_can_be_heard(console: Console, said: Said) -> None:
    said.slow = True
    said.later = [order("mine", "accepted")]
    assert console.give(FORM)[0]["status"] == "accepted"


def test_an_order_the_console_does_not_take_says_why(console: Console, said: Said) -> None:
    said.taken = (400, {"error": "why is empty"})
    said.later = [BEAT]
    with pytest.raises(OrderFailed, match=r"stop order.*why is empty"):
        console.give(FORM)


def test_an_order_that_is_not_answered_in_time_fails(console: Console, said: Said) -> None:
    said.later = [BEAT, order("mine", "accepted")]
    with pytest.raises(OrderFailed, match="did not answer the stop order"):
        Console(console.url, answer_s=0.0).give(FORM)


def test_all_rows_are_read_as_they_are_shown(console: Console, said: Said) -> None:
    lines = [[{"seq": 1}, {"seq": 2}], [{"seq": 2}], [{"seq": 4}]]
    said.events = [CARD, *(("lines", each) for each in lines), BEAT, ("lines", [{"seq": 5}])]
    assert console.rows("j") == [1, 2, 2, 4]
    assert said.after == ["0"]


def test_an_event_has_the_last_name_told_and_none_before(console: Console, said: Said) -> None:
    said.raw = b"data: 1\n\nevent: beat\ndata: 2\n\ndata: 3\n\n"
    with console.stream("j", after=0) as events:
        assert [next(events) for _ in range(3)] == [("", 1), ("beat", 2), ("beat", 3)]


def test_when_each_row_came_first_is_noted_until_the_director_stops(
    console: Console, said: Said
) -> None:
    said.events = [CARD, ("lines", [{"seq": 1}, {"seq": 2}]), BEAT, ("lines", [{"seq": 3}])]
    arrived = {2: 5}
    began_ns = time.monotonic_ns()
    note_arrivals(console, "j", arrived)
    assert set(arrived) == {1, 2, 3}
    assert arrived[2] == 5
    assert began_ns <= arrived[1] <= arrived[3] <= time.monotonic_ns()


def test_a_director_that_hangs_up_is_gone(console: Console) -> None:
    with pytest.raises(DirectorProcessGone, match="hung up"):
        console.rows("j")


def test_a_director_that_knows_no_such_table_is_no_use(console: Console) -> None:
    with pytest.raises(DirectorProcessGone, match="404"):
        console.rows("another")


def test_a_director_that_never_was_is_gone() -> None:
    with pytest.raises(DirectorProcessGone, match="is gone"):
        Console("http://127.0.0.1:9").rows("j")
    with pytest.raises(DirectorProcessGone, match="is gone"):
        Console("http://127.0.0.1:9").give(FORM)


def test_pages_have_addresses() -> None:
    assert Console("http://h:1").table_url("j") == "http://h:1/tables/j"
