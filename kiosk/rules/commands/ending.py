"""Declaring, agreeing and disputing the end of a game."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class WinDeclared(Command):
    """A side says it won the game: level 1 single, 2 gammon, 3 backgammon."""

    side: Side
    level: int


@dataclass(frozen=True, slots=True)
class WinAgreed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class WinDisputed(Command):
    side: Side
