"""Before play: table, match, set-up, ready for the next game."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Format, Series, SetUp, Team
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class AssignTable(Command):
    """The director gives this device a table number. An assignment, not an identity."""

    table: int
    event_id: str


@dataclass(frozen=True, slots=True)
class OpenMatch(Command):
    """A match is to be played here under a whole resolved profile."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: Format
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class SetUpTable(Command):
    """Seats, clock sides, mixer and dice; may change between games."""

    setup: SetUp


@dataclass(frozen=True, slots=True)
class ReadyTapped(Command):
    """A side agrees to the score shown and is ready for the next game."""

    side: Side
