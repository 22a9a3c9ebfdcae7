"""HTTP on one connection: uvicorn's own, and what it leaves out, deadlines for headers and bodies
and an end to connections there is no room for (https://github.com/encode/uvicorn/issues/157).
"""

import asyncio
import json
import logging
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kiosk.director.connections import Connections, Doing

LONGEST_HEADERS = 16 * 1024
"""Bytes of a request's line and headers."""

_log = logging.getLogger(__name__)


class Caller(H11Protocol):
    """One connection; `held` is told all it is at."""

    held: ClassVar["Connections[Caller]"]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        gone = self.held.opened(self, address, self.loop.time())
        if gone is not None:
            _log.debug("%s gives way", gone.client)
            gone.give_up(503, "too many connections: close some, or wait a moment")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._tell()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._tell()

    def connection_lost(self, exc: Exception | None) -> None:
        self.held.closed(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.held.stalls(self, self.loop.time())

    def resume_writing(self) -> None:
        super().resume_writing()
        self.held.takes(self)

    def give_up(self, status: int, why: str) -> None:
        """Say why, unless an answer has begun, and hang up without waiting for anybody."""
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            body = json.dumps({"error": why}).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            try:
                for event in (
                    h11.Response(status_code=status, headers=headers),
                    h11.Data(data=body),
                    h11.EndOfMessage(),
                ):
                    self.transport.write(self.conn.send(event) or b"")
            except h11.LocalProtocolError as error:
                _log.debug("%s was not told why: %s", self.client, error)
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # who takes nothing would keep it open
        else:
            self.transport.close()

    def _tell(self) -> None:
        """Where the request stands: `their_state` is h11's own word for it."""
        theirs = self.conn.their_state
        if theirs is h11.SEND_BODY:
            doing = Doing.BODY
        elif theirs is not h11.IDLE:
            doing = Doing.ANSWER
        elif self.cycle is None or self.conn.trailing_data[0]:
            doing = Doing.HEAD
        else:
            doing = Doing.IDLE
        self.held.does(self, doing, self.loop.time())


def callers(held: "Connections[Caller]") -> type[Caller]:
    """What uvicorn makes each connection of."""
    return type("Caller", (Caller,), {"held": held})
