"""The control socket of a simulated table's screen: another process acts the players' fingers.

One JSON request a line, one JSON answer a line; one driver at a time.
"""

import json
import logging
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kiosk.screen.errors import ScreenError, ScreenMisused, TapRefused

LONGEST_PATH = 107
"""Bytes a socket's path may have on Linux (unix(7))."""

Request = Mapping[str, Any]
Reply = dict[str, Any]
Acts = Mapping[str, Callable[[Request], Reply]]

_log = logging.getLogger(__name__)


class DriverSocket:
    """Serves one driver at a time on a Unix socket."""

    def __init__(self, path: Path, acts: Acts) -> None:
        self._acts = acts
        self._path = path
        self._server = _listen(path)
        self._thread = threading.Thread(target=self._serve, name="driver", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)  # closing alone wakes nobody in `accept`
        self._server.close()
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        while True:
            try:
                connection, _address = self._server.accept()
            except OSError:
                return
            with connection:
                self._converse(connection)

    def _converse(self, connection: socket.socket) -> None:
        try:
            with connection.makefile("rwb") as lines:
                for line in lines:
                    lines.write(json.dumps(self._reply(line)).encode() + b"\n")
                    lines.flush()
        except OSError as error:
            _log.info("the driver went away: %s", error)

    def _reply(self, line: bytes) -> Reply:
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or str(request.get("do")) not in self._acts:
                raise TapRefused(f"{line[:80]!r} does nothing; one of {', '.join(self._acts)}")
            return {"ok": True, **self._acts[str(request["do"])](request)}
        except RecursionError:
            return {"error": f"{line[:80]!r} is nested too deep"}
        except (ScreenError, ValueError, OSError) as error:
            return {"error": str(error)}


def _listen(path: Path) -> socket.socket:
    """A listening socket for its owner only; one a dead process left behind is replaced."""
    if len(str(path).encode()) > LONGEST_PATH:
        raise ScreenMisused(f"socket path {path} is longer than {LONGEST_PATH} bytes; shorten it")
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket():
            _check_abandoned(path)
            path.unlink()
        server.bind(str(path))
        path.chmod(0o600)
        server.listen()
    except OSError as error:
        server.close()
        raise ScreenMisused(f"socket {path} can't be opened: {error.strerror}") from error
    except ScreenMisused:
        server.close()
        raise
    return server


def _check_abandoned(path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.setblocking(False)
        try:
            knock.connect(str(path))
        except ConnectionRefusedError:
            return
        except BlockingIOError:
            pass  # its queue is full, so somebody listens
    raise ScreenMisused(f"socket {path} belongs to a process that is running; stop it first")
