"""The store in one SQLite file (WAL, synchronous FULL), owned by one director."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from kiosk.director.enrolment.register import EnrolmentNote, from_text, to_text
from kiosk.director.errors import StoreError, StoreFailed
from kiosk.director.people.notes import Note, StoredNote
from kiosk.director.store.schema import TABLES
from kiosk.director.store.store import (
    EventRow,
    Fork,
    KnownJournal,
    NamedPicture,
    StoredHead,
    StoredOrder,
    StoredPlayAnswer,
    Unanswerable,
)
from kiosk.wire.database_schema import entries_of, odd_entry
from kiosk.wire.disk import sync_folder
from kiosk.wire.row import NO_HASH, Row
from kiosk.wire.secret_file import make_database, narrow_database, open_private

APPLICATION_ID = 0x54_4B_44_31
"""`TKD1`, at byte 68 of the file (https://www.sqlite.org/fileformat.html#application_id)."""

SCHEMA_VERSION = 1
"""At byte 60 of the file, as `user_version`."""

_MAGIC = b"SQLite format 3\0"

_NOTES = msgspec.json.Decoder(Note)

_ROW = (
    'journal_id, seq, match_id, kind, v, at_ns, boot_id, wall_utc, "by", command_id, body, '
    "prev_hash, hash"
)
"""In the order of the fields of `Row`."""

_JOURNALS = f"""
SELECT journal.journal_id, key, coalesce(seq, 0), coalesce(hash, '{NO_HASH}')
FROM journal LEFT JOIN event ON event.journal_id = journal.journal_id AND seq = (
    SELECT max(seq) FROM event AS last WHERE last.journal_id = journal.journal_id
)
"""


HEAD_AFTER = (
    "SELECT * FROM head WHERE journal_id = ? AND last_seq >= ? ORDER BY last_seq, rowid LIMIT 1"
)
"""The first head that covers a row."""


class SqliteStore:
    """Open with `SqliteStore.open`. Only one thread at a time may use it; close it when done."""

    def __init__(self, path: Path, lock: int, connection: sqlite3.Connection) -> None:
        """Takes over what `open` opened."""
        self.path = path
        self._lock = lock
        self._connection = connection
        self._failure: str | None = None
        self._last: dict[str, KnownJournal] = {}
        """Journals as last read or written, by name; cleared when something was undone."""

    @classmethod
    def open(cls, path: Path | str) -> "SqliteStore":
        """Own the database at `path`; an absent or empty file becomes a new one.

        Raises StoreError.
        """
        path = Path(path).resolve()
        if not path.parent.is_dir():
            raise StoreError(f"{path.parent} is no folder: make it before the director starts")
        lock = _locked(path)
        try:
            if not path.exists() or path.stat().st_size == 0:
                _create(path)
            check_header(path)
            narrow_database(path)
            return cls(path, lock, _connected(path))
        except (sqlite3.Error, OSError) as error:
            os.close(lock)
            raise StoreError(f"{path} can't be opened: {error}; name another file") from error
        except StoreError:
            os.close(lock)
            raise

    def check(self) -> None:
        self._all("SELECT count(*) FROM sqlite_schema")

    def journals(self) -> tuple[KnownJournal, ...]:
        found = self._all(f"{_JOURNALS} ORDER BY journal.rowid")
        return tuple(KnownJournal(*columns) for columns in found)

    def journal(self, journal_id: str) -> KnownJournal | None:
        if journal_id not in self._last:
            found = self._all(f"{_JOURNALS} WHERE journal.journal_id = ?", journal_id)
            if not found:
                return None
            self._last[journal_id] = KnownJournal(*found[0])
        return self._last[journal_id]

    def begun(self, key: str) -> int:
        return int(self._all("SELECT count(*) FROM journal WHERE key = ?", key)[0][0])

    def admit(self, journal_id: str, key: str, utc: str) -> None:
        with self._transaction():
            self._connection.execute("INSERT INTO journal VALUES (?, ?, ?)", (journal_id, key, utc))

    def keep(self, head: StoredHead, rows: Sequence[Row], pictures: Sequence[NamedPicture]) -> None:
        with self._transaction():
            self._connection.executemany(
                f"INSERT INTO event ({_ROW}) VALUES ({_places(13)})",
                [_values(row, Row.__slots__) for row in rows],
            )
            self._connection.execute(
                f"INSERT INTO head VALUES ({_places(7)})",
                _values(head, StoredHead.__struct_fields__),
            )
            self._connection.executemany(
                "INSERT OR IGNORE INTO picture VALUES (?, ?, ?)",
                [(named.sha256, named.journal_id, named.seq) for named in pictures],
            )
        known = self._last.get(head.journal_id)
        if known is not None and rows:
            last = rows[-1]
            self._last[head.journal_id] = KnownJournal(
                known.journal_id, known.key, last.seq, last.hash
            )

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._whole("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"):
            yield

    def rows(self, journal_id: str, after: int = 0, most: int = 500) -> tuple[Row, ...]:
        found = self._all(
            f"SELECT {_ROW} FROM event WHERE journal_id = ? AND seq > ? ORDER BY seq LIMIT ?",
            journal_id,
            after,
            most,
        )
        return tuple(Row(*columns) for columns in found)

    def hashes(self, journal_id: str, first: int, last: int) -> Mapping[int, str]:
        return dict(
            self._all(
                "SELECT seq, hash FROM event WHERE journal_id = ? AND seq BETWEEN ? AND ?",
                journal_id,
                first,
                last,
            )
        )

    def heads(self, journal_id: str) -> Iterator[StoredHead]:
        found = self._all("SELECT * FROM head WHERE journal_id = ? ORDER BY rowid", journal_id)
        return (StoredHead(*columns) for columns in found)

    def first_head(self, journal_id: str) -> StoredHead | None:
        one = "SELECT * FROM head WHERE journal_id = ? ORDER BY rowid LIMIT 1"
        found = self._all(one, journal_id)
        return StoredHead(*found[0]) if found else None

    def head_after(self, journal_id: str, seq: int) -> StoredHead | None:
        found = self._all(HEAD_AFTER, journal_id, seq)
        return StoredHead(*found[0]) if found else None

    def last_heard_utc(self, journal_id: str) -> str | None:
        last = "SELECT received_utc FROM head WHERE journal_id = ? ORDER BY rowid DESC LIMIT 1"
        found = self._all(last, journal_id)
        return str(found[0][0]) if found else None

    def note_fork(self, fork: Fork) -> bool:
        with self._transaction():
            cursor = self._connection.execute(
                f"INSERT OR IGNORE INTO fork VALUES ({_places(8)})",
                _values(fork, Fork.__struct_fields__),
            )
        return cursor.rowcount == 1

    def forks(self, journal_id: str) -> tuple[Fork, ...]:
        found = self._all("SELECT * FROM fork WHERE journal_id = ? ORDER BY rowid", journal_id)
        return tuple(Fork(*columns) for columns in found)

    def give(self, order: StoredOrder) -> None:
        with self._transaction():
            self._connection.execute(
                f"INSERT INTO given VALUES ({_places(10)}) ON CONFLICT (command_id) DO NOTHING",
                _values(order, StoredOrder.__struct_fields__),
            )

    def given(self) -> tuple[StoredOrder, ...]:
        found = self._all("SELECT * FROM given ORDER BY rowid")
        return tuple(StoredOrder(*columns) for columns in found)

    def note_unanswerable(self, journal_id: str, unanswerable: Unanswerable) -> bool:
        new = self._all(
            "SELECT 1 FROM given LEFT JOIN unanswerable USING (command_id) "
            "WHERE command_id = ? AND journal_id = ? AND unanswerable.why IS NULL",
            unanswerable.command_id,
            journal_id,
        )
        if not new:
            return False
        with self._transaction():
            self._connection.execute(
                "INSERT INTO unanswerable VALUES (?, ?, ?)",
                _values(unanswerable, Unanswerable.__struct_fields__),
            )
        return True

    def unanswerable(self) -> tuple[Unanswerable, ...]:
        found = self._all("SELECT * FROM unanswerable ORDER BY rowid")
        return tuple(Unanswerable(*columns) for columns in found)

    def answer_play(self, answer: StoredPlayAnswer) -> None:
        fields = StoredPlayAnswer.__struct_fields__
        with self._transaction():
            self._connection.execute(
                f"INSERT INTO play_answer VALUES ({_places(len(fields))})", _values(answer, fields)
            )

    def play_answers(self, journal_id: str, match_id: str) -> tuple[StoredPlayAnswer, ...]:
        found = self._all(
            "SELECT * FROM play_answer WHERE journal_id = ? AND match_id = ? ORDER BY rowid",
            journal_id,
            match_id,
        )
        return tuple(StoredPlayAnswer(*columns) for columns in found)

    def pictures(self) -> tuple[NamedPicture, ...]:
        found = self._all("SELECT * FROM picture ORDER BY rowid")
        return tuple(NamedPicture(*columns) for columns in found)

    def note(self, noted: Sequence[StoredNote]) -> None:
        rows = [(each.utc, msgspec.json.encode(each.note).decode()) for each in noted]
        with self._transaction():
            self._connection.executemany(f"INSERT INTO noted VALUES ({_places(2)})", rows)

    def noted(self) -> tuple[StoredNote, ...]:
        found = self._all("SELECT utc, note FROM noted ORDER BY rowid")
        try:
            return tuple(StoredNote(utc, _NOTES.decode(note)) for utc, note in found)
        except msgspec.MsgspecError as error:
            raise StoreError(
                f"{self.path} holds accounts this program can't read ({error}): use a newer one"
            ) from error

    def note_enrolment(self, note: EnrolmentNote) -> None:
        with self._transaction():
            values = (to_text(note.fact), note.by, note.utc)
            self._connection.execute("INSERT INTO enrolment VALUES (?, ?, ?)", values)

    def enrolment(self) -> tuple[EnrolmentNote, ...]:
        found = self._all("SELECT * FROM enrolment ORDER BY rowid")
        try:
            return tuple(EnrolmentNote(from_text(body), by, utc) for body, by, utc in found)
        except msgspec.MsgspecError as error:
            raise StoreError(
                f"{self.path} has an enrolment that can't be read ({error}): use the program "
                "that wrote it, or a newer one"
            ) from error

    def keep_event(self, rows: Sequence[EventRow]) -> None:
        fields = EventRow.__struct_fields__
        with self._transaction():
            self._connection.executemany(
                f"INSERT INTO event_log VALUES ({_places(len(fields))})",
                [_values(row, fields) for row in rows],
            )

    def event_rows(self, after: int = 0, most: int = 500) -> tuple[EventRow, ...]:
        some = "SELECT * FROM event_log WHERE seq > ? ORDER BY seq LIMIT ?"
        return tuple(EventRow(*columns) for columns in self._all(some, after, most))

    def ladders(self) -> tuple[str, ...]:
        found = self._all("SELECT ladder_id FROM ladder_log GROUP BY ladder_id ORDER BY min(rowid)")
        return tuple(str(ladder_id) for (ladder_id,) in found)

    def keep_ladder(self, ladder_id: str, rows: Sequence[EventRow]) -> None:
        fields = EventRow.__struct_fields__
        with self._transaction():
            self._connection.executemany(
                f"INSERT INTO ladder_log VALUES ({_places(1 + len(fields))})",
                [(ladder_id, *_values(row, fields)) for row in rows],
            )

    def ladder_rows(self, ladder_id: str, after: int = 0, most: int = 500) -> tuple[EventRow, ...]:
        fields = ", ".join(f'"{name}"' for name in EventRow.__struct_fields__)
        some = (
            f"SELECT {fields} FROM ladder_log WHERE ladder_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        )
        return tuple(EventRow(*columns) for columns in self._all(some, ladder_id, after, most))

    def close(self) -> None:
        """Close and release the database."""
        self._connection.close()
        os.close(self._lock)

    def _all(self, statement: str, *values: object) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError(f"{self.path} can't be read ({error}): put a copy in place") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Store all of it, synced, or nothing; inside `together` it is synced with the others."""
        if self._connection.in_transaction:
            with self._whole("SAVEPOINT one", "RELEASE one", "ROLLBACK TO one"):
                yield
        else:
            with self.together():
                yield

    @contextmanager
    def _whole(self, begin: str, keep: str, undo: str) -> Iterator[None]:
        """Store all or nothing. After a failure nothing is ever stored again.

        A failed sync can't be repeated: the kernel reports it once and drops the pages.
        """
        if self._failure is not None:
            raise StoreFailed(
                f"{self.path} takes no more since a commit failed ({self._failure}): "
                "restart the director"
            )
        try:
            self._connection.execute(begin)
            yield
            if self._failure is not None:
                raise sqlite3.OperationalError(self._failure)
            self._connection.execute(keep)
        except (sqlite3.Error, OverflowError) as error:
            self._failure = self._failure or str(error)
            self._undo(undo)
            raise StoreFailed(f"{self.path} was not written: {error}; restart the director") from (
                error
            )
        except BaseException:
            self._undo(undo)
            raise

    def _undo(self, undo: str) -> None:
        self._last.clear()
        if self._connection.in_transaction:
            self._connection.execute(undo)


def _values(record: object, fields: Sequence[str]) -> tuple[object, ...]:
    return tuple(getattr(record, field) for field in fields)


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _create(path: Path) -> None:
    """Create a database, whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    make_database(new)
    connection = sqlite3.connect(new, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; {TABLES} COMMIT;"
        )
    finally:
        connection.close()
    os.replace(new, path)
    sync_folder(path.parent)


def check_header(path: Path) -> None:
    """Check the first bytes, without SQLite, which might change the file. Raises StoreError."""
    with path.open("rb") as file:
        head = file.read(100)
    ours = head.startswith(_MAGIC) and head[68:72] == APPLICATION_ID.to_bytes(4, "big")
    if len(head) < 100 or not ours:
        raise StoreError(f"{path} is not a director's database: name the file a director wrote")
    version = int.from_bytes(head[60:64], "big")
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} has version {version}, this program knows {SCHEMA_VERSION}: "
            "use the program that wrote it, or a newer one"
        )


def check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file's schema before any row is read. Raises StoreError, sqlite3.Error."""
    odd = odd_entry(connection, entries_of(TABLES))
    if odd is not None:
        raise StoreError(
            f"{path} is not a director's database: {odd}; name the file a director wrote"
        )


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        check_schema(connection, path)
        connection.execute("SELECT count(*) FROM journal").fetchone()
    except (sqlite3.Error, StoreError):
        connection.close()
        raise
    return connection


def _locked(path: Path) -> int:
    """Take an exclusive lock beside the database; it ends with the process in any case."""
    name = path.with_name(f"{path.name}.lock")
    try:
        lock = open_private(name, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise StoreError(f"{name} can't be made: {error.strerror}; name another file") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(lock, 20, 0).decode(errors="replace").strip()
        os.close(lock)
        raise StoreError(
            f"{path} belongs to a director that is running (process {owner or 'unknown'}): stop it"
        ) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock
