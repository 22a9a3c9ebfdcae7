"""What `kiosk table` is wired to: its buttons, lights, note and director, in this process."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from kits import commands as c
from kits import events as e
from kits.director_kit import Server
from kits.rules_kit import RIGHT, die, facts
from kits.rules_kit import Table as RulesTable
from kits.screen_kit import seen
from kits.table_kit import BOOT, CONFIG

from hardware import buttons
from hardware.buzzer import LONGEST_PULSE_NS, PULSE_NS, TableBuzzer
from hardware.lights import StatusLight
from hardware.pins import open_factory
from hardware.tower.link import TowerLink
from hardware.tower.twin import SimulatedTower
from kiosk.health.finding import Finding
from kiosk.health.machine import Machine
from kiosk.journal import Journal, Row, read
from kiosk.journal.errors import JournalFailed
from kiosk.rules.command import Command
from kiosk.rules.match import Phase
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.table import run
from kiosk.table.director import device_key
from kiosk.table.display import SnapshotDisplay
from kiosk.table.errors import InboxFull, TableHalted
from kiosk.table.followed_director import FollowedDirector, JoiningTable
from kiosk.table.inbox import PostedCommand
from kiosk.table.indicators import Indicators
from kiosk.table.pictures import PictureQuota
from kiosk.table.screens import ScreenSocket
from kiosk.table.settings import load
from kiosk.table.simulated import SimulatedMachine
from kiosk.wire.next_match import NextMatch, NextMatches
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import Ailment

WHITE, BLACK = Side
MS = 1_000_000
LEFT_BUTTON = 17
RIGHT_BUTTON = 27
"""The pins of the simulated table's configuration."""


class Camera:
    """Stands where the camera's worker would; what it was given."""

    def __init__(self, _section: object, **given: Any) -> None:
        self.given = given

    def start(self) -> None:
        """It has no process."""

    def look_for_cards(self, *, on: bool) -> None:
        pass

    def close(self) -> None:
        """It has no process."""


class Wired:
    """A table's parts, started and stopped in this thread. White sits at the right button."""

    def __init__(self, folder: Path, config: str, journal: Journal, stack: ExitStack) -> None:
        self.factory = open_factory("mock")
        self.journal = journal
        self.cameras: list[Camera] = []
        self.towers: list[SimulatedTower] = []
        file = folder / "table.toml"
        file.write_text(config, encoding="utf-8")
        with pytest.MonkeyPatch.context() as given:
            given.setattr(run, "open_factory", lambda _name: self.factory)
            given.setattr(run, "CameraWorker", self._camera)
            given.setattr(run, "SimulatedTower", self._tower)
            given.setattr(run, "camera_of", lambda _settings, _home: SimpleNamespace(shadow=True))
            given.setattr(run, "Indicators", self._lights)
            given.setattr(run, "ScreenSocket", self._screens)
            self.table = run.start_table(load(file), folder, journal, BOOT, stack)
        self.loop, self.inbox = self.table.loop, self.table.inbox

    def _camera(self, section: object, **given: Any) -> Camera:
        self.cameras.append(Camera(section, **given))
        return self.cameras[-1]

    def _lights(self, *given: Any) -> Indicators:
        self.indicators = Indicators(*given)
        return self.indicators

    def _screens(self, *given: Any, **named: Any) -> ScreenSocket:
        self.screens = ScreenSocket(*given, **named)
        return self.screens

    def _tower(self) -> SimulatedTower:
        self.towers.append(SimulatedTower())
        return self.towers[-1]

    def begin(self) -> None:
        """Take up what the journal left, and stop before the first step."""
        self.table.take_up()
        stopped = threading.Event()
        stopped.set()
        self.table.serve(stopped)

    def take(self, command: Command, by: str) -> None:
        self.loop.take(PostedCommand(command, by))

    def pressed(self, pin: int) -> None:
        """A finger that stays."""
        self.factory.pin(f"GPIO{pin}").drive_low()

    def posted(self, kind: type[Command]) -> list[PostedCommand]:
        """What of this kind the devices have told so far."""
        told = iter(lambda: self.inbox.take(0.0), None)
        return [posted for posted in told if isinstance(posted.command, kind)]

    def told(self, kind: type[Command]) -> PostedCommand:
        """The next of this kind that a device tells, whenever that is."""
        for _ in range(120):
            posted = self.inbox.take(0.25)
            if posted is not None and isinstance(posted.command, kind):
                return posted
        raise AssertionError(f"nobody told {kind.__name__}")

    def rows(self) -> list[Row]:
        return list(read(self.journal.path))


