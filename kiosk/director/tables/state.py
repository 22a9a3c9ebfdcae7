"""The director's state of one table. Pure: facts and clocks are passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kiosk.catalogue.matter import OpenMatter
from kiosk.catalogue.tables import waits
from kiosk.catalogue.text import Text
from kiosk.director.store.first_rows import FirstRows
from kiosk.director.tables.open_matters import asks_after
from kiosk.director.tables.row_time import happened_utc
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.ending import MatchEnded
from kiosk.rules.length import LengthCorrected, LengthPending
from kiosk.rules.start import MatchOpened
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.wire.errors import KindUnknown, VersionUnknown, WireError
from kiosk.wire.replay import MISFIT, Replay, follow
from kiosk.wire.row import Row
from kiosk.wire.sync import STALE_S, TableHead

STALE_NS = round(STALE_S * SECOND_NS)
_LONGEST_WHY = 200
_OPENING = frozenset({MatchOpened.__name__, TableTakenOver.__name__})
_ENDING = frozenset({MatchEnded.__name__, TableTakenOver.__name__})
"""Rows with which a match is over at a table: it ended there, or came there."""


@dataclass(frozen=True, slots=True)
class TableBeat:
    """The table's newest beat, and when it was heard on the director's clocks."""

    head: TableHead
    heard_ns: int
    heard_utc: str


@dataclass(frozen=True, slots=True)
class UnreadFrom:
    """The row from which a journal is stored but not followed, and why."""

    seq: int
    why: str


@dataclass(frozen=True, slots=True)
class TableState:
    """The director's state of one table.

    `number` is where its device is enrolled; `row_at` and `row_boot` are of the last row,
    `opened_seq` is the row with which its match came; `newer` are rows of a newer program, which
    the fold ignores; `forks` the numbers under which a second row came; `ungiven` rows of orders
    that this director never gave, except those of `first`, which are not judged. `unread`: the fold
    ends before that row, and later ones only move its `last_seq`; `refused` is the last journal
    this table's device was not allowed to begin; `slowed`: it sent more rows than are stored of
    one; `gone`: its device is no longer enrolled, but sends. `relengthened` are the matches whose
    length an order of this director changed; `doubt` is why its match does not count in the event,
    or None. `ended_utc`: when each match last ended here, or came here over. `heard_utc` survives a
    restart of the director, `beat` does not.
    """

    journal_id: str
    number: int | None = None
    replay: Replay = Replay()
    asks: tuple[OpenMatter, ...] = ()
    since: Mapping[str, str] = field(default_factory=dict)
    row_at: Instant = Instant(0)
    row_boot: str | None = None
    row_utc: str = ""
    opened_seq: int = 0
    beat: TableBeat | None = None
    newer: tuple[int, ...] = ()
    forks: tuple[int, ...] = ()
    first: FirstRows = FirstRows()
    ungiven: tuple[int, ...] = ()
    unread: UnreadFrom | None = None
    refused: str | None = None
    slowed: bool = False
    gone: bool = False
    relengthened: frozenset[str] = frozenset()
    doubt: Text | None = None
    ended_utc: Mapping[str, str] = field(default_factory=dict)
    heard_utc: str | None = None


def with_row(state: TableState, row: Row, received_utc: str | None = None) -> TableState:
    """The state after the next row; a known row changes nothing. Its own wall time counts if it
    fits `received_utc`.

    A senseless row quarantines this table: its state stays as before.
    """
    if row.seq <= state.replay.last_seq:
        return state
    state = replace(state, row_utc=happened_utc(row.wall_utc, received_utc or row.wall_utc))
    if state.unread is not None:
        return _passed(state, row)
    try:
        return _followed(state, row)
    except (KindUnknown, VersionUnknown):
        return replace(_passed(state, row), newer=(*state.newer, row.seq))
    except WireError as error:
        return without(state, row, str(error))
    except MISFIT as error:
        return without(state, row, f"nothing follows from it ({type(error).__name__}: {error})")


def without(state: TableState, row: Row, why: str) -> TableState:
    """A stored row that can't be believed: from here on the table is not followed."""
    unread = state.unread or UnreadFrom(row.seq, why[:_LONGEST_WHY])
    return replace(_passed(state, row), unread=unread)


