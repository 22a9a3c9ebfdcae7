"""Unix sockets of the table's process."""

import socket
from pathlib import Path

from kiosk.table.errors import SettingsError

LONGEST_PATH = 107
"""Bytes a socket's path may have on Linux (unix(7))."""


def listen(path: Path) -> socket.socket:
    """A listening socket at `path`; one left behind by a dead process is replaced.

    Only its owner may connect. Raises SettingsError.
    """
    if len(str(path).encode()) > LONGEST_PATH:
        raise SettingsError(f"socket path {path} is longer than {LONGEST_PATH} bytes; shorten it")
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket():
            path.unlink()
        server.bind(str(path))
        path.chmod(0o600)
        server.listen()
    except OSError as error:
        server.close()
        raise SettingsError(f"socket {path} can't be opened: {error.strerror}") from error
    return server
