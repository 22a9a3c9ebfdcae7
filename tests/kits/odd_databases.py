"""Databases that look like ours, and have SQLite reckon when a row is asked for."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

Spoil = Callable[[sqlite3.Connection], object]

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
"""It never ends."""


def _table(name: str, change: Callable[[str], str]) -> Spoil:
    """The table `name` made again, empty, by its own statement as changed."""

    def spoil(connection: sqlite3.Connection) -> None:
        asked = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
        (statement,) = connection.execute(asked, (name,)).fetchone()
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(f"DROP TABLE {name}")
        connection.execute(change(statement))

    return spoil


def _view(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE event")
    connection.execute(f"CREATE VIEW event AS SELECT 1 AS seq, ({ENDLESS}) AS journal_id")


SPOILS: dict[str, tuple[Spoil, str]] = {
    "a view": (_view, "its view 'event' is none of ours"),
    "a generated column": (
        _table("event", lambda sql: sql.replace("body TEXT NOT NULL", "body TEXT AS (hex(seq))")),
        "its table 'event' is none of ours",
    ),
    "a column more": (
        _table("event", lambda sql: sql.replace("body TEXT", "x TEXT, body TEXT")),
        "its table 'event' is none of ours",
    ),
    "a default": (
        _table("event", lambda sql: sql.replace("v INTEGER NOT NULL", "v INTEGER DEFAULT 1")),
        "its table 'event' is none of ours",
    ),
    "a trigger more": (
        lambda connection: connection.execute(
            f"CREATE TRIGGER more AFTER INSERT ON event BEGIN {ENDLESS}; END"
        ),
        "its trigger 'more' is none of ours",
    ),
    "a view more": (
        lambda connection: connection.execute(f"CREATE VIEW more AS {ENDLESS}"),
        "its view 'more' is none of ours",
    ),
    "an index more": (
        lambda connection: connection.execute("CREATE INDEX more ON event (hex(body))"),
        "its index 'more' is none of ours",
    ),
    "a table less": (
        lambda connection: connection.execute("DROP TABLE event"),
        "it has no table 'event'",
    ),
}
"""How a database is spoiled, and what is said of it first."""


def spoil(path: Path, how: Spoil) -> None:
    """Do it to the file of a database that nobody has open."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        how(connection)
