"""The schema of our databases, compared with that of a file from elsewhere.

A view or a generated column of the right name would have SQLite compute whatever its author likes,
as soon as a row is read (https://www.sqlite.org/security.html).
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

Entry = tuple[str, str, str]
"""Kind, name and statement of a table, an index, a trigger or a view; layout does not count."""

_PARTS = re.compile(r"\w+|\S")

_ALL = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
"""Indexes that SQLite makes for a UNIQUE have no statement."""


@cache
def entries_of(script: str) -> frozenset[Entry]:
    """The entries of a database made by this script."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(script)
        return frozenset(_entries(made))


def odd_entry(
    found: sqlite3.Connection,
    ours: frozenset[Entry],
    *,
    triggers: bool = True,
) -> str | None:
    """The first entry of a database that differs from `ours`, to the letter, or a table of ours
    that it lacks; None if it is one of ours.

    A missing trigger is harmless, since ours only forbid; without `triggers` they are not checked,
    as none runs where a file is read. Only the schema is read. Raises sqlite3.Error,
    UnicodeDecodeError.
    """
    lacks = {entry for entry in ours if entry[0] == "table"}
    for entry in _entries(found):
        kind, name, _statement = entry
        if entry not in ours and (triggers or kind != "trigger"):
            return f"its {kind} {name!r:.80} is none of ours"
        lacks.discard(entry)
    if lacks:
        return f"it has no table {min(name for _kind, name, _statement in lacks)!r}"
    return None


def _entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    for columns in connection.execute(_ALL):
        kind, name, statement = (
            each.decode(errors="replace") if isinstance(each, bytes) else str(each)
            for each in columns
        )
        yield kind, name, " ".join(_PARTS.findall(statement))
