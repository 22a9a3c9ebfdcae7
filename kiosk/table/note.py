"""Note beside the journal that the table halted, which a broken journal can't record."""

import logging
import os
from pathlib import Path

from kiosk.journal.file import beside
from kiosk.wire.disk import sync_folder
from kiosk.wire.secret_file import open_private

LONGEST = 1000
NO_WORDS = "the table had halted; its note gives no reason"

_log = logging.getLogger(__name__)


class HaltNote:
    """`<journal>.halted`: written when the table halts, removed once the next start has journaled
    it.
    """

    def __init__(self, journal: Path) -> None:
        self.path = beside(journal, ".halted")

    def write(self, why: str) -> None:
        """Write the reason, if possible: the disk that refused the commit may refuse this too."""
        try:
            held = open_private(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            with os.fdopen(held, "wb") as file:
                file.write(why.encode())
                file.flush()
                os.fsync(file.fileno())
            sync_folder(self.path.parent)
        except OSError as error:
            _log.error("%s can't be written: %s", self.path, error.strerror)

    def read(self) -> str | None:
        """Why the table halted; None if it did not. An empty note still means that it did."""
        try:
            kept = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        except OSError as error:
            _log.error("%s can't be read: %s", self.path, error.strerror)
            return None
        return kept.strip()[:LONGEST] or NO_WORDS

    def remove(self) -> None:
        """Remove the note. Called after the commit: too late it is journaled twice, too early
        never.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            _log.error("%s can't be removed: %s", self.path, error.strerror)
