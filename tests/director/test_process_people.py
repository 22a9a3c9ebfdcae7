"""People at the real process: its printed link, cookies under TLS, open pages that end."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.hall_kit import PaperTable
from kits.served_kit import Director, settings_of, starts


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public, more="tls = true\n")
    with starts(tmp_path, table) as started:
        yield started


def order() -> bytes:
    said = {"journal_id": "journal-1", "match_id": "match-1", "kind": "stop", "why": "noise"}
    return json.dumps(said).encode()


def test_the_first_link_is_printed_until_it_was_used(start: Callable[..., Director]) -> None:
    first = start()
    assert f"https://127.0.0.1:{first.port}/join#" in first.door_line
    assert first.end(signal.SIGTERM) == (0, "")
    second = start()
    assert "/join#" in second.door_line
    assert second.door_line.partition("#")[2] != first.door_line.partition("#")[2]
    session = second.enter()
    assert session["cookie"].startswith("__Host-session=")
    assert second.end(signal.SIGTERM) == (0, "")
    third = start()
    assert third.door_line == f"People sign in at https://127.0.0.1:{third.port}/sign-in\n"
    assert third.ask_as_nobody("GET", "/forms", **session)[0] == 200  # it is kept over a restart


def test_nobody_orders_and_a_player_under_the_directors_name_neither(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    named = json.dumps(json.loads(order()) | {"by": "Kari"}).encode()
    for body in (order(), named):
        assert director.ask_as_nobody("POST", "/orders", body)[0] == 401
    assert director.ask("POST", "/orders", named)[0] == 400
    assert director.polled(table.poll()) == []
    assert director.ask("POST", "/orders", order())[0] == 202
    (given,) = director.polled(table.poll())
    assert given.order().by == "director:Kari"


def test_a_page_that_is_open_ends_when_its_session_does(
    start: Callable[..., Director], table: PaperTable
) -> None:
    director = start()
    director.batch(table.batch())
    with director.stream("/events") as stream:
        assert len(stream.next("cards")) == 1
        director.ask("POST", "/own/sign-out-everywhere")
        assert any(stream.next("beat") is None for _beat in range(10))
    assert director.ask("GET", "/forms")[0] == 401
