"""A demo to one point; by night `make demo` itself, once: what its journal, its files, its pictures
and its last line hold."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

import cv2
import pytest
from kits import commands as c
from kits import events as e
from kits.director_kit import pin_of
from kits.gnubg_files import GNUBG, ask_gnubg, read_mat
from kits.short_match import SHORT_SEED

from kiosk import cli
from kiosk.demo.console import Console
from kiosk.demo.core_match import play_on_core
from kiosk.demo.moves import DueMove
from kiosk.demo.players import Players
from kiosk.demo.run import complaints, digest
from kiosk.demo.verdict import MatchVerdict
from kiosk.journal import Row, fold_rows, read
from kiosk.record import Supplement, fill_record
from kiosk.rules.match import Phase
from kiosk.rules.plays import legal_plays, notation
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.units import Instant, Side
from kiosk.table.settings import load_book
from kiosk.transcribe.command import format_match, transcribe_match
from kiosk.transcribe.inferred import summary
from kiosk.wire.snapshot import Snapshot

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
    "mat",
    "journal",
    "truth",
    "match_digest",
    "seconds",
    "events_at_director",
    "orders",
    "screenshots",
    "memory_mb",
    "screen_cpu_percent",
}
PROCESSES = {"table", "camera", "screen", "director", "demo"}


def kiosk_demo(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kiosk", "demo", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class MatchDriver:
    """A demo played with --watch. `left_up`: the rows its director showed after it had ended."""

    seed: int
    points: int
    folder: Path
    said: str
    complaints: str
    code: int
    left_up: list[int]
    rows: list[Row]

    @property
    def figures(self) -> dict[str, Any]:
        line = next(line for line in self.said.splitlines() if line.startswith("{"))
        figures: dict[str, Any] = json.loads(line)
        return figures

    @property
    def named(self) -> dict[str, Any]:
        named: dict[str, Any] = json.loads((self.folder / "processes.json").read_text("utf-8"))
        return named

    def events(self, *kinds: type[e.Event]) -> list[Any]:
        return of([row.event() for row in self.rows], *kinds)


def played(seed: int, points: int, folder: Path) -> MatchDriver:
    asked = ("--points", str(points), "--rulebook", "norway", "--seed", str(seed), "--speed", "max")
    command = [
        sys.executable,
        "-m",
        "kiosk",
        "demo",
        *asked,
        "--json",
        "--watch",
        "--out",
        str(folder),
    ]
    said: list[str] = []
    left_up: list[int] = []
    with (folder.parent / "stderr").open("w+") as complaints:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as demo:
            assert demo.stdout is not None
            for line in demo.stdout:
                said.append(line)
                if "/join#" in line and "stays up" in said[-2]:
                    url, _, token = line.strip().partition("/join#")
                    journal_id = next(read(folder / "journal.db")).journal_id
                    pin = pin_of(folder / "director.db.pem")
                    watching = Console(url, pin)
                    watching.join(token, "Kari")
                    left_up += watching.rows(journal_id)
                    demo.send_signal(signal.SIGTERM)
            code = demo.wait()
        complaints.seek(0)
        wrong = complaints.read()
    assert (folder / "journal.db").exists(), wrong
    rows = list(read(folder / "journal.db"))
    return MatchDriver(seed, points, folder, "".join(said), wrong, code, left_up, rows)


@pytest.fixture(scope="module")
def seed() -> int:
    """The one `make demo` is played with."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    return next(int(line.split("=")[1]) for line in makefile if line.startswith("SEED ?="))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> MatchDriver:
    return played(SHORT_SEED, 1, tmp_path_factory.mktemp("short") / "out")


@pytest.fixture(scope="module")
def whole(seed: int, tmp_path_factory: pytest.TempPathFactory) -> MatchDriver:
    return played(seed, 3, tmp_path_factory.mktemp("whole") / "out")


@pytest.fixture(scope="module", params=["short", pytest.param("whole", marks=pytest.mark.night)])
def evening(request: pytest.FixtureRequest) -> MatchDriver:
    watched: MatchDriver = request.getfixturevalue(request.param)
    return watched


@pytest.fixture(
    scope="module", params=["rehearsed", pytest.param("played", marks=pytest.mark.night)]
)
def told(request: pytest.FixtureRequest, seed: int) -> list[e.Event]:
    """The events of `make demo`; rehearsed it is the same match (see the test of its seed)."""
    if request.param == "rehearsed":
        return play_on_core(seed, 3, load_book("norway", "book"))[1]
    whole: MatchDriver = request.getfixturevalue("whole")
    return whole.events(e.Event)


