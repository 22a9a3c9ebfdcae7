"""Time as people read it."""

from kiosk.catalogue.terms import minutes as minutes  # noqa: PLC0414
from kiosk.rules.units import SECOND_NS


def seconds(nanos: int) -> int:
    """Whole seconds, rounded up: 0 is shown at zero only."""
    return -(-nanos // SECOND_NS)
