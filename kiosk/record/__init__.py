"""The match record: what the table saw of one match, for people and programs to keep."""

from kiosk.record.errors import MatchMissing, NothingRolled, RecordError, RowsMakeNoSense
from kiosk.record.record import (
    FORMS,
    Supplement,
    fill_record,
    format_record,
    is_about,
    json_bytes,
    record_document,
    write,
    write_file,
)

__all__ = [
    "FORMS",
    "MatchMissing",
    "NothingRolled",
    "RecordError",
    "RowsMakeNoSense",
    "Supplement",
    "fill_record",
    "format_record",
    "is_about",
    "json_bytes",
    "record_document",
    "write",
    "write_file",
]
