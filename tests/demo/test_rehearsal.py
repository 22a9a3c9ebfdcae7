"""A whole event rehearsed: every result once, the same seed the same event, whatever breaks."""

from pathlib import Path

import pytest

from kiosk import cli
from kiosk.demo.errors import DemoMisused
from kiosk.demo.rehearsal import Figures, Options, _digest, _form, _listed, rehearse
from kiosk.director.entries_csv import read_entries

SMALL = {"players": 4, "tables": 2, "form": "knock-out", "seed": 3, "points": 1}


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    return rehearse(Options(**SMALL, out=tmp_path_factory.mktemp("rehearsal") / "out"))


def test_a_small_event_is_played_to_its_last_result(rehearsed: Figures) -> None:
    assert rehearsed.matches == 3
    assert rehearsed.rows > 300
    assert rehearsed.faults == ()


def test_the_assistant_did_no_more_than_the_console_asked_for(rehearsed: Figures) -> None:
    """Seven acts set it up; each round is one."""
    assert set(rehearsed.acts) == {
        *("OpenEvent", "SetTables", "MakeDivision", "Enter", "DrawDivision", "PublishDraw"),
        "Call",
    }
    assert rehearsed.acts["Call"] <= 3


@pytest.mark.night
@pytest.mark.parametrize("faults", [False, True])
def test_the_same_seed_is_the_same_event_whatever_breaks(tmp_path: Path, faults: bool) -> None:
    big = {**SMALL, "players": 16, "tables": 4, "form": "last-chance"}
    once = rehearse(Options(**big, out=tmp_path / "once"))
    again = rehearse(Options(**big, out=tmp_path / "again", faults=faults))
    assert again.digest == once.digest
    assert again.matches == once.matches
    assert len(again.faults) == (5 if faults else 0)


def test_the_list_of_players_is_one_that_the_director_takes() -> None:
    listed = read_entries(_listed(64, 6).encode())
    assert not listed.faults
    assert len(listed.lines) == 64
    couples = read_entries(_listed(16, 6, couples=True).encode())
    assert not couples.faults
    assert [len(each.entry.players) for each in couples.lines] == [2] * 8
    assert _listed(64, 6) == _listed(64, 6) != _listed(64, 7)


def test_the_format_is_as_long_as_the_rehearsal_has_it(tmp_path: Path) -> None:
    form = _form(Options(**{**SMALL, "form": "last-chance", "points": 3}, out=tmp_path))
    assert {each["length"] for each in form["rounds"]} == {3}
    with pytest.raises(DemoMisused, match="no format 'sudden-death'"):
        _form(Options(**{**SMALL, "form": "sudden-death"}, out=tmp_path))
    with pytest.raises(DemoMisused, match="--format is swing: script players play to points"):
        _form(Options(**{**SMALL, "form": "swing"}, out=tmp_path))


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

    first = _digest(event("a", [1, 0]))
    assert first == _digest(event("a", [1, 0]))
    assert first != _digest(event("b", [1, 0]))
    assert first != _digest(event("a", [1, 1]))


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
