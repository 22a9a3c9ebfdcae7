"""The matches in a journal that have a record."""

from collections.abc import Iterable
from pathlib import Path

from kiosk.record.errors import MatchMissing
from kiosk.wire.row import Row


def matches(rows: Iterable[Row]) -> tuple[str, ...]:
    """The ids of the matches in rows, in the order they came to the table."""
    return tuple(dict.fromkeys(row.match_id for row in rows if row.match_id is not None))


def only_match(rows: Iterable[Row], where: Path) -> str:
    """The only match in the rows. Raises MatchMissing if there is not exactly one."""
    found = matches(rows)
    if not found:
        raise MatchMissing(f"{where} holds no match")
    if len(found) > 1:
        raise MatchMissing(f"{where} holds {', '.join(found)}: name one with --match")
    return found[0]
