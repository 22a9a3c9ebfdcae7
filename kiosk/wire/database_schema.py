"""What a database of ours consists of, compared with what a file that somebody brought has.

A view or a generated column of the right name would have SQLite reckon whatever its maker likes, as
soon as a row is asked for (https://www.sqlite.org/security.html).
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

Entry = tuple[str, str, str]
"""Kind, name and statement of a table, an index, a trigger or a view; its layout does not count."""

_PARTS = re.compile(r"\w+|\S")

_ALL = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
"""Indexes that SQLite makes for a UNIQUE have no statement."""


@cache
def entries_of(script: str) -> frozenset[Entry]:
    """What a database has that was made by this script."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(script)
        return frozenset(_entries(made))


def odd_entry(
    found: sqlite3.Connection,
    ours: frozenset[Entry],
    older: frozenset[Entry] = frozenset(),
    *,
    triggers: bool = True,
) -> str | None:
    """What a database has that is not `ours`, to the letter, or which table of ours it lacks; None
    when it is one of ours. `older` is what it may have had besides.

    A trigger that is missing is no harm: ours only forbid; without `triggers` none is looked at, as
    none runs where a file is read. Nothing but the schema is read. Raises
    sqlite3.Error, UnicodeDecodeError.
    """
    lacks = {entry for entry in ours if entry[0] == "table"}
    for entry in _entries(found):
        kind, name, _statement = entry
        if entry not in ours and entry not in older and (triggers or kind != "trigger"):
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
