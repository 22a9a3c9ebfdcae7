"""Being on time: late, present, on a break, adjourned."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.units import Nanos, Side


@dataclass(frozen=True, slots=True)
class LatenessOrdered(Order):
    """A side is missing; the match should have started `late_by` ago.

    `grant_min` replaces the book's grace: the delay the director granted. None: the grace.
    """

    side: Side
    late_by: Nanos
    grant_min: int | None


@dataclass(frozen=True, slots=True)
class PresentTapped(Command):
    """A side that was late, or on a break, is at the table."""

    side: Side


@dataclass(frozen=True, slots=True)
class LateClaimTapped(Command):
    """A side claims the match, because the other is too late or came too late."""

    side: Side


@dataclass(frozen=True, slots=True)
class BreakTapped(Command):
    """A side takes so many of its breaks, one after the other."""

    side: Side
    breaks: int


@dataclass(frozen=True, slots=True)
class BreakOrdered(Order):
    """The director lets a side leave for so long, beside the breaks of the book."""

    side: Side
    minutes: int


@dataclass(frozen=True, slots=True)
class AdjournOrdered(Order):
    """The match is put off; it goes on with the same clocks when the director starts play."""
