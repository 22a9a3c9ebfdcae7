"""What is no journal of ours is refused; after a failure nothing more is written."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kits.journal_kit import LOST, append, opened
from kits.sqlite_kit import connection_of, fill_disk

from kiosk.journal import (
    DiskFull,
    JournalDamaged,
    JournalError,
    JournalFailed,
    JournalTooNew,
    NotAJournal,
    read,
)
from kiosk.rules.devices import DeviceLost

# --- what is no journal of ours ----------------------------------------------------------------


def unchanged(path: Path) -> tuple[bytes, list[str]]:
    names = (entry.name for entry in path.parent.iterdir() if entry.suffix != ".lock")
    return path.read_bytes(), sorted(names)


def test_a_refusal_says_what_to_do(path: Path) -> None:
    path.write_bytes(b"x")
    with pytest.raises(NotAJournal) as told:
        opened(path)
    assert str(told.value) == f"{path} is not a journal: name the file a table wrote"


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


def test_an_empty_log_without_its_journal_stands_in_nobodys_way(path: Path) -> None:
    path.with_name(path.name + "-wal").touch()
    with opened(path) as journal:
        append(journal, "c-1", LOST)
    assert len(list(read(path))) == 1


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
        fill_disk(journal)
        with pytest.raises(DiskFull) as told:
            append(journal, "c-2", *[DeviceLost("tower", "no answer" * 100)] * 20)
        assert str(told.value) == (
            f"{path} was not written (the disk is full): stop play, call the director"
        )
        assert journal.head == (1, rows[0].hash)
        connection_of(journal).execute("PRAGMA max_page_count = 100000")
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
        assert journal.rows_of_command("c-2") == ()
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


def test_a_commit_that_fails_midway_leaves_the_file_free(path: Path) -> None:
    """What was begun is taken back at once: a reader and its tools are not shut out."""
    with opened(path) as journal:
        with closing(sqlite3.connect(path)) as visitor:
            visitor.execute(
                "CREATE TRIGGER no_second BEFORE INSERT ON event WHEN NEW.seq = 2 "
                "BEGIN SELECT raise(FAIL, 'no second row'); END"
            )
        with pytest.raises(JournalFailed) as told:
            append(journal, "c-1", LOST, LOST)
        assert str(told.value) == (
            f"{path} was not written (no second row): stop play, call the director"
        )
        visitor = sqlite3.connect(path, timeout=0, isolation_level=None)
        visitor.execute("BEGIN IMMEDIATE")
        visitor.close()
    assert list(read(path)) == []


def test_a_file_whose_tables_make_no_sense_is_damaged_from_its_first_row(kept: Path) -> None:
    content = bytearray(kept.read_bytes())
    content[100:200] = b"\xff" * 100
    kept.write_bytes(content)
    with pytest.raises(JournalDamaged) as caught:
        opened(kept)
    assert caught.value.seq == 1


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
