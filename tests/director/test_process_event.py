"""An event at the real process: through its port, heard on its stream, over a kill."""

import json
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.event_kit import Runner
from kits.hall_kit import PaperTable
from kits.served_kit import Director, settings_of, starts


@pytest.fixture
def start(tmp_path: Path, table: PaperTable) -> Iterator[Callable[..., Director]]:
    settings_of(tmp_path, table.key.public)
    with starts(tmp_path, table) as started:
        yield started


def runner(director: Director) -> Runner:
    def post(path: str, body: bytes) -> tuple[int, Any]:
        status, said = director.ask("POST", path, body)
        return status, json.loads(said)

    return Runner(post, lambda path: json.loads(director.ask("GET", path)[1]))


def test_a_killed_director_goes_on_with_the_event_as_it_was(
    start: Callable[..., Director],
) -> None:
    first = start()
    kari = runner(first).opened(0)
    rows = "".join(f"Player {n};{n}\n" for n in range(1, 1001)).encode("utf-16")
    content = "Navn;Nr\n".encode("utf-16") + rows[2:]
    status, said = kari.lists("main", content)
    assert (status, said["entered"]) == (201, 1000)
    before = kari.event
    assert first.end(signal.SIGKILL)[0] == -signal.SIGKILL
    second = start()
    assert runner(second).event == before


def test_a_killed_director_knows_what_two_have_arranged(start: Callable[..., Director]) -> None:
    first = start()
    kari = runner(first)
    main, match = {"division_id": "main"}, {"division_id": "main", "pairing_id": "main-1-1"}
    kari.does("OpenEvent", name="Club Cup")
    offered = {each["format_id"]: each for each in kari.get("/event/formats")["formats"]}
    form = offered["club-rounds"]["format"]
    kari.does("MakeDivision", **main, name="Cup", format=form, precedence=0)
    who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, 3)]
    kari.does("Enter", **main, entries=who)
    last_day = kari.event["today"] + 5
    kari.does(
        "SetRoundDates", **main, dates=[{"bracket": "main", "round": 1, "last_day": last_day}]
    )
    kari.does("DrawDivision", **main)
    kari.does("PublishDraw", **main)
    kari.does("ArrangeRound", key=match, slot={"day": last_day, "minute": 1140})
    claim = {"claimant": kari.players("main-1-1")[0], "ground": "late", "why": "nobody came"}
    kari.does("ClaimMatch", key=match, **claim, now={"day": last_day, "minute": 1200})
    assert first.end(signal.SIGKILL)[0] == -signal.SIGKILL
    again = runner(start())
    assert again.pairing("main-1-1")["dated"]["need"] == "ruling"
    again.does("RuleOnClaim", key=match, granted=True, why="he forgot it")
    assert again.pairing("main-1-1")["winner"] == claim["claimant"]


def test_the_draw_is_another_each_time(start: Callable[..., Director]) -> None:
    kari = runner(start()).opened(64)
    found = set()
    for why in ("", "again", "once more"):
        kari.does("DrawDivision", division_id="main", why=why)
        pairings = kari.division()["pairings"]
        found.add(tuple(place["of"] for each in pairings[:32] for place in each["places"]))
    assert len(found) == 3


def test_the_grid_hears_of_what_another_does(start: Callable[..., Director]) -> None:
    director = start()
    kari = runner(director)
    with director.stream("/events") as stream:
        assert stream.next("cards") == []
        kari.does("OpenEvent", name="Malmö Open")
        assert stream.next("event") == {"seq": 1}
    assert kari.event["name"] == "Malmö Open"


def test_of_many_who_call_at_once_each_table_has_one_pairing(
    start: Callable[..., Director],
) -> None:
    director = start()
    kari = runner(director).drawn(entries=8, tables=1)
    seen, found = kari.event["seq"], list[int]()

    def call(nth: int) -> None:
        pairing = {"division_id": "main", "pairing_id": f"main-1-{nth}"}
        found.append(kari.asks("Call", seen, at_tables=[[pairing, 1]])[0])

    callers = [threading.Thread(target=call, args=(nth,)) for nth in range(1, 5)]
    for each in callers:
        each.start()
    for each in callers:
        each.join()
    assert sorted(found) == [201, 409, 409, 409]
    assert kari.event["seq"] == seen + 1
    assert [each["table"] for each in kari.division()["pairings"][:4]].count(1) == 1


def test_it_does_not_start_on_a_log_that_somebody_changed(
    start: Callable[..., Director], tmp_path: Path
) -> None:
    first = start()
    runner(first).opened(0)
    assert first.end(signal.SIGTERM) == (0, "")
    connection = sqlite3.connect(tmp_path / "director.db", isolation_level=None)
    connection.execute("DROP TRIGGER event_log_update")
    connection.execute("UPDATE event_log SET body = replace(body, 'Malmö', 'Lund')")
    connection.close()
    second = start()
    code, said = second.end(signal.SIGTERM)
    assert code == 2
    assert "row 1 of the event's log is damaged" in said
    assert "put the second copy" in said
