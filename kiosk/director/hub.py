"""Fan-out to browsers: each has a bounded queue, and one that does not keep up is disconnected.

Everything here happens on the event loop. A disconnected browser reconnects and gets the whole
picture.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from kiosk.catalogue.text import ENGLISH, Language

MOST_PENDING = 4096
"""Events a browser may lag behind: four seconds of 500 tables at two events a second."""

BUSY = 8
"""A browser with this many pushes in the last second gets the next after TOGETHER_S."""

TOGETHER_S = 0.2


@dataclass(frozen=True, slots=True)
class Push:
    """One server-sent event: its name, its JSON, and an id from which a reconnect continues."""

    event: str
    json: str
    id: str | None = None
    wire: bytes = field(init=False)
    """The event in wire format, encoded once for all listeners."""

    def __post_init__(self) -> None:
        number = "" if self.id is None else f"id: {self.id}\n"
        wire = f"event: {self.event}\ndata: {self.json}\n{number}\n".encode()
        object.__setattr__(self, "wire", wire)

    @classmethod
    def from_value(cls, event: str, shown: object) -> "Push":
        """Push of `shown` as JSON."""
        return cls(event, msgspec.json.encode(shown).decode())


Worded = Callable[[Language], Push]
"""Makes a push in a language."""


@dataclass(eq=False)
class Listener:
    """A browser. With `journal_id` None it listens to the grid, else to one table."""

    journal_id: str | None
    language: Language = ENGLISH
    _queue: asyncio.Queue[Push | None] = field(default_factory=lambda: asyncio.Queue(MOST_PENDING))
    _dropped: bool = False

    def offer(self, push: Push) -> bool:
        """Queue a push; False if the browser lags too far behind and is disconnected."""
        if self._queue.full():
            self.drop()
            return False
        self._queue.put_nowait(push)
        return True

    def drop(self) -> None:
        """Disconnect: it gets what it missed after it reconnects."""
        self._dropped = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def pushes(self) -> AsyncIterator[tuple[Push, ...]]:
        """Pushes until it is disconnected. Usually immediate; pushes in quick succession are
        combined, so that many tables cost each browser few writes.
        """
        loop, sent_s = asyncio.get_running_loop(), deque[float](maxlen=BUSY)
        while not self._dropped:
            some = [await self._queue.get()]
            busy = len(sent_s) == BUSY and loop.time() - sent_s[0] < 1.0
            await asyncio.sleep(TOGETHER_S if busy else 0)
            sent_s.append(loop.time())
            while not self._queue.empty():
                some.append(self._queue.get_nowait())
            if None in some:
                return
            yield tuple(push for push in some if push is not None)


class Hub:
    """The listening browsers, and the pushes to them."""

    def __init__(self) -> None:
        self._listeners: dict[str | None, set[Listener]] = {}
        """Listeners by topic; a topic without listeners is absent."""
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    @contextmanager
    def listen(self, journal_id: str | None, language: Language = ENGLISH) -> Iterator[Listener]:
        """A listener that misses nothing from here on."""
        listener = Listener(journal_id, language)
        if self._closed:
            listener.drop()
        self._listeners.setdefault(journal_id, set()).add(listener)
        try:
            yield listener
        finally:
            self._forget(listener)

    def is_watched(self, journal_id: str | None) -> bool:
        """Whether a browser listens to this table; None: to the grid."""
        return journal_id in self._listeners

    def publish(self, pushed: Push | Worded, *topics: str | None) -> None:
        """Push to listeners of these tables, or of the grid for None; without topics, to all.

        Worded pushes are made once for each language that is in use.
        """
        made: dict[Language, Push] = {}
        heard = topics or tuple(self._listeners)
        for listener in [each for topic in heard for each in self._listeners.get(topic, ())]:
            language = listener.language
            if language not in made:
                made[language] = pushed if isinstance(pushed, Push) else pushed(language)
            if not listener.offer(made[language]):
                self._forget(listener)

    def close(self) -> None:
        """Disconnect all browsers, and those that connect from now on."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.drop()

    def _forget(self, listener: Listener) -> None:
        here = self._listeners.get(listener.journal_id, set())
        here.discard(listener)
        if not here:
            self._listeners.pop(listener.journal_id, None)
