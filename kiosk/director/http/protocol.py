"""HTTP on one connection: uvicorn's own, with deadlines for handshakes, headers and bodies and a
limit on connections (https://github.com/encode/uvicorn/issues/157).
"""

import asyncio
import json
import logging
import ssl
from collections.abc import Callable
from typing import ClassVar, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from kiosk.director.http.connections import Connections, ConnectionState

LONGEST_HEADERS = 16 * 1024
"""Most bytes of a request's line and headers."""

_log = logging.getLogger(__name__)


Guest: TypeAlias = "HttpConnection | TlsHandshake"
"""Owner of a connection, from its first moment."""


class HttpConnection(H11Protocol):
    """One connection; every change of its state is reported to `held`."""

    held: ClassVar["Connections[Guest]"]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _opened(self.held, self, self.loop.time(), ConnectionState.HEAD)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._report_progress()

    def send_400_response(self, msg: str) -> None:
        """Invalid headers, or an invalid body after valid headers."""
        self.give_up(400, msg)

    def _let_go(self) -> None:
        """The client is gone before its answer: this is no error, and is not logged."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._report_progress()

    def connection_lost(self, exc: Exception | None) -> None:
        self.held.close(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.held.note_stalled(self, self.loop.time())

    def resume_writing(self) -> None:
        super().resume_writing()
        self.held.note_reading(self)

    def give_up(self, status: int, why: str) -> None:
        """Send the reason, unless an answer has begun, and close without waiting for the client."""
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        self._let_go()
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
                _log.debug("%s got no reason: %s", self.client, error)
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # a client that reads nothing would keep it open
        else:
            self.transport.close()

    def _report_progress(self) -> None:
        """Report the state of the request; `their_state` is h11's name for it."""
        theirs = self.conn.their_state
        if theirs is h11.SEND_BODY:
            doing = ConnectionState.BODY
        elif theirs is not h11.IDLE:
            doing = ConnectionState.ANSWER
        elif self.cycle is None or self.conn.trailing_data[0]:
            doing = ConnectionState.HEAD
        else:
            doing = ConnectionState.IDLE
        self.held.set_state(self, doing, self.loop.time())


class TlsHandshake(asyncio.Protocol):
    """One connection until its TLS handshake is complete: it counts, and gives way, like any other.
    Then the `caller` takes it over.
    """

    def __init__(
        self, caller: HttpConnection, held: Connections[Guest], tls: ssl.SSLContext
    ) -> None:
        self.client: tuple[str, int] | None = None
        self._caller = caller
        self._held = held
        self._tls = tls
        self._transport: asyncio.Transport | None = None
        self._shaking: asyncio.Task[None] | None = None
        self._early: list[bytes] = []
        """Bytes that came with the end of the handshake."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        loop = asyncio.get_running_loop()
        self._transport = transport
        self.client = get_remote_addr(transport)
        self._shaking = loop.create_task(self._shake(transport))
        _opened(self._held, self, loop.time(), ConnectionState.HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        self._early.append(data)

    def give_up(self, status: int, why: str) -> None:  # noqa: ARG002 (no words before a handshake)
        if self._shaking is not None:
            self._shaking.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def _shake(self, transport: asyncio.Transport) -> None:
        """Start TLS. asyncio's own deadline of 60 s is never reached: `Connections` has a shorter
        one.
        """
        loop = asyncio.get_running_loop()
        try:
            secret = await loop.start_tls(transport, self, self._tls, server_side=True)
        except OSError as error:
            _log.debug("no handshake with %s: %s", self.client, error)
            return
        finally:
            self._held.close(self)
        if secret is None or secret.is_closing():
            return
        secret.set_protocol(self._caller)
        self._caller.connection_made(secret)
        for data in self._early:
            self._caller.data_received(data)


def _opened(held: Connections[Guest], guest: Guest, now_s: float, doing: ConnectionState) -> None:
    """Add a connection; if there is no room for it, one is closed."""
    address = guest.client[0] if guest.client else ""
    gone = held.open(guest, address, now_s, doing)
    if gone is not None:
        _log.debug("%s gives way", gone.client)
        gone.give_up(503, "too many connections: close some, or wait a moment")


def callers(
    held: Connections[Guest], tls: ssl.SSLContext | None = None
) -> Callable[..., asyncio.Protocol]:
    """Protocol factory for uvicorn; without `tls` plain HTTP."""
    caller: type[HttpConnection] = type("Caller", (HttpConnection,), {"held": held})
    if tls is None:
        return caller
    return lambda **named: TlsHandshake(caller(**named), held, tls)
