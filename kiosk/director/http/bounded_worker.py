"""A thread for long computations: one at a time, with few waiting.

Passwords and the key agreement of devices that ask to be enrolled must not delay the tables.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class WorkerFull(Exception):
    """Too many wait already."""


class BoundedWorker:
    """`most` may be waiting or running. Called on the event loop."""

    def __init__(self, name: str, most: int) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._most = most
        self._there = 0

    async def run(self, act: Callable[[], T]) -> T:
        """Run `act` and return its result. Raises WorkerFull, and what `act` raises."""
        if self._there >= self._most:
            raise WorkerFull
        self._there += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act)
        finally:
            self._there -= 1

    def close(self) -> None:
        self._thread.shutdown()