Start = Callable[..., Wired]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The director of the table in this folder."""
    made = Server(device_key(tmp_path / "device.key").public)
    yield made
    made.close()


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Start]:
    """Starts tables on one journal, each in the place of the one before."""
    with ExitStack() as stack:

        def start(config: str = CONFIG) -> Wired:
            stack.close()
            journal = stack.enter_context(Journal.open(tmp_path / "table.journal", boot_id=BOOT))
            return Wired(tmp_path, config, journal, stack)

        yield start


def now() -> Instant:
    return Instant(time.monotonic_ns())


def started(table: Wired) -> None:
    """White has won the opening, and Black's press has started White's clock."""
    for side in Side:
        table.take(c.ReadyTapped(now(), side), side.value)
    for value in (5, 2):
        thrower = WHITE if value == 5 else BLACK
        for side in (thrower, thrower.other):
            table.take(c.RollEntered(now(), side, (value,)), side.value)
    table.take(c.ClockPressed(now(), BLACK), "buttons")
    assert table.loop.match.phase is Phase.MOVING
    assert table.loop.match.clock.running is WHITE


# --- buttons and lights --------------------------------------------------------------------------


def test_the_lock_out_of_the_configuration_is_in_milliseconds(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = wired(CONFIG.replace("right_pin = 27", "right_pin = 27\nlockout_ms = 40"))
    table.begin()
    began_ns, after = now() - 5_000 * MS, SimpleNamespace(ms=0)
    stamp = "gpiozero.pins.mock.monotonic"
    monkeypatch.setattr(stamp, lambda: (began_ns + after.ms * MS) / 1e9)
    pin = table.factory.pin(f"GPIO{RIGHT_BUTTON}")
    for after.ms, down in ((0, 1), (5, 0), (44, 1), (60, 0), (101, 1)):
        (pin.drive_low if down else pin.drive_high)()
    stamps = [table.told(c.ClockPressed).command.at for _ in range(2)]
    assert table.posted(c.ClockPressed) == []
    assert [round((at - began_ns) / MS) for at in stamps] == [0, 101]


def test_a_button_that_stays_down_is_told(wired: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buttons, "STUCK_NS", 1)
    table = wired()
    table.begin()
    table.pressed(LEFT_BUTTON)
    failed = table.told(c.DeviceFailed)
    assert (getattr(failed.command, "device", ""), failed.by) == ("left_button", "buttons")


def test_each_button_is_pressed_by_who_sits_there(wired: Start) -> None:
    table = wired()
    table.begin()
    for button, side in ((LEFT_BUTTON, BLACK), (RIGHT_BUTTON, WHITE)):
        table.pressed(button)
        pressed = table.told(c.ClockPressed)
        assert (pressed.command, pressed.by) == (
            c.ClockPressed(pressed.command.at, side),
            "buttons",
        )


def test_the_light_of_the_side_whose_clock_runs_is_lit_and_no_other(wired: Start) -> None:
    table = wired(f"{CONFIG}[devices.lights]\nleft_pin = 22\nright_pin = 23\n")

    def lit() -> tuple[bool, bool]:
        return bool(table.factory.pin("GPIO22").state), bool(table.factory.pin("GPIO23").state)

    table.begin()
    assert lit() == (False, False)
    started(table)
    assert lit() == (False, True)
    table.take(c.ClockPressed(now(), WHITE), "buttons")
    assert table.loop.match.clock.running is BLACK
    assert lit() == (True, False)
    table.take(c.StopOrdered(now(), "m-1", "director:Kari", "dinner"), "director:Kari")
    assert lit() == (False, False)


EXTRAS = """[devices.status_light]
pin = 24
[devices.buzzer]
pin = 25
enabled = true
"""


def test_the_status_light_blinks_while_a_device_is_lost_and_after_a_halt(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[str] = []
    monkeypatch.setattr(StatusLight, "show", lambda _self, status: statuses.append(status))
    table = wired(CONFIG + EXTRAS)
    table.begin()
    assert statuses[-1] == "ready"
    table.take(c.DeviceFailed(now(), "camera", "unplugged"), "camera")
    assert statuses[-1] == "fault"
    table.take(c.DeviceRecovered(now(), "camera"), "camera")
    assert statuses[-1] == "ready"
    why = Mock(side_effect=JournalFailed("the disk is full"))
    monkeypatch.setattr(table.journal, "append", why)
    table.take(c.DeviceFailed(now(), "camera", "unplugged"), "camera")
    assert statuses[-1] == "fault"


def test_the_buzzer_is_short_as_the_clock_changes_hands_and_long_as_play_stops(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulses: list[int] = []
    monkeypatch.setattr(
        TableBuzzer, "pulse", lambda _self, length_ns=PULSE_NS: pulses.append(length_ns)
    )
    table = wired(CONFIG + EXTRAS)
    table.begin()
    assert pulses == []
    started(table)
    pulses.clear()
    table.take(c.ClockPressed(now(), WHITE), "buttons")
    assert pulses == [PULSE_NS]
    table.take(c.StopOrdered(now(), "m-1", "director:Kari", "dinner"), "director:Kari")
    table.loop.publish()
    assert pulses == [PULSE_NS, LONGEST_PULSE_NS]


def test_the_buzzer_ticks_once_in_each_of_the_last_ten_seconds(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Norway: a delay of 12 s, and 14 min of reserve in a match to 7."""
    pulses: list[int] = []
    monkeypatch.setattr(
        TableBuzzer, "pulse", lambda _self, length_ns=PULSE_NS: pulses.append(length_ns)
    )
    indicators = wired(CONFIG + EXTRAS).indicators
    game = RulesTable().open().start()
    monkeypatch.setattr(indicators, "_now_ns", lambda: game.now)
    heard = {}
    for left_s in (900, 61, 11, 10, 10, 9, 1, 0):
        game.now = game.match.clock.since + (12 + 14 * 60 - left_s) * SECOND_NS
        pulses.clear()
        indicators.show(game.match, None)
        heard.setdefault(left_s, []).append(len(pulses))
    assert heard == {900: [0], 61: [0], 11: [0], 10: [1, 0], 9: [1], 1: [1], 0: [0]}


