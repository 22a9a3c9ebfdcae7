"""The tower's serial port: one thread owns it and reopens it when it goes away."""

import contextlib
import errno
import queue
import termios
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Self

import serial

from hardware.errors import DeviceMissing, HardwareError, PortBusy, PortLost
from hardware.tower.places import TowerPort, TowerPorts, UsbPort, usb_ports
from hardware.tower.protocol import TowerHello
from hardware.tower.roll import DICE, QUIET_NS, TowerReport
from hardware.tower.session import SILENCE_NS, TowerSession, TowerState, TowerStatus
from hardware.tower.trouble import SelfTest, TowerTrouble, TroubleKind

BAUD = 115200
READ_S = 0.1  # longest block of one read
WRITE_S = 1.0
CLOSE_S = 5.0
FIRST_RETRY_NS = 250_000_000
LAST_RETRY_NS = 1_000_000_000  # with the greeting still less than 2 s from plug to ready
GREETING_NS = 700_000_000  # at each port, if there are several to try

# pyserial lets termios.error through, which is not an OSError. SerialException is one.
_PORT_ERRORS = (OSError, termios.error)
_MISSING = {errno.ENOENT, errno.ENXIO, errno.ENODEV}
_BUSY = {errno.EAGAIN, errno.EBUSY}


def retry_after_ns(failures: int, first_ns: int = FIRST_RETRY_NS) -> int:
    """Pause after the `failures`-th failure in a row, counted from 1."""
    return min(first_ns << min(failures - 1, 16), LAST_RETRY_NS)


