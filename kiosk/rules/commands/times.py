"""What is asked about the time on the clocks."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.rulebook import ClockAsker, RuleBook
from kiosk.rules.units import BySide, Nanos, Side


class TimeMode(StrEnum):
    """What the director does with a time."""

    ADD = "add"
    SUBTRACT = "subtract"
    SET = "set"


@dataclass(frozen=True, slots=True)
class ClockOrdered(Order):
    """The rest of the match is played with the clock of a whole resolved profile.

    `asked_by` says on whose account. Not `at_once`: from the next game on; `extreme`: the director
    calls the case extreme.
    """

    profile: RuleBook
    profile_hash: str
    asked_by: ClockAsker
    at_once: bool
    extreme: bool


@dataclass(frozen=True, slots=True)
class TimeOrdered(Order):
    """A side's reserve is changed by `time`, or set to it.

    `restores`: it gives back what the side lost while its clock ran by mistake.
    """

    side: Side
    time: Nanos
    mode: TimeMode
    restores: bool


@dataclass(frozen=True, slots=True)
class ClockReplaced(Order):
    """A faulty clock was replaced by one that shows these times."""

    reserve: BySide[Nanos]


@dataclass(frozen=True, slots=True)
class LostTimeClaimed(Command):
    """A side says that its clock had run by mistake."""

    side: Side


@dataclass(frozen=True, slots=True)
class DelayRestartTapped(Command):
    """A side has its delay start anew after a roll that did not count."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishTapped(Command):
    """A side wishes that the match be played with a clock."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishAgreed(Command):
    """A side agrees to the clock that the other wishes for."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockWishDenied(Command):
    """A side does not agree to it."""

    side: Side
