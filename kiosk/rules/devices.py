"""Devices lost and back, and restarts of the table."""

from dataclasses import dataclass, replace

from kiosk.rules import clock as clocks
from kiosk.rules.act import NOTHING, Act, Against, unopposed
from kiosk.rules.clock import last_sure, read
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.fact import Event, Fact
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.phases import ANY
from kiosk.rules.play import PlayStopped, run_clock
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.schedule.facts import AbsenceRestored
from kiosk.rules.units import BySide, Instant, Nanos, Side

# --- commands -------------------------------------------------------------------------------------


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
    certainly alive; `halted` is the reason if it had stopped itself.
    """

    mark_at: Instant | None
    halted: str | None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceLost(Event):
    device: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceBack(Event):
    device: str


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """The table had stopped itself; journaled first after its restart."""

    why: str


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """The table's process started again with this match open."""


@dataclass(frozen=True, slots=True)
class ClockRestored(Event):
    """The clocks after a restart: as journaled, and as restored up to the last mark.

    The time between the last mark and the stop is in doubt and is credited to the side on turn.
    """

    side: Side
    journaled: BySide[Nanos]
    reserve: BySide[Nanos]
    delay_left: Nanos
    used: Nanos
    at: Instant


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_failing(match: Match, command: DeviceFailed) -> Against:
    return (Reason.ALREADY_DONE,) if command.device in match.lost_devices else NOTHING


def device_failed(decision: Decision, command: DeviceFailed) -> None:
    decision.emit(DeviceLost(command.device, command.why))


def refuse_recovering(match: Match, command: DeviceRecovered) -> Against:
    return NOTHING if command.device in match.lost_devices else (Reason.ALREADY_DONE,)


def device_recovered(decision: Decision, command: DeviceRecovered) -> None:
    decision.emit(DeviceBack(command.device))


def restart(decision: Decision, command: TableRestarted) -> None:
    if command.halted is not None:
        decision.emit(Halted(command.halted))
    start_again(decision, command.at, command.mark_at)


def start_again(decision: Decision, at: Instant, mark_at: Instant | None) -> None:
    """Restore the match as journaled; a side that was missing is still missing. The clock is
    charged up to the last certain instant and stops; only a lateness goes on.

    The time between that instant and the stop is in doubt and is credited to the side on turn.
    """
    clock, schedule = decision.match.clock, decision.match.schedule
    decision.emit(Restarted())
    missing = schedule.after_restart(mark_at, at)
    if missing != decision.match.schedule:
        kept = (missing.late, missing.pause, missing.announced, missing.stayed)
        decision.emit(AbsenceRestored(*kept))
    side = clock.running
    if side is not None:
        now = read(clock, last_sure(clock, side, mark_at))
        decision.emit(
            ClockRestored(side, clock.reserve, now.reserve, now.delay_left, now.used, now.since)
        )
        if decision.match.phase is Phase.BETWEEN_GAMES and missing.late.of_side(side) is not None:
            run_clock(decision, side, at, now.delay_left)
    if decision.match.phase in IN_GAME and decision.match.stop is None:
        decision.emit(PlayStopped(StopReason.RESTARTED, side, (), None, None))


# --- state changes --------------------------------------------------------------------------------


def apply_device_lost(match: Match, event: DeviceLost) -> Match:
    return replace(match, lost_devices=match.lost_devices | {event.device})


def apply_device_back(match: Match, event: DeviceBack) -> Match:
    return replace(match, lost_devices=match.lost_devices - {event.device})


def apply_restarted(match: Match, _event: Restarted) -> Match:
    """Drop instants from before the restart: they can't be compared with those after it."""
    return replace(
        match,
        clock=replace(match.clock, since=Instant(0)),
        held=None,
        schedule=replace(match.schedule.nobody_missing(), played_until=None),
    )


def apply_clock_restored(match: Match, event: ClockRestored) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(DeviceFailed, ANY, refuse_failing, device_failed, while_disputed=True),
    Act(DeviceRecovered, ANY, refuse_recovering, device_recovered, while_disputed=True),
    Act(TableRestarted, ANY, unopposed, restart, while_disputed=True),
)


FACTS = (
    Fact(DeviceLost, apply_device_lost),
    Fact(DeviceBack, apply_device_back),
    Fact(Halted),
    Fact(Restarted, apply_restarted),
    Fact(ClockRestored, apply_clock_restored),
)