def test_a_buzzer_that_is_not_enabled_is_silent(wired: Start) -> None:
    table = wired(CONFIG + EXTRAS.replace("enabled = true\n", ""))
    table.begin()
    buzzer = table.indicators.buzzer
    assert buzzer is not None
    assert not buzzer.enabled


@pytest.mark.parametrize(("lamp", "lit"), [("", True), ("lamp = false\n", False)])
def test_the_baffle_boxs_lamp_is_lit_while_a_roll_is_due(
    wired: Start, monkeypatch: pytest.MonkeyPatch, lamp: str, lit: bool
) -> None:
    wanted: list[bool] = []
    monkeypatch.setattr(TowerLink, "lamp", lambda _self, *, on: wanted.append(on))
    section = '[devices.tower]\nport = "simulated"\n'
    table = wired(CONFIG.replace(section, section + lamp))
    table.begin()
    if not lit:
        assert wanted == []
        return
    assert wanted[-1] is False
    started(table)
    assert wanted[-1] is False  # the opening roll is on the board
    table.take(c.ClockPressed(now(), WHITE), "buttons")
    assert wanted[-1] is True
    table.take(c.StopOrdered(now(), "m-1", "director:Kari", "dinner"), "director:Kari")
    assert wanted[-1] is False


def test_a_table_without_a_match_shows_itself_before_the_first_step(wired: Start) -> None:
    table = wired(f"{CONFIG.partition('[match]')[0]}[devices]{CONFIG.partition('[devices]')[2]}")
    table.begin()
    assert table.rows() == []
    assert table.screens.newest is not None


