"""Reads rows from a director's database, also while it is in use; never changes it.

Used by `kiosk record`.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

import msgspec

from kiosk.director.errors import StoreError
from kiosk.director.store.sqlite import check_header, check_schema
from kiosk.wire.disk import readable
from kiosk.wire.row import NO_HASH, Row, row_fault

T = TypeVar("T")

_COLUMNS = ", ".join(f'"{each.name}"' for each in fields(Row))


def journal_of(path: Path, match_id: str | None) -> str:
    """The only journal that has this match; without a match, the only journal.

    Raises StoreError, which names the journals found.
    """

    def ask(connection: sqlite3.Connection) -> list[tuple[str]]:
        if match_id is None:
            return connection.execute("SELECT journal_id FROM journal ORDER BY rowid").fetchall()
        return connection.execute(
            "SELECT DISTINCT journal_id FROM event WHERE match_id = ?", (match_id,)
        ).fetchall()

    found = [each for (each,) in _query_file(path, ask)]
    if len(found) == 1:
        return found[0]
    what = "journal" if match_id is None else f"journal with match {match_id!r}"
    if not found:
        raise StoreError(f"{path} holds no {what}: look at the director's grid")
    more = "--match or --journal-id" if match_id is None else "--journal-id"
    raise StoreError(f"{path} holds more than one {what}: {', '.join(found)}; give {more}")


def rows_of(path: Path, journal_id: str) -> tuple[Row, ...]:
    """Every row of a journal, each checked against the one before it.

    Raises StoreError, which names the first bad row.
    """

    def ask(connection: sqlite3.Connection) -> list[Row]:
        statement = f"SELECT {_COLUMNS} FROM event WHERE journal_id = ? ORDER BY seq"
        return [Row(*columns) for columns in connection.execute(statement, (journal_id,))]

    before, rows = NO_HASH, _query_file(path, ask)
    for seq, row in enumerate(rows, 1):
        wrong = row_fault(row, journal_id=journal_id, seq=seq, prev_hash=before)
        if wrong is not None:
            raise StoreError(f"row {seq} of journal {journal_id} in {path} is damaged: {wrong}")
        before = row.hash
    if not rows:
        raise StoreError(f"{path} holds no journal {journal_id!r}: look at the director's grid")
    return tuple(rows)


def _query_file(path: Path, ask: Callable[[sqlite3.Connection], T]) -> T:
    check_header(path)
    try:
        with readable(path) as uri, closing(sqlite3.connect(uri, uri=True)) as connection:
            check_schema(connection, path)
            return ask(connection)
    except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} can't be read: {error}") from error
