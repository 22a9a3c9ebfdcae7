"""Rebuild a table's state from the store when the service starts."""

import logging
from collections.abc import Callable
from dataclasses import replace

from kiosk.director.store.first_rows import FirstRows, with_batch
from kiosk.director.store.store import KnownJournal, Store
from kiosk.director.tables.state import TableState, with_row, without
from kiosk.wire.row import Row, row_fault
from kiosk.wire.sync import head_seq

_log = logging.getLogger(__name__)

_CHUNK = 500


def rebuild_table(
    store: Store,
    known: KnownJournal,
    number: int | None,
    seen: Callable[[TableState, Row], TableState],
) -> TableState:
    """The state after its rows; `seen` also judges each row. An invalid row affects no other table.
    Raises StoreError.
    """
    state = TableState(
        known.journal_id,
        number,
        first=_first_rows(store, known.journal_id),
        heard_utc=store.last_heard_utc(known.journal_id),
    )
    heads = store.heads(known.journal_id)
    head = next(heads, None)
    while rows := store.rows(known.journal_id, state.replay.last_seq, _CHUNK):
        for row in rows:
            seq, before = state.replay.last_seq + 1, state.replay.last_hash
            wrong = row_fault(row, journal_id=known.journal_id, seq=seq, prev_hash=before)
            while head is not None and head.last_seq < row.seq:
                head = next(heads, None)
            came = head.received_utc if head is not None else None
            state = with_row(state, row, came) if wrong is None else without(state, row, wrong)
            state = seen(state, row)
    if state.unread is not None:
        seq, why = state.unread.seq, state.unread.why
        _log.error("row %d of journal %s can't be read: %s", seq, known.journal_id, why)
    return replace(state, forks=tuple(fork.seq for fork in store.forks(known.journal_id)))


def _first_rows(store: Store, journal_id: str) -> FirstRows:
    """The rows a table had when its first came. Raises StoreError."""
    begun = store.first_head(journal_id)
    claimed = 0 if begun is None else head_seq(begun.signed)
    if begun is None or claimed <= begun.last_seq:
        return FirstRows(claimed)
    first, last = FirstRows(), 0
    for head in store.heads(journal_id):
        rows = store.rows(journal_id, last, head.last_seq - last)
        first, last = with_batch(first, rows, claimed), head.last_seq
        if first.upto <= last:
            break
    return first
