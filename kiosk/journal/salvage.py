"""The sound rows of a damaged journal. Works on copies; the files are not changed.

Each row is verified by its own hash, so nothing else needs to be trusted: neither SQLite's view of
a file with damaged pages, nor a log whose checksums no longer fit.
"""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kiosk.journal import file
from kiosk.journal.errors import JournalDamaged, JournalError, JournalOdd
from kiosk.journal.head import JournalHead
from kiosk.journal.reading import verified
from kiosk.wire.row import NO_HASH, Row, row_hash

_PAGE = 4096
_LOG_HEAD = 32
_FRAME_HEAD = 24
"""Bytes before a log's first frame, and before a frame's page
(https://www.sqlite.org/fileformat.html#walformat)."""

_SHORTEST_ROW = 128
"""In bytes: the two hashes alone."""

_ONE = f"SELECT {file.COLUMNS} FROM event WHERE seq = ?"


def openable_rows(path: Path, head: JournalHead | None) -> tuple[Row, ...]:
    """The rows with which the journal would open, for the holder of its lock: a dead table's index
    of the log is ignored. Raises JournalError.
    """
    if not path.is_file():
        raise JournalError(f"{path} is not there: name the file a table wrote")
    file.check_header(path)
    with _copied(path) as connection:
        return tuple(verified(connection, path, head))


def name_of(path: Path) -> str | None:
    """The journal_id that can still be read from a journal's files."""
    for forced in (False, True) if path.is_file() else ():
        with suppress(JournalError), _copied(path, forced=forced) as connection:
            return file.journal_id(connection, path)
    return None


def sound_rows(path: Path, upto: int = 0) -> tuple[Row, ...]:
    """Every row whose content fits its hash, whatever is before and after it.

    Rows beyond the file's own end are searched up to row `upto`.
    """
    rows: dict[Row, None] = {}
    for forced in (False, True) if path.is_file() else ():
        with suppress(JournalOdd), _copied(path, forced=forced) as connection:
            rows |= dict.fromkeys(_rows(connection, _most_rows(path), upto))
    return tuple(rows)


def chained_rows(rows: Iterable[Row], journal_id: str) -> tuple[Row, ...]:
    """Of sound rows those of one journal, from its first, as far as each follows the one before.

    Raises JournalDamaged where two sound rows follow the same one.
    """
    after: dict[tuple[int, str], Row] = {}
    for row in rows:
        if row.journal_id != journal_id:
            continue
        place = (row.seq, row.prev_hash)
        if after.setdefault(place, row).hash != row.hash:
            why = "two sound rows stand there: this journal went on in two places"
            raise JournalDamaged(f"journal {journal_id}", row.seq, why)
    whole: list[Row] = []
    follows = after.get((1, NO_HASH))
    while follows is not None:
        whole.append(follows)
        follows = after.get((follows.seq + 1, follows.hash))
    return tuple(whole)


@contextmanager
def _copied(path: Path, *, forced: bool = False) -> Iterator[sqlite3.Connection]:
    """A copy as SQLite reads it, with its log up to the first invalid frame; `forced`: with every
    frame of the log put in its place, whatever its checksum.
    """
    with tempfile.TemporaryDirectory(prefix="journal-") as folder:
        copy, log = Path(folder) / "journal", file.beside(path, "-wal")
        shutil.copyfile(path, copy)
        if log.is_file() and forced:
            _force(copy, log.read_bytes())
        elif log.is_file():
            shutil.copyfile(log, file.beside(copy, "-wal"))
        uri = f"{copy.as_uri()}?mode=ro{'&immutable=1' if forced else ''}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            try:
                file.harden(connection)
                file.check_schema(connection, path)
            except JournalOdd:
                raise
            except (*file.FAULTS, JournalDamaged):
                pass  # unreadable parts are found where they are read
            yield connection


def _most_rows(path: Path) -> int:
    """An upper bound for the rows in its files: a damaged number must not be counted up to."""
    there = (each for each in (path, file.beside(path, "-wal")) if each.is_file())
    return sum(each.stat().st_size for each in there) // _SHORTEST_ROW


def _force(copy: Path, log: bytes) -> None:
    """Put the pages of a log into a copy of its file, as far as its last whole commit."""
    step = _FRAME_HEAD + _PAGE
    frames = [log[at : at + step] for at in range(_LOG_HEAD, len(log) - step + 1, step)]
    salts = log[16:24]  # of the current log; older frames may follow its end
    if not any(frame[8:16] == salts for frame in frames):
        counted = Counter(frame[8:16] for frame in frames)
        salts = next((salt for salt, _count in counted.most_common(1)), salts)
    mine = [frame for frame in frames if frame[8:16] == salts]
    while mine and not any(mine[-1][4:8]):  # no file size: an unfinished commit
        mine.pop()
    most = copy.stat().st_size // _PAGE + len(mine)
    with copy.open("r+b") as pages:
        for frame in mine:
            number = int.from_bytes(frame[:4])
            if 1 <= number <= most:
                pages.seek((number - 1) * _PAGE)
                pages.write(frame[_FRAME_HEAD:])


def _rows(connection: sqlite3.Connection, most: int, upto: int) -> Iterator[Row]:
    """Read rows one by one: an unreadable page costs its own rows only."""
    for seq in range(1, max(upto, min(most, _last(connection))) + 1):
        try:
            columns = connection.execute(_ONE, (seq,)).fetchone()
            row = None if columns is None else file.row_of(columns)
        except (*file.FAULTS, ValueError):
            continue
        if row is not None and row.seq == seq and row.hash == row_hash(row):
            yield row


def _last(connection: sqlite3.Connection) -> int:
    try:
        (last,) = connection.execute("SELECT max(seq) FROM event").fetchone()
    except file.FAULTS:
        return 0
    return last if isinstance(last, int) else 0
