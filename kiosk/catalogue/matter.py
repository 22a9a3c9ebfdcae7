"""What waits for the director at a table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntFlag

from kiosk.catalogue.text import Text
from kiosk.rules.match import Match
from kiosk.rules.units import Side


class DirectorNeed(IntFlag):
    """What wants the director; together they sort, the gravest last."""

    RESULT = 1
    BEHIND = 2
    LOST_DEVICE = 4
    WISH = 8
    STOPPED = 16
    STALE = 32
    ABSENT = 64
    FLAG = 128
    DECISION = 256
    ALARM = 512
    HALTED = 1024
    CALLED = 2048


@dataclass(frozen=True, slots=True)
class Wait:
    """One matter. `key` tells it from the table's others as long as it waits.

    `orders` are the kinds that answer it, `fill` what their forms start with (`rules` in it come
    under those of the event), `advice` what is to be said of that. A proposal of points says how
    many, against which `side`; of a match lost, whose.
    """

    key: str
    need: DirectorNeed
    text: Text
    cites: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    fill: dict[str, str | int] = field(default_factory=dict)
    side: Side | None = None
    points: int | None = None
    advice: Text | None = None


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """A matter somebody put to the director; `kind` is the event's name."""

    kind: str
    text: Text
    cites: tuple[str, ...]
    orders: tuple[str, ...]
    wish: bool


Matter = Callable[[Match, tuple[OpenMatter, ...]], Iterator[Wait]]
"""What of one sort waits, read from the match and from what was asked since play last went on."""
