"""Devices lost and back, a table that starts again or is taken over, as people see and say them."""

from collections.abc import Mapping, Sequence

from kiosk.catalogue.sentence import Group, Sentence
from kiosk.catalogue.terms import clause, times
from kiosk.catalogue.terms import side as side_name
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


def device_lost_sentence(event: DeviceLost) -> Text:
    reason = clause(event.why)
    match event.device:
        case "camera":
            return text("The camera stopped answering: {why}.", why=reason)
        case "tower":
            return text("The baffle box stopped answering: {why}.", why=reason)
        case "buttons":
            return text("The clock buttons stopped answering: {why}.", why=reason)
        case "director":
            return text("The director stopped answering: {why}.", why=reason)
    return text("The {device} stopped answering: {why}.", device=event.device, why=reason)


def device_back_sentence(event: DeviceBack) -> Text:
    match event.device:
        case "camera":
            return text("The camera answers again.")
        case "tower":
            return text("The baffle box answers again.")
        case "buttons":
            return text("The clock buttons answer again.")
        case "director":
            return text("The director answers again.")
    return text("The {device} answers again.", device=event.device)


def halted_sentence(event: Halted) -> Text:
    return text("The table had stopped itself: {why}.", why=clause(event.why))


def restarted_sentence(_event: Restarted) -> Text:
    return text("The table started again.")


def clock_restored_sentence(event: ClockRestored) -> Text:
    return text(
        "Clocks restored on {side}'s turn: {times}; the journal had {journaled}.",
        side=side_name(event.side),
        times=times(event.reserve),
        journaled=times(event.journaled),
    )


def table_taken_over_sentence(event: TableTakenOver) -> Text:
    return text(
        "Journal {new} goes on with the match of journal {old} from row {row}.",
        new=event.by_journal_id,
        old=event.old_journal_id,
        row=event.head_seq,
    )


BY_DIRECTOR = (Group.DIRECTOR,)

SENTENCES = (
    Sentence(DeviceLost, device_lost_sentence, BY_DIRECTOR, in_record=True),
    Sentence(DeviceBack, device_back_sentence, BY_DIRECTOR, in_record=True),
    Sentence(Halted, halted_sentence, BY_DIRECTOR, in_record=True),
    Sentence(Restarted, restarted_sentence, BY_DIRECTOR, in_record=True),
    Sentence(ClockRestored, clock_restored_sentence, (Group.CLOCK, Group.DIRECTOR), in_record=True),
    Sentence(TableTakenOver, table_taken_over_sentence, BY_DIRECTOR, in_record=True, begins=True),
)

# --- devices that are lost -----------------------------------------------------------------------

DEVICES: Mapping[str, Text] = {
    "camera": text("camera"),
    "tower": text("baffle box"),
    "buttons": text("buttons"),
    "director": text("director"),
}

LOST: Mapping[str, Text] = {
    "camera": text("Camera lost: dice are entered by touch"),
    "tower": text("Baffle box lost: dice are entered by touch"),
    "buttons": text("Clock buttons lost"),
    "director": text("The table could not reach the director"),
}


def lost(device: str) -> Text:
    """What it means that a device is lost, for the director."""
    return LOST.get(device) or text("{device} lost", device=device)


def no_answer(devices: Sequence[str]) -> Text:
    """The same of all that are lost, for the players."""
    names = listed(DEVICES.get(device, device) for device in devices)
    if "camera" in devices:
        return text("No answer: {devices}; enter rolls by touch", devices=names)
    return text("No answer: {devices}", devices=names)
