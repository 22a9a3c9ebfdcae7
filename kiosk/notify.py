"""Notifications to systemd: ready, watchdog, status, stopping.

The protocol of sd_notify(3): lines `NAME=value` in one datagram to the socket in NOTIFY_SOCKET. A
process not started by systemd sends none.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping

PATIENCE_S = 5.0
"""Longest wait to deliver READY; without it systemd would kill the process."""

BEATS_A_WATCHDOG = 4
"""Beats per watchdog timeout; systemd needs at least two."""

_MICROSECOND_NS = 1_000


class Notifier:
    """Sends a process's notifications. Undelivered ones are dropped; the watchdog covers that."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Read NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID (sd_watchdog_enabled(3))."""
        self._clock_ns = clock_ns
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._every_ns = _every_ns(environment) if self._address else None
        self._sent_ns: int | None = None
        self._status = ""
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)

    @property
    def watched(self) -> bool:
        """True if systemd expects beats."""
        return self._every_ns is not None

    @property
    def every_s(self) -> float | None:
        """Seconds between two beats; None if none are expected."""
        return None if self._every_ns is None else self._every_ns / 1_000_000_000

    def ready(self, status: str = "") -> None:
        """Notify that the process is up and working."""
        self._status = status
        self._send("READY=1", *([f"STATUS={_line(status)}"] if status else []), wait_s=PATIENCE_S)

    def beat(self) -> None:
        """Send a beat if one is due. Call at every turn of the loop that must not hang."""
        now = self._clock_ns()
        if self._every_ns is None:
            return
        if self._sent_ns is None or now - self._sent_ns >= self._every_ns:
            self._sent_ns = now
            self._send("WATCHDOG=1")

    def status(self, words: str) -> None:
        """Set the text shown by `systemctl status`; sent when it changes."""
        if words != self._status:
            self._status = words
            self._send(f"STATUS={_line(words)}")

    def turned(self, standing: str) -> None:
        """Beat and set the status after a turn of the loop."""
        self.beat()
        self.status(standing)

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, *lines: str, wait_s: float = 0.0) -> None:
        if self._socket is None:
            return
        self._socket.settimeout(wait_s)
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError:
            return  # systemd restarts, or its queue is full: the next beat is enough


def _address(path: str) -> str:
    """The address for the kernel; `@` is the zero byte of an abstract socket (unix(7))."""
    return f"\0{path[1:]}" if path.startswith("@") else path


def _every_ns(environment: Mapping[str, str]) -> int | None:
    usec, pid = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not usec.isdecimal() or int(usec) == 0:
        return None
    if pid and pid != str(os.getpid()):
        return None  # another process of the unit is watched
    return int(usec) * _MICROSECOND_NS // BEATS_A_WATCHDOG


def _line(words: str) -> str:
    return " ".join(words.split())
