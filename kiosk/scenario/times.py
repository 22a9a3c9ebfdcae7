"""Times as people write them: `0:22`, `1:05:00`, `6:47.250`."""

import re

from kiosk.rules.units import MINUTE_NS, SECOND_NS, Nanos

_TIME = re.compile(r"(?:(\d+):(?=\d\d:))?(\d{1,3}):([0-5]\d)(?:\.(\d{1,9}))?")


def parse(text: str) -> Nanos:
    """Nanoseconds of `m:ss`, `h:mm:ss` or either with a fraction. ValueError: not a time."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(text)
    hours, minutes, seconds, fraction = match.groups()
    whole = (int(hours or 0) * 60 + int(minutes)) * MINUTE_NS + int(seconds) * SECOND_NS
    return Nanos(whole + int((fraction or "0").ljust(9, "0")))


def show(nanos: int) -> str:
    """`m:ss`, with as many decimals of a second as it takes to be exact."""
    minutes, rest = divmod(abs(nanos), MINUTE_NS)
    seconds, fraction = divmod(rest, SECOND_NS)
    digits = f"{fraction:09d}".rstrip("0")
    tail = f".{digits.ljust(3, '0')}" if digits else ""
    return f"{'-' if nanos < 0 else ''}{minutes}:{seconds:02d}{tail}"
