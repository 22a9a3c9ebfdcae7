"""Where the tower is: its port looked for again, at another place, and lost at any moment."""

import errno
import itertools
import os
import queue
import termios
import threading
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
import serial
from kits.tower_kit import MS, PATIENCE_S, Listener, Minutes, listen, until_silence_is_noticed

from hardware.errors import DeviceMissing, PortLost, TowerStranger, TowerTimeout
from hardware.tower.firmware.tower_protocol import Tower
from hardware.tower.link import TowerStatus, retry_after_ns
from hardware.tower.places import UsbPort
from hardware.tower.session import ASK_AGAIN_NS
from hardware.tower.twin import SimulatedTower

NUMBER = "E660583883724A32"

# --- at its own port -----------------------------------------------------------------------------


def test_a_tower_plugged_in_after_the_start_is_found(
    twin: SimulatedTower, stack: ExitStack
) -> None:
    twin.unplug()
    heard = listen(stack, twin)
    state = heard.until_lost(DeviceMissing)
    assert "plug the tower in" in str(state.error)
    twin.plug()
    heard.until_ready()


def test_a_failing_retry_is_not_told_again(
    monkeypatch: pytest.MonkeyPatch, stack: ExitStack
) -> None:
    attempts: queue.Queue[str] = queue.Queue()

    def absent(port: str, *_: object, **__: object) -> None:
        attempts.put(port)
        raise FileNotFoundError(errno.ENOENT, "no such port", port)

    monkeypatch.setattr("serial.Serial", absent)

    class Nowhere:
        port = "/dev/nowhere"

    heard = listen(stack, Nowhere())
    for _ in range(4):
        attempts.get(timeout=PATIENCE_S)
    heard.link.close()
    told = [heard.states.get_nowait() for _ in range(heard.states.qsize())]
    assert [state.status for state in told] == [TowerStatus.OPENING, TowerStatus.LOST]
    assert isinstance(told[1].error, DeviceMissing)
    assert "/dev/nowhere" in str(told[1].error)


