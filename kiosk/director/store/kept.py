"""Reads rows from a director's database, also while it is in use; never changes it.

Used by `kiosk record` and `kiosk transcribe`.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TypeVar

import msgspec

from kiosk.director.errors import StoreError
from kiosk.director.store.sqlite import HEAD_AFTER, check_header, check_schema
from kiosk.director.store.store import StoredHead
from kiosk.record import fill_record
from kiosk.record.form import Record
from kiosk.record.transcripts import PlayAnswer
from kiosk.rules.ending import MatchEnded
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


def head_after(path: Path, journal_id: str, seq: int) -> tuple[StoredHead, str] | None:
    """The first head of a journal that covers row `seq`, and its device's key; None: none does.

    Raises StoreError.
    """

    def ask(connection: sqlite3.Connection) -> tuple[StoredHead, str] | None:
        found = connection.execute(HEAD_AFTER, (journal_id, seq)).fetchone()
        (key,) = connection.execute(
            "SELECT key FROM journal WHERE journal_id = ?", (journal_id,)
        ).fetchone()
        return None if found is None else (StoredHead(*found), key)

    return _query_file(path, ask)


MatchKey = tuple[str, str]
"""A match at a table: the journal's id and the match's."""


@dataclass(frozen=True, slots=True)
class MatchNews:
    """What came of one match: its last row, whether one of the new rows ended it, the names of new
    pictures in the order of their rolls, and whether people answered something.
    """

    last_seq: int = 0
    ended: bool = False
    pictures: tuple[str, ...] = ()
    answered: bool = False


class DatabaseFollower:
    """Reads what came to a director's database since it was asked last, and its matches."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = dict.fromkeys(_NEWS, 0)

    def check(self) -> None:
        """Raise StoreError if the file is no director's database."""
        check_header(self._path)

    def read_news(self) -> dict[MatchKey, MatchNews]:
        """What came of each match; the first time all there is. Raises StoreError."""

        def ask(connection: sqlite3.Connection) -> dict[str, list[tuple[int, str, str, str]]]:
            return {
                table: connection.execute(statement, (self._seen[table],)).fetchall()
                for table, statement in _NEWS.items()
            }

        found: dict[MatchKey, MatchNews] = {}
        news = _query_file(self._path, ask)
        for table, lines in news.items():
            for last, journal_id, match_id, what in lines:
                key = (journal_id, match_id)
                found[key] = _with_line(found.get(key, MatchNews()), table, what)
                self._seen[table] = max(self._seen[table], last)
        return found

    def record(self, key: MatchKey) -> Record:
        """The record of a match. Raises StoreError, RecordError, WireError."""
        journal_id, match_id = key
        return fill_record(rows_of(self._path, journal_id), match_id)

    def answers(self, key: MatchKey) -> tuple[PlayAnswer, ...]:
        """What people say was played in a match, the earliest first. Raises StoreError."""

        def ask(connection: sqlite3.Connection) -> list[tuple[str]]:
            return connection.execute(
                "SELECT body FROM play_answer WHERE journal_id = ? AND match_id = ? ORDER BY rowid",
                key,
            ).fetchall()

        found = _query_file(self._path, ask)
        try:
            return tuple(msgspec.json.decode(body, type=PlayAnswer) for (body,) in found)
        except msgspec.MsgspecError as error:
            raise StoreError(
                f"{self._path} holds an answer that can't be read ({error}): use a newer program"
            ) from error


_NEWS = {
    "event": f"""SELECT max(rowid), journal_id, match_id,
        max(seq) || (CASE max(kind = '{MatchEnded.__name__}') WHEN 1 THEN ' ended' ELSE '' END)
        FROM event WHERE rowid > ? AND match_id IS NOT NULL GROUP BY journal_id, match_id""",
    "picture": """SELECT picture.rowid, journal_id, match_id, sha256
        FROM picture JOIN event USING (journal_id, seq)
        WHERE picture.rowid > ? AND match_id IS NOT NULL ORDER BY picture.rowid""",
    "play_answer": """SELECT rowid, journal_id, match_id, ''
        FROM play_answer WHERE rowid > ? ORDER BY rowid""",
}
"""By table: of rows after a rowid the rowid, journal, match, and what they bring."""


def _with_line(news: MatchNews, table: str, what: str) -> MatchNews:
    if table == "event":
        seq, _, ended = what.partition(" ")
        return replace(news, last_seq=int(seq), ended=bool(ended))
    if table == "picture":
        return replace(news, pictures=(*news.pictures, what))
    return replace(news, answered=True)


def _query_file(path: Path, ask: Callable[[sqlite3.Connection], T]) -> T:
    check_header(path)
    try:
        with readable(path) as uri, closing(sqlite3.connect(uri, uri=True)) as connection:
            check_schema(connection, path)
            return ask(connection)
    except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} can't be read: {error}") from error