def of(events: list[e.Event], *kinds: type[e.Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def test_it_is_played_to_its_end_and_no_roll_was_read_wrong(evening: MatchDriver) -> None:
    assert evening.complaints == ""
    assert evening.code == 0
    assert evening.figures["wrong_readings"] == 0
    assert evening.figures["rolls_read"] > 0


def test_one_line_is_for_programs(evening: MatchDriver) -> None:
    figures = evening.figures
    assert set(figures) == KEYS
    assert set(figures["score"]) == {"white", "black"}
    assert figures["score"][figures["winner"]] >= evening.points
    assert figures["events_journaled"] == len(evening.rows)
    for action in figures["cube_actions"]:
        assert action["side"] in ("white", "black")
        assert action["action"] in ("double", "take", "pass")
        assert action["level"] in (2, 4, 8)


def test_the_journal_says_what_the_last_line_says(evening: MatchDriver) -> None:
    match = fold_rows(evening.rows).match
    assert match.phase is Phase.MATCH_OVER
    assert match.winner == evening.figures["winner"]
    assert {side.value: match.score.of_side(side) for side in Side} == evening.figures["score"]
    assert len(evening.events(e.RollQuestioned)) == evening.figures["unsure"]
    assert len(evening.events(e.GameEnded)) == evening.figures["games"]


def test_it_is_the_match_of_its_seed(evening: MatchDriver) -> None:
    log, _events = play_on_core(evening.seed, evening.points, load_book("norway", "book"))
    assert evening.figures["match_digest"] == digest(log)


def test_a_double_is_taken_and_one_is_passed(told: list[e.Event]) -> None:
    assert of(told, e.Taken)
    assert of(told, e.Passed)


def test_one_game_is_the_crawford_game_and_has_no_cube(told: list[e.Event]) -> None:
    (game,) = [game for game in of(told, e.GameStarted) if game.crawford]
    assert not game.cube_in_play
    assert game.cites == ("norway §4.4(iv)",)


@pytest.mark.parametrize("reason", [Reason.COCKED, Reason.WRONG_SIDE])
def test_a_roll_that_does_not_count_is_thrown_again(told: list[e.Event], reason: Reason) -> None:
    rolls = of(told, e.RollRefused, e.RollAccepted, e.OpeningDieRolled)
    found = [
        (rolls[i].side, rolls[i + 1].side)
        for i in range(len(rolls) - 1)
        if isinstance(rolls[i], e.RollRefused) and reason in rolls[i].reasons and rolls[i].facts
    ]
    assert found
    assert all(first is second for first, second in found)


def test_the_baffle_box_disagrees_and_the_players_are_asked(told: list[e.Event]) -> None:
    asked = of(told, e.RollQuestioned)
    assert any(Reason.DIE_IN_BOX in question.reasons for question in asked)


def test_every_accepted_roll_keeps_its_picture(evening: MatchDriver) -> None:
    seen = [roll for roll in evening.events(e.RollAccepted) if roll.facts]
    assert seen
    for roll in seen:
        assert (evening.folder / "pictures" / f"{roll.facts.picture}.jpg").is_file()


def test_record_and_truth_lie_beside_the_journal(evening: MatchDriver) -> None:
    for name in ("record", "mat", "journal", "truth"):
        assert Path(evening.figures[name]).parent == evening.folder
        assert Path(evening.figures[name]).is_file()
    truth = json.loads((evening.folder / "truth.json").read_text(encoding="utf-8"))
    assert len(truth) >= evening.figures["rolls_read"]


def test_the_plays_are_those_that_were_played(evening: MatchDriver) -> None:
    """By the pictures alone: at most one turn in fifty is left open, and none is wrong."""
    match_id = f"demo-{evening.seed}"
    match = transcribe_match(fill_record(evening.rows, match_id), evening.folder / "pictures")
    log, _events = play_on_core(evening.seed, evening.points, load_book("norway", "book"))
    played = [(entry[1], entry[2]) for entry in log if entry[0] == "play"]
    turns = [*match.turns.values()]
    assert len(turns) in {len(played), len(played) + 1}  # a last roll may not be played
    known = 0
    for turn, (side, words) in zip(turns, played, strict=False):
        assert turn.side is side
        if turn.play is not None:
            known += 1
            legal = legal_plays(turn.play.before, side, turn.dice)
            after = {notation(play): play.board for play in legal}
            assert turn.play.after == after.get(words, turn.play.before), (turn.dice, words)
    assert known >= 0.98 * len(turns) - 1
    assert summary(match) in evening.said


def test_gnubg_reads_the_plays_as_they_were_written(evening: MatchDriver, tmp_path: Path) -> None:
    if not GNUBG.exists():
        pytest.skip(f"{GNUBG} is not here: make test installs it")
    written = (evening.folder / "match.mat").read_text()
    record = fill_record(evening.rows, f"demo-{evening.seed}")
    match = transcribe_match(record, evening.folder / "pictures")
    for form in ("mat", "sgf"):
        content = format_match(match, form, Supplement())
        (tmp_path / f"demo.{form}").write_bytes(content)
    assert (tmp_path / "demo.mat").read_text() == written
    said = ask_gnubg(tmp_path, ["demo"])
    games = read_mat((tmp_path / "demo.mat.mat").read_text()).games
    assert len(games) == len(match.games), said
    for game, inferred in zip(games, match.games, strict=True):
        rolls = [step for step in game.steps if step.what.isdecimal()]
        # Past a play that is not known gnubg reads on as it likes.
        known = list(takewhile(lambda turn: turn.play is not None, inferred.turns))
        assert known
        for step, turn in zip(rolls, known, strict=False):
            assert step.side is turn.side
            assert step.after in {turn.after, None}
        assert len(rolls) >= len(known)


def test_the_truth_is_written_when_the_table_is_gone(evening: MatchDriver) -> None:
    """Nothing the table was given names it, and its last row is older."""
    assert "truth" not in (evening.folder / "table.toml").read_text(encoding="utf-8")
    truth, journal = (evening.folder / name for name in ("truth.json", "journal.db"))
    assert truth.stat().st_mtime_ns >= journal.stat().st_mtime_ns


def test_its_processes_are_named_and_gone(evening: MatchDriver) -> None:
    pids = {name: pid for name, pid in evening.named.items() if name != "director_url"}
    assert set(pids) == PROCESSES
    assert len(set(pids.values())) == len(PROCESSES)
    for pid in pids.values():
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert set(evening.figures["memory_mb"]) == PROCESSES
    assert all(20 < megabytes < 1000 for megabytes in evening.figures["memory_mb"].values())


def test_every_event_is_at_the_director(evening: MatchDriver) -> None:
    assert evening.figures["events_at_director"] == len(evening.rows)


def test_the_director_stays_up_to_be_looked_at(evening: MatchDriver) -> None:
    assert evening.named["director_url"] in evening.said.splitlines()[0]
    assert evening.left_up == [row.seq for row in evening.rows]


def test_the_directors_orders_are_journaled(evening: MatchDriver) -> None:
    orders = evening.figures["orders"]
    assert [order["kind"] for order in orders] == ["message", "stop", "start"]
    by_seq = {row.seq: row for row in evening.rows}
    lasts = (e.MessagePosted, e.PlayStopped, e.PlayStopped)
    for order, last in zip(orders, lasts, strict=True):
        assert order["status"] == "accepted"
        assert 0 < order["milliseconds"] < 10_000
        rows = [by_seq[seq] for seq in order["seqs"]]
        assert type(rows[-1].event()) is last
        assert {row.by for row in rows} == {"director:Dag"}
        assert len({row.command_id for row in rows}) == 1
    assert len(evening.events(e.MessageSeen)) == 2
    assert StopReason.BOTH_GO_ON in {each.reason for each in evening.events(e.PlayStopped)}


def test_the_screen_is_shown_in_every_situation(evening: MatchDriver) -> None:
    shots = [Path(path) for path in evening.figures["screenshots"]["screen"]]
    taken = {path.stem.partition("-")[2] for path in shots}
    assert taken >= {
        *("between_games", "opening", "press_to_start", "moving"),
        *("confirming", "claimed", "match_over", "roll_refused"),
        *("message", "stopped_director_ordered"),
    }
    if evening.points > 1:
        assert taken >= {"to_roll", "doubled", "to_roll_crawford"}
    pictures = [cv2.imread(str(path)) for path in shots]
    for picture in pictures:
        assert picture is not None
        assert picture.shape == (720, 1280, 3)
        assert picture.std() > 20  # a blank one has none
    assert len({picture.tobytes() for picture in pictures if picture is not None}) == len(shots)


def test_the_console_is_shown_in_the_match_and_at_its_end(evening: MatchDriver) -> None:
    shots = [Path(path) for path in evening.figures["screenshots"]["console"]]
    assert [path.stem for path in shots] == [
        *("console-grid-match", "console-table-match"),
        *("console-grid-end", "console-table-end"),
    ]
    for path in shots:
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.std() > 5


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


def test_a_tap_that_the_screen_does_not_show_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players who would take a double that nobody offered; all processes are real."""
    take = c.TakeTapped(Instant(0), Side.WHITE)

    def due(players: Players, _shown: Snapshot) -> DueMove:
        return DueMove(("take",), "a take", lambda: players._hands.tap(take))

    monkeypatch.setattr(Players, "_due", due)
    monkeypatch.setattr("kiosk.demo.run.play_on_core", lambda *_: ([], []))
    out = tmp_path / "out"
    assert cli.main(["demo", "--points", "1", "--out", str(out)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "white's half does not show TakeTapped" in line
    named = json.loads((out / "processes.json").read_text(encoding="utf-8"))
    for name in PROCESSES - {"demo"}:
        with pytest.raises(ProcessLookupError):
            os.kill(named[name], 0)
    assert not [row for row in read(out / "journal.db") if row.by in ("white", "black")]


def test_a_row_that_did_not_arrive_is_a_promise_broken(tmp_path: Path) -> None:
    verdict = MatchVerdict(events=300)
    assert complaints(verdict, {"events_at_director": 300}, tmp_path) == []
    (line,) = complaints(verdict, {"events_at_director": 299}, tmp_path)
    assert "299 of 300" in line


def test_a_screen_that_can_not_draw_ends_it(tmp_path: Path) -> None:
    """No way to draw: the demo says so in one line, and nothing is left running."""
    command = [sys.executable, "-m", "kiosk", "demo", "--points", "1", "--out", str(tmp_path / "o")]
    nowhere = os.environ | {"SDL_VIDEODRIVER": "nowhere"}
    done = subprocess.run(
        command, cwd=tmp_path, env=nowhere, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "the screen ended with exit code 3" in line
