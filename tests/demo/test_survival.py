"""Killed processes and what goes on: the rows of `kiosk/demo/FAULTS.md`, with real ones.

One evening is played on through all of it; every test plays to a quiet moment, kills one process,
and plays on.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from kits import events as e

from kiosk.demo.errors import ProcessGone, TableProcessGone
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.processes import Processes
from kiosk.demo.script_director import is_quiet
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings
from kiosk.journal import Row, fold_rows, read
from kiosk.rules.match import IN_GAME
from kiosk.rules.units import Instant
from kiosk.wire.snapshot import Snapshot, snapshot

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

SEED, POINTS = 6, 9


class Night:
    """The evening, its director's console, and what is done about a process that goes away."""

    def __init__(self, house: Processes, evening: MatchDriver) -> None:
        self.house = house
        self.evening = evening
        self.console = house.console
        self.journal_id = self.rows()[0].journal_id
        self.came_back: list[str] = []

    def rows(self) -> list[Row]:
        """Every row of the journal; each is verified on the way."""
        return list(read(self.house.table.journal))

    def since(self, seq: int) -> list[e.Event]:
        return [row.event() for row in self.rows() if row.seq > seq]

    def play(self, turns: int) -> Snapshot:
        """Play `turns` turns and on to a quiet moment; what goes away is started again."""
        before = self.evening.shown.seq

        longest = time.monotonic() + 4 * WITHIN_S

        def until(shown: Snapshot) -> bool:
            assert time.monotonic() < longest, f"{turns} turns are never played"
            played = sum(isinstance(event, e.TurnEnded) for event in self.since(before))
            return is_quiet(shown) and not self.evening.players.rolling and played >= turns

        self.evening.play(lambda _shown: None, self.again, until=until)
        return self.evening.shown

    def play_on(self, rows: int) -> None:
        """Play until so many more rows are shown."""
        enough = self.evening.shown.seq + rows
        self.evening.play(lambda _shown: None, self.again, until=lambda shown: shown.seq >= enough)

    def again(self, evening: MatchDriver, error: ProcessGone) -> None:
        self.came_back.append(type(error).__name__)
        evening.table_again() if isinstance(error, TableProcessGone) else evening.screen_again()

    def see(self, come: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until this is shown; the players look on."""
        until = time.monotonic() + WITHIN_S
        while not come(self.evening.shown):
            assert time.monotonic() < until, "it is never shown"
            newer = self.evening.sight.newer_snapshot(self.evening.shown.seq, 1.0)
            self.evening.shown = newer or self.evening.shown
        return self.evening.shown

    def card(self, come: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The table's card, once the console shows it so."""
        until = time.monotonic() + WITHIN_S
        with self.console.stream(self.journal_id, after=2**53) as events:
            for name, said in events:
                if name == "card" and come(said):
                    card: dict[str, Any] = said
                    return card
                assert time.monotonic() < until, "the console never shows it"
        raise AssertionError("the console hung up")

    def shot(self, path: Path) -> Any:
        """The screen's picture of what the players see, decoded."""
        assert self.evening.fingers is not None
        self.evening.fingers.wait(self.evening.shown.seq)
        self.evening.fingers.shot(path)
        picture = cv2.imread(str(path))
        assert picture is not None
        return picture

    def order(self, kind: str) -> None:
        """Have the director order it, and wait until it is shown."""
        form = {"journal_id": self.journal_id, "match_id": self.evening.shown.match_id}
        said, _milliseconds = self.console.give({**form, "kind": kind, "why": "so"})
        assert said["status"] == "accepted"
        self.evening.see(said["seqs"][-1])

    def all_at_director(self) -> None:
        """Every row is at the director, once and in order: on its page and in its database."""
        until = time.monotonic() + WITHIN_S
        while self.console.rows(self.journal_id) != [row.seq for row in self.rows()]:
            assert time.monotonic() < until, "rows are missing at the director"
        with sqlite3.connect(f"file:{self.house.director.database}?mode=ro", uri=True) as database:
            kept = database.execute("SELECT seq, hash FROM event ORDER BY rowid").fetchall()
        database.close()
        assert kept == [(row.seq, row.hash) for row in self.rows()][: len(kept)]
        assert len(kept) >= len(self.rows()) - 1


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("night")
    played = MatchSettings("survival", POINTS, "norway", "book", SEED, 960, 540)
    with Sockets(folder) as sockets, Processes(folder, played, sockets) as house:
        evening = MatchDriver(house.table, SEED, float("inf"), house.screen)
        evening.lay_out()
        yield Night(house, evening)
        evening.close()


def kill(pid: int | None) -> None:
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def test_table_dies(night: Night) -> None:
    """The screen says so and shows no keys, the director marks it stale; the match goes on."""
    before = night.play(1)
    fingers = night.evening.fingers
    assert fingers is not None
    fingers.wait(before.seq)
    rows = night.rows()
    night.came_back.clear()
    kill(night.house.table.pid)
    assert night.house.table.wait() == -signal.SIGKILL
    assert night.card(lambda card: card["stale"])["seq"] <= before.seq
    until = time.monotonic() + WITHIN_S
    while (shown := fingers.shown())["controls"] != {"white": [], "black": []}:
        assert time.monotonic() < until, "the keys are never taken away"
    assert shown["seq"] == before.seq
    assert night.rows() == rows

    night.play(2)
    assert night.came_back == ["TableProcessGone"]
    after = night.rows()
    assert after[: len(rows)] == rows
    restarted = [row.seq for row in after[len(rows) :] if row.kind == "Restarted"]
    assert len(restarted) == 1
    assert [row.kind for row in after].count("ResumeAgreed") >= 2
    assert not night.card(lambda card: not card["stale"])["stale"]
    night.all_at_director()


@pytest.mark.night
def test_camera_dies(night: Night) -> None:
    """Table and screen say so, the table starts it again, the dice are read again."""
    before = night.play(1)
    pids = night.evening.hands.control.do("processes")["processes"]
    kill(pids["camera"])
    night.see(lambda shown: "camera" in shown.lost_devices)
    assert "camera" in night.card(lambda card: bool(card["lost_devices"]))["lost_devices"]
    night.see(lambda shown: not shown.lost_devices)
    new = night.evening.hands.control.do("processes")["processes"]
    assert new["table"] == pids["table"]
    assert new["camera"] != pids["camera"]
    night.play(1)
    told = night.since(before.seq)
    back = next(i for i, event in enumerate(told) if isinstance(event, e.DeviceBack))
    judged = (e.RollAccepted, e.RollRefused, e.RollQuestioned)
    assert [v for v in told[back:] if isinstance(v, judged) and v.facts is not None]
    night.all_at_director()


@pytest.mark.night
def test_screen_dies(night: Night, tmp_path: Path) -> None:
    """Nothing changes at the table; the new screen shows the very same picture."""
    night.play(1)
    night.order("stop")
    fingers = night.evening.fingers
    assert fingers is not None
    picture, shown, rows = night.shot(tmp_path / "before.png"), fingers.shown(), night.rows()
    kill(night.house.screen.pid)
    assert night.house.screen.wait() == -signal.SIGKILL
    assert night.card(lambda card: card["screens"] == 1)["stop"] is not None  # our own eyes
    night.evening.screen_again()
    assert night.evening.fingers is not None
    assert night.evening.fingers.shown() == shown
    assert np.array_equal(night.shot(tmp_path / "after.png"), picture)
    assert night.rows() == rows
    night.order("start")
    night.play(1)


@pytest.mark.night
def test_buttons_dice_and_clocks_go_on_without_a_screen(night: Night) -> None:
    """The screen is dead for a turn; it is missed no sooner than somebody wants to tap."""
    before = night.play(1)
    pid = night.house.table.pid
    kill(night.house.screen.pid)
    assert night.house.screen.wait() == -signal.SIGKILL
    night.play_on(rows=6)
    assert {"buttons", "camera", "tower"} <= {
        row.by for row in night.rows() if row.seq > before.seq
    }
    night.evening.screen_again()
    night.play(1)
    assert night.house.table.pid == pid
    night.all_at_director()


@pytest.mark.night
def test_director_dies(night: Night) -> None:
    """The table says so and plays on; the director comes back and gets what it missed."""
    before = night.play(1)
    kill(night.house.director.pid)
    assert night.house.director.wait() == -signal.SIGKILL
    night.see(lambda shown: "director" in shown.lost_devices)
    night.play_on(rows=12)
    assert night.house.director.start() == night.house.url
    night.see(lambda shown: "director" not in shown.lost_devices)
    night.play(1)
    trouble = (e.DeviceLost, e.DeviceBack)
    events = [event for event in night.since(before.seq) if isinstance(event, trouble)]
    told = [type(event) for event in events if event.device == "director"]
    assert told.count(e.DeviceLost) == told.count(e.DeviceBack) == 1
    night.all_at_director()
    night.order("stop")
    night.order("start")


@pytest.mark.night
def test_everything_dies_at_once(night: Night) -> None:
    """A power cut: all come back on what they had written, and the match goes on."""
    night.play(1)
    rows = night.rows()
    for process in (night.house.table, night.house.screen, night.house.director):
        kill(process.pid)
        assert process.wait() == -signal.SIGKILL
    assert night.house.director.start() == night.house.url
    night.evening.table_again()
    night.evening.screen_again()
    assert night.evening.shown.stop is not None
    first = [row for row in night.rows() if row.seq <= night.evening.shown.seq]
    assert first[: len(rows)] == rows
    assert night.evening.shown == snapshot(
        fold_rows(first).match, night.evening.shown.seq, Instant(night.evening.shown.at_ns)
    )
    night.play(1)
    night.all_at_director()
    assert night.evening.shown.phase in IN_GAME


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def begun(folder: Path) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """A demo whose processes all run, and their names."""
    command = [sys.executable, "-m", "kiosk", "demo", "--points", "1", "--out", str(folder)]
    demo = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert demo.stdout is not None
    for line in demo.stdout:
        if "Game 1 begins" in line:
            break
    named: dict[str, Any] = json.loads((folder / "processes.json").read_text(encoding="utf-8"))
    return demo, named


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGKILL, -signal.SIGKILL),
        pytest.param(signal.SIGTERM, 130, marks=pytest.mark.night),
    ],
)
def test_demo_dies(number: signal.Signals, code: int, tmp_path: Path) -> None:
    """Nothing of it is left, however it ends; the journal is whole."""
    demo, named = begun(tmp_path / "out")
    with demo:
        demo.send_signal(number)
        assert demo.wait(4 * WITHIN_S) == code
    until = time.monotonic() + WITHIN_S
    pids = [named[name] for name in ("table", "camera", "screen", "director", "demo")]
    while left := [pid for pid in pids if not gone(pid)]:
        assert time.monotonic() < until, f"{left} of {named} are left"
    assert fold_rows(read(tmp_path / "out" / "journal.db")).last_seq > 0
