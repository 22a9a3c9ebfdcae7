"""The tower's serial port: one thread owns it, opens it again when it goes away."""

import errno
import termios
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

import serial

from hardware.errors import DeviceMissing, HardwareError, PortBusy, PortLost
from hardware.tower.roll import DICE, QUIET_NS, TowerReport
from hardware.tower.session import TowerSession, TowerState, TowerStatus

BAUD = 115200
READ_S = 0.1  # how long one read may keep the thread from its other duties
WRITE_S = 1.0
CLOSE_S = 5.0
FIRST_RETRY_NS = 1_000_000_000
LAST_RETRY_NS = 5_000_000_000

# pyserial lets termios.error through, which is not an OSError.
_PORT_ERRORS = (OSError, termios.error)
_MISSING = {errno.ENOENT, errno.ENXIO, errno.ENODEV}
_BUSY = {errno.EAGAIN, errno.EBUSY}


def retry_after_ns(failures: int, first_ns: int = FIRST_RETRY_NS) -> int:
    """How long to leave the port alone after its `failures`-th failure in a row (from 1)."""
    return min(first_ns << min(failures - 1, 16), LAST_RETRY_NS)


class TowerLink:
    """The dice tower on serial port `port` (a path; prefer /dev/serial/by-id).

    `on_report` gets one TowerReport per roll and `on_state` every change of state, both on the
    link's thread: hand over and return. Nothing is raised for a tower that is missing, silent or
    unplugged: that is a state, and the port is tried again after 1, 2, 4, 5, 5... s.
    """

    def __init__(
        self,
        port: str,
        on_report: Callable[[TowerReport], None],
        on_state: Callable[[TowerState], None],
        clock_ns: Callable[[], int] = time.monotonic_ns,
        *,
        quiet_ns: int = QUIET_NS,
        dice: int = DICE,
        first_retry_ns: int = FIRST_RETRY_NS,
    ) -> None:
        self._port = port
        self._on_report = on_report
        self._on_state = on_state
        self._clock_ns = clock_ns
        self._first_retry_ns = first_retry_ns
        self._session = TowerSession(port, quiet_ns=quiet_ns, dice=dice)
        self._wants_lamp = False
        self._lost_by: type[HardwareError | None] | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tower", daemon=True)

    def start(self) -> None:
        """Begin, on a thread of its own."""
        self._thread.start()

    def lamp(self, *, on: bool) -> None:
        """Want the tower's lamp on or off, now and after every reconnection. Any thread."""
        self._wants_lamp = on

    def close(self) -> None:
        """Stop and give the port back. Raises PortBusy if the thread does not end within 5 s."""
        self._stopping.set()
        if self._thread.ident is None:  # never started
            return
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():
            raise PortBusy(f"tower thread still holds {self._port} after {CLOSE_S} s: report this")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self) -> None:
        self._tell(TowerState(TowerStatus.OPENING))
        failures = 0
        while not self._stopping.is_set():
            try:
                self._converse()
            except HardwareError as error:
                failures = 1 if self._session.ready else failures + 1
                self._session.closed()
                self._tell(TowerState(TowerStatus.LOST, error))
                self._stopping.wait(retry_after_ns(failures, self._first_retry_ns) / 1e9)

    def _converse(self) -> None:
        """Open the port and serve it until `close`. Raises HardwareError when that ends early."""
        try:
            port = serial.Serial(
                self._port, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True
            )
        except _PORT_ERRORS as error:
            raise _refusal(self._port, error) from error
        with port:
            self._session.opened(self._clock_ns())
            while not self._stopping.is_set():
                self._session.lamp(on=self._wants_lamp)
                self._turn(port)

    def _turn(self, port: serial.Serial) -> None:
        """One write, one read, and the news."""
        try:
            port.write(self._session.outgoing())
            received = port.read(port.in_waiting or 1)
        except _PORT_ERRORS as error:
            raise PortLost(
                f"dice tower on {self._port} went away ({error}): check its cable"
            ) from error
        try:
            self._session.receive(received, self._clock_ns())
            self._session.poll(self._clock_ns())
        finally:
            for item in self._session.news():
                self._tell(item) if isinstance(item, TowerState) else self._on_report(item)

    def _tell(self, state: TowerState) -> None:
        """Pass a state on; a retry that fails as the last one did is no change."""
        if state.status is TowerStatus.LOST and type(state.error) is self._lost_by:
            return
        self._lost_by = type(state.error) if state.status is TowerStatus.LOST else None
        self._on_state(state)


def _refusal(port: str, error: Exception) -> HardwareError:
    number = getattr(error, "errno", None)
    if number in _MISSING:
        return DeviceMissing(
            f"dice tower port {port} does not exist: plug the tower in or correct the configuration"
        )
    if number in _BUSY:
        return PortBusy(f"dice tower port {port} is in use: stop the other program that holds it")
    return PortLost(
        f"dice tower port {port} cannot be opened ({error}): "
        "check that this user is in the group dialout"
    )


__all__ = ["TowerLink", "TowerReport", "TowerState", "TowerStatus"]
