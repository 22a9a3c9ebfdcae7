"""Who has streams of events open, and how many there may be."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from fastapi import Request, Response
from fastapi.sse import EventSourceResponse

from kiosk.director.hub import Push
from kiosk.director.people.doors import address_of
from kiosk.director.port.connections import Limits, is_loopback


class TooMany(Exception):
    """More streams of events than there is room for."""


class Crowd:
    """Who has streams of events open, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._strangers = 0

    def check(self, request: Request, *, stranger: bool = False) -> None:
        """Raises TooMany. Strangers leave room for who is signed in."""
        address, limits = address_of(request), self._limits
        many = self._open[address] >= limits.streams_at_address and not is_loopback(address)
        full = stranger and self._strangers >= limits.streams_of_strangers
        if many or full or self._open.total() >= limits.streams_in_all:
            raise TooMany("too many pages are open here: close some, or look again later")

    async def stream(
        self,
        request: Request,
        handfuls: AsyncGenerator[tuple[Push, ...], None],
        is_here: Callable[[], bool],
        *,
        stranger: bool = False,
    ) -> AsyncIterator[bytes]:
        """The stream, counted while somebody reads it; it ends when he `is_here` no more."""
        address = address_of(request)
        self._open[address] += 1
        self._strangers += stranger
        try:
            async with aclosing(handfuls):
                async for pushes in handfuls:
                    if not is_here():
                        return
                    yield b"".join([push.wire for push in pushes])
        finally:
            self._open[address] -= 1
            self._strangers -= stranger
            if not self._open[address]:
                del self._open[address]


def answer_stream(events: AsyncIterator[bytes]) -> Response:
    """Kept by nobody, and by no proxy for later."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventSourceResponse(events, headers=headers)
