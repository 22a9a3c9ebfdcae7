"""The one writer of a journal: append, commit, then let others show or act."""

import errno
import os
import sqlite3
import threading
import uuid
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from kiosk.journal import file
from kiosk.journal import head as heads
from kiosk.journal.errors import (
    DiskFull,
    JournalDamaged,
    JournalError,
    JournalFailed,
    JournalMisused,
)
from kiosk.journal.head import JournalHead, Mark
from kiosk.journal.reading import is_absent, verified
from kiosk.rules.fact import Event
from kiosk.wire.row import NO_HASH, Row, chain_row
from kiosk.wire.secret_file import narrow_database

_SELECT = f"SELECT {file.COLUMNS} FROM event WHERE seq BETWEEN ? AND ? ORDER BY seq"

_PATIENCE_S = 0.25
"""How long a write or a checkpoint waits for a reader; the whole table waits too."""


class Journal:
    """A journal owned by this process. Use it from the thread that opened it; close it when done.

    Open with `Journal.open`. After a failed commit it refuses to write for good.
    """

    def __init__(
        self,
        path: Path,
        boot_id: str,
        lock: int,
        connection: sqlite3.Connection,
        witness: sqlite3.Connection,
        head: JournalHead | None,
    ) -> None:
        """Take over the connections of `open` and verify every row.

        Raises JournalDamaged, HeadMismatch, OSError.
        """
        self.path = path
        self._boot_id = boot_id
        self._lock = lock
        self._connection = connection
        self._witness = witness
        self._thread = threading.get_ident()
        self._failure: str | None = None
        self._closed = False
        self._last_seq, self._last_hash = 0, NO_HASH
        self._spans: dict[str, tuple[int, int]] = {}
        self.journal_id = file.journal_id(connection, path)
        for row in verified(connection, path, head):
            self._remember((row,))
        if head is None:  # a new journal, or one without its head files
            head = JournalHead(1, self.journal_id, *self.head, None)
            heads.keep(path, head)
        self._kept_head = head

    @classmethod
    def open(cls, path: Path | str, *, boot_id: str) -> "Journal":
        """Own the journal at `path`; an absent or empty file becomes a new one.

        `boot_id` names this machine's boot (/proc/sys/kernel/random/boot_id); it goes into every
        row. Raises JournalBusy, NotAJournal, JournalTooNew, JournalDamaged, JournalShort,
        HeadMismatch, JournalError.
        """
        path = Path(path).resolve()
        if not path.parent.is_dir():
            raise JournalError(f"{path.parent} is no folder: make it before the table starts")
        lock = file.lock(path)
        try:
            head = heads.newest(path)
            if is_absent(path):
                file.create(path, head.journal_id if head is not None else str(uuid.uuid4()))
            file.check_header(path)
            narrow_database(path, *heads.SUFFIXES, ".director")
            return _opened(cls, path, boot_id, lock, head)
        except (sqlite3.Error, OSError) as error:
            os.close(lock)
            raise JournalError(f"{path} can't be opened: {error}") from error
        except JournalError:
            os.close(lock)
            raise

    @property
    def head(self) -> tuple[int, str]:
        """seq and hash of the last row; 0 and 64 zeros for a new journal."""
        return self._last_seq, self._last_hash

    def append(
        self,
        *,
        command_id: str,
        by: str,
        at_ns: int,
        wall_utc: str,
        match_id: str | None,
        events: Sequence[Event],
    ) -> tuple[Row, ...]:
        """Append all events of one command, or none; they are on the disk when this returns.

        A command seen before returns its old rows and writes nothing. Raises JournalFailed (then no
        more is ever written), and WireError for values that can't be kept.
        """
        self._check_usable()
        if command_id in self._spans:
            return self.rows_of_command(command_id)
        rows: list[Row] = []
        for event in events:
            rows.append(
                chain_row(
                    event,
                    journal_id=self.journal_id,
                    seq=self._last_seq + len(rows) + 1,
                    match_id=match_id,
                    at_ns=at_ns,
                    boot_id=self._boot_id,
                    wall_utc=wall_utc,
                    by=by,
                    command_id=command_id,
                    prev_hash=rows[-1].hash if rows else self._last_hash,
                )
            )
        if rows:
            self._commit(rows)
            self._remember(rows)
        return tuple(rows)

    def rows_of_command(self, command_id: str) -> tuple[Row, ...]:
        """The rows of a command decided before; empty for a command not seen yet."""
        self._check_usable()
        if command_id not in self._spans:
            return ()
        return self._rows(*self._spans[command_id])

    @property
    def is_marked(self) -> bool:
        """Whether the head files name the last row; until then its loss goes unnoticed."""
        return self._kept_head.seq == self._last_seq

    def mark(self, at_ns: int) -> None:
        """Record in the head files that the last row is the last, and the table alive at `at_ns`.

        Raises JournalFailed.
        """
        self._check_usable()
        self._keep_head(Mark(self._boot_id, at_ns))

    def last_mark(self) -> Mark | None:
        """The last mark, perhaps of an earlier boot; None if there was none."""
        return self._kept_head.mark

    def checkpoint(self) -> None:
        """Move the log into the file and empty it. Only while no match is open.

        A card that reports syncs falsely can damage a file only here (reordered writes). Does
        nothing while a reader is at work; the next call will.
        """
        self._check_usable()
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise self._fail(error) from error

    def close(self) -> None:
        """Release the journal. Closing again does nothing. Raises JournalFailed."""
        if self._closed:
            return
        self._check_thread()
        try:
            if self._failure is None and not self.is_marked:
                self._keep_head(self.last_mark())
        finally:
            self._closed = True
            _close(self.path, self._connection, self._witness)
            os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _commit(self, rows: Sequence[Row]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(file.INSERT, [file.columns_of(row) for row in rows])
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._fail(error) from error

    def _keep_head(self, mark: Mark | None) -> None:
        head = JournalHead(self._kept_head.counter + 1, self.journal_id, *self.head, mark)
        try:
            heads.keep(self.path, head)
        except OSError as error:
            raise self._fail(error) from error
        self._kept_head = head

    def _fail(self, error: sqlite3.Error | OSError) -> JournalFailed:
        """Refuse all further writes: a failed sync can't be repeated (fsync drops its error)."""
        name = getattr(error, "sqlite_errorname", "")
        full = name.startswith("SQLITE_FULL") or getattr(error, "errno", 0) == errno.ENOSPC
        what = "the disk is full" if full else f"{error}"
        self._failure = what
        if self._connection.in_transaction:
            try:
                self._connection.execute("ROLLBACK")
            except sqlite3.Error as second:
                self._failure = f"{what}, then {second}"
        kind = DiskFull if full else JournalFailed
        return kind(f"{self.path} was not written ({self._failure}): stop play, call the director")

    def _rows(self, first: int, last: int) -> tuple[Row, ...]:
        try:
            found = self._connection.execute(_SELECT, (first, last)).fetchall()
            return tuple(file.row_of(columns) for columns in found)
        except (sqlite3.Error, ValueError) as error:
            raise JournalDamaged(self.path, first, str(error)) from error

    def _remember(self, rows: Sequence[Row]) -> None:
        for row in rows:
            first, _last = self._spans.get(row.command_id, (row.seq, row.seq))
            self._spans[row.command_id] = (first, row.seq)
            self._last_seq, self._last_hash = row.seq, row.hash

    def _check_usable(self) -> None:
        self._check_thread()
        if self._closed:
            raise JournalMisused(f"{self.path} is closed: open it again")
        if self._failure is not None:
            raise JournalFailed(
                f"{self.path} takes no more since a commit failed ({self._failure}): "
                "restart the table"
            )

    def _check_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise JournalMisused(
                f"{self.path} was opened in another thread: hand the events to its owner"
            )


def _opened(
    cls: type[Journal], path: Path, boot_id: str, lock: int, head: JournalHead | None
) -> Journal:
    connection = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None)
    try:
        witness = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error:
        connection.close()
        raise
    try:
        _set_up(connection, witness, path)
        return cls(path, boot_id, lock, connection, witness, head)
    except BaseException:
        _close(path, connection, witness)
        raise


def _set_up(connection: sqlite3.Connection, witness: sqlite3.Connection, path: Path) -> None:
    """FULL keeps what was acknowledged; no checkpoint happens unless the owner asks."""
    try:
        file.harden(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        file.check_schema(witness, path)
        witness.execute("SELECT count(*) FROM journal").fetchone()
    except file.FAULTS as error:
        raise file.unreadable_error(error, path, 1) from error


def _close(path: Path, connection: sqlite3.Connection, witness: sqlite3.Connection) -> None:
    """SQLite checkpoints when the last connection that can write closes, match or no match.

    The read-only witness prevents that by closing last, unless the log is empty anyway.
    """
    wal = file.beside(path, "-wal")
    if wal.exists() and wal.stat().st_size > 0:
        connection.close()
        witness.close()
    else:
        witness.close()
        connection.close()
