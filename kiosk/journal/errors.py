"""All errors of this package: what is wrong, where, what to do.

JournalError(Exception)
├── NotAJournal       the file is not ours
├── JournalTooNew     a newer program wrote the file
├── JournalDamaged    the chain breaks at a row
│   ├── JournalOdd    its tables are not those a table makes
│   └── JournalShort  it ends before the row its head names
├── HeadMismatch      its head files are damaged, or another journal's
├── JournalBusy       another table owns the journal
├── JournalFailed     a commit failed: nothing more is written
│   └── DiskFull      because the disk is full
└── JournalMisused    closed, or used from another thread than the one that opened it
"""

_KEEP = "keep the files, and see kiosk restore --help"


class JournalError(Exception):
    """A journal that can't be opened, read or written."""


class NotAJournal(JournalError):
    """The file is not ours."""


class JournalTooNew(JournalError):
    """A newer program wrote the file."""


class JournalDamaged(JournalError):
    """The chain breaks at row `seq`; all earlier rows are as written."""

    def __init__(self, path: object, seq: int, why: str) -> None:
        sound = f": rows 1 to {seq - 1} are sound" if seq > 1 else ""
        words = " ".join(why.split())  # SQLite quotes unreadable text with its line ends
        super().__init__(f"{path} is damaged at row {seq} ({words}){sound}; {_KEEP}")
        self.seq = seq


class JournalOdd(JournalDamaged):
    """The file's tables are not those a table makes: none of its rows is read."""

    def __init__(self, path: object, odd: str) -> None:
        words = f"{path} is not a journal: {odd}; name the file a table wrote, or {_KEEP}"
        JournalError.__init__(self, words)
        self.seq = 1


class JournalShort(JournalDamaged):
    """The journal ends after row `last`, its head files name `wanted`."""

    def __init__(self, path: object, last: int, wanted: int) -> None:
        where = f"at row {last}" if last else "before its first row"
        missing = "1 row is" if wanted == last + 1 else f"{wanted - last} rows are"
        JournalError.__init__(
            self,
            f"{path} ends {where}, its head files name row {wanted}: {missing} missing; {_KEEP}",
        )
        self.seq = last + 1
        self.last = last
        self.wanted = wanted


class HeadMismatch(JournalError):
    """The head files beside a journal are damaged, or those of another journal."""


class JournalBusy(JournalError):
    """Another table owns the journal."""


class JournalFailed(JournalError):
    """A commit failed. Its rows may or may not be kept; a restart finds out."""


class DiskFull(JournalFailed):
    """A commit failed because the disk is full."""


class JournalMisused(JournalError):
    """A closed journal, or one used from another thread than the one that opened it."""
