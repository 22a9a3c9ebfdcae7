"""A whole event rehearsed: every result once, the same seed the same event, whatever breaks."""

import json
from math import inf
from pathlib import Path

import pytest

from kiosk import cli
from kiosk.demo.errors import DemoError, DemoMisused
from kiosk.demo.rehearsal import assistant, late_players, reckoning
from kiosk.demo.rehearsal import rehearse as rehearsal
from kiosk.demo.rehearsal.entered import division_format, list_players
from kiosk.demo.rehearsal.light_table import LightTable
from kiosk.demo.rehearsal.options import Options
from kiosk.demo.rehearsal.reckoning import RehearsalFigures, Waits, digest, matches_taken
from kiosk.demo.rehearsal.rehearse import rehearse
from kiosk.demo.rehearsal.seeded_director import SeededDraws
from kiosk.director.event.entries_csv import read_entries
from kiosk.director.store.sqlite import SqliteStore
from kiosk.tournament.decide import replayed
from kiosk.tournament.swing import Swing
from kiosk.wire.event_facts import decode_fact

SMALL = {"players": 4, "tables": 2, "form": "knock-out", "seed": 3, "points": 1}


ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rehearsal")


@pytest.fixture(scope="module")
def rehearsed(folder: Path) -> RehearsalFigures:
    return rehearse(Options(**SMALL, out=folder))


def test_a_small_event_is_played_to_its_last_result(rehearsed: RehearsalFigures) -> None:
    assert rehearsed.matches == 3
    assert rehearsed.rows > 300
    assert rehearsed.faults == rehearsed.late == ()
    assert json.loads(rehearsed.json())["acts"]["Call"] == rehearsed.acts["Call"]


def test_the_assistant_did_no_more_than_the_console_asked_for(rehearsed: RehearsalFigures) -> None:
    """Seven acts set it up; each round is one."""
    assert set(rehearsed.acts) == {
        *("OpenEvent", "SetTables", "MakeDivision", "Enter", "DrawDivision", "PublishDraw"),
        "Call",
    }
    assert rehearsed.acts["Call"] <= 3


def test_it_ends_as_without_them_whatever_two_rogue_tables_write(
    rehearsed: RehearsalFigures, tmp_path: Path
) -> None:
    done = rehearse(Options(**SMALL, out=tmp_path, rogues=2))
    assert (done.digest, done.matches) == (rehearsed.digest, rehearsed.matches)
    assert set(done.acts) == set(rehearsed.acts)
    store = SqliteStore.open(tmp_path / "director.db")
    sent = {each.journal_id: list(store.rows(each.journal_id, 0, 5)) for each in store.journals()}
    store.close()
    rogues = [rows for rows in sent.values() if {each.boot_id for each in rows} == {"rogue-boot"}]
    assert len(rogues) == 2


def test_a_result_that_counts_twice_is_found(rehearsed: RehearsalFigures, folder: Path) -> None:
    store = SqliteStore.open(folder / "director.db")
    rows = list(store.event_rows(0, 10**9))
    store.close()
    assert matches_taken(rows) == rehearsed.matches
    again = next(row for row in rows if row.kind == "MatchTaken")
    with pytest.raises(DemoError, match=r"match 1 of main-1-\d was taken twice"):
        matches_taken([*rows, again])


@pytest.mark.night
def test_couples_play_their_encounters_by_times_that_are_set_once(tmp_path: Path) -> None:
    """Three encounters of five matches, the third of which is played in consultation."""
    done = rehearse(Options(**{**SMALL, "players": 6, "form": "doubles"}, out=tmp_path))
    assert done.matches == 3 * 5
    assert done.acts["SetValues"] == 1
    assert not [kind for kind in done.acts if "," in kind or kind == "accept"]


def short_swing(folder: Path) -> Path:
    """Chips for one game each: who loses is out."""
    shipped = (ROOT / "config" / "formats" / "swing.toml").read_text()
    cheap = shipped.replace("value = 3000", "value = 100")
    assert cheap != shipped
    file = folder / "swing.toml"
    file.write_text(cheap)
    return file


def test_a_swing_is_played_until_one_has_all_chips(tmp_path: Path) -> None:
    form = str(short_swing(tmp_path))
    done = rehearse(Options(**{**SMALL, "form": form}, out=tmp_path / "out"))
    assert done.matches == 3
    store = SqliteStore.open(tmp_path / "out" / "director.db")
    facts = [decode_fact(row.kind, row.v, row.body.encode()) for row in store.event_rows(0, 10**9)]
    store.close()
    (division,) = replayed(facts).divisions.values()
    assert division.draw is not None
    assert isinstance(division.draw.play, Swing)
    assert sorted(division.draw.play.vp.values()) == [0, 0, 0, 400]


