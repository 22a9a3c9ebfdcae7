"""Double, take, pass."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DoubleTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class TakeTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class PassTapped(Command):
    side: Side