def _followed(state: TableState, row: Row) -> TableState:
    replay = follow(state.replay, row)
    asks = asks_after(state.asks, row)
    since = _since(state, replay, asks)
    opened_seq = row.seq if row.kind in _OPENING else state.opened_seq
    ended_utc = state.ended_utc
    if row.kind in _ENDING and row.match_id is not None:
        ended_utc = {**ended_utc, row.match_id: state.row_utc}
    return replace(
        _passed(state, row),
        replay=replay,
        asks=asks,
        since=since,
        opened_seq=opened_seq,
        ended_utc=ended_utc,
    )


def _passed(state: TableState, row: Row) -> TableState:
    """Count the row, whatever it contains."""
    return replace(
        state,
        replay=replace(state.replay, last_seq=row.seq, last_hash=row.hash),
        row_at=Instant(row.at_ns),
        row_boot=row.boot_id,
    )


def _since(state: TableState, replay: Replay, asks: tuple[OpenMatter, ...]) -> Mapping[str, str]:
    keys = [wait.key for wait in waits(replay.match, asks)]
    return {key: state.since.get(key, state.row_utc) for key in keys}


def with_ungiven(state: TableState, row: Row) -> TableState:
    """A row of an order that this director never gave, unless it may be another director's."""
    if row.seq <= state.first.upto or not row.by.startswith("director:"):
        return state
    return replace(state, ungiven=(*state.ungiven, row.seq))


_LENGTH = frozenset({LengthCorrected.__name__, LengthPending.__name__})


def with_given(state: TableState, row: Row) -> TableState:
    """A row of an order that this director gave."""
    if row.kind not in _LENGTH or row.match_id is None:
        return state
    return replace(state, relengthened=state.relengthened | {row.match_id})


def with_head(
    state: TableState, head: TableHead, heard_ns: int, heard_utc: str, *, fresh: bool
) -> TableState:
    """The state after a verified head, if it is a new sign of life.

    `fresh`: it echoes a challenge of the last 2.5 s, and so was made since.
    """
    if not fresh or not _is_later(head, state.beat, heard_ns):
        return state
    return replace(state, beat=TableBeat(head, heard_ns, heard_utc), heard_utc=heard_utc)


def _is_later(head: TableHead, beat: TableBeat | None, now_ns: int) -> bool:
    """Whether the head is later than those heard before. After 2.5 s none of those is fresh any
    more, so that a card restored from an older copy, whose counter of starts is lower, can be
    heard, too.
    """
    if beat is None or now_ns - beat.heard_ns >= STALE_NS:
        return True
    return (head.boot, head.beat) > (beat.head.boot, beat.head.beat)


def is_stale(state: TableState, now_ns: int) -> bool:
    """Whether the table's loop has not surely turned for 2.5 s, or not since this director
    started.
    """
    beat = state.beat
    return beat is None or now_ns - beat.heard_ns + _turned_ns(beat.head) >= STALE_NS


def table_now(state: TableState, now_ns: int) -> Instant:
    """Time on the table's own clock: now while it is heard, else when its loop last turned.

    A beat of another boot than the last row's does not relate to that row's clocks.
    """
    beat = state.beat
    if beat is None or beat.head.boot_id != state.row_boot:
        return state.row_at
    since = -_turned_ns(beat.head) if is_stale(state, now_ns) else now_ns - beat.heard_ns
    return Instant(max(state.row_at, beat.head.at_ns + since))


def _turned_ns(head: TableHead) -> int:
    return head.turned_ms * 1_000_000
