"""The director's service on one event loop, its clocks in the test's hand."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from kiosk.director.hub import Push
from kiosk.director.service import Service
from kits.hall_kit import HandClocks, PaperTable, service

T = TypeVar("T")

WITHIN_S = 20.0
"""Far more than anything takes; only a broken promise waits so long."""


@contextmanager
def running(folder: Path, hand: HandClocks, *tables: PaperTable) -> Iterator[Service]:
    director = service(folder, hand, *tables)
    try:
        yield director
    finally:
        director.lifecycle.finish()
        director.lifecycle.thread.store.close()


def play(scene: Callable[[], Awaitable[T]]) -> T:
    async def limited() -> T:
        return await asyncio.wait_for(scene(), WITHIN_S)

    return asyncio.run(limited())


async def singly(handfuls: AsyncGenerator[tuple[Push, ...], None]) -> AsyncGenerator[Push, None]:
    """One push after the other, however many come together."""
    async with aclosing(handfuls):
        async for pushes in handfuls:
            for push in pushes:
                yield push


async def heard(pushes: AsyncIterator[Push], *kinds: str) -> Any:
    """The JSON of the next push of one of these kinds."""
    async for push in pushes:
        if push.event in kinds:
            return json.loads(push.json)
    raise AssertionError(f"the stream ended without {kinds}")
