"""Audit of devices: a line for each act, by the table's number. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from kiosk.catalogue.text import Text, text
from kiosk.director.enrolment.register import (
    CardMade,
    CardVoided,
    CodeMade,
    DeviceTurnedAway,
    Enrolled,
    EnrolmentNote,
    Moved,
    PutBack,
    Register,
    Replaced,
    Revoked,
    register,
    with_note,
)
from kiosk.director.people.audit import AuditLine, by_service


def enrolment_lines(
    tables: Mapping[str, int], notes: Iterable[EnrolmentNote]
) -> Iterator[AuditLine]:
    """The oldest first; `tables` are a file's table numbers, by key."""
    known = register(tables)
    for note in notes:
        who = note.by or by_service("")
        yield AuditLine(note.utc, who, "", "", _words(known, note), "", None)
        known = with_note(known, note)


def _words(known: Register, note: EnrolmentNote) -> Text:  # noqa: PLR0911 (a table of facts)
    match note.fact:
        case CardMade():
            return text("New event card")
        case CardVoided():
            return text("Event card void")
        case CodeMade():
            return text("New code for a device")
        case DeviceTurnedAway():
            return text("A device was turned away")
        case Enrolled(number=number):
            return text("Table {number}: a device is enrolled", number=number)
        case Moved(key, number):
            before = known.number(key) or 0
            return text("Table {number}: its device is table {to} now", number=before, to=number)
        case Replaced(key, spare):
            number, was = known.number(key) or 0, known.number(spare) or 0
            return text(
                "Table {number}: the spare of table {was} takes its place", number=number, was=was
            )
        case PutBack(key):
            number = known.devices[key].number if key in known.devices else 0
            return text("Table {number}: its device is put back", number=number)
        case Revoked(key):
            number = known.number(key) or 0
            return text("Table {number}: its device is revoked", number=number)
