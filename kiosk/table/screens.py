"""The socket for players' screens: snapshots out, taps in.

Each client has a thread that reads and one that writes. A client that can't keep up gets the
newest snapshot only; one that takes nothing at all is dropped. The loop never waits for a client.
"""

import logging
import socket
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from kiosk.rules import commands as c
from kiosk.table.inbox import Decided, Posted
from kiosk.table.unix import listen
from kiosk.wire.errors import WireError
from kiosk.wire.messages import (
    Answer,
    Ask,
    FromTable,
    Goodbye,
    Hello,
    Lines,
    check_hello,
    from_client,
    to_line,
)
from kiosk.wire.snapshot import Snapshot

MOST_ANSWERS = 64
READ_BYTES = 65536

TAPS: frozenset[type[c.Command]] = frozenset(
    {
        c.ReadyTapped,
        c.DoubleTapped,
        c.TakeTapped,
        c.PassTapped,
        c.RollConfirmed,
        c.RollEntered,
        c.WinDeclared,
        c.WinAgreed,
        c.WinDisputed,
        c.ExpiryDeclared,
        c.DirectorCallTapped,
        c.ResumeTapped,
    }
)
"""What players may tap. Presses, dice and the director's orders come by their own ways."""

_log = logging.getLogger(__name__)


class ScreenSocket:
    """Serves screens on a Unix socket. `post` hands their taps to the table."""

    def __init__(self, path: Path, hello: Hello, post: Callable[[Posted], None]) -> None:
        self._hello = hello
        self._post = post
        self._clients: set[_Client] = set()
        self._lock = threading.Lock()
        self._newest: Snapshot | None = None
        self._server = listen(path)
        self._thread = threading.Thread(target=self._accept, name="screens", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def show(self, snapshot: Snapshot) -> None:
        """Hand the newest snapshot to every client. Never waits."""
        with self._lock:
            self._newest = snapshot
            clients = tuple(self._clients)
        for client in clients:
            client.show(snapshot)

    def close(self) -> None:
        self._server.close()
        with self._lock:
            clients = tuple(self._clients)
        for client in clients:
            client.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _address = self._server.accept()
            except OSError:
                return
            client = _Client(connection, self._hello, self._post, self._forget)
            with self._lock:
                self._clients.add(client)
                newest = self._newest
            if newest is not None:
                client.show(newest)
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
        post: Callable[[Posted], None],
        forget: Callable[["_Client"], None],
    ) -> None:
        connection.settimeout(None)
        self._connection = connection
        self._post = post
        self._forget = forget
        self._waiting: deque[FromTable] = deque([hello])
        self._snapshot: Snapshot | None = None
        self._greeted = False
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

    def _say(self, message: FromTable) -> None:
        with self._news:
            if len(self._waiting) >= MOST_ANSWERS:
                _log.warning("a screen takes no answers and is dropped")
                self._closed = True
            else:
                self._waiting.append(message)
            self._news.notify()

    def _write(self) -> None:
        """Answers first, then the newest snapshot, until closed."""
        try:
            while True:
                with self._news:
                    while not (self._waiting or self._snapshot or self._closed):
                        self._news.wait()
                    if self._closed and not self._waiting:
                        return
                    lines = [to_line(message) for message in self._waiting]
                    self._waiting.clear()
                    if self._snapshot is not None and not self._closed:
                        lines.append(to_line(self._snapshot))
                    self._snapshot = None
                self._connection.sendall(b"".join(lines))
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
        lines = Lines()
        try:
            while received := self._connection.recv(READ_BYTES):
                for line in lines.feed(received):
                    self._take(line)
        except WireError as error:
            self._say(Goodbye(str(error)))
        except OSError as error:
            _log.info("a screen went away: %s", error)
        finally:
            self.close()

    def _take(self, line: bytes) -> None:
        """One line of the client. Raises WireError for what ends the conversation."""
        message = from_client(line)
        match message:
            case Hello():
                check_hello(message)
                self._greeted = True
            case Ask() if self._greeted:
                self._post_tap(message)
            case Ask():
                raise WireError("a command came before hello; say hello first")
            case Goodbye():
                self.close()

    def _post_tap(self, ask: Ask) -> None:
        command = ask.command()
        if type(command) not in TAPS:
            raise WireError(f"{ask.kind} is no tap of a player; screens send taps only")
        side = getattr(command, "side", None) or getattr(command, "by", None)
        if side is None:
            raise WireError(f"{ask.kind} names no side; a tap carries the side it was made on")
        self._post(Posted(command, str(side), ask.command_id, self._answer))

    def _answer(self, decided: Decided) -> None:
        self._say(Answer(decided.command_id, decided.seqs, decided.refused))
