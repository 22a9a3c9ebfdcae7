"""`kiosk screen` as a process: its driver's socket, and no screen at all."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from kits.live_kit import WHITE, WITHIN_S, Hands, LiveTable, ScreenProcess, bare, now

# --- the driver ----------------------------------------------------------------------------------


ROLL = b'{"do": "tap", "side": "white", "action": {"kind": "RollEntered", "dice": 2}'

NONSENSE = {
    b"nonsense": "Expecting value",
    b"[]": "does nothing",
    b'{"do": "dance"}': "one of tap",
    b'{"do": "tap"}': "no tap is described",
    b'{"do": "tap", "side": "red", "action": {"kind": "ReadyTapped"}}': "red",
    ROLL + b"}": "2 of 1 to 6",
    ROLL + b', "values": [7, 1]}': "2 of 1 to 6",
    b'{"do": "wait"}': "both are numbers",
    b'{"do": "wait", "seq": 99999, "timeout_s": 0}': "was not drawn",
    b'{"do": "shot", "path": "nowhere/x.png"}': "a folder that is there",
    b'{"do": "shot", "path": "x.txt"}': ".png",
    b"[" * 100_000: "nested too deep",
}


def test_what_makes_no_sense_is_answered_in_words_and_does_no_harm(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open()
    screen = start(table.socket)
    screen.drawn(table.newest.seq)
    for line, words in NONSENSE.items():
        answer = screen.raw(line)
        assert words in answer["error"], line
    assert screen.tap_shown(WHITE, "ReadyTapped")["ok"]


def test_it_tells_when_each_row_was_first_on_the_glass(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    table.open()
    screen = start(table.socket)
    Hands(table, screen).begin()
    screen.drawn(table.newest.seq)
    frames = screen.do("drawn")["drawn"]
    seqs, times = [seq for seq, _at, _frame in frames], [at for _seq, at, _frame in frames]
    assert seqs[-1] == table.newest.seq
    assert seqs == sorted(set(seqs))
    assert times == sorted(times)
    assert times[-1] <= now()


# --- no screen at all ----------------------------------------------------------------------------


@pytest.mark.parametrize("driver", ["dummy", "no-such-driver"])
def test_without_any_way_to_draw_it_says_so(tmp_path: Path, driver: str) -> None:
    command = [sys.executable, "-m", "kiosk", "screen", "--socket", str(tmp_path / "table.sock")]
    done = subprocess.run(
        command,
        env=bare(SDL_VIDEODRIVER=driver),
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert "no window could be opened" in line
    assert driver in line


def test_a_drivers_socket_that_is_taken_is_refused(
    table: LiveTable, start: Callable[..., ScreenProcess]
) -> None:
    first = start(table.socket)
    first.do("shown")
    second = start(table.socket)
    code, said, errors = second.process.wait(WITHIN_S), *second.process.communicate()
    assert (code, said) == (2, "")
    assert "belongs to a process that is running" in errors
    assert first.do("shown")["ok"]
