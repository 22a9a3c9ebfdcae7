"""A table's memory, outbox and evidence: an append-only SQLite event log."""

from kiosk.journal.errors import (
    DiskFull,
    HeadMismatch,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalFailed,
    JournalMisused,
    JournalOdd,
    JournalShort,
    JournalTooNew,
    NotAJournal,
)
from kiosk.journal.head import Mark
from kiosk.journal.journal import Journal
from kiosk.journal.reading import matches, read
from kiosk.wire.replay import Replay, fold_rows
from kiosk.wire.row import Row, utc_text

__all__ = [
    "DiskFull",
    "HeadMismatch",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalFailed",
    "JournalMisused",
    "JournalOdd",
    "JournalShort",
    "JournalTooNew",
    "Mark",
    "NotAJournal",
    "Replay",
    "Row",
    "fold_rows",
    "matches",
    "read",
    "utc_text",
]
