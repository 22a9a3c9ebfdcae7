"""Limits the number of open streams of events."""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kiosk.director.http.connections import ConnectionLimits, is_loopback
from kiosk.director.hub import Push
from kiosk.director.people.auth import address_of


class TooManyStreams(Exception):
    """More streams of events than there is room for."""


class StreamLimits:
    """Open streams of events, by address."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._strangers = 0

    def check(self, request: Request, *, stranger: bool = False) -> None:
        """Raises TooMany. Visitors leave room for users who are signed in."""
        address, limits = address_of(request), self._limits
        many = self._open[address] >= limits.streams_at_address and not is_loopback(address)
        full = stranger and self._strangers >= limits.streams_of_strangers
        if many or full or self._open.total() >= limits.streams_in_all:
            raise TooManyStreams("too many pages are open here: close some, or look again later")

    def answer(
        self,
        request: Request,
        handfuls: AsyncGenerator[tuple[Push, ...], None],
        is_here: Callable[[], bool],
        *,
        stranger: bool = False,
    ) -> Response:
        """A stream that ends when `is_here` becomes false. It counts from here on, not from its
        first event, so that simultaneous requests can't exceed the limit. Raises TooMany.
        """
        self.check(request, stranger=stranger)
        address = address_of(request)
        self._open[address] += 1
        self._strangers += stranger

        def leave() -> None:
            self._open[address] -= 1
            self._strangers -= stranger
            if not self._open[address]:
                del self._open[address]

        return _Stream(_while_here(handfuls, is_here), leave)


async def _while_here(
    handfuls: AsyncGenerator[tuple[Push, ...], None], is_here: Callable[[], bool]
) -> AsyncIterator[bytes]:
    async with aclosing(handfuls):
        async for pushes in handfuls:
            if not is_here():
                return
            yield b"".join([push.wire for push in pushes])


class _Stream(StreamingResponse):
    """A stream that is not cached and not buffered by a proxy; `leave` is called once it
    is over.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], leave: Callable[[], None]) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()
