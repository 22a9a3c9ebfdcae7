"""Time of a row for people: by the table's wall clock if plausible, else the time of arrival. A
table's clock may be years off, and a row may hold any time.
"""

from datetime import datetime, timedelta

MOST_BEFORE = timedelta(hours=1)
"""A table that was offline for longer has its matters wait from its return."""

MOST_AHEAD = timedelta(seconds=10)


def happened_utc(wall_utc: str, received_utc: str) -> str:
    """`wall_utc` of a row if plausible for one received at `received_utc`, else the latter."""
    try:
        before = datetime.fromisoformat(received_utc) - datetime.fromisoformat(wall_utc)
    except (ValueError, TypeError, OverflowError):
        return received_utc
    return wall_utc if -MOST_AHEAD <= before <= MOST_BEFORE else received_utc
