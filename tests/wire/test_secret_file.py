"""Kept files are their owner's alone, under any umask and whoever wrote them first."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from kits.private_kit import UMASKS, odd_modes, umask

from kiosk.wire import secret_file
from kiosk.wire.secret_file import (
    make_database,
    make_private_folder,
    narrow_database,
    open_private,
    read_or_make,
    write_new,
    write_over,
    write_whole,
)

WAYS: tuple[Callable[[Path], object], ...] = (
    lambda path: read_or_make(path, lambda: b"x"),
    lambda path: write_new(path, b"x"),
    lambda path: write_over(path, b"x"),
    lambda path: write_whole(path, b"x"),
    lambda path: os.close(open_private(path, os.O_RDWR | os.O_CREAT)),
    make_database,
)


@pytest.mark.parametrize("mask", UMASKS, ids=oct)
@pytest.mark.parametrize("way", WAYS)
def test_a_kept_file_is_its_owners_alone_under_any_umask(
    tmp_path: Path, way: Callable[[Path], object], mask: int
) -> None:
    with umask(mask):
        way(tmp_path / "a")
        make_private_folder(tmp_path / "b" / "c")
    assert (tmp_path / "a").exists()
    assert odd_modes(tmp_path, "b") == {}


@pytest.mark.parametrize("way", [WAYS[0], *WAYS[2:]])
def test_a_file_others_could_read_is_made_narrow(
    tmp_path: Path, way: Callable[[Path], object]
) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "a").chmod(0o666)
    way(tmp_path / "a")
    assert odd_modes(tmp_path) == {}


@pytest.mark.parametrize("mask", UMASKS, ids=oct)
def test_all_that_sqlite_puts_beside_a_database_is_as_narrow_as_it(
    tmp_path: Path, mask: int
) -> None:
    path = tmp_path / "a.db"
    with umask(mask):
        make_database(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE a (b)")
            assert {file.name for file in tmp_path.iterdir()} == {"a.db", "a.db-wal", "a.db-shm"}
            assert odd_modes(tmp_path) == {}


def test_a_database_of_an_older_program_is_made_narrow_and_keeps_its_locks(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with umask(0), closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("PRAGMA journal_mode = WAL")
        owner.execute("CREATE TABLE a (b)")
        owner.execute("BEGIN IMMEDIATE")
        assert len(odd_modes(tmp_path)) == 3
        narrow_database(path)
        assert odd_modes(tmp_path) == {}
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("INSERT INTO a VALUES (1)")


def test_a_file_that_could_not_be_written_is_not_there_and_the_one_before_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "a", b"before")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(secret_file.os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a", b"after")
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"before"
