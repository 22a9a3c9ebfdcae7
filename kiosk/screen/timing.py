"""Time as people read it."""

from kiosk.rules.units import SECOND_NS


def seconds(nanos: int) -> int:
    """Whole seconds, rounded up: 0 is shown at zero only."""
    return -(-nanos // SECOND_NS)


def minutes(nanos: int) -> str:
    """`m:ss`, rounded up to the whole second."""
    whole, rest = divmod(seconds(nanos), 60)
    return f"{whole}:{rest:02d}"
