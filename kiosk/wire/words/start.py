"""Facts before play, in words."""

from kiosk.rules.start import GameStarted, MatchOpened, ReadyGiven, TableAssigned, TableSetUp
from kiosk.rules.times.facts import TimeAllotted
from kiosk.wire.phrases import side, times
from kiosk.wire.words.said import said


@said.register
def _(event: TableAssigned) -> str:
    return f"This device is table {event.table} of event {event.event_id}."


@said.register
def _(event: MatchOpened) -> str:
    length = event.format.points
    what = f"Match to {length} points" if length is not None else "Single game"
    white, black = event.sides.white.name, event.sides.black.name
    return (
        f"{what} at table {event.table}: {white} (White) against {black} (Black), "
        f"by {event.profile.title}."
    )


@said.register
def _(event: TableSetUp) -> str:
    mixer = "a baffle box" if event.setup.mixer else "dice cups"
    seats = event.setup.seats
    return (
        f"White sits at the picture's {seats.white.picture.value}, "
        f"Black at its {seats.black.picture.value}; {mixer}."
    )


@said.register
def _(event: TimeAllotted) -> str:
    return f"Time: {times(event.reserve)}."


@said.register
def _(event: ReadyGiven) -> str:
    return f"{side(event.side)} is ready."


@said.register
def _(event: GameStarted) -> str:
    crawford = ", the Crawford game" if event.crawford else ""
    return f"Game {event.number} begins{crawford}."
