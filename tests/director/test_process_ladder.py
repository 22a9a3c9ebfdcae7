"""A ladder at the real process: through its port, heard on its stream, over a kill."""

import json
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import PaperTable
from kits.ladder_kit import LadderRunner
from kits.served_kit import Director, settings_of, starts


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as started:
        yield started


def runner(director: Director, ladder_id: str = "") -> LadderRunner:
    def post(path: str, body: bytes) -> tuple[int, Any]:
        status, said = director.ask("POST", path, body)
        return status, json.loads(said)

    return LadderRunner(post, lambda path: json.loads(director.ask("GET", path)[1]), ladder_id)


def test_a_killed_director_goes_on_with_the_ladder_as_it_was(
    start: Callable[..., Director],
) -> None:
    first = start()
    kari = runner(first).opens()
    kari.plays("jh", "j")
    number = kari.challenges("ca")
    kari.does("DisputeLadderResult", number=number, why="the score at 6-6")
    before = kari.ladder
    assert first.end(signal.SIGKILL)[0] == -signal.SIGKILL
    ola = runner(start(), kari.ladder_id)
    assert ola.ladder == before
    ola.result(number, "c")
    assert ola.order == "cbadejfgih"


def test_the_grid_hears_of_what_another_does(start: Callable[..., Director]) -> None:
    director = start()
    kari = runner(director).opens("ab")
    with director.stream("/events") as stream:
        assert stream.next("cards") == []
        kari.does("JoinLadder", name="c")
        assert stream.next("ladder") == {"ladder_id": kari.ladder_id, "seq": 3}


def test_of_many_who_enter_a_result_at_once_one_does(start: Callable[..., Director]) -> None:
    kari = runner(start()).opens()
    number = kari.challenges("jh")
    seen, found = kari.ladder["seq"], list[int]()
    won = {"number": number, "winner": kari.member("j"), "score": [7, 3]}

    def enter() -> None:
        found.append(kari.asks("TakeLadderResult", seen, **won)[0])

    callers = [threading.Thread(target=enter) for _ in range(4)]
    for each in callers:
        each.start()
    for each in callers:
        each.join()
    assert sorted(found) == [201, 409, 409, 409]
    assert (kari.order, kari.ladder["seq"]) == ("abcdejfgih", seen + 1)


def test_it_does_not_start_on_a_log_that_somebody_changed(
    start: Callable[..., Director], tmp_path: Path
) -> None:
    first = start()
    kari = runner(first).opens("ab")
    assert first.end(signal.SIGTERM) == (0, "")
    connection = sqlite3.connect(tmp_path / "director.db", isolation_level=None)
    connection.execute("DROP TRIGGER ladder_log_update")
    connection.execute("UPDATE ladder_log SET at_ms = at_ms + 1 WHERE seq = 2")
    connection.close()
    code, said = start().end(signal.SIGTERM)
    assert code == 2
    assert f"row 2 of the log of ladder {kari.ladder_id} is damaged" in said
    assert "put the second copy" in said
