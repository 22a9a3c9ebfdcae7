"""What the director orders, what devices report, a table that starts again."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Instant, Side


@dataclass(frozen=True, slots=True)
class MessageTapped(Command):
    """A side has read the director's message."""

    side: Side


@dataclass(frozen=True, slots=True)
class StopOrdered(Order):
    """Both clocks stop until the director says."""


@dataclass(frozen=True, slots=True)
class StartOrdered(Order):
    """Play goes on, whatever had stopped it."""


@dataclass(frozen=True, slots=True)
class MessageOrdered(Order):
    """Words for both players, shown until both have read them."""

    text: str


@dataclass(frozen=True, slots=True)
class PenaltyOrdered(Order):
    """Penalty points for a side; `section` is what they are awarded under."""

    side: Side
    points: int
    section: str | None


@dataclass(frozen=True, slots=True)
class ForfeitOrdered(Order):
    """A side loses the match under `section`; `disqualified`: it is out of the event, too."""

    side: Side
    disqualified: bool
    section: str


@dataclass(frozen=True, slots=True)
class ScoreOrdered(Order):
    """The score is set, under a section and correcting an event where one can be named."""

    score: BySide[int]
    section: str | None
    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class ProfileOrdered(Order):
    """Other rules from the next game on."""

    profile: RuleBook
    profile_hash: str


@dataclass(frozen=True, slots=True)
class DeviceFailed(Command):
    """A device stopped answering: camera, tower, buttons."""

    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceRecovered(Command):
    device: str


@dataclass(frozen=True, slots=True)
class TableRestarted(Command):
    """The table's process started again on a journal with this match in it.

    `mark_at` is the last instant, on the clock of the boot that stopped, at which the table was
    surely alive; `halted` says why it had stopped itself, if it had.
    """

    mark_at: Instant | None
    halted: str | None
