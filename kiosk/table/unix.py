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
            _check_abandoned(path)
            path.unlink()
        server.bind(str(path))
        path.chmod(0o600)
        server.listen()
    except OSError as error:
        server.close()
        raise SettingsError(
            f"socket {path} can't be opened: {error.strerror}; name another path"
        ) from error
    except SettingsError:
        server.close()
        raise
    return server


def close(server: socket.socket, path: Path) -> None:
    """Stop listening: whoever waits in `accept` gets an OSError, which closing alone won't do."""
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    path.unlink(missing_ok=True)


def _check_abandoned(path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.setblocking(False)
        try:
            knock.connect(str(path))
        except ConnectionRefusedError:
            return
        except BlockingIOError:
            pass  # its queue is full, so somebody listens
    raise SettingsError(f"socket {path} belongs to a process that is running; stop it first")
