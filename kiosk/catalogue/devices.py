"""Words of devices lost and back, and of a table that restarts or is taken over."""

from collections.abc import Iterator, Mapping, Sequence

from kiosk.catalogue.sentence import (
    CLOCK_DIRECTOR,
    DIRECTOR,
    EventText,
    LineStyle,
    Sentence,
    event_text,
)
from kiosk.catalogue.text import Text, join_with_commas, text
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import (
    ClockRestored,
    DeviceBack,
    DeviceLost,
    Halted,
    Restarted,
)

# --- facts ---------------------------------------------------------------------------------------

STOPPED: Mapping[str, EventText] = {
    DeviceName.CAMERA: event_text("The camera stopped answering: {why}."),
    DeviceName.TOWER: event_text("The baffle box stopped answering: {why}."),
    DeviceName.TOWER_JAM: event_text("A die is jammed in the baffle box."),
    DeviceName.TOWER_LID: event_text("The baffle box is open."),
    DeviceName.TOWER_BEAM: event_text("The baffle box can't count: {why}."),
    DeviceName.BUTTONS: event_text("The clock buttons stopped answering: {why}."),
    DeviceName.LEFT_BUTTON: event_text("The left clock button is stuck: {why}."),
    DeviceName.RIGHT_BUTTON: event_text("The right clock button is stuck: {why}."),
    DeviceName.DIRECTOR: event_text("The director stopped answering: {why}."),
    DeviceName.DIRECTOR_STRANGER: event_text(
        "The machine that answers is not the director: {why}."
    ),
}
ANOTHER_STOPPED = event_text("The {device} stopped answering: {why}.")

ANSWERS: Mapping[str, EventText] = {
    DeviceName.CAMERA: event_text("The camera answers again."),
    DeviceName.TOWER: event_text("The baffle box answers again."),
    DeviceName.TOWER_JAM: event_text("No die is jammed in the baffle box any more."),
    DeviceName.TOWER_LID: event_text("The baffle box is closed again."),
    DeviceName.TOWER_BEAM: event_text("The baffle box counts again."),
    DeviceName.BUTTONS: event_text("The clock buttons answer again."),
    DeviceName.LEFT_BUTTON: event_text("The left clock button answers again."),
    DeviceName.RIGHT_BUTTON: event_text("The right clock button answers again."),
    DeviceName.DIRECTOR: event_text("The director answers again."),
    DeviceName.DIRECTOR_STRANGER: event_text("The director's service answers again."),
}
ANOTHER_ANSWERS = event_text("The {device} answers again.")

SENTENCES = (
    Sentence(DeviceLost, lambda event: STOPPED.get(event.device, ANOTHER_STOPPED)(event), DIRECTOR),
    Sentence(DeviceBack, lambda event: ANSWERS.get(event.device, ANOTHER_ANSWERS)(event), DIRECTOR),
    Sentence(
        Halted, event_text("The table had stopped itself: {why}."), DIRECTOR, look=LineStyle.GRAVE
    ),
    Sentence(Restarted, event_text("The table started again."), DIRECTOR),
    Sentence(
        ClockRestored,
        event_text("Clocks restored on {side}'s turn: {reserve}; the journal had {journaled}."),
        CLOCK_DIRECTOR,
    ),
)

# --- devices that are lost -----------------------------------------------------------------------

DEVICES: Mapping[str, Text] = {
    DeviceName.CAMERA: text("camera"),
    DeviceName.TOWER: text("baffle box"),
    DeviceName.TOWER_JAM: text("baffle box (a die is jammed in it)"),
    DeviceName.TOWER_LID: text("baffle box (its lid is open)"),
    DeviceName.TOWER_BEAM: text("baffle box (it can't count)"),
    DeviceName.BUTTONS: text("buttons"),
    DeviceName.LEFT_BUTTON: text("a clock button"),
    DeviceName.RIGHT_BUTTON: text("a clock button"),
    DeviceName.DIRECTOR: text("director"),
    DeviceName.DIRECTOR_STRANGER: text("director"),
}


_BANNERS: Mapping[str, Text] = {
    DeviceName.CAMERA: text("Camera lost: dice are entered by touch"),
    DeviceName.TOWER: text("Baffle box lost: the camera sees the dice alone"),
    DeviceName.TOWER_JAM: text("A die is jammed in the baffle box"),
    DeviceName.TOWER_LID: text("The baffle box is open"),
    DeviceName.TOWER_BEAM: text("The baffle box can't count: the camera sees the dice alone"),
    DeviceName.BUTTONS: text("Clock buttons lost"),
    DeviceName.LEFT_BUTTON: text("Left clock button stuck: pressed on the screen"),
    DeviceName.RIGHT_BUTTON: text("Right clock button stuck: pressed on the screen"),
    DeviceName.DIRECTOR: text("The table could not reach the director"),
    DeviceName.DIRECTOR_STRANGER: text(
        "Another machine answered the table in the director's place"
    ),
}


def lost_banner(device: str) -> Text:
    """A lost device on its table's card."""
    return _BANNERS.get(device, text("{device} lost", device=device.capitalize()))


NO_DIRECTOR = text("No connection to the director")
NOT_YOUR_DIRECTOR = text("This is not your director: another machine answers in his place")


_A_BUTTON = text("a button")
_UNCLOCKED: Mapping[str, Text] = {
    **DEVICES,
    DeviceName.LEFT_BUTTON: _A_BUTTON,
    DeviceName.RIGHT_BUTTON: _A_BUTTON,
}
"""In a match without a clock the buttons belong to no clock."""


def format_lost(devices: Sequence[str], *, clocked: bool = True) -> Iterator[Text]:
    """What is lost, for the players, the most serious first."""
    if DeviceName.DIRECTOR_STRANGER in devices:
        yield NOT_YOUR_DIRECTOR
        theirs = {DeviceName.DIRECTOR, DeviceName.DIRECTOR_STRANGER}
        devices = [each for each in devices if each not in theirs]
    others = [each for each in devices if each != DeviceName.DIRECTOR]
    if others:
        yield no_answer(others, clocked=clocked)
    if DeviceName.DIRECTOR in devices:
        yield NO_DIRECTOR


def no_answer(devices: Sequence[str], *, clocked: bool = True) -> Text:
    """The devices that do not work, for the players."""
    words = DEVICES if clocked else _UNCLOCKED
    names = join_with_commas(words.get(device, device) for device in devices)
    if DeviceName.CAMERA in devices:
        return text("Not working: {devices}. Enter rolls by touch", devices=names)
    return text("Not working: {devices}", devices=names)
