"""What a process tells systemd: that it is up, that it lives, how it stands, that it ends.

The protocol of sd_notify(3): lines `NAME=value` in one datagram to the socket that NOTIFY_SOCKET
names. Who was not started by systemd tells nobody.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping

PATIENCE_S = 5.0
"""How long systemd may take to hear that a process is up: unheard, it would be killed."""

BEATS_A_WATCHDOG = 4
"""How often it beats in the time after which systemd would kill it (twice is the least)."""

_MICROSECOND_NS = 1_000


class Notifier:
    """One for a process. What can't be said is lost: systemd's watchdog is who notices."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID (sd_watchdog_enabled(3))."""
        self._clock_ns = clock_ns
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._every_ns = _every_ns(environment) if self._address else None
        self._told_ns: int | None = None
        self._status = ""
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)

    @property
    def watched(self) -> bool:
        """Whether systemd waits for beats."""
        return self._every_ns is not None

    @property
    def every_s(self) -> float | None:
        """How many seconds may pass between two beats; None: nobody waits for one."""
        return None if self._every_ns is None else self._every_ns / 1_000_000_000

    def ready(self, status: str = "") -> None:
        """It is up: what it is for works from now on."""
        self._status = status
        self._send("READY=1", *([f"STATUS={_line(status)}"] if status else []), wait_s=PATIENCE_S)

    def beat(self) -> None:
        """Call it from the loop that must not hang, at every turn; it tells as often as it must."""
        now = self._clock_ns()
        if self._every_ns is None:
            return
        if self._told_ns is None or now - self._told_ns >= self._every_ns:
            self._told_ns = now
            self._send("WATCHDOG=1")

    def status(self, words: str) -> None:
        """What `systemctl status` shows; told when it changes."""
        if words != self._status:
            self._status = words
            self._send(f"STATUS={_line(words)}")

    def turned(self, standing: str) -> None:
        """A loop has turned, and so it stands."""
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
            return  # systemd itself starts anew, or its queue is full: the next beat tells it


def _address(path: str) -> str:
    """As the kernel takes it: `@` stands for the zero byte of an abstract socket (unix(7))."""
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
