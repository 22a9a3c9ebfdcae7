"""Facts about the time on the clocks, in words."""

from collections.abc import Mapping

from kiosk.rules.times.facts import (
    ClockDropped,
    ClockIntroduced,
    ClockWishAnswered,
    ClockWished,
    DelayRestarted,
    LostTimeTold,
    TimeCause,
    TimeSet,
)
from kiosk.wire.phrases import clause, duration, side, times, who
from kiosk.wire.words.said import said

WHY_TIME: Mapping[TimeCause, str] = {
    TimeCause.RULING: "the director sets the time",
    TimeCause.LOST_TIME: "time lost by mistake is given back",
    TimeCause.CLOCK_REPLACED: "a faulty clock was replaced",
    TimeCause.TOP_UP: "more time after time used up",
    TimeCause.FIRST_TURN: "the first turn's delay is added",
}


@said.register
def _(event: TimeSet) -> str:
    by = f" by {who(event.by)}, because {clause(event.why)}" if event.by else ""
    return f"Clocks set{by}; {WHY_TIME[event.cause]}: {times(event.reserve)}."


@said.register
def _(event: ClockIntroduced) -> str:
    since = "at once" if event.at_once else "from the next game on"
    return f"{who(event.by)} orders a clock {since}, because {clause(event.why)}."


@said.register
def _(event: ClockDropped) -> str:
    return (
        f"{who(event.by)} orders the rest to be played without a clock, "
        f"because {clause(event.why)}."
    )


@said.register
def _(event: ClockWished) -> str:
    return f"{side(event.side)} wishes for a clock."


@said.register
def _(event: ClockWishAnswered) -> str:
    agrees = "agrees" if event.agrees else "does not agree"
    return f"{side(event.side)} {agrees} to the clock that {side(event.side.other)} wishes for."


@said.register
def _(event: LostTimeTold) -> str:
    return f"{side(event.side)} says that its clock had run by mistake."


@said.register
def _(event: DelayRestarted) -> str:
    return f"{side(event.side)}'s delay of {duration(event.delay)} starts anew."
