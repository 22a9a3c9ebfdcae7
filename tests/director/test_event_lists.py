"""Entries, results, places and ratings of an event, as JSON and CSV."""

import csv
import io
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.event_kit import Runner
from kits.hall_kit import DIRECTORS_KEY, Client
from kits.languages_kit import load as load_languages
from kits.tournament_kit import every_fact
from kits.tracked_files import ROOT, tracked_files

from kiosk.director.app import create_app
from kiosk.director.event.list_routes import LISTS
from kiosk.director.event.lists import list_entries, list_places, list_ratings, list_results, to_csv
from kiosk.director.service import Service
from kiosk.tournament.bracket import PairingState
from kiosk.tournament.history import read_history
from kiosk.tournament.sheet import event_sheet

MAIN = {"division_id": "main"}


def lines_of(client: Client, name: str) -> list[dict[str, Any]]:
    """A list as JSON, which the CSV says, too."""
    found: list[dict[str, Any]] = client.get(f"/event/{name}.json").json()["lines"]
    header, *rest = table_of(client.get(f"/event/{name}.csv").body)
    kind, _lines = LISTS[name]
    assert tuple(header) == kind.__struct_fields__
    assert [[plain(value) for value in line.values()] for line in found] == rest
    return found


def plain(value: Any) -> str:
    """As it stands in a cell."""
    return "" if value is None else str(int(value) if isinstance(value, bool) else value)


def table_of(content: bytes) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content[3:].decode(), newline="")))


def test_a_played_event_as_lists(client: Client, kari: Runner) -> None:
    kari.drawn(4)
    kari.does("RateBy", formula="fibs")
    names = ("main-1-1", "main-1-2", "main-2-1", "consolation-1-1")
    won = {name: kari.plays(name) for name in names}
    who = {each["entry_id"]: each["name"] for each in kari.event["entries"]}
    found = lines_of(client, "results")
    assert [each["pairing_id"] for each in found] == list(names)
    assert {each["pairing_id"]: each["winner"] for each in found} == {
        name: who[winner] for name, winner in won.items()
    }
    first = found[0]
    assert (first["score_one"], first["score_two"], first["length"]) == (7, 3, 7)
    assert (first["cause"], first["winner"]) == ("played", first["one"])
    assert first["utc"].startswith("20")
    standing = {
        (each["bracket"], each["entry"]): (each["first"], each["last"])
        for each in lines_of(client, "standings")
    }
    assert standing["main", who[won["main-2-1"]]] == (1, 1)
    assert standing["consolation", who[won["consolation-1-1"]]] == (1, 1)
    assert sorted(place for (name, _who), place in standing.items() if name == "main") == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
    ]
    rating = lines_of(client, "ratings")
    assert [each["place"] for each in rating] == [1, 2, 3, 4]
    assert (rating[0]["player"], rating[0]["matches"]) == (who[won["main-2-1"]], 2)
    assert sum(each["experience"] for each in rating) == 2 * (7 + 7 + 7 + 5)
    assert [each["entry"] for each in lines_of(client, "entries")] == kari.names()


def test_nobody_is_rated_as_long_as_no_formula_is_named(client: Client, kari: Runner) -> None:
    kari.drawn(4)
    kari.plays("main-1-1")
    assert lines_of(client, "ratings") == []
    kari.does("RateBy", formula="fibs")
    assert len(lines_of(client, "ratings")) == 4


def test_a_correction_is_seen_in_every_list(client: Client, kari: Runner) -> None:
    kari.drawn(2)
    kari.does("RateBy", formula="fibs")
    kari.plays("main-1-1")
    before = lines_of(client, "ratings")
    loser = kari.players("main-1-1")[1]
    key = {**MAIN, "pairing_id": "main-1-1"}
    kari.does("Correct", key=key, winner=loser, score=[3, 7], why="misread")
    (result,) = lines_of(client, "results")
    assert (result["winner_id"], result["cause"]) == (loser, "ruling")
    assert lines_of(client, "standings")[0]["entry_id"] == loser
    assert lines_of(client, "ratings")[0]["player"] == before[1]["player"]


