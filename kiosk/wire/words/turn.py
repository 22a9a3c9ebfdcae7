"""Facts about clocks and turns, in words."""

from kiosk.rules.expiry import FlagReached
from kiosk.rules.play import ClockStarted, ClockStopped, PlayResumed, PlayStopped, TurnEnded
from kiosk.rules.stops import ResumeAgreed
from kiosk.wire.phrases import STOPS, clause, duration, side, times, who
from kiosk.wire.words.said import said


@said.register
def _(event: ClockStarted) -> str:
    return f"{side(event.side)}'s clock runs, with {duration(event.delay)} of delay."


@said.register
def _(event: ClockStopped) -> str:
    return f"{side(event.side)}'s clock is stopped: {times(event.reserve)}."


@said.register
def _(event: PlayStopped) -> str:
    if event.by is not None:
        return f"{who(event.by)} stops the clocks, because {clause(event.why)}."
    if event.side is not None and event.purpose is not None:
        noted = "" if event.listed else ", which is noted for the director"
        return f"{side(event.side)} stops the clocks {event.purpose.doc}{noted}."
    return f"Play is stopped, because {STOPS[event.reason]}."


@said.register
def _(event: ResumeAgreed) -> str:
    if event.by is not None:
        return f"{who(event.by)} starts play again, because {clause(event.why)}."
    return f"{side(event.side, 'The director')} agrees to go on."


@said.register
def _(event: PlayResumed) -> str:
    clock = f" on {side(event.side)}'s clock" if event.side else ""
    return f"Play goes on{clock}."


@said.register
def _(event: TurnEnded) -> str:
    took = f" after {duration(event.used)}: {times(event.reserve)}" if event.used else ""
    return f"{side(event.side)}'s turn ended{took}."


@said.register
def _(event: FlagReached) -> str:
    return f"{side(event.side)}'s time is used up."
