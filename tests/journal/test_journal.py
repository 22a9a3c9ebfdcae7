"""The writer: all or nothing, once, by one owner, and never after a failure."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.journal import (
    DiskFull,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalFailed,
    JournalMisused,
    JournalTooNew,
    Mark,
    NotAJournal,
    matches,
    read,
    replayed,
)
from kiosk.rules.events import DeviceBack, DeviceLost, DicePickedUp, Event
from kiosk.wire.errors import RowInvalid, ValueUnfit
from kiosk.wire.row import NO_HASH, Row

LOST, BACK = DeviceLost("tower", "no answer"), DeviceBack("tower")
STAMP: dict[str, Any] = {
    "by": "table",
    "at_ns": 5,
    "wall_utc": "2026-05-09T14:03:07.123Z",
    "match_id": None,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def opened(path: Path, boot_id: str = "boot-1") -> Journal:
    return Journal.open(path, boot_id=boot_id)


def append(journal: Journal, command_id: str, *events: Event) -> tuple[Row, ...]:
    return journal.append(command_id=command_id, events=events, **STAMP)


# --- what is kept ------------------------------------------------------------------------------


def test_a_new_journal_is_empty_and_has_a_name_of_its_own(tmp_path: Path) -> None:
    with opened(tmp_path / "a") as one, opened(tmp_path / "b") as two:
        assert one.head == two.head == (0, NO_HASH)
        assert one.journal_id != two.journal_id
        assert one.last_mark() is None
        assert one.kept("c-1") == ()


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
        ask = journal._connection.execute
        assert ask("PRAGMA journal_mode").fetchone() == (b"wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA wal_autocheckpoint").fetchone() == (0,)


def test_a_command_seen_before_is_not_decided_again(path: Path) -> None:
    with opened(path) as journal:
        first = append(journal, "c-1", LOST, BACK)
        append(journal, "c-2", LOST)
        assert append(journal, "c-1", DicePickedUp()) == first
        assert journal.kept("c-1") == first
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


def test_a_mark_is_one_row_outside_the_chain(path: Path) -> None:
    with opened(path) as journal:
        journal.mark(7)
        journal.mark(8)
        assert journal.last_mark() == Mark("boot-1", 8)
        assert journal.head == (0, NO_HASH)
    with opened(path, "boot-2") as journal:
        assert journal.last_mark() == Mark("boot-1", 8)
        journal.mark(3)
        assert journal.last_mark() == Mark("boot-2", 3)
    assert list(read(path)) == []


@pytest.mark.parametrize("change", ["at_ns = at_ns + 1", "boot_id = 'boot-2'", "hash = ''"])
def test_a_mark_that_was_changed_is_not_trusted(path: Path, change: str) -> None:
    with opened(path) as journal:
        journal.mark(7)
        visitor = sqlite3.connect(path, isolation_level=None)
        visitor.execute(f"UPDATE mark SET {change}")
        visitor.close()
        assert journal.last_mark() is None


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


# --- what is no journal of ours ----------------------------------------------------------------


def unchanged(path: Path) -> tuple[bytes, list[str]]:
    names = (entry.name for entry in path.parent.iterdir() if entry.suffix != ".lock")
    return path.read_bytes(), sorted(names)


@pytest.mark.parametrize("content", [b"x", b"SQLite format 3\0", b"\0" * 4096])
def test_another_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    before = unchanged(path)
    for attempt in (lambda: opened(path), lambda: read(path)):
        with pytest.raises(NotAJournal, match=r"table\.journal is not a journal"):
            attempt()
    assert unchanged(path) == before


def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.executescript("CREATE TABLE event (seq INTEGER PRIMARY KEY); PRAGMA user_version = 1")
    other.close()
    before = unchanged(path)
    for attempt in (lambda: opened(path), lambda: read(path)):
        with pytest.raises(NotAJournal):
            attempt()
    assert unchanged(path) == before


def test_a_newer_journal_is_refused_and_left_alone(path: Path) -> None:
    opened(path).close()
    content = bytearray(path.read_bytes())
    content[60:64] = (2).to_bytes(4)  # user_version (https://www.sqlite.org/fileformat.html)
    path.write_bytes(content)
    before = unchanged(path)
    for attempt in (lambda: opened(path), lambda: read(path)):
        with pytest.raises(JournalTooNew, match="version 2, this program knows 1"):
            attempt()
    assert unchanged(path) == before


def test_a_log_without_its_journal_is_not_thrown_away(path: Path) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST)
    path.rename(path.with_name("moved"))
    log = path.with_name(path.name + "-wal")
    content = log.read_bytes()
    assert content
    with pytest.raises(JournalError, match="put the journal back"):
        opened(path)
    assert log.read_bytes() == content
    assert not path.exists()


def test_a_place_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no folder"):
        opened(tmp_path / "missing" / "table.journal")
    with pytest.raises(JournalError, match="is not there"):
        read(tmp_path / "missing")
    with pytest.raises(JournalError):
        opened(tmp_path)


def test_a_half_made_journal_does_not_stand_in_the_way(path: Path) -> None:
    """The power went while a journal was made: its own file was not there yet."""
    path.with_name(path.name + ".new").write_bytes(b"half")
    with opened(path) as journal:
        append(journal, "c-1", LOST)
    assert not path.with_name(path.name + ".new").exists()


# --- failures ----------------------------------------------------------------------------------


def test_a_full_disk_stops_all_writing(path: Path) -> None:
    with opened(path) as journal:
        rows = append(journal, "c-1", LOST)
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DiskFull, match="the disk is full"):
            append(journal, "c-2", *[DeviceLost("tower", "no answer" * 100)] * 20)
        assert journal.head == (1, rows[0].hash)
        journal._connection.execute("PRAGMA max_page_count = 100000")
        for use in (
            lambda: append(journal, "c-3", LOST),
            lambda: append(journal, "c-1", LOST),
            lambda: journal.mark(1),
            journal.checkpoint,
        ):
            with pytest.raises(JournalFailed, match="takes no more"):
                use()
    assert list(read(path)) == list(rows)
    with opened(path) as journal:
        assert journal.kept("c-2") == ()
        assert append(journal, "c-3", LOST)[0].seq == 2


def test_a_commit_that_fails_stops_all_writing(path: Path) -> None:
    """Another program holds the write lock: a commit that can't be had is a failure like any."""
    with opened(path) as journal:
        visitor = sqlite3.connect(path, isolation_level=None)
        visitor.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalFailed, match="stop play, call the director"):
            append(journal, "c-1", LOST)
        visitor.execute("ROLLBACK")
        visitor.close()
        with pytest.raises(JournalFailed, match="takes no more"):
            append(journal, "c-1", LOST)
    assert list(read(path)) == []