# --- who a row is by -----------------------------------------------------------------------------


def test_what_a_table_does_first_is_by_the_table(wired: Start) -> None:
    table = wired()
    table.begin()
    assert "TableSetUp" in {row.kind for row in table.rows()}
    assert {row.by for row in table.rows()} == {"table"}


def test_what_a_device_tells_is_by_that_device(wired: Start) -> None:
    table = wired()
    table.begin()
    table.cameras[0].given["post"](c.DiceLifted(now()))
    (lifted,) = table.posted(c.DiceLifted)
    assert lifted.by == "camera"
    table.towers[0].drop(2)
    table.towers[0].come_out(2)
    counted = table.told(c.TowerReported)
    assert (counted.command, counted.by) == (c.TowerReported(counted.command.at, 2, 2), "tower")


def test_the_camera_is_given_its_half_its_folder_and_whether_it_is_on_trial(
    wired: Start, tmp_path: Path
) -> None:
    given = wired().cameras[0].given
    assert given["mixer"] == "picture_left"
    assert (given["pictures"].folder, given["shadow"]) == (tmp_path / "pictures", True)


def test_pictures_have_the_quota_that_is_set_and_those_of_the_open_match_are_known(
    wired: Start,
) -> None:
    sizes = "pictures_mb = 70\nreserve_mb = 50\n"
    config = CONFIG.replace("[table]\n", f"[table]\n{sizes}", 1)
    table = wired(config)
    table.begin()
    folder = table.cameras[0].given["pictures"]
    assert folder.quota == PictureQuota(70_000_000, 50_000_000)
    name = folder.keep(b"the opening")
    for side in Side:
        table.take(c.ReadyTapped(now(), side), side.value)
    table.take(c.RollRead(now(), facts(die(6, RIGHT), picture=name)), "camera")
    assert any(name in row.body for row in table.rows())
    table = wired(config)
    folder = table.cameras[0].given["pictures"]
    assert folder._kept[name].match_id == table.loop.match_id is not None
    assert folder._playing() == table.loop.match_id
    table.loop.match = replace(table.loop.match, phase=Phase.MATCH_OVER)
    assert folder._playing() is None


