"""Facts about dice: counted, read, doubted, refused, accepted."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import Instant, Side


@dataclass(frozen=True, slots=True)
class TowerCounted(Event):
    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class DicePickedUp(Event):
    """The dice left the board."""


@dataclass(frozen=True, slots=True)
class RollHeld(Event):
    """Dice were read, and wait until `until` for the baffle box's own count."""

    facts: RollFacts
    until: Instant


@dataclass(frozen=True, slots=True)
class RollQuestioned(Event):
    """The table is not certain; both sides say what lies there.

    `side` is who threw, None when both did (an opening without mixer); `thrown` how many dice
    count; `proposal` the values the camera would guess. In an opening without mixer values stand
    in the order White, Black; otherwise high to low.
    """

    side: Side | None
    thrown: int
    reasons: tuple[Reason, ...]
    proposal: tuple[int, ...] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollStated(Event):
    """A side said what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RollRefused(Event):
    """An invalid roll: it is rolled again. `facts` is None when the players called it by touch."""

    side: Side | None
    reasons: tuple[Reason, ...]
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningDieRolled(Event):
    """One side's opening die."""

    side: Side
    value: int
    center_mm: tuple[float, float] | None
    facts: RollFacts | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningTied(Event):
    value: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningWon(Event):
    """The higher die starts and plays both values, high to low."""

    side: Side
    values: tuple[int, ...]
    presses: Side | None
    """Who presses to start the winner's clock; None without a clock."""
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollAccepted(Event):
    """The roll counts. `by_touch` when both sides stated it; `facts` is None without a camera."""

    side: Side
    values: tuple[int, ...]
    by_touch: bool
    facts: RollFacts | None
    cites: tuple[str, ...]