def test_a_journal_somebody_has_locked_is_not_called_damaged(path: Path) -> None:
    opened(path).close()
    visitor = sqlite3.connect(path, isolation_level=None)
    visitor.execute("PRAGMA locking_mode = EXCLUSIVE")
    visitor.execute("BEGIN EXCLUSIVE")
    with pytest.raises(JournalError, match="close what else has it open") as caught:
        opened(path)
    assert not isinstance(caught.value, JournalDamaged)
    visitor.close()
    opened(path).close()


def test_a_damaged_journal_is_not_opened(kept: Path) -> None:
    break_row(kept, 9)
    with pytest.raises(JournalDamaged) as caught:
        opened(kept)
    assert caught.value.seq == 9


def break_row(path: Path, seq: int) -> None:
    visitor = sqlite3.connect(path)
    visitor.execute("DROP TRIGGER event_stays")
    visitor.execute("UPDATE event SET at_ns = at_ns + 1 WHERE seq = ?", (seq,))
    visitor.commit()
    visitor.close()


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
    replay = replayed(rows)
    assert replay.match == replay.matches["match-1"] == keeper.match
    assert (replay.last_seq, replay.last_hash) == (rows[-1].seq, rows[-1].hash)
    for row, state in zip(rows, keeper.states, strict=True):
        assert replayed(rows[: row.seq]).match == state


def test_matches_are_kept_apart(path: Path, keep: Callable[..., Any]) -> None:
    with opened(path) as journal:
        keeper = keep(journal, "match-1", "match-2")
    replay = replayed(read(path))
    assert matches(path) == tuple(replay.matches) == ("match-1", "match-2")
    assert replay.match_id == "match-2"
    assert replay.match == replay.matches["match-2"] == keeper.match
    first = replay.matches["match-1"]
    assert first.opened is not None
    assert first.opened.match_id == "match-1"
    assert first.score == keeper.match.score
