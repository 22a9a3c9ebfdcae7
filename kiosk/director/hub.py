"""Fan-out to browsers: each has a bounded queue, and one that does not keep up is let go.

Everything here happens on the event loop. A browser that was let go connects again and gets the
whole picture.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from kiosk.catalogue.text import ENGLISH, Language

MOST_PENDING = 512
"""Events a browser may lag behind: four seconds of 60 tables at two events a second."""


class Push(msgspec.Struct, frozen=True):
    """One server-sent event: its name, its JSON, and an id to go on from after a reconnect."""

    event: str
    json: str
    id: str | None = None


Worded = Callable[[Language], Push]
"""Makes what is pushed in a language."""


@dataclass(eq=False)
class Listener:
    """A browser. `journal_id` None listens to the grid, else to one table."""

    journal_id: str | None
    language: Language = ENGLISH
    _queue: asyncio.Queue[Push | None] = field(default_factory=lambda: asyncio.Queue(MOST_PENDING))
    _dropped: bool = False

    def offer(self, push: Push) -> bool:
        """False: it lags too far behind and is let go."""
        if self._queue.full():
            self.drop()
            return False
        self._queue.put_nowait(push)
        return True

    def drop(self) -> None:
        """What it has not heard yet, it will see after it connects again."""
        self._dropped = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def pushes(self) -> AsyncIterator[Push]:
        """Until it is let go."""
        while not self._dropped:
            push = await self._queue.get()
            if push is None:
                return
            yield push


class Hub:
    """Who listens, and what they are told."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._listeners)

    @contextmanager
    def listening(self, journal_id: str | None, language: Language = ENGLISH) -> Iterator[Listener]:
        """A listener who misses nothing from here on."""
        listener = Listener(journal_id, language)
        if self._closed:
            listener.drop()
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def watched(self, journal_id: str | None) -> bool:
        """Somebody watches this table; None: the grid."""
        return any(listener.journal_id == journal_id for listener in self._listeners)

    def tell(self, said: Push | Worded, *topics: str | None) -> None:
        """To who watches one of these tables, or with None the grid; with no topic, to all.

        What has words is made once for each language that is listened to here.
        """
        made: dict[Language, Push] = {}
        for listener in tuple(self._listeners):
            if topics and listener.journal_id not in topics:
                continue
            language = listener.language
            if language not in made:
                made[language] = said if isinstance(said, Push) else said(language)
            if not listener.offer(made[language]):
                self._listeners.discard(listener)

    def close(self) -> None:
        """Let everybody go, and whoever comes now."""
        self._closed = True
        for listener in self._listeners:
            listener.drop()
