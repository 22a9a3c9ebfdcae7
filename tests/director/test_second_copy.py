"""The second copy of the database: whole at one instant, on another name, and its troubles told."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from kits.hall_kit import UTC, PaperTable

from kiosk.director.errors import DirectorSettingsError, StoreError
from kiosk.director.store.second_copy import SecondCopy, copy_database
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import StoredOrder
from kiosk.director.tables.intake import Intake


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / "director.db"


@pytest.fixture
def copy(store: SqliteStore, target: Path) -> SecondCopy:
    return SecondCopy(store.path, target, clock=lambda: 0.0)


@pytest.fixture
def fill(store: SqliteStore, table: PaperTable) -> Callable[[int], None]:
    """The first rows of a table, and an order."""
    intake = Intake(store, [table.key.public])

    def upto(seq: int) -> None:
        assert intake.take(table.batch(upto=seq), UTC).seq == seq
        name = f"order-{seq:010}"
        store.give(
            StoredOrder(name, "journal-1", "StopOrdered", "{}", "director:Kari", "noise", UTC)
        )

    return upto


def kept(target: Path) -> tuple[int, int]:
    """Rows and orders in a copy, opened like any database."""
    store = SqliteStore.open(target)
    try:
        return len(store.rows("journal-1")), len(store.given())
    finally:
        store.close()


def beside(target: Path) -> list[str]:
    return sorted(file.name for file in target.parent.iterdir())


def test_a_copy_opens_and_has_every_row_and_order(
    copy: SecondCopy, fill: Callable[[int], None], table: PaperTable, target: Path
) -> None:
    """While the director has the database open, its last commits still in the log."""
    fill(5)
    copy.copy_if_changed()
    assert copy.trouble is None
    assert copy.copied_utc is not None
    assert beside(target) == ["director.db"]
    store = SqliteStore.open(target)
    assert store.rows("journal-1") == tuple(table.rows[:5])
    assert [each.command_id for each in store.given()] == ["order-0000000005"]
    store.close()
    fill(8)
    copy.copy_if_changed()
    assert kept(target) == (8, 2)


def test_what_did_not_change_is_not_copied_again(
    copy: SecondCopy, fill: Callable[[int], None], target: Path
) -> None:
    fill(5)
    copy.copy_if_changed()
    before = target.stat().st_ino
    copy.copy_if_changed()
    assert target.stat().st_ino == before
    target.unlink()  # the stick was changed
    copy.copy_if_changed()
    assert kept(target) == (5, 1)


def test_copying_takes_a_tenth_of_the_time_at_most(store: SqliteStore, target: Path) -> None:
    instants = iter([0.0, 2.0, 100.0, 150.0])
    copy = SecondCopy(store.path, target, clock=lambda: next(instants))
    assert copy.copy_if_changed() == 60.0
    assert copy.copy_if_changed() == 450.0


def test_a_copy_that_fails_leaves_the_one_before_and_is_told_once(
    copy: SecondCopy,
    fill: Callable[[int], None],
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fill(5)
    copy.copy_if_changed()
    caplog.clear()
    before = target.read_bytes()
    fill(8)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        copy.copy_if_changed()
        copy.copy_if_changed()
    told = f"{target} is no copy of the database now: No space left on device; put that"
    assert copy.trouble == f"{told} right"
    assert [each.message for each in caplog.records] == [copy.trouble]
    assert target.read_bytes() == before
    copy.copy_if_changed()
    assert copy.trouble is None
    assert caplog.records[-1].message == f"{target} is a copy of the database again"
    assert kept(target) == (8, 2)


def test_a_stick_that_comes_later_is_waited_for(
    store: SqliteStore, target: Path, fill: Callable[[int], None]
) -> None:
    fill(5)
    target.parent.rmdir()
    copy = SecondCopy(store.path, target)
    copy.copy_if_changed()
    assert copy.trouble is not None
    assert "is no copy of the database now: No such file or directory;" in copy.trouble
    target.parent.mkdir()
    copy.copy_if_changed()
    assert kept(target) == (5, 1)


def test_no_file_of_anybody_else_is_written_over(copy: SecondCopy, target: Path) -> None:
    target.write_text("a letter")
    copy.copy_if_changed()
    assert copy.trouble is not None
    assert "is not a director's database" in copy.trouble
    assert target.read_text() == "a letter"


def test_a_damaged_database_does_not_take_the_place_of_a_sound_copy(
    store: SqliteStore, target: Path, fill: Callable[[int], None], tmp_path: Path
) -> None:
    fill(5)
    copy_database(store.path, target)
    before = target.read_bytes()
    fill(8)
    hurt = tmp_path / "hurt.db"
    copy_database(store.path, hurt)
    content = bytearray(hurt.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096 : page * 4096 + 8] = b"\xff" * 8
    hurt.write_bytes(content)
    with pytest.raises((StoreError, sqlite3.DatabaseError)):
        copy_database(hurt, target)
    assert target.read_bytes() == before


def test_what_a_check_finds_is_told_and_the_copy_before_stays(
    store: SqliteStore, target: Path, tmp_path: Path
) -> None:
    copy_database(store.path, target)
    before = target.read_bytes()
    hurt = tmp_path / "hurt.db"
    copy_database(store.path, hurt)
    content = bytearray(hurt.read_bytes())
    content[36:40] = (5).to_bytes(4)  # so many free pages, says the header; there are none
    hurt.write_bytes(content)
    with pytest.raises(
        StoreError, match=r"hurt\.db is damaged \(.+\): the copy before this is kept"
    ):
        copy_database(hurt, target)
    assert target.read_bytes() == before


def test_the_database_is_no_copy_of_itself(store: SqliteStore, tmp_path: Path) -> None:
    other_name = tmp_path / "alias.db"
    other_name.symlink_to(store.path)
    with pytest.raises(
        DirectorSettingsError, match="the database itself; name a file on another disk"
    ):
        SecondCopy(store.path, other_name)


def test_a_copy_on_the_same_disk_is_told_once(
    copy: SecondCopy, target: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy.copy_if_changed()
    copy.copy_if_changed()
    assert [each.message for each in caplog.records] == [
        f"{target} lies on the database's own disk, and dies with it"
    ]
