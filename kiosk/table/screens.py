"""Socket for the players' screens: snapshots out, taps in.

Each client has a thread that reads and one that writes. A client that can't keep up gets only the
newest snapshot; one that takes nothing at all is dropped. The loop never waits for a client.
"""

import logging
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from kiosk.table.errors import InboxFull
from kiosk.table.inbox import PostedCommand
from kiosk.wire.bounds import LONGEST_ID
from kiosk.wire.errors import WireError
from kiosk.wire.joining import EventJoin, JoinLeft
from kiosk.wire.messages import (
    ClientAnswer,
    ClientAsk,
    FromTable,
    Goodbye,
    Hello,
    LineSplitter,
    check_hello,
    from_client,
    to_line,
)
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import TAPS
from kiosk.wire.unix import close, listen

MOST_ASKED = 64
"""Most taps of one client that may wait for an answer; no screen has so many fingers on it."""

READ_BYTES = 65536
PATIENCE_S = 5.0
"""A client that takes no byte for this long is dropped."""

_log = logging.getLogger(__name__)


class ScreenSocket:
    """Serves screens on a Unix socket. `post` hands their taps to the table; `join` receives
    requests to join an event, on the thread of a screen.
    """

    def __init__(
        self,
        path: Path,
        hello: Hello,
        post: Callable[[PostedCommand], None],
        patience_s: float = PATIENCE_S,
        join: Callable[[EventJoin | JoinLeft], None] = lambda _request: None,
    ) -> None:
        self._patience = _timeval(patience_s)
        self._join = join
        self._hello = hello
        self._post = post
        self._clients: set[_Client] = set()
        self._lock = threading.Lock()
        self.newest: Snapshot | None = None
        self._closing = False
        self._path = path
        self._server = listen(path)
        self._thread = threading.Thread(target=self._accept, name="screens", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def connected(self) -> int:
        """Number of screens that are connected and greeted."""
        with self._lock:
            return sum(client.greeted for client in self._clients)

    def show(self, snapshot: Snapshot) -> None:
        """Hand the newest snapshot to every client. Never waits."""
        with self._lock:
            self.newest = snapshot
            clients = tuple(self._clients)
        for client in clients:
            client.show(snapshot)

    def close(self) -> None:
        self._closing = True
        close(self._server, self._path)
        with self._lock:
            clients = tuple(self._clients)
        for client in clients:
            client.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _address = self._server.accept()
            except OSError:
                if self._closing:
                    return
                raise  # such as no file descriptor left: no screen would ever come back
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, self._patience)
            client = _Client(connection, self._hello, self._post, self._join, self._forget)
            with self._lock:  # else an older snapshot could be shown over a newer one
                self._clients.add(client)
                if self.newest is not None:
                    client.show(self.newest)
            client.start()

    def _forget(self, client: "_Client") -> None:
        with self._lock:
            self._clients.discard(client)


class _Client:
    """One screen."""

    def __init__(
        self,
        connection: socket.socket,
        hello: Hello,
        post: Callable[[PostedCommand], None],
        join: Callable[[EventJoin | JoinLeft], None],
        forget: Callable[["_Client"], None],
    ) -> None:
        self._connection = connection
        self._post, self._join = post, join
        self._forget = forget
        self._waiting: deque[FromTable] = deque([hello])
        self._snapshot: Snapshot | None = None
        self.greeted = False
        self._asked = 0
        self._closed = False
        self._news = threading.Condition()

    def start(self) -> None:
        for work, name in ((self._read, "screen reader"), (self._write, "screen writer")):
            threading.Thread(target=work, name=name, daemon=True).start()

    def show(self, snapshot: Snapshot) -> None:
        with self._news:
            self._snapshot = snapshot
            self._news.notify()

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify()
        self._forget(self)

    def _queue_message(self, message: FromTable) -> None:
        with self._news:
            self._waiting.append(message)
            self._news.notify()

    def _write(self) -> None:
        """Send answers first, then the newest snapshot, until closed."""
        try:
            while True:
                with self._news:
                    while not (self._waiting or self._snapshot or self._closed):
                        self._news.wait()
                    if self._closed and not self._waiting:
                        return
                    messages = list(self._waiting)
                    self._waiting.clear()
                    if self._snapshot is not None and not self._closed:
                        messages.append(self._snapshot)
                    self._snapshot = None
                self._connection.sendall(b"".join(map(to_line, messages)))
                with self._news:
                    self._asked -= sum(isinstance(message, ClientAnswer) for message in messages)
        except OSError as error:
            _log.info("a screen went away: %s", error)
        finally:
            self.close()
            self._hang_up()

    def _hang_up(self) -> None:
        try:
            self._connection.shutdown(socket.SHUT_RDWR)
        except OSError as error:
            _log.debug("the screen had hung up first: %s", error)
        self._connection.close()

    def _read(self) -> None:
        lines = LineSplitter()
        try:
            while received := self._connection.recv(READ_BYTES):
                for line in lines.feed(received):
                    if self._closed:
                        return
                    self._take(line)
        except (WireError, InboxFull) as error:
            self._queue_message(Goodbye(str(error)))
        except OSError as error:
            _log.info("a screen went away: %s", error)
        finally:
            self.close()

    def _take(self, line: bytes) -> None:
        """Handle one line of the client. Raises WireError for a line that ends the connection."""
        match from_client(line):
            case Hello() as message:
                check_hello(message)
                self.greeted = True
            case ClientAsk() as message if self.greeted:
                self._post_tap(message)
            case EventJoin() | JoinLeft() as message if self.greeted:
                self._join(message)
            case ClientAsk() | EventJoin() | JoinLeft():
                raise WireError("a command came before hello; send hello first")
            case Goodbye():
                self.close()

    def _post_tap(self, ask: ClientAsk) -> None:
        """Post a tap. The journal stores `command_id` and `at`, so both are checked first."""
        command = ask.command()
        if type(command) not in TAPS:
            raise WireError(f"{ask.kind} is no tap of a player; screens send taps only")
        side = getattr(command, "side", None) or getattr(command, "by", None)
        if side is None:
            raise WireError(f"{ask.kind} names no side; a tap carries the side it was made on")
        if command.at < 0:
            raise WireError(f"{ask.kind} is stamped {command.at}; stamp it with monotonic time")
        if not 1 <= len(ask.command_id) <= LONGEST_ID:
            raise WireError(
                f"command_id has {len(ask.command_id)} characters; 1 to {LONGEST_ID} are taken"
            )
        with self._news:
            self._asked += 1
            if self._asked > MOST_ASKED:
                raise WireError(f"{MOST_ASKED} taps wait for an answer; wait for them")
        self._post(PostedCommand(command, str(side), ask.command_id, self._queue_message))


def _timeval(seconds: float) -> bytes:
    """A timeout in the form of socket(7)."""
    whole, part = divmod(round(seconds * 1_000_000), 1_000_000)
    return struct.pack("ll", whole, part)
