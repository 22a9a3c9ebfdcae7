"""Matters that wait for the director at a table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntFlag

from kiosk.catalogue.text import Text
from kiosk.rules.match import Match
from kiosk.rules.units import Side


class DirectorNeed(IntFlag):
    """Reasons the director is needed; combined values sort, the most serious last."""

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
    """One open matter. `key` distinguishes it from the table's others as long as it waits.

    `orders` are the kinds that answer it, `fill` the initial values of their forms (`rules` in it
    are applied under those of the event), `advice` a note about these. A proposal of points has
    their number and the `side` against which; one of a lost match its side.
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
    """A matter referred to the director; `kind` is the event's name."""

    kind: str
    text: Text
    cites: tuple[str, ...]
    orders: tuple[str, ...]
    wish: bool


Matter = Callable[[Match, tuple[OpenMatter, ...]], Iterator[Wait]]
"""The open matters of one sort, from the match and from what was referred since play went on."""
