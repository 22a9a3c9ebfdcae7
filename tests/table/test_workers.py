"""Buttons and tower in the rules core's words."""

import time

import pytest
from kits import commands as c
from kits.table_kit import cups

from hardware.buttons import ButtonPress
from hardware.errors import DeviceMissing, EventsLost, StrayClock
from hardware.tower.link import (
    TowerReport,
    TowerState,
    TowerStatus,
    TowerTrouble,
    TroubleKind,
)
from kiosk.rules.table import SetUp
from kiosk.rules.units import Instant, Side
from kiosk.table.device import DeviceMonitor
from kiosk.table.workers import ButtonCommands, TowerCommands

WHITE, BLACK = Side


def words(posted: list[c.Command], setup: SetUp | None, *lost: str) -> ButtonCommands:
    return ButtonCommands(posted.append, lambda: setup, lost=frozenset(lost))


@pytest.mark.parametrize(("button", "side"), [("right", WHITE), ("left", BLACK)])
def test_a_press_is_the_sides_who_sits_there_and_keeps_the_pins_stamp(
    button: str, side: Side
) -> None:
    posted: list[c.Command] = []
    words(posted, cups()).pressed(ButtonPress(123_456_789, button, 1))
    assert posted == [c.ClockPressed(Instant(123_456_789), side)]


def test_trouble_and_its_end_are_stamped_when_they_are_told() -> None:
    posted: list[c.Command] = []
    began_ns = time.monotonic_ns()
    device = DeviceMonitor("tower", posted.append, lost=False)
    device.fails("the cable is out")
    device.answers()
    stamps = [command.at for command in posted]
    assert began_ns <= stamps[0] <= stamps[1] <= time.monotonic_ns()
    assert posted == [
        c.DeviceFailed(stamps[0], "tower", "the cable is out"),
        c.DeviceRecovered(stamps[1], "tower"),
    ]


def test_nobody_sits_at_a_table_that_is_not_set_up() -> None:
    posted: list[c.Command] = []
    words(posted, None).pressed(ButtonPress(1, "left", 1))
    assert posted == []


def test_buttons_with_a_stray_clock_are_lost_until_a_press_can_be_trusted() -> None:
    posted: list[c.Command] = []
    buttons = words(posted, cups())
    for _ in range(2):
        buttons.fault(StrayClock("button left stamped an edge +3.000 s off the monotonic clock"))
    (failed,) = posted
    assert isinstance(failed, c.DeviceFailed)
    assert (failed.device, "off the monotonic clock" in failed.why) == ("buttons", True)
    buttons.pressed(ButtonPress(9, "left", 1))
    assert [type(command) for command in posted[1:]] == [c.DeviceRecovered, c.ClockPressed]


def test_buttons_lost_before_a_restart_come_back_with_a_press() -> None:
    posted: list[c.Command] = []
    words(posted, cups(), "buttons").pressed(ButtonPress(9, "left", 1))
    assert [type(command) for command in posted] == [c.DeviceRecovered, c.ClockPressed]


def test_a_stuck_button_is_lost_until_it_comes_up_and_the_other_goes_on() -> None:
    posted: list[c.Command] = []
    buttons = words(posted, cups())
    buttons.stuck("left", True)
    buttons.pressed(ButtonPress(9, "right", 1))
    buttons.stuck("left", False)
    told = [(type(each), getattr(each, "device", None)) for each in posted]
    assert told == [
        (c.DeviceFailed, "left_button"),
        (c.ClockPressed, None),
        (c.DeviceRecovered, "left_button"),
    ]


def test_a_button_stuck_before_a_restart_and_free_after_it_is_told_to_be_back() -> None:
    posted: list[c.Command] = []
    buttons = words(posted, cups(), "right_button")
    for name in ("left", "right"):
        buttons.stuck(name, False)
    assert [getattr(each, "device", None) for each in posted] == ["right_button"]


# --- tower -------------------------------------------------------------------------------------


def state(status: TowerStatus) -> TowerState:
    if status is TowerStatus.LOST:
        return TowerState(status, DeviceMissing("dice tower port /dev/x does not exist: plug it"))
    return TowerState(status)


