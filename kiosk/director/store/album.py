"""Roll pictures on the event loop: store those that tables send, remove those that are too old.

Files are written and removed in the store's thread.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import StoreError, StoreFailed
from kiosk.director.store.pictures import PictureStore
from kiosk.wire.codec import sha256

R = TypeVar("R")

DAY_S = 24 * 3600

_TOGETHER = 50
"""Pictures removed at once, so that tables' rows come in between."""

_log = logging.getLogger(__name__)


class InThread(Protocol):
    """Runs an act in the store's thread."""

    async def __call__(self, act: Callable[..., R], *arguments: object) -> R: ...


class Album:
    """Pictures are kept for `days` days."""

    def __init__(self, pictures: PictureStore, days: int, in_thread: InThread) -> None:
        self.pictures = pictures
        self.days = days
        self._in_thread = in_thread

    def has_pictures(self) -> bool:
        """Whether any picture is stored."""
        return self.pictures.count > 0

    def is_named(self, name: str) -> bool:
        """Whether a row names this picture."""
        return self.pictures.is_named(name)

    async def take(self, name: str, jpeg: bytes) -> bool:
        """Store a picture; False if no row names it, or its bytes differ. Raises StoreError."""
        if not self.pictures.is_named(name):
            return False
        if self.pictures.file(name) is not None:
            return sha256(jpeg) == name
        going = self.pictures.room_for(len(jpeg))
        if going is None:
            raise StoreError(
                f"picture {name} can't be kept now: the reason is in the director's log"
            )
        if not await self._in_thread(self.pictures.keep, name, jpeg, going):
            return False
        self.pictures.note_stored(name, len(jpeg), going)
        return True

    async def forget(self, now_s: float) -> int:
        """Remove pictures that came too long ago, and log it; return how many. `now_s` since 1970.

        Raises StoreFailed.
        """
        gone = 0
        try:
            old = await self._in_thread(self.pictures.older, now_s - self.days * DAY_S)
            for first in range(0, len(old), _TOGETHER):
                some = old[first : first + _TOGETHER]
                await self._in_thread(self.pictures.remove, some, self.days)
                self.pictures.note_removed(some)
                gone += len(some)
        except StoreFailed:
            raise
        except StoreError as error:
            _log.error("%s", error)
        if gone:
            _log.info("%d pictures older than %d days were removed", gone, self.days)
        return gone

    def file(self, name: str) -> Path | None:
        """File of a stored picture."""
        return self.pictures.file(name)

    def removal_words(self, name: str) -> Text | None:
        """Message that a picture was removed for its age."""
        days = self.pictures.removed_after(name)
        if days is None:
            return None
        return text("This picture was removed after {days} days", days=days)
