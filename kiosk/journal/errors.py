"""Every error of this package: what is wrong, where, what to do.

JournalError(Exception)
├── NotAJournal       the file is not ours
├── JournalTooNew     a newer program wrote the file
├── JournalDamaged    the chain breaks at a row
├── JournalBusy       another table owns the journal
├── JournalFailed     a commit failed: nothing more is written
│   └── DiskFull      because the disk is full
└── JournalMisused    closed, or used from another thread than the one that opened it
"""


class JournalError(Exception):
    """A journal that can't be opened, read or written."""


class NotAJournal(JournalError):
    """The file is not ours."""


class JournalTooNew(JournalError):
    """A newer program wrote the file."""


class JournalDamaged(JournalError):
    """The chain breaks at row `seq`: every row before it is as it was written."""

    def __init__(self, path: object, seq: int, why: str) -> None:
        super().__init__(
            f"{path} is damaged at row {seq} ({why}): "
            f"rows 1 to {seq - 1} are sound, keep the file and call the director"
            if seq > 1
            else f"{path} is damaged at row 1 ({why}): keep the file and call the director"
        )
        self.seq = seq


class JournalBusy(JournalError):
    """Another table owns the journal."""


class JournalFailed(JournalError):
    """A commit failed. What it held may or may not be kept; a restart finds out."""


class DiskFull(JournalFailed):
    """A commit failed because the disk is full."""


class JournalMisused(JournalError):
    """A closed journal, or one used from another thread than the one that opened it."""
