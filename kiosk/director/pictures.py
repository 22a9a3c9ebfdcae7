"""Roll pictures that rows name: asked for from their tables, kept as files by their sha256."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from kiosk.director.disk import sync_folder
from kiosk.director.errors import StoreError
from kiosk.director.store import NamedPicture
from kiosk.wire.codec import sha256
from kiosk.wire.sync import MOST_PICTURES

_SHA256 = re.compile(r"[0-9a-f]{64}")


class Pictures:
    """The folder, and which of the pictures named are not in it yet."""

    def __init__(self, folder: Path, named: Iterable[NamedPicture]) -> None:
        """`named` in the order the rows came. Raises StoreError when there can be no folder."""
        self._folder = folder
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                sync_folder(folder.parent)
            self._kept = {file.stem for file in folder.glob("*.jpg")}
        except OSError as error:
            raise StoreError(f"{folder} is no folder for pictures: {error.strerror}") from error
        self._named: set[str] = set()
        self._wanted: dict[str, dict[str, None]] = {}
        self.name(named)

    def name(self, named: Iterable[NamedPicture]) -> None:
        """Rows came that name these."""
        for picture in named:
            self._named.add(picture.sha256)
            if picture.sha256 not in self._kept:
                self._wanted.setdefault(picture.journal_id, {})[picture.sha256] = None

    def wanted(self, journal_id: str) -> tuple[str, ...]:
        """At most 20, the newest first: one a table has lost must not hold up the others."""
        return tuple(reversed(self._wanted.get(journal_id, {})))[:MOST_PICTURES]

    def is_named(self, name: str) -> bool:
        return name in self._named

    def keep(self, name: str, jpeg: bytes) -> bool:
        """Write and sync a picture some row names; False if these bytes are not it.

        Raises StoreError; the table sends it again.
        """
        if sha256(jpeg) != name or name not in self._named:
            return False
        part = self._folder / f"{name}.part"
        try:
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._folder / f"{name}.jpg")
            sync_folder(self._folder)
        except OSError as error:
            raise StoreError(
                f"picture {name} can't be kept in {self._folder}: {error.strerror}; make room"
            ) from error
        return True

    def kept(self, name: str) -> None:
        """It is in the folder now."""
        self._kept.add(name)
        for wanted in self._wanted.values():
            wanted.pop(name, None)

    def file(self, name: str) -> Path | None:
        """The file of a picture that is here."""
        path = self._folder / f"{name}.jpg"
        return path if _SHA256.fullmatch(name) and path.is_file() else None