@pytest.mark.parametrize("device", ["buttons", "tower", "camera", "director"])
def test_only_the_device_the_journal_calls_lost_is_told_to_be_back(
    server: Server, wired: Start, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The director by a receipt, the buttons by a press, the tower by being there."""
    monkeypatch.setattr("kiosk.table.device.STEADY_S", (0.0,))
    table = wired()
    table.begin()
    table.take(c.DeviceFailed(now(), device, "no answer"), "table")
    again = wired(f"{CONFIG}{server.section}")
    assert again.cameras[0].given["lost"] is (device == "camera")
    again.begin()
    server.until(lambda paper: paper.rows == again.rows())
    again.pressed(LEFT_BUTTON)
    again.towers[0].drop(2)
    again.towers[0].come_out(2)
    wanted = {c.TowerReported} if device == "camera" else {c.TowerReported, c.DeviceRecovered}
    told: list[c.Command] = []
    while not wanted <= {type(each) for each in told}:
        told.append(again.told(c.Command).command)
    back = [each.device for each in told if isinstance(each, c.DeviceRecovered)]
    assert back == ([] if device == "camera" else [device])


def test_a_device_that_is_back_is_told_by_the_loop_once_it_is_steady(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = wired()
    table.begin()
    post = table.cameras[0].given["post"]
    post(c.DeviceFailed(now(), "camera", "no answer"))
    post(c.DeviceRecovered(now(), "camera"))
    assert [type(each.command) for each in table.posted(Command)][-1:] == [c.DeviceFailed]
    stopping, seen = threading.Event(), []

    def turned(_standing: str) -> None:
        if table.loop.match.lost_devices:
            monkeypatch.setattr(table.table.steady, "_now_ns", lambda: 2 * time.monotonic_ns())
        seen.append(table.loop.match.lost_devices)
        if (len(seen) > 1 and not seen[-1]) or len(seen) > 40:
            stopping.set()

    table.take(c.DeviceFailed(now(), "camera", "no answer"), "camera")
    table.table.serve(stopping, turned)
    assert frozenset({"camera"}) in seen
    assert not seen[-1]


# --- the note of a halt --------------------------------------------------------------------------


def test_a_halt_is_noted_until_a_start_is_journaled(
    wired: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that halts again leaves the note, with its own words."""
    note = tmp_path / "table.journal.halted"
    wired().begin()
    for why in ("the disk is full", "the disk is gone"):
        table = wired()
        monkeypatch.setattr(table.journal, "append", Mock(side_effect=JournalFailed(why)))
        with pytest.raises(TableHalted, match=why):
            table.begin()
        assert note.read_text() == why
    table = wired()
    table.begin()
    halted = [row for row in table.rows() if row.kind == "Halted"]
    assert [(row.event(), row.by) for row in halted] == [(e.Halted("the disk is gone"), "table")]
    assert not note.exists()


class Soon(threading.Event):
    """Set when it was asked a few times: a table that does not notice ends all the same."""

    asked = 0

    def is_set(self) -> bool:
        self.asked += 1
        return self.asked > 3


def test_commands_that_came_too_fast_end_the_table(wired: Start) -> None:
    table = wired()
    table.inbox.overflowed = True
    with pytest.raises(InboxFull, match="faster than they could be kept"):
        table.table.serve(Soon())


# --- the director --------------------------------------------------------------------------------

REAL = """
[table]
number = 1
event_id = "tests"
[devices]
kind = "real"
[devices.buttons]
left_pin = 17
right_pin = 27
"""


class Ill:
    """Stands where the machine's health would."""

    def __init__(
        self,
        folder: Path,
        machine: Machine,
        every_s: float = 15.0,
        lasting: tuple[Finding, ...] = (),
    ) -> None:
        self.folder, self.machine, self.every_s = folder, machine, every_s
        self.lasting = [each.code for each in lasting]
        self.started, self.closed = False, False
        MADE.append(self)

    def start(self) -> None:
        self.started = True

    def close(self) -> None:
        self.closed = True

    def ailments(self) -> tuple[Ailment, ...]:
        return (Ailment("power.low", "", grave=True),)


MADE: list[Ill] = []


def test_a_real_table_tells_the_director_what_is_wrong_with_its_machine(
    server: Server, wired: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    MADE.clear()
    monkeypatch.setattr(run, "MachineHealth", Ill)
    shown: list[Snapshot] = []
    monkeypatch.setattr(run.ScreenSocket, "show", lambda _socket, snapshot: shown.append(snapshot))
    wired(f"{REAL}{server.section}").begin()
    (health,) = MADE
    assert shown[-1].ailments == ("power.low",)
    assert (health.folder, health.started) == (tmp_path, True)
    assert (health.machine, health.every_s) == (Machine(), 15.0)
    assert health.lasting == ["table.no-seats"]
    server.until(lambda paper: paper.heads and paper.heads[-1].ailments == health.ailments())
    wired().begin()
    assert health.closed


def test_a_simulated_table_is_on_a_simulated_machine(
    wired: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever this one says of itself; and its loop stamps rows by that machine's clock."""
    MADE.clear()
    monkeypatch.setattr(run, "MachineHealth", Ill)
    machine = SimulatedMachine(wall_ns=lambda: 1_778_335_387_123_000_000)
    monkeypatch.setattr(run, "SimulatedMachine", lambda: machine)
    table = wired()
    (health,) = MADE
    assert health.machine.run_program("vcgencmd", "get_throttled").out == "throttled=0x0\n"
    assert health.started
    table.begin()
    machine.step_wall_clock(-3600)
    table.take(c.ReadyTapped(now(), WHITE), "white")
    stamps = [row.wall_utc for row in table.rows()]
    assert stamps[0] == "2026-05-09T14:03:07.123Z"
    assert stamps[-1] == "2026-05-09T13:03:07.123Z"


def test_a_beat_knows_that_the_loop_turns(server: Server, wired: Start) -> None:
    table = wired(f"{CONFIG}{server.section}")
    table.table.take_up()
    link = table.table.director.link
    assert link is not None
    link.sync.turned_ns = 0
    table.table.serve(Soon())
    assert link.sync.turned_ns > 0


def test_an_order_a_halted_table_cant_decide_is_answered_with_why(
    server: Server, wired: Start
) -> None:
    table = wired(f"{CONFIG}{server.section}")
    table.begin()
    table.loop.halted = "the disk is full: stop play"
    message = c.MessageOrdered(Instant(0), "m-1", "director:Kari", "", "Round 3 at 14:00.")
    server.order(message, "order-1")
    taken = table.told(c.MessageOrdered)
    assert taken.by == "director:Kari"
    table.loop.take(taken)
    server.until(lambda paper: "order-1" in paper.undecided)
    assert server.paper.undecided["order-1"] == "the disk is full: stop play"


@pytest.mark.parametrize(
    ("joined", "phase", "may", "asked", "looks"),
    [
        (False, Phase.VACANT, True, False, True),
        (True, Phase.VACANT, True, False, False),
        (True, Phase.VACANT, True, True, True),
        (True, Phase.MATCH_OVER, True, True, True),
        (False, Phase.MATCH_OVER, True, False, False),
        (False, Phase.VACANT, False, False, False),
        (True, Phase.MOVING, False, True, False),
    ],
)
def test_a_card_is_looked_for_by_whom_nobody_enrolled_and_by_who_is_asked_to(
    tmp_path: Path, joined: bool, phase: Phase, may: bool, asked: bool, looks: bool
) -> None:
    looked, enroller = Mock(), Mock(wants_card=asked)
    match = Mock(phase=phase, opened=None if may else object())
    if phase is Phase.MATCH_OVER:
        match.opened = object()
    loop = Mock(halted=None, match=match)
    director = FollowedDirector(None, tmp_path / "journal", loop, Mock(), 1, "tests")
    director._joined = Mock() if joined else None
    JoiningTable(enroller, Mock(look_for_cards=looked), director).tick()
    looked.assert_called_once_with(on=looks)
    assert enroller.leave.called is not may


@pytest.mark.parametrize("over", [True, False])
def test_a_finished_match_is_shown_with_its_page_and_where_its_players_go(over: bool) -> None:
    following = NextMatches("m1", NextMatch(7, "15:40"))
    link = Mock(next_matches=following, page="https://director/tables/j1")
    screens, enroller = Mock(), Mock()
    enroller.view.return_value = None
    display = SnapshotDisplay(screens, tuple, enroller, lambda: link)
    played = RulesTable().open(points=1).start()
    display.show(seen(played.win(Side.WHITE) if over else played))
    (shown,) = screens.show.call_args.args
    there = (following, "https://director/tables/j1") if over else (None, "")
    assert (shown.next_matches, shown.page) == there
