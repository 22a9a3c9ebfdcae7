"""The store's thread: what is stored and read there delays no browser."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kiosk.director.errors import StoreFailed
from kiosk.director.store.store import Store
from kiosk.wire.row import Row

R = TypeVar("R")
T = TypeVar("T")


class StoreThread:
    """Messages are verified and synced here. Its methods are called on the event loop; each raises
    StoreError.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.failure: StoreFailed | None = None
        """The first commit that failed: nothing is stored any more."""
        self.on_failure: Callable[[], None] = lambda: None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def run(self, act: Callable[..., R], *arguments: object) -> R:
        """Result of `act` in the thread."""
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, act, *arguments)
        except StoreFailed as error:
            self.failure = self.failure or error
            self.on_failure()
            raise

    def keeping(self, keep: Callable[[T], object]) -> Callable[[T], Awaitable[None]]:
        """`keep` run in the thread."""

        async def keep_in_thread(what: T) -> None:
            await self.run(keep, what)

        return keep_in_thread

    async def read_rows(self, journal_id: str, after: int, most: int) -> Sequence[Row]:
        """Rows of a journal after a seq, up to a number."""
        return await self.run(self.store.rows, journal_id, after, most)

    async def check(self) -> None:
        """Return once the thread has read from the store."""
        await self.run(self.store.check)

    def finish(self) -> None:
        """Wait until all is done."""
        self._thread.shutdown()
