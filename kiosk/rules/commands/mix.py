"""Which dice are played with, and through what they are thrown."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.table import Half
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class MixDemanded(Command):
    """A side demands that the dice be mixed before the next game."""

    side: Side


@dataclass(frozen=True, slots=True)
class FirstPickTapped(Command):
    """A side picks the first die: it won the draw, or both agreed."""

    side: Side


@dataclass(frozen=True, slots=True)
class MixerWishTapped(Command):
    """A side wants the dice thrown through a baffle box beside the half `mixer`."""

    side: Side
    mixer: Half


@dataclass(frozen=True, slots=True)
class MixerOrdered(Order):
    """The dice go through a baffle box beside the half `mixer` from the next roll; None: no more.

    `tower`: the box counts its dice and reports them.
    """

    mixer: Half | None
    tower: bool
