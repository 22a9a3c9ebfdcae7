"""Listening Unix sockets: a table's for its screens, and the control sockets of simulated parts."""

import socket
from pathlib import Path

from kiosk.wire.errors import SocketUnusable

LONGEST_PATH = 107
"""Bytes a socket's path may have on Linux (unix(7))."""


def listen(path: Path) -> socket.socket:
    """A listening socket at `path`; one left behind by a dead process is replaced.

    Only its owner may connect. Raises SocketUnusable.
    """
    if len(str(path).encode()) > LONGEST_PATH:
        raise SocketUnusable(f"socket path {path} is longer than {LONGEST_PATH} bytes; shorten it")
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket():
            _check_abandoned(path)
            path.unlink()
        server.bind(str(path))
        path.chmod(0o600)
        server.listen()
    except FileNotFoundError as error:
        server.close()
        raise SocketUnusable(
            f"socket {path} can't be opened: there is no folder {path.parent}; make it, or name "
            "another path"
        ) from error
    except OSError as error:
        server.close()
        raise SocketUnusable(
            f"socket {path} can't be opened: {error.strerror}; name another path"
        ) from error
    except SocketUnusable:
        server.close()
        raise
    return server


def close(server: socket.socket, path: Path) -> None:
    """Stop listening: a thread in `accept` gets an OSError, which closing alone does not cause."""
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
            pass  # its queue is full, so a process is listening
    raise SocketUnusable(f"socket {path} belongs to a process that is running; stop it first")
