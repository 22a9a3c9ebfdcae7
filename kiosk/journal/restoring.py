"""Restoring a journal from its rows; the old files are kept aside, byte for byte."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from kiosk.journal import file
from kiosk.journal import head as heads
from kiosk.journal.head import JournalHead, Mark
from kiosk.wire.disk import sync_folder
from kiosk.wire.row import NO_HASH, Row
from kiosk.wire.secret_file import write_new


def restored_path(path: Path) -> Path:
    """Where a journal is built before it takes its place: whole, if it exists."""
    return file.beside(path, ".restored")


def put_back(
    path: Path, journal_id: str, rows: Sequence[Row], *, mark: Mark | None, counter: int, aside: str
) -> None:
    """Make the chained `rows` the journal at `path`; the old files get `aside` in their names.

    The caller holds the lock. `counter` is of the last known head. A power cut leaves the journal
    as it was, or short of its head, or done; never a shorter one that opens. Raises OSError,
    sqlite3.Error.
    """
    _make(path, journal_id, rows)
    for suffix in heads.SUFFIXES:
        _copy(file.beside(path, suffix), file.beside(path, aside + suffix))
    last, last_hash = (rows[-1].seq, rows[-1].hash) if rows else (0, NO_HASH)
    heads.keep(path, JournalHead(counter + 1, journal_id, last, last_hash, mark))
    for suffix in ("-wal", "-shm"):  # else the old log would be taken for the new file's
        old = file.beside(path, suffix)
        if old.exists():
            old.rename(file.beside(path, aside + suffix))
    if path.exists():
        os.link(path, file.beside(path, aside))
    sync_folder(path.parent)
    os.replace(restored_path(path), path)
    sync_folder(path.parent)


def _make(path: Path, journal_id: str, rows: Sequence[Row]) -> None:
    part = file.beside(path, ".restoring")
    file.create(part, journal_id)
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(file.INSERT, [file.columns_of(row) for row in rows])
        connection.execute("COMMIT")
    os.replace(part, restored_path(path))
    sync_folder(path.parent)


def _copy(source: Path, target: Path) -> None:
    if source.exists():
        write_new(target, source.read_bytes())
