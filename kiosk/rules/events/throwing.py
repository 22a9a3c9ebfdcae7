"""Facts about where, when and whether dice are rolled, as players said and the book has it."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.throwing import DiceMatter
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class LeftAllowed(Event):
    """`side` may roll on its left half, by the other's permission or by its crowded board."""

    side: Side
    by: LeftRoll
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftEnded(Event):
    """`side` rolls on its right half again."""

    side: Side
    why: PermissionEnd
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConsentAsked(Event):
    """`side` has to consent before the other rolls again."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RerollAllowed(Event):
    """`side` consented."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PresumptionNoted(Event):
    """In a dispute the presumption is for `side`, because the other did what `reason` says."""

    side: Side
    reason: Reason
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClosedOutSaid(Event):
    """`side` can't move whatever it rolls, as it says, and need not roll this turn."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PressedUnrolled(Event):
    """`side` ended its turn without a roll, which counts as an illegal move."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RolledEarly(Event):
    """`side` rolled before the other's turn was over; the roll stands and counts when it is."""

    side: Side
    facts: RollFacts
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceClaimed(Event):
    """`side` says something of the dice that the other agrees to or contests."""

    side: Side
    matter: DiceMatter
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceClaimGranted(Event):
    """`side` agrees with what the other says."""

    side: Side
    matter: DiceMatter
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceDisputed(Event):
    """`side` contests what the other says; the director rules.

    `resumes` is whose clock was stopped for it, and goes on unless the director finds it so.
    """

    side: Side
    matter: DiceMatter
    resumes: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarlyPickupNoted(Event):
    """`side` took the dice before the other's turn was over; a sanction is the director's."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DelayForfeited(Event):
    """`side` has no delay in its next turn, and waits as long before it starts.

    `by` and `why` are the director's, if both sides did not agree.
    """

    side: Side
    by: str | None
    why: str | None
    cites: tuple[str, ...]
