"""A second copy of the database, best on another disk, renewed each minute as a whole or not at
all.

A copy is checked before it replaces the one before. Trouble is logged, and the director goes on.
"""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kiosk.director.errors import DirectorSettingsError, StoreError
from kiosk.director.store.sqlite import check_header
from kiosk.wire.disk import sync_folder
from kiosk.wire.row import utc_text
from kiosk.wire.secret_file import make_database

EVERY_S = 60.0

REST = 9
"""After a copy the thread rests this many times its duration, and at least EVERY_S."""

STOP_S = 1.0
"""How long the end of the director waits for a copy; one that is cut off leaves nothing."""

_log = logging.getLogger(__name__)


def copy_database(database: Path, target: Path) -> None:
    """Copy `database` at one instant, checked and synced, to `target`.

    Raises StoreError if the target is something else, sqlite3.Error, OSError.
    """
    if target.exists() and target.stat().st_size > 0:
        check_header(target)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    make_database(part)
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        source.backup(copy)
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            problems = " ".join(found.split())
            raise StoreError(f"{database} is damaged ({problems}): the copy before this is kept")
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    _sync(part)
    os.replace(part, target)
    sync_folder(target.parent)


class SecondCopy:
    """The thread `copy`: keeps `target` at most some minutes older than `database`."""

    def __init__(
        self, database: Path, target: Path, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` gives seconds. Raises DirectorSettingsError if the copy would be the original."""
        if target.resolve() == database.resolve():
            raise DirectorSettingsError(
                f"director.copy is {target}, the database itself; name a file on another disk"
            )
        self.trouble: str | None = None
        """Why the last try made no copy."""
        self.copied_utc: str | None = None
        self._database = database
        self._target = target
        self._clock = clock
        self._copied: object = None
        self._same_disk = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="copy", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def copy_if_changed(self) -> float:
        """Copy if something has changed since the last copy; return the seconds to rest."""
        begun_s = self._clock()
        try:
            state = _state(self._database)
            if state != self._copied or not self._target.exists():
                copy_database(self._database, self._target)
                self._copied = state
                self.copied_utc = utc_text(time.time_ns())
            self._log_same_disk()
        except (StoreError, sqlite3.Error, OSError) as error:
            why = (error.strerror if isinstance(error, OSError) else None) or error
            self._log_trouble(
                f"{self._target} is no copy of the database now: {why}; put that right"
            )
        else:
            self._log_trouble(None)
        return max(EVERY_S, REST * (self._clock() - begun_s))

    def _run(self) -> None:
        rest_s = 0.0
        while not self._stopping.wait(rest_s):
            rest_s = self.copy_if_changed()

    def _log_trouble(self, trouble: str | None) -> None:
        """Log each trouble once, and its end."""
        if trouble == self.trouble:
            return
        self.trouble = trouble
        if trouble is None:
            _log.warning("%s is a copy of the database again", self._target)
        else:
            _log.error("%s", trouble)

    def _log_same_disk(self) -> None:
        same = self._target.stat().st_dev == self._database.stat().st_dev
        if same and not self._same_disk:
            _log.warning("%s lies on the database's own disk, and dies with it", self._target)
        self._same_disk = same


def _state(database: Path) -> object:
    """A value that differs after each commit."""
    files = (database, database.with_name(f"{database.name}-wal"))
    found = (file.stat() for file in files if file.exists())
    return tuple((each.st_mtime_ns, each.st_size) for each in found)


def _sync(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