def test_a_name_is_no_formula_and_no_other_letters(client: Client, kari: Runner) -> None:
    kari.opened(0)
    names = ["=HYPERLINK(1)", "@x", "-5", "Åse; Bø, “山”"]
    kari.does("Enter", **MAIN, entries=[{"players": [{"name": name}]} for name in names])
    content = client.get("/event/entries.csv").body
    header, *rest = table_of(content)
    told = [line[header.index("player")] for line in rest]
    assert told == ["'=HYPERLINK(1)", "'@x", "'-5", "Åse; Bø, “山”"]
    assert b"\r\n" in content
    listed = client.get("/event/entries.json").json()
    assert [each["player"] for each in listed["lines"]] == names


def test_a_list_that_was_exported_enters_the_same_people(client: Client, kari: Runner) -> None:
    kari.opened(0)
    names = ["=HYPERLINK(1)", "+47 Bo", "-Cy", "@Di", "'t Hooft", "''=x", "＝1", "＠Eli", "Å; -1"]
    kari.does("Enter", **MAIN, entries=[{"players": [{"name": name}]} for name in names])
    kari.makes("second")
    status, told = kari.lists("second", client.get("/event/entries.csv").body)
    assert (status, told["entered"]) == (201, len(names))
    assert kari.names("second") == names
    assert kari.division("second")["entries"] == kari.division()["entries"]


def test_every_csv_the_service_sends_is_made_by_one_writer() -> None:
    """So none leaves the apostrophes out: nothing else in the product writes CSV."""
    files = [*tracked_files("kiosk/**/*.py"), *tracked_files("hardware/**/*.py")]
    writes = [file for file in files if "csv.writer" in file.read_text(encoding="utf-8")]
    assert [file.relative_to(ROOT).as_posix() for file in writes] == ["kiosk/record/spreadsheet.py"]


@pytest.mark.parametrize("name", LISTS)
def test_before_an_event_is_open_the_lists_are_empty(client: Client, name: str) -> None:
    assert lines_of(client, name) == []
    assert client.get(f"/event/{name}.csv").headers["content-disposition"].startswith("attachment")


@given(st.integers(0, 10_000))
def test_whatever_happens_in_an_event_is_told(seed: int) -> None:
    desk = every_fact(random.Random(seed))
    event, past = desk.tournament, read_history(desk.kept)
    over = [key for key, here in event_sheet(event).items() if here.state is PairingState.OVER]
    found = list_results(event, past)
    assert [(each.division_id, each.pairing_id) for each in found] == [
        (key.division_id, key.pairing_id) for key in over
    ]
    assert {each.entry_id for each in list_entries(event)} == {
        name for division in event.divisions.values() for name in division.entries
    }
    assert {each.entry_id for each in list_places(event)} <= set(event.entries)
    singles = {each for each in event.entries.values() if len(each.players) == 1}
    assert len(list_ratings(event, past)) == len(singles)
    for kind, lines in (
        (LISTS["results"][0], found),
        (LISTS["standings"][0], list_places(event)),
    ):
        assert len(table_of(to_csv(kind, lines))) == 1 + len(lines)
    assert all(each.utc for each in found if each.cause == "played")


@pytest.mark.parametrize("tag", ["da", "de", "fr", "it", "nb"])
def test_a_list_in_a_language_of_decimal_commas_is_read_back(
    director: Service, kari: Runner, tag: str
) -> None:
    kari.opened(0)
    player = {"name": "Åse, Bø", "rating": 1543.5, "number": "12"}
    kari.does("Enter", **MAIN, entries=[{"players": [player]}])
    client = Client(create_app(director, DIRECTORS_KEY, languages=load_languages()), "hall:8000")
    client.join(director, name="Ola")
    content = client.get(f"/event/entries.csv?language={tag}").body
    client.close()
    assert b";1543,5;" in content
    kari.makes("second")
    assert kari.lists("second", content)[0] == 201
    (entry,) = kari.event["entries"]
    assert entry["players"][0]["rating"] == 1543.5
