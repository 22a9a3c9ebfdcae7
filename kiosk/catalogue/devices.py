"""Devices lost and back, a table that starts again or is taken over, as people see and say them."""

from collections.abc import Iterator, Mapping, Sequence

from kiosk.catalogue.sentence import CLOCK_DIRECTOR, DIRECTOR, Look, Say, Sentence, says
from kiosk.catalogue.text import Text, listed, text
from kiosk.rules.devices import (
    ClockRestored,
    DeviceBack,
    DeviceLost,
    Halted,
    Restarted,
    TableTakenOver,
)

# --- facts ---------------------------------------------------------------------------------------

STOPPED: Mapping[str, Say] = {
    "camera": says("The camera stopped answering: {why}."),
    "tower": says("The baffle box stopped answering: {why}."),
    "tower_jam": says("A die is jammed in the baffle box."),
    "tower_lid": says("The baffle box is open."),
    "tower_beam": says("The baffle box can't count: {why}."),
    "buttons": says("The clock buttons stopped answering: {why}."),
    "left_button": says("The left clock button is stuck: {why}."),
    "right_button": says("The right clock button is stuck: {why}."),
    "director": says("The director stopped answering: {why}."),
    "director_stranger": says("What answers is not the director: {why}."),
}
ANOTHER_STOPPED = says("The {device} stopped answering: {why}.")

ANSWERS: Mapping[str, Say] = {
    "camera": says("The camera answers again."),
    "tower": says("The baffle box answers again."),
    "tower_jam": says("No die is jammed in the baffle box any more."),
    "tower_lid": says("The baffle box is closed again."),
    "tower_beam": says("The baffle box counts again."),
    "buttons": says("The clock buttons answer again."),
    "left_button": says("The left clock button answers again."),
    "right_button": says("The right clock button answers again."),
    "director": says("The director answers again."),
    "director_stranger": says("The director himself answers again."),
}
ANOTHER_ANSWERS = says("The {device} answers again.")

SENTENCES = (
    Sentence(DeviceLost, lambda event: STOPPED.get(event.device, ANOTHER_STOPPED)(event), DIRECTOR),
    Sentence(DeviceBack, lambda event: ANSWERS.get(event.device, ANOTHER_ANSWERS)(event), DIRECTOR),
    Sentence(Halted, says("The table had stopped itself: {why}."), DIRECTOR, look=Look.GRAVE),
    Sentence(Restarted, says("The table started again."), DIRECTOR),
    Sentence(
        ClockRestored,
        says("Clocks restored on {side}'s turn: {reserve}; the journal had {journaled}."),
        CLOCK_DIRECTOR,
    ),
    Sentence(
        TableTakenOver,
        says(
            "Journal {by_journal_id} goes on with the match of journal {old_journal_id} from row "
            "{head_seq}."
        ),
        DIRECTOR,
        begins=True,
    ),
)

# --- devices that are lost -----------------------------------------------------------------------

DEVICES: Mapping[str, Text] = {
    "camera": text("camera"),
    "tower": text("baffle box"),
    "tower_jam": text("baffle box (a die is jammed in it)"),
    "tower_lid": text("baffle box (its lid is open)"),
    "tower_beam": text("baffle box (it can't count)"),
    "buttons": text("buttons"),
    "left_button": text("a clock button"),
    "right_button": text("a clock button"),
    "director": text("director"),
}


NOT_YOUR_DIRECTOR = text("This is not your director: another machine answers in his place")


def told_lost(devices: Sequence[str]) -> Iterator[Text]:
    """What is lost, for the players, the weightiest first."""
    if "director_stranger" in devices:
        yield NOT_YOUR_DIRECTOR
        devices = [each for each in devices if each not in {"director", "director_stranger"}]
    if devices:
        yield no_answer(devices)


def no_answer(devices: Sequence[str]) -> Text:
    """Which do not work, for the players."""
    names = listed(DEVICES.get(device, device) for device in devices)
    if "camera" in devices:
        return text("Not working: {devices}. Enter rolls by touch", devices=names)
    return text("Not working: {devices}", devices=names)
