"""What is wrong with a tower that answers, and its self-test, through a real serial port."""

from contextlib import ExitStack

import pytest
from kits.tower_kit import MS, PATIENCE_S, Listener, Minutes, listen, until_silence_is_noticed

from hardware.errors import DeviceMissing, TowerError, TowerTimeout, TowerVersionError
from hardware.tower.firmware.tower_protocol import VERSION
from hardware.tower.link import SelfTest, TroubleKind
from hardware.tower.twin import SimulatedTower


def lasts(heard: Listener, clock: Minutes, ms: int) -> None:
    """Time passes in steps, and link and tower have spoken after each: a leap would be silence."""
    for _ in range(-(-ms // 1_000)):
        clock.passes(min(ms, 1_000))
        ms -= 1_000
        heard.self_test()


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
    twin.send(bytes(range(256)) * 3)
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


def test_a_tower_from_the_future_is_refused_with_both_versions(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower(protocol=VERSION + 1))
    heard = listen(stack, twin)
    told = str(heard.until_lost(TowerVersionError).error)
    assert "speaks version 2 and we speak 1: install the firmware" in told


def test_a_tower_may_come_back_with_other_firmware(stack: ExitStack) -> None:
    twin = stack.enter_context(SimulatedTower())
    heard = listen(stack, twin)
    heard.until_ready()
    twin.flash(VERSION + 1)
    heard.until_lost(TowerVersionError)
    twin.flash(VERSION)
    heard.until_ready()
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
