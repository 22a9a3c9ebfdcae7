"""Stopping both clocks."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.rulebook import StopFor
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class ClockStopTapped(Command):
    """A side stops both clocks for a purpose.

    `on_table`: a die it would fetch has left the board, but not the table.
    """

    side: Side
    purpose: StopFor
    on_table: bool = False
