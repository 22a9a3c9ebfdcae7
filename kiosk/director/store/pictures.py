"""Roll pictures that rows name: asked for from their tables, kept as files by their sha256.

They may take a part of the disk, none of what the database needs, and stay for some days.
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
"""Bytes; a longer body is not read."""

_SHARES = 2
"""So many times what each journal would have of the quota is too much for one of three or more."""

_MB = 1_000_000
_SHA256 = re.compile(r"[0-9a-f]{64}")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoreQuota:
    """Bytes: `most` for pictures, `reserve` of the disk for the database."""

    most: int = 20_000 * _MB
    reserve: int = 500 * _MB


class PictureStore:
    """The folder, and which of the pictures named are not in it yet.

    When there is no room for one more the oldest of closed matches go first, of tables with twice
    their share before all others: `is_open` is true of a match that goes on. Where one was, a file
    `<sha256>.gone` says that it is not to be asked for: it is
    empty, or holds the number of days after which the picture was removed.
    """

    def __init__(
        self,
        folder: Path,
        named: Iterable[NamedPicture],
        quota: StoreQuota = StoreQuota(),
        is_open: Callable[[NamedPicture], bool] = lambda _named: False,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        """`named` in the order the rows came. Raises StoreError when there can be no folder."""
        self._folder = folder
        self._quota = quota
        self._is_open = is_open
        self._free = free
        self._full = False
        try:
            make_private_folder(folder)
            self._kept = {file.stem: file.stat().st_size for file in folder.glob("*.jpg")}
            self._gone = {file.stem for file in folder.glob("*.gone")}
        except OSError as error:
            raise StoreError(f"{folder} is no folder for pictures: {error.strerror}") from error
        self._used = sum(self._kept.values())
        self._named: dict[str, NamedPicture] = {}
        """The last row that names each, the picture first named first."""
        self._wanted: dict[str, dict[str, None]] = {}
        self.name(named)

    def name(self, named: Iterable[NamedPicture]) -> None:
        """Rows came that name these."""
        for picture in named:
            name = picture.sha256
            self._named[name] = picture
            if name not in self._kept and name not in self._gone:
                self._wanted.setdefault(picture.journal_id, {})[name] = None

    def wanted(self, journal_id: str) -> tuple[str, ...]:
        """At most 20, the newest first: one a table has lost must not hold up the others. None
        while there is no room for any.
        """
        names = tuple(reversed(self._wanted.get(journal_id, {})))[:MOST_PICTURES]
        if not names:
            return ()
        full = self.room_for(LONGEST_PICTURE) is None
        if full and not self._full:
            _log.error(
                "no more roll pictures are asked for: %s has no room beside the %d MB of the "
                "database, and pictures have %d of %d MB; make room",
                *(self._folder, self._quota.reserve // _MB),
                *(self._used // _MB, self._quota.most // _MB),
            )
        self._full = full
        return () if full else names

    def is_named(self, name: str) -> bool:
        return name in self._named

    def room_for(self, size: int) -> tuple[str, ...] | None:
        """Which pictures have to go for one of so many bytes; None: it has no room even so.

        For the quota those of open matches go, too, when no other is left; for the database's room
        none of them does.
        """
        try:
            left = self._free(self._folder)
        except OSError as error:
            _log.error("%s does not say what is free: %s", self._folder, error.strerror)
            return None
        over, short = self._used + size - self._quota.most, self._quota.reserve + size - left
        going: list[str] = []
        if over > 0 or short > 0:
            for name, is_open in self._oldest():
                if over <= 0 and (short <= 0 or is_open):
                    continue
                going.append(name)
                over, short = over - self._kept[name], short - self._kept[name]
        return None if over > 0 or short > 0 else tuple(going)

    def _oldest(self) -> list[tuple[str, bool]]:
        """Those that are kept, in the order they may go, and whether their match goes on. First of
        all what no row names, then those of a journal with twice its share of the quota: a table
        that names pictures without end pushes out its own.
        """
        nobodys = [(name, False) for name in self._kept if name not in self._named]
        named = [picture for name, picture in self._named.items() if name in self._kept]
        used: Counter[str] = Counter()
        for picture in named:
            used[picture.journal_id] += self._kept[picture.sha256]
        much = _SHARES * self._quota.most / max(1, len(used))
        order = sorted(
            (
                (used[picture.journal_id] < much, self._is_open(picture), picture)
                for picture in named
            ),
            key=lambda each: each[:2],
        )
        return nobodys + [(picture.sha256, is_open) for _light, is_open, picture in order]

    def keep(self, name: str, jpeg: bytes, going: Iterable[str] = ()) -> bool:
        """Let `going` go, then write and sync a picture some row names; False if these bytes are
        not it. For another thread than all else.

        One that is there is neither written nor synced again. Raises StoreError; the table sends it
        again.
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
        """It is in the folder now, and those that went are not."""
        for old in going:
            self._gone.add(old)
            self._used -= self._kept.pop(old, 0)
        self._used += size - self._kept.get(name, 0)
        self._kept[name] = size
        for wanted in self._wanted.values():
            wanted.pop(name, None)

    def older(self, than_s: float) -> tuple[str, ...]:
        """Those that came before this, in seconds since 1970, by their files' times; also what was
        left of one that never came whole. For another thread than all else. Raises StoreError.
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
        """They go for good, and what is left says after how many days. For another thread than all
        else. Raises StoreError; what is there still goes the next time.
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

    def removed(self, names: Iterable[str]) -> None:
        """They are not in the folder any more."""
        for name in names:
            self._gone.add(name)
            self._used -= self._kept.pop(name, 0)

    def removed_after(self, name: str) -> int | None:
        """After how many days a picture was removed, if it was for its age."""
        if name not in self._gone:
            return None
        try:
            content = (self._folder / f"{name}.gone").read_text("ascii", "replace").strip()
        except OSError:
            return None
        return int(content) if content.isdecimal() else None

    def file(self, name: str) -> Path | None:
        """The file of a picture that is here."""
        path = self._folder / f"{name}.jpg"
        return path if _SHA256.fullmatch(name) and path.is_file() else None