class TowerLink:
    """The dice tower on `port`: a path (prefer /dev/serial/by-id), or `serial:` and its number.

    `on_report` gets one TowerReport per roll, `on_state` each change of state and `on_trouble` the
    troubles of a tower that answers, all on the link's thread; they must return quickly. A tower
    that is missing, silent or unplugged is a state, not an error: it is tried again after 0.25,
    0.5, 1, 1... s, at every USB port once its serial number is known.
    """

    def __init__(
        self,
        port: str,
        on_report: Callable[[TowerReport], None],
        on_state: Callable[[TowerState], None],
        clock_ns: Callable[[], int] = time.monotonic_ns,
        *,
        on_trouble: Callable[[TowerTrouble], None] | None = None,
        ports: Callable[[], Iterable[UsbPort]] = usb_ports,
        quiet_ns: int = QUIET_NS,
        dice: int = DICE,
        first_retry_ns: int = FIRST_RETRY_NS,
    ) -> None:
        self._places = TowerPorts(port, ports)
        self._on_report = on_report
        self._on_state = on_state
        self._on_trouble = on_trouble
        self._clock_ns = clock_ns
        self._first_retry_ns = first_retry_ns
        self._session = TowerSession(port, quiet_ns=quiet_ns, dice=dice)
        self._wants_lamp = False
        self._wants_test: queue.SimpleQueue[Callable[[SelfTest], None]] = queue.SimpleQueue()
        self._testing: Callable[[SelfTest], None] | None = None
        self._lost_by: type[HardwareError | None] | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tower", daemon=True)

    def start(self) -> None:
        """Start, on a thread of its own."""
        self._thread.start()

    @property
    def hello(self) -> TowerHello | None:
        """The tower's last introduction: firmware, serial number, parts."""
        return self._session.hello

    def lamp(self, *, on: bool) -> None:
        """Set the tower's lamp, now and after each reconnection. Callable from any thread."""
        self._wants_lamp = on

    def self_test(self, on_result: Callable[[SelfTest], None]) -> None:
        """Start a self-test; `on_result` gets the result, on the link's thread.

        The result comes within about 4 s, also if the tower is missing or has no self-test.
        Callable from any thread; a second test waits for the first.
        """
        self._wants_test.put(on_result)

    def close(self) -> None:
        """Stop and release the port. Raises PortBusy if the thread does not end within 5 s."""
        self._stopping.set()
        if self._thread.ident is None:  # never started
            return
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():
            raise PortBusy(
                f"tower thread still holds {self._places} after {CLOSE_S} s: report this"
            )

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
        self._report_state(TowerState(TowerStatus.OPENING))
        failures = 0
        while not self._stopping.is_set():
            was_ready = False
            error: HardwareError | None = None
            for place in self._to_try():
                try:
                    self._converse(place)
                except HardwareError as why:
                    was_ready = self._session.ready
                    self._session.closed()
                    self._hand_over()
                    # Of several ports, the named one's error is reported.
                    if was_ready or error is None or place.serial_number is None:
                        error = why
                if was_ready or self._stopping.is_set():
                    break
            if self._stopping.is_set():
                return
            failures = 1 if was_ready else failures + 1
            self._report_state(TowerState(TowerStatus.LOST, error or self._missing_error()))
            self._serve_tests()
            self._hand_over()
            self._stopping.wait(retry_after_ns(failures, self._first_retry_ns) / 1e9)

    def _to_try(self) -> list[TowerPort]:
        try:
            return self._places.to_try()
        except _PORT_ERRORS:  # the system can't list its ports now: the named one remains
            return [] if self._places.named is None else [TowerPort(self._places.named, None)]

    def _missing_error(self) -> DeviceMissing:
        return DeviceMissing(
            f"no dice tower with serial number {self._places.serial_number} is on any USB port: "
            "plug the tower in or correct the configuration"
        )

    def _converse(self, place: TowerPort) -> None:
        """Open the port and serve it until `close`. Raises HardwareError if that ends early."""
        with _opened(place.path) as port:
            alone = self._places.serial_number is None
            self._session.opened(
                self._clock_ns(),
                name=place.path,
                serial_number=place.serial_number,
                patience_ns=SILENCE_NS if alone else GREETING_NS,
            )
            while not self._stopping.is_set():
                self._session.lamp(on=self._wants_lamp)
                self._serve_tests()
                self._exchange(place.path, port)

    def _exchange(self, path: str, port: serial.Serial) -> None:
        """Do one write and one read, and pass on the news."""
        try:
            port.write(self._session.outgoing())
            received = port.read(port.in_waiting or 1)
        except _PORT_ERRORS as error:
            raise _lost_error(path, error) from error
        try:
            self._session.receive(received, self._clock_ns())
            self._session.poll(self._clock_ns())
        finally:
            self._hand_over()

    def _serve_tests(self) -> None:
        if self._testing is None and not self._wants_test.empty():
            self._testing = self._wants_test.get()
            self._session.self_test(self._clock_ns())

    def _hand_over(self) -> None:
        for item in self._session.news():
            match item:
                case TowerState():
                    if item.status is TowerStatus.READY and self._session.hello is not None:
                        self._places.learn_serial_number(self._session.hello.serial_number)
                    self._report_state(item)
                case TowerReport():
                    self._on_report(item)
                case TowerTrouble():
                    if self._on_trouble is not None:
                        self._on_trouble(item)
                case SelfTest():
                    on_result, self._testing = self._testing, None
                    if on_result is not None:
                        on_result(item)

    def _report_state(self, state: TowerState) -> None:
        """Report a state; a retry that fails like the last one is no change."""
        if state.status is TowerStatus.LOST and type(state.error) is self._lost_by:
            return
        self._lost_by = type(state.error) if state.status is TowerStatus.LOST else None
        self._on_state(state)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[serial.Serial]:
    """Open the port with an empty input buffer. Raises DeviceMissing, PortBusy and PortLost."""
    try:
        port = serial.Serial(path, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)
    except _PORT_ERRORS as error:
        raise _open_error(path, error) from error
    try:
        try:
            port.reset_input_buffer()
        except _PORT_ERRORS as error:
            raise _lost_error(path, error) from error
        yield port
    finally:
        # Closing a port that went away may fail, too.
        with contextlib.suppress(*_PORT_ERRORS):
            port.close()


def _lost_error(path: str, error: Exception) -> PortLost:
    return PortLost(f"dice tower on {path} went away ({error}): check its cable")


def _open_error(port: str, error: Exception) -> HardwareError:
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


__all__ = [
    "SelfTest",
    "TowerLink",
    "TowerReport",
    "TowerState",
    "TowerStatus",
    "TowerTrouble",
    "TroubleKind",
]
