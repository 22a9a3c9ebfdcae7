"""Facts about the cube."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """`level` is what the cube will show if taken."""

    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken(Event):
    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`level` is what was refused."""

    side: Side
    level: int
    cites: tuple[str, ...]
