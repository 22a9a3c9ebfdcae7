"""Formats time for people."""

from kiosk.catalogue.terms import minutes as minutes  # noqa: PLC0414
from kiosk.rules.units import SECOND_NS


def seconds(nanos: int) -> int:
    """Whole seconds, rounded up, so that 0 is shown only at zero."""
    return -(-nanos // SECOND_NS)