def test_who_never_comes_loses_and_what_nobody_signs_is_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Norway §2.2(iv): a point each five minutes, half of three is the match. The director accepts
    both proposals, and posts the result.
    """
    monkeypatch.setattr(late_players, "ONE_IN", 1)
    monkeypatch.setattr(late_players, "LATE_MIN", (inf,))
    monkeypatch.setattr(assistant, "PATIENCE_S", 1.0)
    done = rehearse(Options(**{**SMALL, "points": 3, "late": True}, out=tmp_path))
    assert done.late == ("3 not there",)
    assert done.matches == done.acts["result"] == 3
    assert done.acts["accept"] == 2 * 3
    assert not [kind for kind in done.acts if "," in kind]


@pytest.mark.night
def test_the_same_seed_is_the_same_event_whatever_breaks(tmp_path: Path) -> None:
    big = {**SMALL, "players": 16, "tables": 4, "form": "last-chance"}
    once = rehearse(Options(**big, out=tmp_path / "once"))
    again = rehearse(Options(**big, out=tmp_path / "again", faults=True, rogues=2))
    assert again.digest == once.digest
    assert again.matches == once.matches
    assert len(again.faults) == 7
    assert again.acts["Move"] >= 2


@pytest.mark.night
def test_the_same_seed_is_the_same_swing_whatever_breaks(tmp_path: Path) -> None:
    swing = {**SMALL, "players": 10, "tables": 7, "form": "swing"}
    once = rehearse(Options(**swing, out=tmp_path / "once"))
    again = rehearse(Options(**swing, out=tmp_path / "again", faults=True))
    assert again.digest == once.digest
    assert len(again.faults) == 5


@pytest.mark.night
def test_the_same_players_are_late_whatever_breaks(tmp_path: Path) -> None:
    late = {**SMALL, "players": 16, "tables": 5, "form": "last-chance", "points": 3, "late": True}
    once = rehearse(Options(**late, out=tmp_path / "once"))
    again = rehearse(Options(**late, out=tmp_path / "again", faults=True))
    assert again.digest == once.digest
    assert again.late == once.late != ()


def test_an_event_that_stands_still_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody ever comes, and nobody is asked to rule on it."""
    monkeypatch.setattr(rehearsal, "STILL_S", 3.0)
    monkeypatch.setattr(LightTable, "_play", lambda *_: False)
    with pytest.raises(DemoError, match="nothing has happened for 3 s"):
        rehearse(Options(**SMALL, out=tmp_path))


def test_the_list_of_players_is_one_that_the_director_takes() -> None:
    read = read_entries(list_players(64, 6).encode())
    assert not read.faults
    assert len(read.lines) == 64
    couples = read_entries(list_players(16, 6, couples=True).encode())
    assert not couples.faults
    assert [len(each.entry.players) for each in couples.lines] == [2] * 8
    assert list_players(64, 6) == list_players(64, 6) != list_players(64, 7)


def test_the_format_is_as_long_as_the_rehearsal_has_it(tmp_path: Path) -> None:
    form = division_format(Options(**{**SMALL, "form": "last-chance", "points": 3}, out=tmp_path))
    assert {each["length"] for each in form["rounds"]} == {3}
    with pytest.raises(DemoMisused, match="no format 'sudden-death'"):
        division_format(Options(**{**SMALL, "form": "sudden-death"}, out=tmp_path))
    with pytest.raises(DemoMisused, match="--format is club-rounds: its rounds last weeks"):
        division_format(Options(**{**SMALL, "form": "club-rounds"}, out=tmp_path))


def test_the_digest_is_of_who_met_whom_and_how_it_ended() -> None:
    def event(winner: str, score: list[int]) -> dict[str, object]:
        pairing = {
            "pairing_id": "main-1-1",
            "places": [{"entry_id": "a"}, {"entry_id": "b"}],
            "winner": winner,
            "result": {"score": score},
        }
        entries = [{"entry_id": "a", "name": "Ada"}, {"entry_id": "b", "name": "Bo"}]
        return {"entries": entries, "divisions": [{"pairings": [pairing]}]}

    first = digest(event("a", [1, 0]))
    assert first == digest(event("a", [1, 0]))
    assert first != digest(event("b", [1, 0]))
    assert first != digest(event("a", [1, 1]))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--players", "1"], "--players is 1: an event has 2 or more"),
        (["--players", "513"], "--players is 513: write 1 to 512"),
        (["--tables", "0"], "--tables is 0: write 1 to 200"),
    ],
)
def test_numbers_that_make_no_event_are_told(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rehearse", *words]) == cli.WRONG
    assert why in capsys.readouterr().err


def test_a_director_who_begins_anew_draws_as_before() -> None:
    one, two = SeededDraws(3), SeededDraws(3)
    first, second = ["a", "b", "c", "d", 1], [1, "d", "c", "b", "a"]
    one.random()
    one.shuffle(first)
    two.shuffle(second)
    assert first == second
    assert sorted(map(str, first)) == ["1", "a", "b", "c", "d"]
    assert len({str(order) for seed in range(20) for order in [shuffled(seed)]}) > 5


def shuffled(seed: int) -> list[str]:
    order = ["a", "b", "c", "d"]
    SeededDraws(seed).shuffle(order)
    return order


def test_a_wait_is_of_one_pairing_while_the_director_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_s = iter(range(100))
    monkeypatch.setattr(reckoning.time, "monotonic", lambda: float(next(now_s)))
    waits = Waits()

    def proposed(*names: str) -> dict[str, object]:
        keys = [{"key": {"division_id": "main", "pairing_id": name}} for name in names]
        return {"proposals": keys}

    for names in (["a"], ["b"], ["b", "c"], ["c"], ["d"]):  # at 0 to 4 s
        waits.follow(proposed(*names))
    assert waits.longest_s == 2.0
    for _each in range(3):
        waits.stop()
        waits.follow(proposed("d"))
    assert waits.longest_s == 2.0
