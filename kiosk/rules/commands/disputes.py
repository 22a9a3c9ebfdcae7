"""Disputes, rulings, appeals, observers, conduct."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.hearing import Conduct
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DisputeTapped(Command):
    """A side disputes something: everything stays as it is until the director has ruled."""

    side: Side


@dataclass(frozen=True, slots=True)
class DisturbanceTapped(Command):
    """A side says that the other changed dice, cube, checkers or score during a dispute."""

    side: Side


@dataclass(frozen=True, slots=True)
class DisputeRuled(Order):
    """The dispute is ruled on, for a side or for nobody, and play goes on."""

    favours: Side | None


@dataclass(frozen=True, slots=True)
class AppealTapped(Command):
    """A side appeals the last ruling."""

    side: Side


@dataclass(frozen=True, slots=True)
class PanelNamed(Order):
    """Who hears the appeal: so many members of the committee, and the director or not."""

    members: int
    with_director: bool


@dataclass(frozen=True, slots=True)
class AppealRuled(Order):
    """The panel's decision: the ruling is upheld or not."""

    upheld: bool


@dataclass(frozen=True, slots=True)
class ObserverWanted(Command):
    """A side asks for an observer."""

    side: Side


@dataclass(frozen=True, slots=True)
class SlowPlayTapped(Command):
    """A side says that the other plays too slowly."""

    side: Side


@dataclass(frozen=True, slots=True)
class ObserverNamed(Order):
    """An observer watches the match, for a fee or not."""

    name: str
    fee: bool


@dataclass(frozen=True, slots=True)
class CameraRefused(Order):
    """A side refuses the camera that the director ordered."""

    side: Side


@dataclass(frozen=True, slots=True)
class ConductNoted(Order):
    """The director notes what somebody did; `side` None: a spectator."""

    conduct: Conduct
    side: Side | None