def test_the_port_is_left_alone_longer_after_each_failure_but_less_than_the_two_seconds() -> None:
    waits_ms = [retry_after_ns(failures) // MS for failures in range(1, 6)]
    assert waits_ms == [250, 500, 1000, 1000, 1000]
    assert retry_after_ns(100_000) + ASK_AGAIN_NS + 500 * MS < 2_000 * MS  # 500: the tower's start


def test_failures_are_counted_anew_once_the_tower_was_ready(
    monkeypatch: pytest.MonkeyPatch, twin: SimulatedTower, stack: ExitStack
) -> None:
    failures: queue.Queue[int] = queue.Queue()

    def note(failure: int, _first_ns: int) -> int:
        failures.put(failure)
        return MS

    monkeypatch.setattr("hardware.tower.link.retry_after_ns", note)
    heard = listen(stack, twin)
    for _ in range(2):
        heard.until_ready()
        while not failures.empty():
            failures.get()
        twin.unplug()
        assert [failures.get(timeout=PATIENCE_S) for _ in range(3)] == [1, 2, 3]
        twin.plug()


def test_a_port_where_nothing_answers_becomes_a_timeout(stack: ExitStack) -> None:
    """A pseudo-terminal without a tower, on a clock that runs a second per look."""
    ours, theirs = os.openpty()
    stack.callback(os.close, ours)
    stack.callback(os.close, theirs)
    seconds = itertools.count()

    class Silent:
        port = os.ttyname(theirs)

    heard = listen(stack, Silent(), clock_ns=lambda: next(seconds) * 1_000 * MS)
    assert "silent" in str(heard.until_lost(TowerTimeout).error)


# --- at whatever port ----------------------------------------------------------------------------


class Bus:
    """Towers and other things on USB: what the system lists is what is plugged in now."""

    def __init__(self, **towers: SimulatedTower) -> None:
        self._towers = towers
        self.listed: list[int] = []

    def __call__(self) -> list[UsbPort]:
        ports = [UsbPort(tower.port, None) for tower in self._towers.values()]
        there = [port for port in ports if Path(port.path).exists()]
        self.listed.append(len(there))
        return there


def test_a_tower_that_comes_back_at_another_port_is_found_by_its_number(stack: ExitStack) -> None:
    first, second, stranger = (
        stack.enter_context(SimulatedTower(serial_number=number))
        for number in (NUMBER, NUMBER, "0001")
    )
    second.unplug()
    heard = listen(stack, first, ports=Bus(stranger=stranger, second=second))
    heard.until_ready()
    first.unplug()
    state = heard.until_lost(PortLost)
    assert first.port in str(state.error)
    second.plug()
    heard.until_ready()
    second.drop(2)
    second.come_out(2)
    assert heard.report().came_out == 2
    assert heard.reports.empty()


def test_the_roll_in_hand_is_whole_at_the_other_port(stack: ExitStack) -> None:
    """The cable is put into another socket of a hub that kept the tower's power."""
    clock = Minutes()
    tower = stack.enter_context(SimulatedTower(clock_ns=clock, serial_number=NUMBER))
    moved = Path(tower.port).with_name("moved")
    ports = lambda: [UsbPort(str(moved), NUMBER)] if moved.exists() else []  # noqa: E731
    heard = listen(stack, tower, ports=ports, quiet_ns=60_000 * MS, clock_ns=clock)
    heard.until_ready()
    tower.drop(2)
    os.rename(tower.port, moved)
    stack.callback(lambda: moved.exists() and os.rename(moved, tower.port))
    tower.hang(hangs=True)
    until_silence_is_noticed(heard, clock)
    tower.hang(hangs=False)
    clock.passes(1_000)  # for a greeting that was asked for too early
    heard.until_ready()
    tower.come_out(2)
    report = heard.report()
    assert (report.dropped, report.came_out) == (2, 2)


def test_a_number_alone_finds_its_tower_among_others(stack: ExitStack) -> None:
    ours = stack.enter_context(SimulatedTower(serial_number=NUMBER))
    others = [stack.enter_context(SimulatedTower(serial_number=f"000{n}")) for n in (1, 2)]

    class ByNumber:
        port = f"serial:{NUMBER}"

    bus = Bus(a=others[0], ours=ours, b=others[1])
    heard = listen(stack, ByNumber(), ports=bus)
    heard.until_ready()
    ours.drop(2)
    ours.come_out(2)
    assert heard.report().dropped == 2


def test_a_number_that_is_nowhere_is_said(stack: ExitStack) -> None:
    class ByNumber:
        port = "serial:ABC"

    heard = listen(stack, ByNumber())
    told = str(heard.until_lost(DeviceMissing).error)
    assert "serial number ABC is on any USB port" in told
    assert "plug the tower in" in told


def test_a_stranger_alone_is_refused_with_both_numbers(stack: ExitStack) -> None:
    stranger = stack.enter_context(SimulatedTower(serial_number="0001"))

    class ByNumber:
        port = "serial:ABC"

    heard = listen(stack, ByNumber(), ports=Bus(stranger=stranger))
    told = str(heard.until_lost(TowerStranger).error)
    assert "0001" in told
    assert "not ABC" in told


def test_a_system_that_does_not_tell_its_ports_leaves_the_named_one(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    asked: queue.Queue[None] = queue.Queue()

    def broken() -> list[UsbPort]:
        asked.put(None)
        raise OSError("no /sys")

    heard = listen(stack, twin, ports=broken)
    heard.until_ready()
    twin.unplug()
    heard.until_lost(PortLost)
    asked.get(timeout=PATIENCE_S)
    twin.plug()
    heard.until_ready()


# --- the ways a cable is pulled ------------------------------------------------------------------


class BadPort:
    """A serial port of which one operation fails once, as pyserial's do on an unplug."""

    fails: ClassVar[dict[str, Exception]] = {}
    opened: ClassVar[queue.Queue[str]]

    def __init__(self, port: str, *_: object, **__: object) -> None:
        self._lines = b""
        self._tower = Tower(7, 0, NUMBER)
        self._tick = 0
        self._maybe_fail("open")
        self.opened.put(port)

    def _maybe_fail(self, operation: str) -> None:
        error = self.fails.pop(operation, None)
        if error is not None:
            raise error

    def reset_input_buffer(self) -> None:
        self._maybe_fail("reset")

    def write(self, sent: bytes) -> None:
        self._tick += 1
        self._maybe_fail("write")
        self._tower.receive(sent, self._tick)

    @property
    def in_waiting(self) -> int:
        self._maybe_fail("in_waiting")
        return 1

    def read(self, _count: int) -> bytes:
        self._maybe_fail("read")
        return self._tower.outgoing(self._tick)

    def close(self) -> None:
        self._maybe_fail("close")


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "Input/output error"),
        termios.error(errno.EIO, "Input/output error"),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("operation", ["open", "reset", "write", "in_waiting", "read"])
def test_a_cable_pulled_at_any_moment_is_a_lost_port_and_heals(
    monkeypatch: pytest.MonkeyPatch, stack: ExitStack, operation: str, error: Exception
) -> None:
    monkeypatch.setattr("serial.Serial", BadPort)
    monkeypatch.setattr(BadPort, "opened", queue.Queue(), raising=False)
    monkeypatch.setattr(BadPort, "fails", {operation: error, "close": error})
    heard = listen(stack, SimpleNamespace(port="/dev/tower"))
    told = str(heard.until_lost(PortLost).error)
    assert "/dev/tower" in told
    heard.until_ready()
    assert BadPort.fails == ({"close": error} if operation == "open" else {})


def test_a_port_that_cannot_even_be_closed_does_not_keep_the_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("serial.Serial", BadPort)
    monkeypatch.setattr(BadPort, "opened", queue.Queue(), raising=False)
    errors = [serial.SerialException("gone"), OSError("gone"), termios.error("gone")]
    for error in errors:
        monkeypatch.setattr(BadPort, "fails", {"close": error})
        heard = Listener("/dev/tower")
        with heard.link:
            heard.until_ready()
        assert BadPort.fails == {}
        assert "tower" not in {thread.name for thread in threading.enumerate()}
