"""Checks of the clocks at this instant."""

from kiosk.rules import clock as clocks
from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.units import SIDES, Nanos, Side
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import Check, part, same


def _clocks(play: ScenarioRun) -> dict[Side, int]:
    read = {side: clocks.remaining(play.match.clock, side, play.at) for side in SIDES}
    return {side: reading.reserve for side, reading in read.items()}


def _delay(play: ScenarioRun) -> int:
    clock, stop = play.match.clock, play.match.stop
    if clock.running is not None:
        return clocks.remaining(clock, clock.running, play.at).delay
    return clock.delay_left if stop is not None and stop.resumes is not None else 0


def _flags(play: ScenarioRun) -> tuple[Side, ...]:
    return tuple(side for side in SIDES if play.match.clock.flagged.of_side(side) is not None)


def _system(play: ScenarioRun) -> ClockSystem:
    return play.match.pace.system


def _offences(play: ScenarioRun) -> dict[Side, int]:
    sides = [expiry.side for expiry in play.match.control.expiries]
    return {side: sides.count(side) for side in SIDES}


CHECKS: tuple[Check, ...] = (
    Check("clocks", dict[Side, Nanos], "the time each has left, exactly", _clocks, part),
    Check(
        "delay",
        Nanos,
        "what is left of the delay of the clock that runs, or goes on after a stop",
        _delay,
    ),
    Check("running", Side | None, "whose clock runs", lambda play: play.match.clock.running),
    Check("flags", tuple[Side, ...], "whose time is used up", _flags, same),
    Check("offences", dict[Side, int], "expiries counted so far", _offences, part),
    Check("system", ClockSystem, "how the clock runs now", _system),
)
