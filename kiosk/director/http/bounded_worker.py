"""A thread of its own for what takes long to reckon: one at a time, and few may wait for it.

Passwords and the key agreement of devices that ask to be enrolled take no time from the tables.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class WorkerFull(Exception):
    """So many wait that one more would wait too long."""


class BoundedWorker:
    """`most` may be in it, the one that is reckoned among them. Called on the event loop."""

    def __init__(self, name: str, most: int) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._most = most
        self._there = 0

    async def run(self, act: Callable[[], T]) -> T:
        """What came of it. Raises WorkerFull, and what it raised."""
        if self._there >= self._most:
            raise WorkerFull
        self._there += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act)
        finally:
            self._there -= 1

    def close(self) -> None:
        self._thread.shutdown()
