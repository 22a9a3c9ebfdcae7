"""From rows back to states: the whole state of a table is the fold of its rows.

Here and not in `kiosk.journal`, because a director folds rows too and owns no journal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.decide import evolve
from kiosk.rules.fact import Event
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.start import MatchOpened, TableAssigned
from kiosk.wire.errors import EventMisplaced
from kiosk.wire.row import NO_HASH, Row


@dataclass(frozen=True, slots=True)
class Replay:
    """The state of a journal up to its last row.

    `match` is the table's own: the last one opened, or EMPTY. `matches` has every match by id,
    corrections after its end included. `table` and `event_id` are the last assignment.
    """

    match: Match = EMPTY
    match_id: str | None = None
    matches: Mapping[str, Match] = field(default_factory=dict)
    table: int | None = None
    event_id: str | None = None
    last_seq: int = 0
    last_hash: str = NO_HASH


MISFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Exceptions from applying or showing a fact in a match that it can't have come from.

Our programs write no such row, but the holder of a table's key can sign anything.
"""


def fold_rows(rows: Iterable[Row]) -> Replay:
    """Fold verified rows. Raises as `follow`."""
    return reduce(follow, rows, Replay())


def follow(replay: Replay, row: Row) -> Replay:
    """The journal with one row more.

    Raises as `Row.event`, and EventMisplaced for a fact that can't follow the rows before.
    """
    event = row.event()
    try:
        return _followed(replay, row, event)
    except MISFIT as error:
        raise EventMisplaced(
            f"{row.kind} can't follow the rows before it ({type(error).__name__}: {error!s:.200})"
        ) from error


def _followed(replay: Replay, row: Row, event: Event) -> Replay:
    replay = replace(replay, last_seq=row.seq, last_hash=row.hash)
    if isinstance(event, TableAssigned):
        replay = replace(replay, table=event.table, event_id=event.event_id)
    other = row.match_id is not None and row.match_id != replay.match_id
    if other and not isinstance(event, MatchOpened | TableTakenOver):
        return _corrected(replay, row, event)
    match = evolve(replay.match, event)
    if not other and match == replay.match:
        return replay
    match_id = row.match_id if other else replay.match_id
    kept = match_id is not None and match.match_id == match_id  # one put away stays as it stood
    matches = {**replay.matches, match_id: match} if kept and match_id else replay.matches
    return replace(replay, match=match, match_id=match_id, matches=matches)


def _corrected(replay: Replay, row: Row, event: Event) -> Replay:
    """Apply a fact about an earlier match of this table."""
    before = replay.matches.get(row.match_id or "")
    if before is None or row.match_id is None:
        return replace(replay, match=evolve(replay.match, event))
    return replace(replay, matches={**replay.matches, row.match_id: evolve(before, event)})
