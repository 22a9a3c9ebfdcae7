"""Times commits on this disk: commits like the journal's, in a file of their own."""

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

BODY = "x" * 500
"""Typical size of a journal row in bytes."""


def timed_commits(
    folder: Path, count: int, clock_ns: Callable[[], int] = time.monotonic_ns
) -> tuple[float, ...]:
    """Time `count` commits in ms, made as a journal makes them: WAL, synchronous FULL.

    Nothing is left in `folder`. Raises OSError and sqlite3.Error where nothing can be written.
    """
    place = Path(tempfile.mkdtemp(prefix=".doctor-", dir=folder))
    try:
        return _timed(place / "commits.db", count, clock_ns)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _timed(file: Path, count: int, clock_ns: Callable[[], int]) -> tuple[float, ...]:
    took: list[float] = []
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)")
        for _ in range(count):
            start_ns = clock_ns()
            connection.execute("INSERT INTO event (body) VALUES (?)", (BODY,))
            took.append((clock_ns() - start_ns) / 1e6)
    return tuple(took)


def part_of(values: Sequence[float], part: float) -> float:
    """The quantile at `part` (0..1). Raises ValueError if there are no values."""
    if not values:
        raise ValueError("no values: measure something first")
    rising = sorted(values)
    return rising[min(len(rising) - 1, int(part * len(rising)))]
