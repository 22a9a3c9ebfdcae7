"""The control socket of a simulated table or its screen: another process acts as people's hands.

One JSON request per line, one JSON answer per line; one driver at a time. The possible acts are
passed in by `table/control.py` and `screen/hands.py`.
"""

import json
import logging
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kiosk.wire.errors import RequestUnknown
from kiosk.wire.unix import close, listen

Request = Mapping[str, Any]
Reply = dict[str, Any]
Acts = Mapping[str, Callable[[Request], Reply]]
"""The acts, by the request's `do`; an act's result is sent beside `ok`."""

_log = logging.getLogger(__name__)


class ControlSocket:
    """Serves one driver at a time on a Unix socket, on a thread of its own.

    An act that raises one of `refusals`, or a ValueError, is answered with its message, and the
    next request is read. SocketUnusable: no socket can be opened at `path`.
    """

    def __init__(self, path: Path, acts: Acts, refusals: tuple[type[Exception], ...]) -> None:
        self._path = path
        self._acts = acts
        self._refusals: tuple[type[Exception], ...] = (*refusals, ValueError)
        self._closing = False
        self._server = listen(path)
        self._thread = threading.Thread(target=self._serve, name="control", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        close(self._server, self._path)

    def _serve(self) -> None:
        while True:
            try:
                connection, _address = self._server.accept()
            except OSError:
                if self._closing:
                    return
                raise
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
                raise RequestUnknown(f"{line[:80]!r} does nothing; one of {', '.join(self._acts)}")
            return {"ok": True, **self._acts[str(request["do"])](request)}
        except RecursionError:
            return {"error": f"{line[:80]!r} is nested too deep"}
        except self._refusals as error:
            return {"error": str(error)}
