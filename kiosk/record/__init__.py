"""The match record: what the table saw of one match, for people and programs to keep."""

from kiosk.record.errors import MatchMissing, RecordError, RowsMakeNoSense
from kiosk.record.record import (
    fill_record,
    format_record,
    is_about,
    json_bytes,
    record_document,
    write,
    write_file,
)

__all__ = [
    "MatchMissing",
    "RecordError",
    "RowsMakeNoSense",
    "fill_record",
    "format_record",
    "is_about",
    "json_bytes",
    "record_document",
    "write",
    "write_file",
]
