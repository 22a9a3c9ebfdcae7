"""What players say of rolls and turns beside what the dice show."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class LeftGranted(Command):
    """A side permits the other to roll on the other's left half."""

    side: Side


@dataclass(frozen=True, slots=True)
class LeftWithdrawn(Command):
    """A side takes its permission back."""

    side: Side


@dataclass(frozen=True, slots=True)
class HomeCrowded(Command):
    """The side on turn says that its home board is crowded: it rolls on its left half."""

    side: Side


@dataclass(frozen=True, slots=True)
class RerollConsented(Command):
    """A side consents that the other's cocked dice are rolled again."""

    side: Side


@dataclass(frozen=True, slots=True)
class UnevenSurfaceClaimed(Command):
    """A side says that only the board tilts the dice that did not count; they show `values`."""

    side: Side
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClosedOutDeclared(Command):
    """The side on turn says that it can't move whatever it rolls, and does not roll."""

    side: Side


@dataclass(frozen=True, slots=True)
class EarlyPickupClaimed(Command):
    """The side on turn says that the other took the dice before the turn was over."""

    side: Side


@dataclass(frozen=True, slots=True)
class OneDieLiftedClaimed(Command):
    """A side says that the side on turn has lifted one of its dice a centimetre or more."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceClaimAgreed(Command):
    """A side agrees with what the other says of the dice."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceContested(Command):
    """A side contests what the other says of the dice; the director rules."""

    side: Side


@dataclass(frozen=True, slots=True)
class DelayForfeitOrdered(Order):
    """The director rules that `side` took the dice too early."""

    side: Side
