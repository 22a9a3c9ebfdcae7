"""Facts from the director, the devices and the table itself."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.match import Match
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class DirectorCalled(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class MessagePosted(Event):
    """Words of the director for both players."""

    text: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class MessageSeen(Event):
    """A side has read the message."""

    side: Side


@dataclass(frozen=True, slots=True)
class ProfileChanged(Event):
    """Other rules from the next game on."""

    profile: RuleBook
    profile_hash: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceLost(Event):
    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceBack(Event):
    device: str


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """The table had stopped itself; journaled first thing after its restart."""

    why: str


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """The table's process started again with this match open."""


@dataclass(frozen=True, slots=True)
class ClockRestored(Event):
    """The clocks after a restart: as journaled, and as restored up to the last mark.

    Time between the last mark and the stop is in doubt and goes to the side on turn.
    """

    side: Side
    journaled: BySide[Nanos]
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos
    at: Instant


@dataclass(frozen=True, slots=True)
class TableTakenOver(Event):
    """A match goes on in journal `by_journal_id` from the head of the old one.

    In the new journal `state` is the match as it stood; in the old one it is None, and that table
    refuses to go on.
    """

    old_journal_id: str
    head_seq: int
    head_hash: str
    by_journal_id: str
    state: Match | None
