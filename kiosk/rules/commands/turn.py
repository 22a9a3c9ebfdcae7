"""Presses, flags, calls, and going on."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class ClockPressed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class DeadlineReached(Command):
    """The shell's own alarm for the instant `deadline` named."""


@dataclass(frozen=True, slots=True)
class ExpiryDeclared(Command):
    """Somebody states that a side's time is used up; `by` None is the director."""

    by: Side | None


@dataclass(frozen=True, slots=True)
class DirectorCallTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class ResumeTapped(Command):
    """A side agrees that the clocks go on."""

    side: Side
