"""Days and minutes in the director's time zone, as used by rounds that have a date."""

from datetime import UTC, datetime

from kiosk.tournament.club_rounds import DateSlot


def local_slot(at_ms: int) -> DateSlot:
    """The day and its minute at a time (ms since 1970), by this machine's time zone."""
    here = datetime.fromtimestamp(at_ms / 1000, UTC).astimezone()
    return DateSlot(here.toordinal(), here.hour * 60 + here.minute)
