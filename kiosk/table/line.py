"""HTTP connection to the director: kept open, one request at a time."""

import http.client
import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kiosk.wire import pinned
from kiosk.wire.errors import NotTheDirector

LONGEST_REPLY = 4 << 20
"""Most bytes of a reply that are read; the rest is dropped."""

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class LineDown(Exception):
    """No whole reply came. The message has the system's reason."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes


class DirectorConnection:
    """Use it from one thread; any other may call `hang_up`.

    `timeout_s` limits connecting, and each wait for the other end.
    """

    def __init__(self, url: str, timeout_s: float, certificate: str | None = None) -> None:
        """`url` is http://HOST:PORT, or https://HOST:PORT for the server with this certificate."""
        self._connection = pinned.connect_to(url, certificate, timeout_s)
        self._lock = threading.Lock()
        self._hung_up = False

    def ask(
        self,
        method: str,
        path: str,
        body: bytes,
        kind: str = "application/json",
        headers: Mapping[str, str] = NO_HEADERS,
    ) -> Reply:
        """Send a request with the usual headers and `headers`; return the whole reply.

        Raises LineDown, and NotTheDirector before anything is sent; the next call connects again.
        """
        try:
            if self._connection.sock is None:
                self._connection.connect()
            with self._lock:
                if self._hung_up:
                    raise LineDown("the table stops")
            self._connection.request(method, path, body, {"Content-Type": kind, **headers})
            response = self._connection.getresponse()
            reply = Reply(response.status, response.read(LONGEST_REPLY + 1))
            if len(reply.body) > LONGEST_REPLY:
                raise ValueError(f"its answer is longer than {LONGEST_REPLY} bytes")
            if response.length:
                raise http.client.IncompleteRead(reply.body, response.length)
        except NotTheDirector:
            raise  # the connection is closed, nothing was sent
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._connection.close()
            raise LineDown(_words(error)) from error
        return reply

    def hang_up(self) -> None:
        """End the connection: a waiting `ask` and all later ones raise LineDown. Any thread."""
        with self._lock:
            self._hung_up = True
            sock = self._connection.sock
        if sock is not None:
            try:
                socket.socket.shutdown(sock, socket.SHUT_RDWR)  # TLS's own would race with `ask`
            except OSError:
                return  # the other end was faster

    def close(self) -> None:
        """Close the connection, on the thread that asks, after its last request."""
        self._connection.close()


def _words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
