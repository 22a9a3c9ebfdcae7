"""The event's own log: what happened in it, row by row, each chained to the one before. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from kiosk.director.errors import StoreError
from kiosk.director.store import EventRow
from kiosk.tournament.act import Event
from kiosk.tournament.decide import evolve
from kiosk.tournament.tournament import NONE, Tournament
from kiosk.wire import codec, event_facts
from kiosk.wire.errors import KindUnknown, VersionUnknown, WireError
from kiosk.wire.row import NO_HASH

_CHUNK = 50


@dataclass(frozen=True)
class Told:
    """The event as its log tells it, and the log's last row (0 and 64 zeros: none yet)."""

    tournament: Tournament = NONE
    seq: int = 0
    hash: str = NO_HASH


def replayed(rows: Callable[[int, int], Sequence[EventRow]]) -> Told:
    """The event of a log; `rows(after, most)` gives the next of it.

    Raises StoreError, which names the first row that is no good.
    """
    told = Told()
    while some := rows(told.seq, _CHUNK):
        for row in some:
            told = _with_row(told, row)
    return told


def _with_row(told: Told, row: EventRow) -> Told:
    wrong = _fault(told, row)
    if wrong is not None:
        raise StoreError(
            f"row {row.seq} of the event's log is damaged ({wrong}): put the second "
            "copy, or another one of the database, in place"
        )
    try:
        fact = event_facts.decode_fact(row.kind, row.v, row.body.encode())
        return Told(evolve(told.tournament, fact), row.seq, row.hash)
    except (KindUnknown, VersionUnknown) as error:
        raise StoreError(
            f"row {row.seq} of the event's log is of a newer program ({error}): start that one"
        ) from error
    except (WireError, LookupError, ValueError) as error:
        raise StoreError(
            f"row {row.seq} of the event's log can't be read ({error}): use the program that wrote "
            "it, or put another copy of the database in place"
        ) from error


def _fault(told: Told, row: EventRow) -> str | None:
    if row.seq != told.seq + 1:
        return f"row {told.seq + 1} is missing before it"
    if row.prev_hash != told.hash:
        return "it does not follow the row before it"
    if row.hash != row_hash(row):
        return "its content does not match its hash"
    return None


def chained(
    facts: Iterable[Event], after: Told, account: str = "", session: str = "", address: str = ""
) -> tuple[EventRow, ...]:
    """The rows that keep these facts. Raises ValueUnfit."""
    rows: list[EventRow] = []
    seq, before = after.seq, after.hash
    for fact in facts:
        seq += 1
        kind = event_facts.kind_of(fact)
        row = EventRow(
            seq=seq,
            kind=kind,
            v=event_facts.version_of(kind),
            at_ms=fact.at_ms,
            by=fact.by,
            account=account,
            session=session,
            address=address,
            body=event_facts.encode(fact).decode(),
            prev_hash=before,
            hash="",
        )
        row = msgspec.structs.replace(row, hash=row_hash(row))
        before = row.hash
        rows.append(row)
    return tuple(rows)


def after(told: Told, facts: Iterable[Event], rows: Sequence[EventRow]) -> Told:
    """The event once `rows`, which keep `facts`, are kept."""
    tournament = told.tournament
    for fact in facts:
        tournament = evolve(tournament, fact)
    return Told(tournament, rows[-1].seq, rows[-1].hash)


def row_hash(row: EventRow) -> str:
    """sha256 over every other field, as one canonical JSON list in the order of the fields."""
    fields = EventRow.__struct_fields__[:-1]
    return codec.sha256(codec.canonical([getattr(row, field) for field in fields]))
