"""What any tower on a serial port must do: the twin's pseudo-terminal and the real one alike.

The real tower is tried when KIOSK_TOWER_PORT names its port; a person then rolls the dice as the
terminal asks.
"""

import contextlib
import errno
import itertools
import os
import queue
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol

import pytest
import serial

from hardware.errors import (
    DeviceMissing,
    PortBusy,
    PortLost,
    TowerError,
    TowerStranger,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.firmware.tower_protocol import VERSION, Tower
from hardware.tower.link import (
    SelfTest,
    TowerLink,
    TowerReport,
    TowerState,
    TowerStatus,
    TowerTrouble,
    TroubleKind,
    retry_after_ns,
)
from hardware.tower.places import UsbPort
from hardware.tower.session import ASK_AGAIN_NS
from hardware.tower.twin import SimulatedTower

MS = 1_000_000
PATIENCE_S = 20  # a bound for a broken program, not a measure: nothing here waits for time to pass
PORT_VARIABLE = "KIOSK_TOWER_PORT"


class Rollable(Protocol):
    port: str
    patience_s: float

    def roll(self, dropped: int, came_out: int) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class Twin:
    patience_s = PATIENCE_S

    def __init__(self, tower: SimulatedTower) -> None:
        self.port, self.unplug, self.plug = tower.port, tower.unplug, tower.plug
        self._tower = tower

    def roll(self, dropped: int, came_out: int) -> None:
        """In one go, so that no stall comes between the beams."""

        def fall() -> None:
            self._tower._pass("drop", dropped)
            self._tower._pass("out", came_out)

        self._tower._do(fall)


class Real:
    patience_s = 120

    def __init__(self, port: str) -> None:
        self.port = port

    def roll(self, dropped: int, came_out: int) -> None:
        self._ask(f"drop {dropped} dice so that {came_out} come out")

    def unplug(self) -> None:
        self._ask("unplug the tower")

    def plug(self) -> None:
        self._ask("plug the tower in again")

    @staticmethod
    def _ask(what: str) -> None:
        Path("/dev/tty").write_text(f"\n{what}\n")


class Listener:
    """The link under test and what it told us."""

    def __init__(self, port: str, patience_s: float = PATIENCE_S, **options: Any) -> None:
        self.reports: queue.Queue[TowerReport] = queue.Queue()
        self.states: queue.Queue[TowerState] = queue.Queue()
        self._patience_s = patience_s
        self.troubles: queue.Queue[TowerTrouble] = queue.Queue()
        options.setdefault("ports", list)
        self.link = TowerLink(
            port,
            self.reports.put,
            self.states.put,
            on_trouble=self.troubles.put,
            first_retry_ns=10 * MS,
            **options,
        )

    def report(self) -> TowerReport:
        return self.reports.get(timeout=self._patience_s)

    def until(self, wanted: Callable[[TowerState], bool]) -> TowerState:
        for _ in range(6):
            state = self.states.get(timeout=self._patience_s)
            if wanted(state):
                return state
        pytest.fail("the link told six states, none of them the one waited for")

    def trouble(self) -> tuple[TroubleKind, bool]:
        told = self.troubles.get(timeout=self._patience_s)
        return told.kind, told.over

    def self_test(self) -> SelfTest:
        results: queue.Queue[SelfTest] = queue.Queue()
        self.link.self_test(results.put)
        return results.get(timeout=self._patience_s)

    def until_ready(self) -> None:
        self.until(lambda state: state.status is TowerStatus.READY)

    def until_lost(self, error: type[Exception]) -> TowerState:
        return self.until(
            lambda state: state.status is TowerStatus.LOST and isinstance(state.error, error)
        )


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def twin(stack: ExitStack) -> SimulatedTower:
    return stack.enter_context(SimulatedTower())


@pytest.fixture(params=["twin", "real"])
def tower(request: pytest.FixtureRequest, stack: ExitStack) -> Rollable:
    if request.param == "twin":
        return Twin(stack.enter_context(SimulatedTower()))
    port = os.environ.get(PORT_VARIABLE)
    if port is None:
        pytest.skip(f"needs a real tower: set {PORT_VARIABLE} to its port")
    return Real(port)


def listen(stack: ExitStack, tower: Any, **options: Any) -> Listener:
    patience_s = getattr(tower, "patience_s", PATIENCE_S)
    listener = Listener(tower.port, patience_s, **options)
    stack.enter_context(listener.link)
    return listener


class TestAnyTower:
    def test_it_answers_the_handshake(self, tower: Rollable, stack: ExitStack) -> None:
        heard = listen(stack, tower)
        assert heard.states.get(timeout=PATIENCE_S) == TowerState(TowerStatus.OPENING)
        assert heard.states.get(timeout=PATIENCE_S) == TowerState(TowerStatus.READY)

    def test_two_dice_in_and_out_are_one_report(self, tower: Rollable, stack: ExitStack) -> None:
        heard = listen(stack, tower)
        heard.until_ready()
        tower.roll(2, 2)
        report = heard.report()
        assert (report.dropped, report.came_out) == (2, 2)
        assert report.first_at_ns <= report.last_at_ns
        assert heard.reports.empty()

    def test_a_die_that_stays_inside_is_a_mismatch(self, tower: Rollable, stack: ExitStack) -> None:
        heard = listen(stack, tower, quiet_ns=300 * MS if isinstance(tower, Twin) else 1500 * MS)
        heard.until_ready()
        tower.roll(2, 1)
        report = heard.report()
        assert (report.dropped, report.came_out) == (2, 1)

    def test_pulling_the_cable_is_said_and_plugging_it_heals(
        self, tower: Rollable, stack: ExitStack
    ) -> None:
        heard = listen(stack, tower)
        heard.until_ready()
        tower.unplug()
        state = heard.until_lost(PortLost)
        assert tower.port in str(state.error)
        tower.plug()
        heard.until_ready()
        tower.roll(2, 2)
        assert heard.report().came_out == 2

    def test_a_port_in_use_is_refused(self, tower: Rollable, stack: ExitStack) -> None:
        heard = listen(stack, tower)
        heard.until_ready()
        other = listen(stack, tower)
        other.until_lost(PortBusy)


def test_a_report_carries_the_times_of_the_beams_not_of_the_reading(stack: ExitStack) -> None:
    now_ns = start_ns = 500_000_000 * MS
    twin = stack.enter_context(SimulatedTower(clock_ns=lambda: now_ns))
    heard = listen(stack, twin, clock_ns=lambda: now_ns)
    heard.until_ready()
    twin.drop(2)
    now_ns += 900 * MS
    twin.come_out(2)
    assert heard.report() == TowerReport(2, 2, start_ns, start_ns + 900 * MS)


def test_lost_acknowledgements_repeat_events_but_not_reports(stack: ExitStack) -> None:
    chunks: queue.Queue[bytes] = queue.Queue()
    twin = stack.enter_context(SimulatedTower(tap=chunks.put))
    twin.ignore_acks(True)
    heard = listen(stack, twin)
    heard.until_ready()
    twin.drop(2)
    twin.come_out(2)
    first = heard.report()
    heard_chunks = (chunks.get(timeout=PATIENCE_S) for _ in range(20))
    repeats = (chunk for chunk in heard_chunks if b"drop 1 " in chunk)
    assert len(list(itertools.islice(repeats, 3))) == 3
    twin.ignore_acks(False)
    twin.drop(3)
    twin.come_out(3)
    second = heard.report()
    assert (first.dropped, first.came_out) == (2, 2)
    assert (second.dropped, second.came_out) == (3, 3)
    assert heard.reports.empty()


def test_acknowledgements_stay_lost_when_the_twin_is_plugged_in_again(stack: ExitStack) -> None:
    chunks: queue.Queue[bytes] = queue.Queue()
    twin = stack.enter_context(SimulatedTower(tap=chunks.put))
    twin.ignore_acks(True)
    twin.unplug()
    twin.plug()
    heard = listen(stack, twin)
    heard.until_ready()
    twin.drop(2)
    heard_chunks = (chunks.get(timeout=PATIENCE_S) for _ in range(20))
    repeats = (chunk for chunk in heard_chunks if b"drop 1 " in chunk)
    assert len(list(itertools.islice(repeats, 4))) == 4


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


def test_closing_a_link_that_never_started_is_fine() -> None:
    TowerLink("/dev/nowhere", print, print).close()


def test_the_lamp_follows_through_a_power_cut(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    heard.link.lamp(on=True)
    assert lamp_comes_on(twin, heard)
    twin.unplug()
    heard.until_lost(TowerError)
    twin.plug()
    heard.until_ready()
    assert lamp_comes_on(twin, heard)


def lamp_comes_on(twin: SimulatedTower, heard: Listener) -> bool:
    """Rolls are the clock: the link writes at every turn, so the lamp comes before many rolls."""
    for _ in range(200):
        twin.drop(2)
        twin.come_out(2)
        heard.report()
        if twin.lamp:
            return True
    return False


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


def test_a_closed_twin_says_so(twin: SimulatedTower) -> None:
    twin.close()
    with pytest.raises(TowerError, match=r"^simulated tower is closed: make a new one$"):
        twin.plug()


def test_a_twin_is_closed_and_its_port_gone_after_its_block() -> None:
    with SimulatedTower() as twin:
        assert Path(twin.port).exists()
    assert not Path(twin.port).parent.exists()
    with pytest.raises(TowerError, match="closed"):
        twin.plug()


def test_dice_in_an_unplugged_twin_are_an_error(twin: SimulatedTower) -> None:
    twin.unplug()
    with pytest.raises(TowerError, match="2 dice"):
        twin.drop(2)


class Minutes:
    """A clock for twin and link that the test turns by hand."""

    def __init__(self) -> None:
        self.now_ns = 500_000_000 * MS

    def __call__(self) -> int:
        return self.now_ns

    def passes(self, ms: int) -> None:
        self.now_ns += ms * MS


def lasts(heard: Listener, clock: Minutes, ms: int) -> None:
    """Time passes in steps, and link and tower have spoken after each: a leap would be silence."""
    for _ in range(-(-ms // 1_000)):
        clock.passes(min(ms, 1_000))
        ms -= 1_000
        heard.self_test()


def until_silence_is_noticed(heard: Listener, clock: Minutes) -> TowerState:
    """What was on its way when the tower fell silent may be heard after a leap of the clock."""
    for _ in range(PATIENCE_S):
        clock.passes(3_100)
        with contextlib.suppress(queue.Empty):
            state = heard.states.get(timeout=1)
            assert state.status is TowerStatus.LOST
            return state
    pytest.fail("the link does not notice the silence")


# --- at whatever port --------------------------------------------------------------------------

NUMBER = "E660583883724A32"


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


# --- the ways a cable is pulled ----------------------------------------------------------------


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
        assert not heard.link._thread.is_alive()


# --- what is wrong with a tower that answers ---------------------------------------------------


def test_jam_lid_and_stuck_beam_are_told_with_their_ends(stack: ExitStack) -> None:
    clock = Minutes()
    twin = stack.enter_context(SimulatedTower(clock_ns=clock))
    heard = listen(stack, twin, clock_ns=clock)
    heard.until_ready()
    twin.drop(2)
    twin.come_out(1)
    lasts(heard, clock, 2_900)
    heard.report()
    lasts(heard, clock, 200)
    assert heard.trouble() == (TroubleKind.JAM, False)
    twin.come_out(1)
    assert heard.trouble() == (TroubleKind.JAM, True)
    twin.lid(is_open=True)
    lasts(heard, clock, 10)
    wait_for_looks(twin)
    lasts(heard, clock, 60)
    assert heard.trouble() == (TroubleKind.LID_OPEN, False)
    twin.lid(is_open=False)
    wait_for_looks(twin)
    lasts(heard, clock, 60)
    assert heard.trouble() == (TroubleKind.LID_OPEN, True)
    twin.stick("out")
    lasts(heard, clock, 2_000)
    assert heard.trouble() == (TroubleKind.OUT_BEAM_STUCK, False)
    twin.free("out")
    lasts(heard, clock, 10)
    assert heard.trouble() == (TroubleKind.OUT_BEAM_STUCK, True)
    assert heard.troubles.empty()


def wait_for_looks(twin: SimulatedTower) -> None:
    """Until the twin's loop has been round: it serves a request, then looks."""
    for _ in range(2):
        twin.ignore_acks(False)


def test_a_beam_blocked_at_power_on_is_told_and_no_die(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    twin.unplug()
    twin.stick("drop")
    twin.plug()
    heard = listen(stack, twin, quiet_ns=100 * MS)
    heard.until_ready()
    assert heard.trouble() == (TroubleKind.DROP_BEAM_STUCK, False)
    twin.free("drop")
    assert heard.trouble() == (TroubleKind.DROP_BEAM_STUCK, True)
    twin.drop(2)
    twin.come_out(2)
    assert heard.report().dropped == 2
    assert heard.reports.empty()


def test_a_tower_that_starts_anew_says_why(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    twin.reboot("exception:MemoryError:memory-allocation-failed")
    told = heard.troubles.get(timeout=PATIENCE_S)
    assert (told.kind, told.over) == (TroubleKind.RESET, True)
    assert "exception:MemoryError" in told.why
    twin.drop(2)
    twin.come_out(2)
    assert heard.report().dropped == 2


def test_garbage_and_half_frames_cost_nothing(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    twin.drop(2)
    twin.say(bytes(range(256)) * 3)
    twin.half_frame()
    twin.come_out(2)
    report = heard.report()
    assert (report.dropped, report.came_out) == (2, 2)
    assert heard.troubles.empty()


def test_a_tower_that_hangs_with_its_cable_in_is_lost_and_comes_back(stack: ExitStack) -> None:
    clock = Minutes()
    twin = stack.enter_context(SimulatedTower(clock_ns=clock))
    heard = listen(stack, twin, clock_ns=clock)
    heard.until_ready()
    twin.hang(hangs=True)
    assert isinstance(until_silence_is_noticed(heard, clock).error, TowerTimeout)
    twin.hang(hangs=False)
    clock.passes(1_000)  # for a greeting that was asked for too early
    heard.until_ready()


def test_an_old_tower_counts_and_is_told_to_be_old(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower(protocol=1))
    heard = listen(stack, twin)
    heard.until_ready()
    assert heard.trouble() == (TroubleKind.OLD_FIRMWARE, False)
    twin.drop(2)
    twin.come_out(2)
    assert heard.report().came_out == 2
    assert "no self-test" in str(heard.self_test().why)


def test_a_tower_from_the_future_is_refused_with_both_versions(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower(protocol=3))
    heard = listen(stack, twin)
    told = str(heard.until_lost(TowerVersionError).error)
    assert "speaks version 3 and we speak 2: install the firmware" in told


def test_a_tower_may_come_back_with_other_firmware(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    twin.flash(3)
    heard.until_lost(TowerVersionError)
    twin.flash(1)
    heard.until_ready()
    assert heard.trouble() == (TroubleKind.OLD_FIRMWARE, False)
    twin.flash(VERSION)
    assert {heard.trouble() for _ in range(2)} == {
        (TroubleKind.RESET, True),
        (TroubleKind.OLD_FIRMWARE, True),
    }
    assert heard.self_test().passed


def test_a_tower_that_is_unplugged_keeps_its_firmware(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    twin.unplug()
    with pytest.raises(TowerError, match="cannot be flashed: plug it"):
        twin.flash(3)
    twin.plug()
    listen(stack, twin).until_ready()


def test_a_self_test_is_answered_part_by_part(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    assert heard.self_test() == SelfTest(
        {"drop": "ok", "out": "ok", "lid": "closed", "lamp": "blinked"}
    )
    twin.stick("out")
    result = heard.self_test()
    assert (result.results["out"], result.passed) == ("dark", False)


def test_a_self_test_of_a_tower_that_is_not_there_says_so(
    twin: SimulatedTower, stack: ExitStack
) -> None:
    twin.unplug()
    heard = listen(stack, twin)
    heard.until_lost(DeviceMissing)
    assert "does not answer" in str(heard.self_test().why)
