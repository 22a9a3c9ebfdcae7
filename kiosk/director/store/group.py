"""Group commit: what arrives while a group is being stored, or soon after, goes into the next
group, and one sync serves them all.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class GroupCommit(Generic[T, R]):
    """Use it on one event loop. A single request is stored at once; when many come, a group starts
    `pace_s` after the last one did.
    """

    def __init__(
        self,
        work: Callable[[Sequence[T]], Awaitable[Sequence[R | Exception]]],
        most: int,
        heavy: Callable[[T], bool],
        pace_s: float = 0.0,
    ) -> None:
        """`work` handles up to `most` at once and returns for each, in order, its result or error.
        At most one of them is `heavy`, so that several heavy ones do not delay the others.
        """
        self._work = work
        self._most = most
        self._heavy = heavy
        self._pace_s = pace_s
        self._began_s = -math.inf
        self._coming: list[tuple[T, asyncio.Future[R]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, one: T) -> R:
        """Result for one request. It is handled even if the caller is gone."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._coming.append((one, done))
        if self._worker is None:
            self._worker = asyncio.create_task(self._empty())
        return await done

    async def _empty(self) -> None:
        try:
            while self._coming:
                await self._paced()
                await self._do(self._next_batch())
        finally:
            self._worker = None

    async def _paced(self) -> None:
        loop = asyncio.get_running_loop()
        soon_s = self._began_s + self._pace_s - loop.time()
        if soon_s > 0:
            await asyncio.sleep(soon_s)
        self._began_s = loop.time()

    def _next_batch(self) -> Sequence[tuple[T, asyncio.Future[R]]]:
        """The requests that came first, with at most one heavy one."""
        some: list[tuple[T, asyncio.Future[R]]] = []
        rest: list[tuple[T, asyncio.Future[R]]] = []
        room_for_heavy = True
        for one in self._coming:
            heavy = self._heavy(one[0])
            if len(some) == self._most or (heavy and not room_for_heavy):
                rest.append(one)
            else:
                room_for_heavy = room_for_heavy and not heavy
                some.append(one)
        self._coming = rest
        return some

    async def _do(self, some: Sequence[tuple[T, asyncio.Future[R]]]) -> None:
        try:
            came: Sequence[R | Exception] = await self._work([one for one, _done in some])
        except Exception as error:  # noqa: BLE001 (each waiting caller gets it)
            came = [error] * len(some)
        for (_one, done), result in zip(some, came, strict=True):
            if done.done():
                continue  # the caller has disconnected
            if isinstance(result, Exception):
                done.set_exception(result)
            else:
                done.set_result(result)
