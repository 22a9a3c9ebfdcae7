"""The match record: what the table saw of one match, as one JSON document, and its files.

The table does not see the checkers, so it contains no plays; those of files that hold plays are
given beside it.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from kiosk.record.errors import MatchMissing, RowsMakeNoSense
from kiosk.record.form import Record
from kiosk.record.mat import mat_text
from kiosk.record.moments import COLUMNS, lines, plain_text
from kiosk.record.ogxm import Sign, ogxm_bytes
from kiosk.record.scribe import Scribe
from kiosk.record.sgf import sgf_text
from kiosk.record.spreadsheet import csv_bytes
from kiosk.record.transcription import Heading, Plays, Transcription
from kiosk.record.turns import transcribe_record
from kiosk.rules.result import EarlierResultCorrected
from kiosk.wire.disk import sync_folder
from kiosk.wire.errors import WireError
from kiosk.wire.row import Row

FORMS = ("json", "csv", "text", "mat", "sgf", "ogxm")
"""The forms of a file: ours, then those that other programs read."""

_NONSENSE = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors raised where an event lacks an earlier one that it needs."""


def fill_record(rows: Iterable[Row], match_id: str) -> Record:
    """The record of one match in verified rows.

    Raises MatchMissing, RowsMakeNoSense, and what `Row.event` raises for a row of a newer program.
    """
    scribe = Scribe()
    for row in rows:
        if is_about(row, match_id):
            with _made_sense_of(f"row {row.seq} makes no sense after those before it"):
                scribe.take(row)
    if scribe.record is None:
        raise MatchMissing(f"no match {match_id!r} was opened in these rows: name one they hold")
    return scribe.record


def record_document(rows: Iterable[Row], match_id: str) -> dict[str, Any]:
    """The same as plain lists and objects. Raises as `fill_record`."""
    found = fill_record(rows, match_id)
    return msgspec.json.decode(msgspec.json.encode(found), type=dict[str, Any])


def json_bytes(document: Record | dict[str, Any]) -> bytes:
    """A record as a JSON file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


@dataclass(frozen=True, slots=True)
class Supplement:
    """What a file holds that no record has: plays, a heading, a signature (OGXM)."""

    plays: Plays | None = None
    heading: Heading | None = None
    sign: Sign | None = None


def format_record(found: Record, form: str, supplement: Supplement = Supplement()) -> bytes:
    """A record as a file of this form, one of FORMS. Raises NothingRolled, RowsMakeNoSense."""
    first, last = found.first_seq, found.last_seq
    with _made_sense_of(f"rows {first} to {last} make no sense together"):
        match form:
            case "csv":
                cells = (msgspec.structs.astuple(line) for line in lines(found))
                return csv_bytes(COLUMNS, cells)
            case "text":
                return plain_text(found).encode()
            case "json":
                return json_bytes(found)
            case _:
                match = transcribe_record(found, supplement.plays, supplement.heading)
                return _transcribed(match, form, supplement.sign)


def _transcribed(match: Transcription, form: str, sign: Sign | None) -> bytes:
    if form == "ogxm":
        return ogxm_bytes(match, sign)
    text = mat_text(match) if form == "mat" else sgf_text(match)
    return text.encode()


@contextmanager
def _made_sense_of(complaint: str) -> Iterator[None]:
    """Raise RowsMakeNoSense for errors: rows signed with a table's key may be no match."""
    try:
        yield
    except WireError:
        raise
    except _NONSENSE as error:
        raise RowsMakeNoSense(f"{complaint}: look at the table's journal") from error


def is_about(row: Row, match_id: str) -> bool:
    """Whether the row is about this match: a result corrected later is among another match's rows.

    Raises as `Row.event`.
    """
    if row.kind != EarlierResultCorrected.__name__:
        return row.match_id == match_id
    event = row.event()
    return isinstance(event, EarlierResultCorrected) and event.of_match == match_id


def write(document: dict[str, Any], path: Path) -> None:
    """Write a record as JSON; the file is there whole or not at all, even after a power cut."""
    write_file(json_bytes(document), path)


def write_file(content: bytes, path: Path) -> None:
    """Write a file as `write` does. Raises OSError."""
    descriptor, new = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
