"""A table's memory, outbox and evidence: an append-only SQLite event log."""

from kiosk.journal.errors import (
    DiskFull,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalFailed,
    JournalMisused,
    JournalTooNew,
    NotAJournal,
)
from kiosk.journal.journal import Journal, Mark
from kiosk.journal.reading import matches, read
from kiosk.wire.replay import Replay, replayed
from kiosk.wire.row import Row, utc_text

__all__ = [
    "DiskFull",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalFailed",
    "JournalMisused",
    "JournalTooNew",
    "Mark",
    "NotAJournal",
    "Replay",
    "Row",
    "matches",
    "read",
    "replayed",
    "utc_text",
]
