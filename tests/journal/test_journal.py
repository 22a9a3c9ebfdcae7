"""The writer: all or nothing, once, and by one owner."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kits.journal_kit import BACK, LOST, STAMP, append, opened
from kits.private_kit import UMASKS, odd_modes, umask
from kits.sqlite_kit import connection_of

from kiosk.journal import (
    JournalBusy,
    JournalError,
    JournalMisused,
    NotAJournal,
    fold_rows,
    matches,
    read,
)
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.dice.facts import DicePickedUp
from kiosk.wire.errors import RowInvalid, ValueUnfit
from kiosk.wire.row import NO_HASH

# --- what is kept ------------------------------------------------------------------------------


def test_a_new_journal_is_empty_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    with opened(tmp_path / "a") as one, opened(tmp_path / "b") as two:
        assert one.head == two.head == (0, NO_HASH)
        assert one.journal_id != two.journal_id
        assert one.last_mark() is None
        assert one.rows_of_command("c-1") == ()


@pytest.mark.parametrize("mask", UMASKS, ids=oct)
def test_a_journal_and_all_beside_it_are_its_owners_alone(path: Path, mask: int) -> None:
    for _start in range(2):
        with umask(mask), opened(path) as journal:
            append(journal, "c-1", LOST)
            there = {file.name.removeprefix(path.name) for file in path.parent.iterdir()}
            assert {"", "-wal", "-shm", ".lock", ".head-a"} <= there
            assert odd_modes(path.parent) == {}
        for file in path.parent.iterdir():
            file.chmod(0o644)  # as an older program left it


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with opened(path) as journal:
        assert append(journal, "c-1", LOST)


def test_a_journal_keeps_its_name_and_rows(path: Path) -> None:
    with opened(path) as journal:
        name = journal.journal_id
        rows = append(journal, "c-1", LOST, BACK)
    with opened(path, "boot-2") as journal:
        assert journal.journal_id == name
        assert journal.head == (2, rows[-1].hash)
        (third,) = append(journal, "c-2", DicePickedUp())
    assert list(read(path)) == [*rows, third]
    assert [row.boot_id for row in (*rows, third)] == ["boot-1", "boot-1", "boot-2"]
    assert (third.seq, third.prev_hash) == (3, rows[-1].hash)
    assert [row.event() for row in rows] == [LOST, BACK]


def test_a_device_by_its_name_or_by_plain_text_makes_the_same_row(tmp_path: Path) -> None:
    kept = []
    for name in ("tower", DeviceName.TOWER):
        with opened(tmp_path / type(name).__name__) as journal:
            by = STAMP | {"by": name}
            rows = journal.append(command_id="c-1", events=[DeviceLost(name, "w")], **by)
            kept.append([(row.by, type(row.by), row.body) for row in read(journal.path)])
            assert list(read(journal.path)) == list(rows)
    assert kept == [[("tower", str, '{"device":"tower","why":"w"}')]] * 2


def test_rows_are_on_the_disk_when_append_returns(path: Path) -> None:
    """Another process, which shares nothing but the files, sees them at once."""
    with opened(path) as journal:
        for number in range(3):
            rows = append(journal, f"c-{number}", LOST, BACK)
            tell = f"from kiosk.journal import read; print([r.hash for r in read({str(path)!r})])"
            said = subprocess.run([sys.executable, "-c", tell], capture_output=True, check=True)
            assert eval(said.stdout)[-2:] == [row.hash for row in rows]


def test_every_commit_is_synced_and_no_checkpoint_comes_by_itself(path: Path) -> None:
    """The settings under which acknowledged is kept (SQLite's pragma page)."""
    with opened(path) as journal:
        ask = connection_of(journal).execute
        assert ask("PRAGMA journal_mode").fetchone() == (b"wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA wal_autocheckpoint").fetchone() == (0,)


def test_a_command_seen_before_is_not_decided_again(path: Path) -> None:
    with opened(path) as journal:
        first = append(journal, "c-1", LOST, BACK)
        append(journal, "c-2", LOST)
        assert append(journal, "c-1", DicePickedUp()) == first
        assert journal.rows_of_command("c-1") == first
        assert journal.head[0] == 3
    with opened(path) as journal:
        assert append(journal, "c-1", DicePickedUp()) == first
        assert journal.head[0] == 3


def test_a_command_without_events_leaves_nothing(path: Path) -> None:
    with opened(path) as journal:
        assert append(journal, "c-1") == ()
        assert journal.head[0] == 0


def test_one_bad_event_keeps_the_whole_command_out(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(ValueUnfit):
            append(journal, "c-1", LOST, DeviceBack("\ud800"))
        with pytest.raises(RowInvalid):
            journal.append(command_id="c-1", events=[LOST], **(STAMP | {"by": "grey"}))
        assert journal.head[0] == 0
        assert [row.seq for row in append(journal, "c-1", LOST)] == [1]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET body = '{}' WHERE seq = 1",
        "DELETE FROM event WHERE seq = 2",
        "DELETE FROM event",
        "UPDATE journal SET journal_id = 'other'",
        "DELETE FROM journal",
        "INSERT INTO event SELECT 1, 9, match_id, kind, v, at_ns, boot_id, wall_utc, 'by', "
        "command_id, body, prev_hash, hash FROM event WHERE seq = 2",
        "INSERT OR REPLACE INTO event SELECT seq, journal_id, match_id, kind, v, at_ns, boot_id, "
        "wall_utc, \"by\", command_id, '{}', prev_hash, hash FROM event WHERE seq = 1",
    ],
)
def test_the_file_itself_refuses_changes(path: Path, change: str) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST, BACK)
    visitor = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError, match="a journal "):
        visitor.execute(change)
    visitor.close()
    assert len(list(read(path))) == 2


