"""What went wrong on the board: an illegal move, a wrong set-up."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.rulebook import MoveAccuser
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class IllegalMoveTapped(Command):
    """A side says that the last move was illegal and has it corrected."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMovePointedOut(Order):
    """Somebody else points it out: the director, an observer, a spectator whom both asked to."""

    accuser: MoveAccuser


@dataclass(frozen=True, slots=True)
class IllegalMoveAgreed(Command):
    """The side that moved agrees, and moves again."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMoveDenied(Command):
    """The side that moved denies it; the other side takes it back."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMoveRuled(Order):
    """The director rules whether the move was illegal."""

    illegal: bool


@dataclass(frozen=True, slots=True)
class DieLiftedTapped(Command):
    """A side says that the side on turn has picked up a die since the last move."""

    side: Side


@dataclass(frozen=True, slots=True)
class SetUpErrorTapped(Command):
    """A side says that the checkers were set up wrong at the start of the game."""

    side: Side
