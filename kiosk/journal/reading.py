"""Reading a journal: rows in order, each verified before it is yielded.

A reader changes nothing: not the file, not its log, not even the list of files beside it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kiosk.journal import file
from kiosk.journal import head as heads
from kiosk.journal.errors import HeadMismatch, JournalDamaged, JournalError, JournalShort
from kiosk.journal.head import JournalHead
from kiosk.wire.disk import readable
from kiosk.wire.row import NO_HASH, Row, row_fault

_PAGE = 500


def read(path: Path | str) -> Iterator[Row]:
    """The verified rows, while a table is writing or long after.

    Raises JournalDamaged at the first bad row, after yielding every sound one before it, and
    JournalShort where rows are missing at the end; NotAJournal, JournalTooNew, JournalError at
    once.
    """
    path = Path(path)
    if not path.is_file():
        raise JournalError(f"{path} is not there: name the file a table wrote")
    file.check_header(path)
    return _rows_of(path, heads.newest(path))  # its head first: the journal may be growing


def is_absent(path: Path) -> bool:
    """Whether there is no file yet, or an empty one.

    Raises JournalError for a log without its journal, JournalShort for a head without it.
    """
    if path.exists() and path.stat().st_size > 0:
        return False
    wal = file.beside(path, "-wal")
    if wal.exists() and wal.stat().st_size > 0:
        raise JournalError(f"{wal} lies there without {path}: put the journal back beside its log")
    head = heads.newest(path)
    if head is not None and head.seq > 0:
        raise JournalShort(path, 0, head.seq)
    return True


def matches(path: Path | str) -> tuple[str, ...]:
    """The ids of the matches in a journal, in the order they came to the table."""
    return tuple(dict.fromkeys(row.match_id for row in read(path) if row.match_id is not None))


def verified(connection: sqlite3.Connection, path: Path, head: JournalHead | None) -> Iterator[Row]:
    """Every row, each checked against the one before it, and against the journal's head.

    Raises JournalDamaged, HeadMismatch. Reads page by page, so that a slow reader does not delay a
    checkpoint.
    """
    journal_id = file.journal_id(connection, path)
    if head is not None and head.journal_id != journal_id:
        raise HeadMismatch(
            f"{path} is journal {journal_id!r}, the head files beside it are of "
            f"{head.journal_id!r}: put the journal back that belongs to them, or its own head files"
        )
    seq, prev_hash = 0, NO_HASH
    while True:
        start = seq
        for columns in _page(connection, path, seq):
            row = _row(columns, path, seq + 1)
            why = row_fault(row, journal_id=journal_id, seq=seq + 1, prev_hash=prev_hash)
            if head is not None and row.seq == head.seq and row.hash != head.hash:
                why = why or "its head files name another row"
            if why is not None:
                raise JournalDamaged(path, seq + 1, why)
            seq, prev_hash = row.seq, row.hash
            yield row
        if seq - start < _PAGE:
            break
    if head is not None and seq < head.seq:
        raise JournalShort(path, seq, head.seq)


def _page(
    connection: sqlite3.Connection, path: Path, after: int
) -> list[tuple[object, ...] | JournalError]:
    """Up to _PAGE results after a row; last of all the error that ended the page early."""
    found: list[tuple[object, ...] | JournalError] = []
    select = f"SELECT {file.COLUMNS} FROM event WHERE seq > ? ORDER BY seq LIMIT {_PAGE}"
    try:
        found.extend(connection.execute(select, (after,)))
    except file.FAULTS as error:
        found.append(file.unreadable_error(error, path, after + len(found) + 1))
    return found


def _row(columns: tuple[object, ...] | JournalError, path: Path, seq: int) -> Row:
    if isinstance(columns, JournalError):
        raise columns
    try:
        return file.row_of(columns)
    except ValueError as error:
        raise JournalDamaged(path, seq, str(error)) from error


def _rows_of(path: Path, head: JournalHead | None) -> Iterator[Row]:
    with readable(path) as uri, closing(_connected(uri, path)) as connection:
        yield from verified(connection, path, head)


def _connected(uri: str, path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise file.unreadable_error(error, path, 1) from error
    try:
        file.harden(connection)
        file.check_schema(connection, path)
    except file.FAULTS as error:
        connection.close()
        raise file.unreadable_error(error, path, 1) from error
    except JournalError:
        connection.close()
        raise
    return connection
