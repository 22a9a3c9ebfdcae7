"""Following a journal while its table writes: rows after a cursor, each verified once."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from kiosk.journal import file
from kiosk.journal.errors import JournalDamaged
from kiosk.wire.row import NO_HASH, Row, row_fault

_AFTER = f"SELECT {file.COLUMNS} FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"


class Following:
    """Reads a journal that is open in this process, with a connection of its own.

    Use it from the thread that made it. Between two calls it holds no lock, so it never delays the
    owner's checkpoint; one call reads a bounded number of rows.
    """

    def __init__(self, path: Path) -> None:
        """Raises JournalError."""
        self._path = path
        uri = f"{path.absolute().as_uri()}?mode=ro"
        try:
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        except sqlite3.Error as error:
            raise file.unreadable_error(error, path, 1) from error
        try:
            file.harden(self._connection)
            self._journal_id = file.journal_id(self._connection, path)
        except file.FAULTS as error:
            self._connection.close()
            raise file.unreadable_error(error, path, 1) from error
        except BaseException:
            self._connection.close()
            raise

    def hash_at(self, seq: int) -> str:
        """The hash of row `seq`; 64 zeros for 0, the row before the first. Raises JournalError."""
        if seq == 0:
            return NO_HASH
        try:
            found = self._connection.execute("SELECT hash FROM event WHERE seq = ?", (seq,))
            with closing(found):
                row = found.fetchone()
        except file.FAULTS as error:
            raise file.unreadable_error(error, self._path, seq) from error
        if row is None or not isinstance(row[0], bytes):
            raise JournalDamaged(self._path, seq, "the row is gone")
        return row[0].decode(errors="replace")

    def rows(self, after: int, upto: int, *, most: int, longest: int) -> tuple[Row, ...]:
        """The rows after `after`, up to `upto`: at most `most`, with bodies of at most `longest`
        bytes.

        At least one row is given, whatever its length. Raises JournalError.
        """
        rows: list[Row] = []
        prev_hash, room = self.hash_at(after), longest
        try:
            with closing(self._connection.execute(_AFTER, (after, upto, most))) as found:
                for columns in found:
                    row = self._verified(columns, after + len(rows) + 1, prev_hash)
                    room -= len(row.body.encode())
                    if rows and room < 0:
                        break
                    rows.append(row)
                    prev_hash = row.hash
        except file.FAULTS as error:
            raise file.unreadable_error(error, self._path, after + len(rows) + 1) from error
        return tuple(rows)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _verified(self, columns: tuple[object, ...], seq: int, prev_hash: str) -> Row:
        try:
            row = file.row_of(columns)
        except ValueError as error:
            raise JournalDamaged(self._path, seq, str(error)) from error
        why = row_fault(row, journal_id=self._journal_id, seq=seq, prev_hash=prev_hash)
        if why is not None:
            raise JournalDamaged(self._path, seq, why)
        return row
