"""`make demo` itself, once: what its journal, its files and its last line hold."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kiosk.demo.rehearse import rehearse
from kiosk.demo.run import digest
from kiosk.journal import Row, read, replayed
from kiosk.rules import events as e
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Side
from kiosk.table.settings import load_book

ROOT = Path(__file__).resolve().parents[2]
KEYS = {
    "winner",
    "score",
    "games",
    "rolls_read",
    "rolls_refused",
    "unsure",
    "wrong_readings",
    "cube_actions",
    "events_journaled",
    "record",
    "journal",
    "truth",
    "match_digest",
    "seconds",
}


def kiosk_demo(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kiosk", "demo", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Evening:
    seed: int
    folder: Path
    done: subprocess.CompletedProcess[str]
    rows: list[Row]

    @property
    def figures(self) -> dict[str, Any]:
        last: dict[str, Any] = json.loads(self.done.stdout.splitlines()[-1])
        return last

    def events(self, *kinds: type[e.Event]) -> list[Any]:
        return [event for event in (row.event() for row in self.rows) if type(event) in kinds]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    seed = next(line.split("=")[1].strip() for line in makefile if line.startswith("SEED ?="))
    folder = tmp_path_factory.mktemp("evening") / "out"
    asked = ("--points", "3", "--rulebook", "norway", "--seed", seed, "--speed", "max", "--json")
    done = kiosk_demo(*asked, "--out", str(folder), cwd=folder.parent)
    assert (folder / "journal.db").exists(), done.stderr
    return Evening(int(seed), folder, done, list(read(folder / "journal.db")))


def test_it_is_played_to_its_end_and_no_roll_was_read_wrong(evening: Evening) -> None:
    assert evening.done.stderr == ""
    assert evening.done.returncode == 0
    assert evening.figures["wrong_readings"] == 0
    assert evening.figures["rolls_read"] > 0


def test_the_last_line_is_for_programs(evening: Evening) -> None:
    figures = evening.figures
    assert set(figures) == KEYS
    assert set(figures["score"]) == {"white", "black"}
    assert figures["score"][figures["winner"]] >= 3
    assert figures["events_journaled"] == len(evening.rows)
    for action in figures["cube_actions"]:
        assert action["side"] in ("white", "black")
        assert action["action"] in ("double", "take", "pass")
        assert action["level"] in (2, 4, 8)


def test_the_journal_says_what_the_last_line_says(evening: Evening) -> None:
    match = replayed(evening.rows).match
    assert match.phase is Phase.MATCH_OVER
    assert match.winner == evening.figures["winner"]
    assert {side.value: match.score.of(side) for side in Side} == evening.figures["score"]
    assert len(evening.events(e.RollQuestioned)) == evening.figures["unsure"]
    assert len(evening.events(e.GameEnded)) == evening.figures["games"]


def test_it_is_the_match_of_its_seed(evening: Evening) -> None:
    log, _events = rehearse(evening.seed, 3, load_book("norway", "book"))
    assert evening.figures["match_digest"] == digest(log)


def test_a_double_is_taken_and_one_is_passed(evening: Evening) -> None:
    assert evening.events(e.Taken)
    assert evening.events(e.Passed)


def test_one_game_is_the_crawford_game_and_has_no_cube(evening: Evening) -> None:
    (game,) = [game for game in evening.events(e.GameStarted) if game.crawford]
    assert not game.cube_in_play
    assert game.cites == ("norway §4.4(iv)",)


@pytest.mark.parametrize("reason", [Reason.COCKED, Reason.WRONG_SIDE])
def test_a_roll_that_does_not_count_is_thrown_again(evening: Evening, reason: Reason) -> None:
    told = evening.events(e.RollRefused, e.RollAccepted, e.OpeningDieRolled)
    found = [
        (told[i].side, told[i + 1].side)
        for i in range(len(told) - 1)
        if isinstance(told[i], e.RollRefused) and reason in told[i].reasons and told[i].facts
    ]
    assert found
    assert all(first is second for first, second in found)


def test_the_baffle_box_disagrees_and_the_players_are_asked(evening: Evening) -> None:
    asked = evening.events(e.RollQuestioned)
    assert any(Reason.TOWER_DISAGREES in question.reasons for question in asked)


def test_every_accepted_roll_keeps_its_picture(evening: Evening) -> None:
    seen = [roll for roll in evening.events(e.RollAccepted) if roll.facts]
    assert seen
    for roll in seen:
        assert (evening.folder / "pictures" / f"{roll.facts.picture}.jpg").is_file()


def test_record_and_truth_lie_beside_the_journal(evening: Evening) -> None:
    for name in ("record", "journal", "truth"):
        assert Path(evening.figures[name]).parent == evening.folder
        assert Path(evening.figures[name]).is_file()
    truth = json.loads((evening.folder / "truth.json").read_text(encoding="utf-8"))
    assert len(truth) >= evening.figures["rolls_read"]


def test_the_truth_is_written_when_the_table_is_gone(evening: Evening) -> None:
    """Nothing the table was given names it, and its last row is older."""
    assert "truth" not in (evening.folder / "table.toml").read_text(encoding="utf-8")
    truth, journal = (evening.folder / name for name in ("truth.json", "journal.db"))
    assert truth.stat().st_mtime_ns >= journal.stat().st_mtime_ns


def test_its_processes_are_named_and_gone(evening: Evening) -> None:
    named = json.loads((evening.folder / "processes.json").read_text(encoding="utf-8"))
    assert set(named) == {"table", "camera", "demo"}
    assert len(set(named.values())) == 3
    for pid in named.values():
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_folder_with_a_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("precious", encoding="utf-8")
    done = kiosk_demo("--out", str(tmp_path), cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert str(tmp_path) in line
    assert "--out" in line
    assert [path.name for path in tmp_path.iterdir()] == ["journal.db"]
    assert (tmp_path / "journal.db").read_text(encoding="utf-8") == "precious"


def test_an_unknown_rule_book_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    done = kiosk_demo("--rulebook", "atlantis", cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "atlantis" in line
    assert "norway" in line
    assert not list(tmp_path.iterdir())
