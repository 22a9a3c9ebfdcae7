"""The rows a table had when its first came: only those may carry another director's orders. Pure.

A table reports how many it has, and may report too many. But it fills each batch: a row that would
have fitted into the batch before did not exist yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.wire.row import Row
from kiosk.wire.sync import LONGEST_BATCH, MOST_ROWS


@dataclass(frozen=True, slots=True)
class FirstRows:
    """It had the rows up to `upto`, as far as known. `count` and `size`, in bytes of bodies, are of
    the newest batch.
    """

    upto: int = 0
    count: int = 0
    size: int = 0


def with_batch(first: FirstRows, rows: Sequence[Row], claimed: int) -> FirstRows:
    """Take the next batch, whose head claims that the table has `claimed` rows."""
    if rows[0].seq > 1:
        if first.upto < rows[0].seq:
            return first
        fits = first.size + len(rows[0].body.encode()) <= LONGEST_BATCH
        if first.count < MOST_ROWS and fits:
            return FirstRows(rows[0].seq - 1)
        claimed = first.upto
    return FirstRows(claimed, len(rows), sum(len(row.body.encode()) for row in rows))
