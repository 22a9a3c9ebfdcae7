"""Counter of the starts of the table's process on a journal. It never goes back."""

import logging
from pathlib import Path

from kiosk.journal.file import beside
from kiosk.wire.secret_file import write_whole

_log = logging.getLogger(__name__)


def next_boot(journal: Path, last_seq: int) -> int:
    """Count this start in `<journal>.boots`, synced before this returns; return its number.

    The number is at least `last_seq` + 1, whatever became of the file, because a journal grows with
    nearly every start. A file that can't be written does not keep the table from starting.
    """
    path = beside(journal, ".boots")
    boot = max(_counted(path), last_seq) + 1
    try:
        write_whole(path, f"{boot}\n".encode())
    except OSError as error:
        _log.error("%s can't be written: %s", path, error.strerror)
    return boot


def _counted(path: Path) -> int:
    try:
        text = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return 0
    except (OSError, UnicodeDecodeError) as error:
        _log.error("%s can't be read: %s", path, error)
        return 0
    return int(text) if text.isdecimal() and len(text) < 16 else 0