def test_a_count_is_reported_at_its_last_die() -> None:
    posted: list[c.Command] = []
    report = TowerReport(dropped=2, came_out=1, first_at_ns=10, last_at_ns=20)
    TowerCommands(posted.append, lost=frozenset()).report(report)
    assert posted == [c.TowerReported(Instant(20), 2, 1)]


@pytest.mark.parametrize(
    ("lost", "states", "told"),
    [
        (False, "ready", ""),
        (False, "lost", "failed"),
        (False, "lost lost", "failed"),
        (False, "ready lost opening ready lost", "failed back failed"),
        (True, "opening ready", "back"),
        (True, "lost", ""),
    ],
)
def test_the_tower_is_lost_and_found_once_each_time(lost: bool, states: str, told: str) -> None:
    posted: list[c.Command] = []
    tower = TowerCommands(posted.append, lost=frozenset({"tower"} if lost else ()))
    for name in states.split():
        tower.state(state(TowerStatus[name.upper()]))
    names = {c.DeviceFailed: "failed", c.DeviceRecovered: "back"}
    assert " ".join(names[type(command)] for command in posted) == told
    failures = [command for command in posted if isinstance(command, c.DeviceFailed)]
    assert all("does not exist: plug it" in failure.why for failure in failures)


def test_what_the_tower_missed_is_said_and_is_no_loss(caplog: pytest.LogCaptureFixture) -> None:
    posted: list[c.Command] = []
    error = EventsLost("dice tower on /dev/x forgot 3 beam events: throw again")
    TowerCommands(posted.append, lost=frozenset()).state(TowerState(TowerStatus.READY, error))
    assert posted == []
    assert caplog.messages == [str(error)]


def test_what_is_wrong_with_a_tower_that_answers_is_logged_with_its_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    posted: list[c.Command] = []
    tower = TowerCommands(posted.append, lost=frozenset())
    for over, at_ns in ((False, 1_000), (True, 4_500_001_000)):
        tower.trouble(TowerTrouble(TroubleKind.LID_OPEN, 1_000, at_ns, over, "the lid is open"))
    tower.trouble(TowerTrouble(TroubleKind.RESET, 7, 7, True, "it started anew"))
    assert caplog.messages == [
        "the lid is open",
        "over after 4.5 s: the lid is open",
        "it started anew",
    ]


JAM, LID = TroubleKind.JAM, TroubleKind.LID_OPEN
UPPER, LOWER = TroubleKind.DROP_BEAM_STUCK, TroubleKind.OUT_BEAM_STUCK


@pytest.mark.parametrize(
    ("troubles", "told"),
    [
        ([(JAM, False), (JAM, True)], "tower_jam failed, tower_jam back"),
        ([(LID, False), (LID, True)], "tower_lid failed, tower_lid back"),
        ([(UPPER, False), (LOWER, False), (UPPER, True)], "tower_beam failed"),
        (
            [(UPPER, False), (LOWER, False), (UPPER, True), (LOWER, True)],
            "tower_beam failed, tower_beam back",
        ),
        ([(TroubleKind.RESET, True), (TroubleKind.EDGES_LOST, True)], ""),
    ],
)
def test_what_stands_wrong_with_a_tower_is_a_device_of_its_own_until_it_is_over(
    troubles: list[tuple[TroubleKind, bool]], told: str
) -> None:
    posted: list[c.Command] = []
    tower = TowerCommands(posted.append, lost=frozenset())
    for kind, over in troubles:
        tower.trouble(TowerTrouble(kind, 1, 2, over, "why"))
    assert devices(posted) == told


def devices(posted: list[c.Command]) -> str:
    names = {c.DeviceFailed: "failed", c.DeviceRecovered: "back"}
    return ", ".join(f"{getattr(each, 'device', '')} {names[type(each)]}" for each in posted)


def test_a_trouble_from_before_a_restart_is_over_unless_the_tower_tells_it_again() -> None:
    posted: list[c.Command] = []
    tower = TowerCommands(posted.append, lost=frozenset({"tower_jam"}))
    tower.state(state(TowerStatus.READY))
    assert devices(posted) == "tower_jam back"
    tower.trouble(TowerTrouble(JAM, 1, 2, False, "why"))
    tower.state(state(TowerStatus.READY))
    assert devices(posted) == "tower_jam back, tower_jam failed"
