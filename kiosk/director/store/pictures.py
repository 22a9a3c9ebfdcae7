"""Roll pictures named by rows: requested from their tables, stored as files by their sha256.

They may take a part of the disk, but none of what the database needs, and are kept for some days.
"""

import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kiosk.director.errors import StoreError
from kiosk.director.store.store import NamedPicture
from kiosk.wire.codec import sha256
from kiosk.wire.disk import free_bytes, sync_folder
from kiosk.wire.secret_file import make_private_folder, write_over
from kiosk.wire.sync import MOST_PICTURES

LONGEST_PICTURE = 1 << 20
"""Most bytes; a longer body is not read."""

_SHARES = 2
"""Among three or more journals, more than this many fair shares of the quota is too much
for one.
"""

_MB = 1_000_000
_SHA256 = re.compile(r"[0-9a-f]{64}")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoreQuota:
    """Limits in bytes: `most` for pictures, `reserve` of the disk for the database."""

    most: int = 20_000 * _MB
    reserve: int = 500 * _MB


class PictureStore:
    """The folder, and the named pictures that are not in it yet.

    When there is no room, the oldest of closed matches are removed first, and before all others
    those of tables with twice their share: `is_open` gives whether a picture's match goes on. A
    file `<sha256>.gone` marks a removed picture, which is not requested again: it is empty, or
    holds the number of days after which the picture was removed.
    """

    def __init__(
        self,
        folder: Path,
        named: Iterable[NamedPicture],
        quota: StoreQuota = StoreQuota(),
        is_open: Callable[[NamedPicture], bool] = lambda _named: False,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        """`named` in the order of their rows. Raises StoreError if the folder can't be made."""
        self._folder = folder
        self.quota = quota
        self._is_open = is_open
        self.free = free
        self._full = False
        try:
            make_private_folder(folder)
            self._kept = {file.stem: file.stat().st_size for file in folder.glob("*.jpg")}
            self._gone = {file.stem for file in folder.glob("*.gone")}
        except OSError as error:
            raise StoreError(f"{folder} is no folder for pictures: {error.strerror}") from error
        self._used = sum(self._kept.values())
        self._named: dict[str, NamedPicture] = {}
        """The last row that names each, in the order in which the pictures were first named."""
        self._wanted: dict[str, dict[str, None]] = {}
        self.add_named(named)

    @property
    def count(self) -> int:
        """How many pictures are stored."""
        return len(self._kept)

    def add_named(self, named: Iterable[NamedPicture]) -> None:
        """Take the pictures named by new rows."""
        for picture in named:
            name = picture.sha256
            self._named[name] = picture
            if name not in self._kept and name not in self._gone:
                self._wanted.setdefault(picture.journal_id, {})[name] = None

    def wanted(self, journal_id: str) -> tuple[str, ...]:
        """Pictures to request from a table: at most 20, the newest first, so that lost ones do not
        delay the others. None while there is no room.
        """
        names = tuple(reversed(self._wanted.get(journal_id, {})))[:MOST_PICTURES]
        if not names:
            return ()
        full = self.room_for(LONGEST_PICTURE) is None
        if full and not self._full:
            _log.error(
                "no more roll pictures are asked for: %s has no room beside the %d MB of the "
                "database, and pictures have %d of %d MB; make room",
                *(self._folder, self.quota.reserve // _MB),
                *(self._used // _MB, self.quota.most // _MB),
            )
        self._full = full
        return () if full else names

    def is_named(self, name: str) -> bool:
        return name in self._named

    def room_for(self, size: int) -> tuple[str, ...] | None:
        """Pictures to remove for one of this many bytes; None: there is no room even so.

        For the quota those of open matches are removed, too, when no other is left; for the
        database's reserve never.
        """
        try:
            left = self.free(self._folder)
        except OSError as error:
            _log.error("%s does not report what is free: %s", self._folder, error.strerror)
            return None
        over, short = self._used + size - self.quota.most, self.quota.reserve + size - left
        going: list[str] = []
        if over > 0 or short > 0:
            for name, is_open in self._oldest():
                if over <= 0 and (short <= 0 or is_open):
                    continue
                going.append(name)
                over, short = over - self._kept[name], short - self._kept[name]
        return None if over > 0 or short > 0 else tuple(going)

    def _oldest(self) -> list[tuple[str, bool]]:
        """Stored pictures in the order of removal, each with whether its match goes on. First those
        that no row names, then those of a journal with twice its share of the quota, so that a
        table that names endless pictures pushes out its own.
        """
        nobodys = [(name, False) for name in self._kept if name not in self._named]
        named = [picture for name, picture in self._named.items() if name in self._kept]
        used: Counter[str] = Counter()
        for picture in named:
            used[picture.journal_id] += self._kept[picture.sha256]
        much = _SHARES * self.quota.most / max(1, len(used))
        order = sorted(
            (
                (used[picture.journal_id] < much, self._is_open(picture), picture)
                for picture in named
            ),
            key=lambda each: each[:2],
        )
        return nobodys + [(picture.sha256, is_open) for _light, is_open, picture in order]

    def keep(self, name: str, jpeg: bytes, going: Iterable[str] = ()) -> bool:
        """Remove `going`, then write and sync a picture that a row names; False if these bytes do
        not match. For another thread than the other methods.

        An existing one is not written again. Raises StoreError; the table then sends it again.
        """
        if sha256(jpeg) != name or name not in self._named:
            return False
        if self.file(name) is not None:
            return True
        part = self._folder / f"{name}.part"
        try:
            for old in going:
                write_over(self._folder / f"{old}.gone", b"")
                (self._folder / f"{old}.jpg").unlink(missing_ok=True)
            write_over(part, jpeg)
            part.replace(self._folder / f"{name}.jpg")
            sync_folder(self._folder)
        except OSError as error:
            raise StoreError(
                f"picture {name} can't be kept in {self._folder}: {error.strerror}; make room"
            ) from error
        return True

    def note_stored(self, name: str, size: int, going: Iterable[str] = ()) -> None:
        """Note that the picture is in the folder now, and that `going` are not."""
        for old in going:
            self._gone.add(old)
            self._used -= self._kept.pop(old, 0)
        self._used += size - self._kept.get(name, 0)
        self._kept[name] = size
        for wanted in self._wanted.values():
            wanted.pop(name, None)

    def older(self, than_s: float) -> tuple[str, ...]:
        """Pictures whose files are older than this time, in seconds since 1970; also parts of one
        that never came whole. For another thread than the other methods. Raises StoreError.
        """
        try:
            with os.scandir(self._folder) as files:
                return tuple(
                    file.name.removesuffix(".jpg")
                    for file in files
                    if file.name.endswith((".jpg", ".part")) and file.stat().st_mtime < than_s
                )
        except OSError as error:
            raise self._can_not_go(error) from error

    def remove(self, names: Iterable[str], days: int) -> None:
        """Remove pictures for good; the mark left holds the number of days. For another thread than
        the other methods. Raises StoreError; those still there are removed the next time.
        """
        try:
            for name in names:
                if _SHA256.fullmatch(name):
                    write_over(self._folder / f"{name}.gone", f"{days}\n".encode())
                    (self._folder / f"{name}.jpg").unlink(missing_ok=True)
                else:
                    (self._folder / name).unlink(missing_ok=True)
            sync_folder(self._folder)
        except OSError as error:
            raise self._can_not_go(error) from error

    def _can_not_go(self, error: OSError) -> StoreError:
        return StoreError(
            f"old pictures in {self._folder} can't go: {error.strerror}; remove them by hand"
        )

    def note_removed(self, names: Iterable[str]) -> None:
        """Note that they are not in the folder any more."""
        for name in names:
            self._gone.add(name)
            self._used -= self._kept.pop(name, 0)

    def removed_after(self, name: str) -> int | None:
        """The number of days after which a picture was removed for its age; None if it was not."""
        if name not in self._gone:
            return None
        try:
            content = (self._folder / f"{name}.gone").read_text("ascii", "replace").strip()
        except OSError:
            return None
        return int(content) if content.isdecimal() else None

    def file(self, name: str) -> Path | None:
        """File of a stored picture."""
        path = self._folder / f"{name}.jpg"
        return path if _SHA256.fullmatch(name) and path.is_file() else None
