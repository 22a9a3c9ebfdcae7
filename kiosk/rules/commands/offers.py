"""Offering the end of a game, and answering."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.outcome import Ground, Settlement
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class OfferTapped(Command):
    """A side offers that `winner` wins the game at `level`: a claim of its own, or a concession.

    It says whether there is `no_contact`, and whether the outcome is `certain`: the most the game
    can still give, or the only one possible.
    """

    side: Side
    winner: Side
    level: int
    no_contact: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class OfferAccepted(Command):
    """A side accepts; `winner` and `level` repeat the outcome, None where nobody repeats it."""

    side: Side
    winner: Side | None
    level: int | None


@dataclass(frozen=True, slots=True)
class OfferRejected(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class OfferContested(Command):
    """A side denies what the offer says: that there is no contact, that the outcome is certain."""

    side: Side
    ground: Ground


@dataclass(frozen=True, slots=True)
class GinOrdered(Order):
    """The director rules whether the outcome offered is certain."""

    gin: bool


@dataclass(frozen=True, slots=True)
class SettlementTapped(Command):
    """A side wants an outcome that was not played."""

    side: Side
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class GameEndOrdered(Order):
    """The director records how the game ended."""

    winner: Side
    level: int
