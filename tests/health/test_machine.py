"""Programs of the system, and commits timed in a file of their own."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.health import commits
from kiosk.health.commits import part_of, timed_commits
from kiosk.health.errors import CommandHung, CommandMissing
from kiosk.health.machine import Machine, run_command, space_of


def test_a_program_tells_its_code_and_both_its_voices() -> None:
    ran = run_command(
        [sys.executable, "-c", "import sys; print(1, flush=True); sys.exit('no')"], 30.0
    )
    assert (ran.code, ran.out.split()) == (1, ["1", "no"])


def test_a_program_is_asked_in_plain_english() -> None:
    ran = run_command([sys.executable, "-c", "import os; print(os.environ['LC_ALL'])"], 30.0)
    assert ran.out == "C\n"


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandMissing, match="no-such-program"):
        run_command(["no-such-program"], 1.0)


def test_a_program_that_hangs_is_killed() -> None:
    waits = "import threading; threading.Event().wait()"
    with pytest.raises(CommandHung, match="did not answer"):
        run_command([sys.executable, "-c", waits], 0.05)


def test_a_program_has_as_long_as_it_is_given_and_nobody_to_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: dict[str, object] = {}

    def run(_line: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        given.update(options)
        return subprocess.CompletedProcess([], 0, b"")

    monkeypatch.setattr(subprocess, "run", run)
    run_command(["any"], 2.5)
    assert (given["timeout"], given["stdin"]) == (2.5, subprocess.DEVNULL)


def test_files_are_read_below_the_root_and_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "sys").mkdir()
    (tmp_path / "sys/model").write_text("A Pi\0\n")
    here = Machine(tmp_path)
    assert here.read_content("sys/model") == "A Pi"
    assert here.read_content("sys") is None
    assert here.read_content("sys/other") is None
    assert here.find_files("sys/*") == [tmp_path / "sys/model"]


def test_space_is_the_file_systems(tmp_path: Path) -> None:
    space = space_of(tmp_path)
    assert space.free_bytes > 0
    assert not space.read_only


class Ticks:
    """A clock that goes on by so many ns each time it is read."""

    def __init__(self, step_ns: int) -> None:
        self._now_ns, self._step_ns = 0, step_ns

    def __call__(self) -> int:
        self._now_ns += self._step_ns
        return self._now_ns


def test_commits_are_timed_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_text("not mine")
    took = timed_commits(tmp_path, 7, Ticks(2_500_000))
    assert took == (2.5,) * 7
    assert [file.name for file in tmp_path.iterdir()] == ["journal.db"]


def test_a_commit_is_as_a_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    connect = sqlite3.connect

    def traced(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named)  # type: ignore[call-overload]
        connection.set_trace_callback(seen.append)
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(commits.sqlite3, "connect", traced)
    timed_commits(tmp_path, 2)
    assert seen[:3] == [
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA wal_autocheckpoint = 0",
    ]
    assert sum(each.startswith("INSERT") for each in seen) == 2


def test_where_nothing_can_be_written_the_error_is_told_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object, **_named: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(commits.sqlite3, "connect", refuse)
    with pytest.raises(sqlite3.OperationalError):
        timed_commits(tmp_path, 1)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="nowhere"):
        timed_commits(tmp_path / "nowhere", 1)


@pytest.mark.parametrize(
    ("values", "part", "expected"),
    [([3.0, 1.0, 2.0], 0.5, 2.0), ([1.0] * 99 + [9.0], 0.99, 9.0), ([4.0], 0.99, 4.0)],
)
def test_a_part_of_values(values: list[float], part: float, expected: float) -> None:
    assert part_of(values, part) == expected


def test_a_part_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        part_of([], 0.5)
