"""The match record: what the table saw of one match, for people and programs to keep."""

from kiosk.record.errors import MatchMissing, RecordError, RowsMakeNoSense
from kiosk.record.record import filled, is_about, json_bytes, put, record, shown, write

__all__ = [
    "MatchMissing",
    "RecordError",
    "RowsMakeNoSense",
    "filled",
    "is_about",
    "json_bytes",
    "put",
    "record",
    "shown",
    "write",
]
