"""The journal's file: its schema, its creation, and the checks that it is ours."""

import fcntl
import os
import sqlite3
from dataclasses import fields
from pathlib import Path

from kiosk.journal.errors import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalOdd,
    JournalTooNew,
    NotAJournal,
)
from kiosk.wire.database_schema import entries_of, odd_entry
from kiosk.wire.disk import sync_folder
from kiosk.wire.row import Row
from kiosk.wire.secret_file import make_database, open_private

APPLICATION_ID = 0x54_4B_4A_31
"""`TKJ1`, at byte 68 of the file (https://www.sqlite.org/fileformat.html#application_id)."""

SCHEMA_VERSION = 1
"""At byte 60 of the file, as `user_version`."""

_MAGIC = b"SQLite format 3\0"

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions from reading a damaged file; the latter when SQLite quotes broken text to Python."""

_ELSEWHERE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN})
"""Codes unrelated to the file's contents."""

SCHEMA = """
CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal_id TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    journal_id TEXT NOT NULL,
    match_id TEXT,
    kind TEXT NOT NULL,
    v INTEGER NOT NULL,
    at_ns INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    wall_utc TEXT NOT NULL,
    "by" TEXT NOT NULL,
    command_id TEXT NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER event_only_grows BEFORE INSERT ON event
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
    BEGIN SELECT raise(ABORT, 'a journal grows by the next row only'); END;
CREATE TRIGGER event_is_kept BEFORE DELETE ON event
    BEGIN SELECT raise(ABORT, 'a journal is append-only'); END;
CREATE TRIGGER event_stays BEFORE UPDATE ON event
    BEGIN SELECT raise(ABORT, 'a journal is append-only'); END;
CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal
    BEGIN SELECT raise(ABORT, 'a journal keeps its name'); END;
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal
    BEGIN SELECT raise(ABORT, 'a journal keeps its name'); END;
"""

COLUMNS = (
    'journal_id, seq, match_id, kind, v, at_ns, boot_id, wall_utc, "by", command_id, body, '
    "prev_hash, hash"
)
"""In the order of the fields of `Row`."""

INSERT = f"INSERT INTO event ({COLUMNS}) VALUES ({', '.join('?' * 13)})"

_NUMBERS = frozenset({1, 4, 5})
_NULLABLE = frozenset({2})


def beside(path: Path, suffix: str) -> Path:
    """A companion file of SQLite or ours: `-wal`, `-shm`, `.lock`, `.head-a`, `.new`."""
    return path.with_name(path.name + suffix)


def create(path: Path, name: str) -> None:
    """Create a new journal with journal_id `name`; it is there whole or not at all."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    make_database(new)
    connection = sqlite3.connect(new, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; {SCHEMA}"
        )
        connection.execute("INSERT INTO journal VALUES (1, ?)", (name,))
        connection.execute("COMMIT")
    finally:
        connection.close()
    os.replace(new, path)
    sync_folder(path.parent)


def check_header(path: Path) -> None:
    """Check the first bytes, without SQLite, which might change the file.

    Raises NotAJournal, JournalTooNew, and JournalError for a file that can't be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise JournalError(f"{path} can't be read: {error.strerror}") from error
    ours = head.startswith(_MAGIC) and head[68:72] == APPLICATION_ID.to_bytes(4)
    if len(head) < 100 or not ours:
        raise NotAJournal(f"{path} is not a journal: name the file a table wrote")
    version = int.from_bytes(head[60:64])
    if version > SCHEMA_VERSION:
        raise JournalTooNew(
            f"{path} has version {version}, this program knows {SCHEMA_VERSION}: "
            "use the program that wrote it, or a newer one"
        )


def harden(connection: sqlite3.Connection) -> None:
    """Return text as stored bytes; raise at once for an inconsistent page."""
    connection.text_factory = bytes
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file's tables before any row is read.

    Raises JournalOdd for tables that no table makes, JournalDamaged for an unreadable schema,
    JournalError.
    """
    try:
        odd = odd_entry(
            connection,
            entries_of(SCHEMA),
            triggers=False,
        )
    except FAULTS as error:
        raise unreadable_error(error, path, 1) from error
    if odd is not None:
        raise JournalOdd(path, odd)


def unreadable_error(error: Exception, path: Path, seq: int) -> JournalError:
    """The error that one of FAULTS means for row `seq`, the next one wanted."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _ELSEWHERE:
        return JournalError(f"{path} can't be read now ({error}): close what else has it open")
    return JournalDamaged(path, seq, str(error))


def journal_id(connection: sqlite3.Connection, path: Path) -> str:
    """The file's journal_id. Raises JournalDamaged if it is missing."""
    try:
        found = connection.execute("SELECT journal_id FROM journal").fetchone()
    except FAULTS as error:
        raise unreadable_error(error, path, 1) from error
    if found is None or not isinstance(found[0], bytes):
        raise JournalDamaged(path, 1, "the journal's name is gone")
    try:
        return found[0].decode()
    except UnicodeDecodeError as error:
        raise JournalDamaged(path, 1, "the journal's name is no text") from error


def columns_of(row: Row) -> tuple[object, ...]:
    """A row as INSERT takes it."""
    return tuple(getattr(row, field.name) for field in fields(row))


def row_of(columns: tuple[object, ...]) -> Row:
    """The row in a result of COLUMNS. Raises ValueError if a column is of the wrong type."""
    fields: list[object] = []
    for index, value in enumerate(columns):
        if value is None and index in _NULLABLE:
            fields.append(None)
        elif index in _NUMBERS:
            if not isinstance(value, int):
                raise ValueError(f"column {index + 1} is no number")
            fields.append(value)
        else:
            if not isinstance(value, bytes):
                raise ValueError(f"column {index + 1} is no text")
            fields.append(value.decode())
    return Row(*fields)  # type: ignore[arg-type]


def lock(path: Path) -> int:
    """Lock the journal exclusively; the lock ends with the process, however that ends.

    Raises JournalBusy.
    """
    held = open_private(beside(path, ".lock"), os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(held, 20, 0).decode(errors="replace").strip()
        os.close(held)
        raise JournalBusy(
            f"{path} belongs to a table that is running (process {owner or 'unknown'}): stop it"
        ) from error
    os.ftruncate(held, 0)
    os.pwrite(held, f"{os.getpid()}\n".encode(), 0)
    return held
