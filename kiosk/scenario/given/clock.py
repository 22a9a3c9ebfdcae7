"""[match]: the clocks."""

from dataclasses import replace
from typing import Literal

from kiosk.rules import clock as clocks
from kiosk.rules.clock import Expiry
from kiosk.rules.match import Match
from kiosk.rules.units import SIDES, BySide, Nanos, Side
from kiosk.scenario.play import BOOT, Misfit
from kiosk.scenario.values import several
from kiosk.scenario.word import GivenKey


def _clocked(match: Match) -> None:
    if not match.clocked:
        raise Misfit("this match is played without a clock")


def _clocks(match: Match, times: dict[Side, Nanos]) -> Match:
    _clocked(match)
    reserve = BySide(*(times.get(side, match.clock.reserve.of_side(side)) for side in SIDES))
    return replace(match, clock=replace(match.clock, reserve=reserve))


def _running(match: Match, side: Side | None) -> Match:
    _clocked(match)
    return replace(match, clock=replace(match.clock, running=side, since=BOOT))


def _flags(match: Match, sides: tuple[Side, ...]) -> Match:
    _clocked(match)
    fell = BySide(*(BOOT if side in sides else None for side in SIDES))
    left = match.clock.reserve
    reserve = BySide(*(Nanos(0) if side in sides else left.of_side(side) for side in SIDES))
    clock = replace(match.clock, reserve=reserve, flagged=fell, first_flag=sides[0])
    return replace(match, clock=clock)


def _offences(match: Match, counts: dict[Side, int]) -> Match:
    expiries = [
        Expiry(side, match.game_number) for side, count in counts.items() for _ in range(count)
    ]
    return replace(match, control=replace(match.control, expiries=tuple(expiries)))


def _control(match: Match, number: int) -> Match:
    _clocked(match)
    now = replace(match, control=replace(match.control, second=number == 2))
    running = now.clock.running
    if running is None:
        return now
    return replace(now, clock=clocks.start(now.clock, running, BOOT, now.pace.first))


GIVEN: tuple[GivenKey, ...] = (
    GivenKey("control", Literal[1, 2], "which time control is played", "1", _control),
    GivenKey("offences", dict[Side, int], "expiries counted so far", "none", _offences),
    GivenKey(
        "clocks",
        dict[Side, Nanos],
        "the time each has left",
        "the book's allotment for the score",
        _clocks,
    ),
    GivenKey("running", Side | None, "whose clock runs", "the side on turn's", _running),
    GivenKey(
        "flags",
        several(Side, 1, 2),
        "whose time is used up, first to fall first",
        "",
        _flags,
    ),
)