# --- whose it is -------------------------------------------------------------------------------


def test_a_second_table_is_told_who_has_it(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(JournalBusy, match=f"process {os.getpid()}"):
            opened(path)
        append(journal, "c-1", LOST)
    opened(path).close()


def test_a_second_process_is_refused_by_any_name_of_the_file(path: Path, tmp_path: Path) -> None:
    alias = tmp_path / "alias"
    alias.symlink_to(path)
    take = f"from kiosk.journal import Journal; Journal.open({str(alias)!r}, boot_id='b')"
    with opened(path):
        said = subprocess.run(
            [sys.executable, "-c", take], capture_output=True, text=True, check=False
        )
    assert "JournalBusy" in said.stderr


def test_a_failed_opening_gives_the_lock_back(path: Path) -> None:
    path.write_bytes(b"a shopping list")
    for _ in range(2):
        with pytest.raises(NotAJournal):
            opened(path)


def test_only_the_thread_that_opened_it_may_use_it(path: Path) -> None:
    said: list[BaseException] = []

    def try_(use: Callable[[], object]) -> None:
        try:
            use()
        except JournalError as error:
            said.append(error)

    with opened(path) as journal:
        uses = (
            lambda: append(journal, "c-1", LOST),
            lambda: journal.mark(1),
            journal.checkpoint,
            journal.close,
        )
        for use in uses:
            other = threading.Thread(target=try_, args=(use,))
            other.start()
            other.join()
        assert [type(error) for error in said] == [JournalMisused] * len(uses)
        assert journal.head[0] == 0


def test_a_closed_journal_takes_nothing(path: Path) -> None:
    journal = opened(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalMisused, match="closed"):
        append(journal, "c-1", LOST)
    opened(path).close()


# --- the log and the file ----------------------------------------------------------------------


def test_only_a_checkpoint_moves_rows_into_the_file(path: Path) -> None:
    """Closing in the middle of a match must not either: that is where a lying card bites."""
    journal = opened(path)
    log = path.with_name(path.name + "-wal")
    before = path.read_bytes()
    rows = append(journal, "c-1", LOST)
    journal.close()
    assert path.read_bytes() == before
    assert log.stat().st_size > 0
    with opened(path) as journal:
        assert journal.head[0] == 1
        journal.checkpoint()
        assert log.stat().st_size == 0
        assert rows[0].hash.encode() in path.read_bytes()
    assert not log.exists()
    assert list(read(path)) == list(rows)


def test_a_checkpoint_waits_for_no_reader(path: Path) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST, BACK)
        reading = read(path)
        next(reading)
        journal.checkpoint()
        append(journal, "c-2", LOST)
        assert [row.seq for row in reading] == [2]
        journal.checkpoint()
    assert len(list(read(path))) == 3


# --- the fold ----------------------------------------------------------------------------------


def test_the_fold_is_the_state_the_table_had(path: Path, keep: Callable[..., Any]) -> None:
    with opened(path) as journal:
        keeper = keep(journal, "match-1")
    rows = list(read(path))
    assert matches(path) == ("match-1",)
    replay = fold_rows(rows)
    assert replay.match == replay.matches["match-1"] == keeper.match
    assert (replay.last_seq, replay.last_hash) == (rows[-1].seq, rows[-1].hash)
    for row, state in zip(rows, keeper.states, strict=True):
        assert fold_rows(rows[: row.seq]).match == state


def test_matches_are_kept_apart(path: Path, keep: Callable[..., Any]) -> None:
    with opened(path) as journal:
        keeper = keep(journal, "match-1", "match-2")
    replay = fold_rows(read(path))
    assert matches(path) == tuple(replay.matches) == ("match-1", "match-2")
    assert replay.match_id == "match-2"
    assert replay.match == replay.matches["match-2"] == keeper.match
    first = replay.matches["match-1"]
    assert first.opened is not None
    assert first.opened.match_id == "match-1"
    assert first.score == keeper.match.score
