"""From rows back to states: the whole truth about a table is the fold of its rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kiosk.rules.events import MatchOpened, TableAssigned, TableTakenOver
from kiosk.rules.evolve import evolve
from kiosk.rules.match import EMPTY, Match
from kiosk.wire.row import NO_HASH, Row


@dataclass(frozen=True, slots=True)
class Replay:
    """What a journal says, up to its last row.

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


def replayed(rows: Iterable[Row]) -> Replay:
    """Fold verified rows. Raises what `Row.event` raises for a row of a newer program."""
    replay, closed = Replay(), dict[str, Match]()
    for row in rows:
        replay = _step(replay, row, closed)
    if replay.match_id is not None:
        closed[replay.match_id] = replay.match
    return replace(replay, matches=closed)


def _step(replay: Replay, row: Row, closed: dict[str, Match]) -> Replay:
    event = row.event()
    replay = replace(replay, last_seq=row.seq, last_hash=row.hash)
    if isinstance(event, TableAssigned):
        replay = replace(replay, table=event.table, event_id=event.event_id)
    comes = isinstance(event, MatchOpened | TableTakenOver) and row.match_id != replay.match_id
    if comes and row.match_id is not None:
        if replay.match_id is not None:
            closed[replay.match_id] = replay.match
        return replace(replay, match=evolve(replay.match, event), match_id=row.match_id)
    if row.match_id in closed and row.match_id != replay.match_id:
        closed[row.match_id] = evolve(closed[row.match_id], event)
        return replay
    return replace(replay, match=evolve(replay.match, event))
