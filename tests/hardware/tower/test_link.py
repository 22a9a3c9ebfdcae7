"""What any tower on a serial port must do: the twin's pseudo-terminal and the real one alike.

The real tower is tried when KIOSK_TOWER_PORT names its port; a person then rolls the dice as the
terminal asks.
"""

import itertools
import os
import queue
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest
from kits.tower_kit import MS, PATIENCE_S, Listener, listen

from hardware.errors import PortBusy, PortLost, TowerError
from hardware.tower.link import TowerLink, TowerReport, TowerState, TowerStatus
from hardware.tower.twin import SimulatedTower

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


@pytest.fixture(params=["twin", "real"])
def tower(request: pytest.FixtureRequest, stack: ExitStack) -> Rollable:
    if request.param == "twin":
        return Twin(stack.enter_context(SimulatedTower()))
    port = os.environ.get(PORT_VARIABLE)
    if port is None:
        pytest.skip(f"needs a real tower: set {PORT_VARIABLE} to its port")
    return Real(port)


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
