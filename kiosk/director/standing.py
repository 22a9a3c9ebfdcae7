"""One table as the director knows it. Pure: facts and clocks are passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kiosk.catalogue.matter import Asked
from kiosk.catalogue.tables import waits
from kiosk.director.waits import asked
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.wire.errors import WireError
from kiosk.wire.replay import Replay, follow
from kiosk.wire.row import Row
from kiosk.wire.sync import STALE_S, Head

STALE_NS = round(STALE_S * SECOND_NS)


@dataclass(frozen=True, slots=True)
class Beat:
    """The table's newest sign of life, and when it was heard on the director's clocks."""

    head: Head
    heard_ns: int
    heard_utc: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What the director knows of one table.

    `number` is where its device is enrolled; `row_at` and `row_boot` are of the last row; `newest`
    is the boot the table is in and the last instant it said of it, `boots` every boot heard of;
    `newer` are rows of a program newer than this one, which the fold passes over; `forks` the
    numbers under which a second row came. `heard_utc` outlasts a restart of the director, `beat`
    does not.
    """

    journal_id: str
    number: int | None = None
    replay: Replay = Replay()
    asks: tuple[Asked, ...] = ()
    since: Mapping[str, str] = field(default_factory=dict)
    row_at: Instant = Instant(0)
    row_boot: str | None = None
    newest: tuple[str, int] | None = None
    boots: frozenset[str] = frozenset()
    beat: Beat | None = None
    newer: tuple[int, ...] = ()
    forks: tuple[int, ...] = ()
    heard_utc: str | None = None


def with_row(standing: Standing, row: Row) -> Standing:
    """The next row taken up; one that is known already changes nothing."""
    if row.seq <= standing.replay.last_seq:
        return standing
    try:
        replay, newer = follow(standing.replay, row), standing.newer
        asks = asked(standing.asks, row)
    except WireError:
        asks = standing.asks
        replay = replace(standing.replay, last_seq=row.seq, last_hash=row.hash)
        newer = (*standing.newer, row.seq)
    return replace(
        standing,
        replay=replay,
        asks=asks,
        since=_since(standing, replay, asks, row),
        newer=newer,
        row_at=Instant(row.at_ns),
        row_boot=row.boot_id,
        boots=standing.boots | {row.boot_id},
    )


def _since(
    standing: Standing, replay: Replay, asks: tuple[Asked, ...], row: Row
) -> Mapping[str, str]:
    keys = [wait.key for wait in waits(replay.match, asks)]
    return {key: standing.since.get(key, row.wall_utc) for key in keys}


def with_head(standing: Standing, head: Head, heard_ns: int, heard_utc: str) -> Standing:
    """A verified head taken up as a sign of life, unless it is no newer than the newest.

    Take a batch's head up before its rows: theirs may be boots long past.
    """
    if not is_news(standing, head.boot_id, head.at_ns):
        return standing
    beat = Beat(head, heard_ns, heard_utc)
    return replace(with_boot(standing, head.boot_id, head.at_ns), beat=beat, heard_utc=heard_utc)


def with_boot(standing: Standing, boot: str, at_ns: int) -> Standing:
    """`boot` is the table's newest, and `at_ns` the last it said of it."""
    return replace(standing, newest=(boot, at_ns), boots=standing.boots | {boot})


def is_news(standing: Standing, boot: str, at_ns: int) -> bool:
    """Said after everything heard so far: later in the same boot, or in one never heard of."""
    if standing.newest is None:
        return True
    newest_boot, newest_ns = standing.newest
    return at_ns > newest_ns if boot == newest_boot else boot not in standing.boots


def is_stale(standing: Standing, now_ns: int) -> bool:
    """No beat for 2.5 s, or none since this director started."""
    return standing.beat is None or now_ns - standing.beat.heard_ns >= STALE_NS


def table_now(standing: Standing, now_ns: int) -> Instant:
    """The table's own clock: now while it is heard, else at its last word.

    A beat of another boot than the last row's says nothing about that row's clocks.
    """
    beat = standing.beat
    if beat is None or beat.head.boot_id != standing.row_boot:
        return standing.row_at
    since = 0 if is_stale(standing, now_ns) else now_ns - beat.heard_ns
    return Instant(max(standing.row_at, beat.head.at_ns + since))
