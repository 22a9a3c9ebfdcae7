"""When a row came to be, for people: by the table's wall clock if that can be, else by when the row
was received. A table's clock may be years off, and a row may hold any time at all.
"""

from datetime import datetime, timedelta

MOST_BEFORE = timedelta(hours=1)
"""A table that was cut off for longer has its matters wait since it came back."""

MOST_AHEAD = timedelta(seconds=10)


def happened_utc(wall_utc: str, received_utc: str) -> str:
    """`wall_utc` of a row if it can be true of one received at `received_utc`, else the latter."""
    try:
        before = datetime.fromisoformat(received_utc) - datetime.fromisoformat(wall_utc)
    except (ValueError, TypeError, OverflowError):
        return received_utc
    return wall_utc if -MOST_AHEAD <= before <= MOST_BEFORE else received_utc
