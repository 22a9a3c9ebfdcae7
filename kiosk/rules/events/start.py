"""Facts before play: table, match, set-up, time, the next game."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Format, Series, SetUp, Team
from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class TableAssigned(Event):
    table: int
    event_id: str


@dataclass(frozen=True, slots=True)
class MatchOpened(Event):
    """Everything needed to replay the match without any other file."""

    match_id: str
    event_id: str
    table: int
    series: Series | None
    format: Format
    sides: BySide[Team]
    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class TableSetUp(Event):
    setup: SetUp


@dataclass(frozen=True, slots=True)
class TimeAllotted(Event):
    """Each side's reserve was set from the score."""

    reserve: BySide[Nanos]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadyGiven(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """`cube_in_play` is false in the Crawford game."""

    number: int
    crawford: bool
    cube_in_play: bool
    cites: tuple[str, ...]
