"""Facts about the cube, in words."""

from kiosk.rules import events as e
from kiosk.wire.phrases import side
from kiosk.wire.words.said import said


@said.register
def _(event: e.Doubled) -> str:
    return f"{side(event.side)} doubles to {event.level}."


@said.register
def _(event: e.Taken) -> str:
    return f"{side(event.side)} takes; the cube is at {event.level}."


@said.register
def _(event: e.Passed) -> str:
    return f"{side(event.side)} passes the double to {event.level}."
