"""What dice do, and what is said of them."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class TowerReported(Command):
    """The baffle box counted dice dropped in and dice that came out."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class RollRead(Command):
    """The camera saw dice come to rest.

    `shadow`: what it read is kept and decides nothing; the players say what was rolled.
    """

    facts: RollFacts
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Command):
    """The camera saw the dice leave the board."""


@dataclass(frozen=True, slots=True)
class RollConfirmed(Command):
    """A side agrees with the roll the table proposes."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollEntered(Command):
    """A side says by touch what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None
