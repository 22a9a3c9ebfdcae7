"""The control socket of a simulated table: real pins, real serial line, and clear refusals."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Button
from gpiozero.pins.mock import MockFactory
from kits.process_kit import Control
from kits.threads_kit import wait_until_ended

from hardware.errors import TowerError
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins
from kiosk.table.control import REFUSALS, KillSwitch, SimulatedDevices
from kiosk.table.errors import ControlRefused
from kiosk.table.health import MachineHealth
from kiosk.table.simulated import SimulatedMachine
from kiosk.wire.control import ControlSocket
from vision.scene import CheckerAt, Scene

PINS = {"left": 17, "right": 27}
WALL_NS = 1_778_335_387_123_000_000


class Tower:
    """Notes what its beams see."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def drop(self, dice: int) -> None:
        self.seen.append(("drop", dice))

    def come_out(self, dice: int) -> None:
        if not self.seen:
            raise TowerError("simulated tower is unplugged and cannot take 2 dice: plug it")
        self.seen.append(("come_out", dice))

    def flash(self, protocol: int) -> None:
        self.seen.append(("flash", protocol))


class Camera:
    pid = 4711

    def __init__(self) -> None:
        self.posed: list[Scene] = []
        self.faults: list[str] = []

    def fault(self, name: str) -> None:
        self.faults.append(name)

    def pose(self, scene: Scene) -> None:
        if scene.cube is not None:
            raise ControlRefused("scene 1 was not shown within 10 s")
        self.posed.append(scene)


class Table:
    """A control socket on mock pins, and a driver connected to it."""

    def __init__(self, folder: Path, **devices: Any) -> None:
        factory = open_factory("mock")
        assert isinstance(factory, MockFactory)
        self.factory = factory
        self.buttons = {name: Button(pin, pin_factory=factory) for name, pin in PINS.items()}
        self.pressed: list[str] = []
        for name, button in self.buttons.items():
            button.when_pressed = lambda name=name: self.pressed.append(name)
        self.tower, self.camera = Tower(), Camera()
        worn: dict[str, Any] = {"tower": self.tower, "camera": self.camera, **devices}
        self.machine = SimulatedMachine(wall_ns=lambda: WALL_NS)
        pins = SimulatedPins(factory, PINS, wait=lambda _seconds: None)
        acts = SimulatedDevices(
            pins, worn["tower"], worn["camera"], self.machine, KillSwitch()
        ).acts
        self.socket = ControlSocket(folder / "control.sock", acts, REFUSALS)
        self.socket.start()
        self.driver = Control(folder / "control.sock")

    def close(self) -> None:
        self.driver.close()
        self.socket.close()
        wait_until_ended("control")
        for button in self.buttons.values():
            button.close()
        self.factory.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("button", PINS)
def test_a_press_drives_the_pin_down_and_up_again(table: Table, button: str) -> None:
    assert table.driver.do("press", button=button) == {"ok": True}
    assert table.pressed == [button]
    assert not table.buttons[button].is_pressed


def test_a_button_stays_down_until_it_comes_up(table: Table) -> None:
    assert table.driver.do("button", button="left", act="down") == {"ok": True}
    assert table.buttons["left"].is_pressed
    assert table.driver.do("button", button="left", act="up") == {"ok": True}
    assert not table.buttons["left"].is_pressed
    table.pressed.clear()
    assert table.driver.do("button", button="right", act="bounce") == {"ok": True}
    assert table.pressed.count("right") > 1, "its contact springs"
    assert not table.buttons["right"].is_pressed


@pytest.mark.parametrize("fault", ["frozen", "black", "moved", "unplugged", "none"])
def test_the_camera_goes_wrong(table: Table, fault: str) -> None:
    assert table.driver.do("camera", fault=fault) == {"ok": True}
    assert table.camera.faults == [fault]


@pytest.mark.parametrize(
    ("what", "fields", "said"),
    [
        ("button", {"button": "middle", "act": "down"}, "button is 'middle'; left or right"),
        ("button", {"button": "left", "act": "hit"}, "act is 'hit'; down, up or bounce"),
        ("camera", {"fault": "tired"}, "fault is 'tired'; none, frozen, black, moved"),
    ],
)
def test_a_fault_that_is_none_is_refused(
    table: Table, what: str, fields: dict[str, str], said: str
) -> None:
    told = table.driver.do(what, **fields)
    assert said in told["error"]


def test_a_scene_is_posed(table: Table) -> None:
    scene = Scene(checkers=(CheckerAt(1, 100.0, 90.0, -4.0),))
    assert table.driver.do("scene", scene=scene.to_json()) == {"ok": True}
    assert table.camera.posed == [scene]


def test_the_towers_beams_see_dice(table: Table) -> None:
    assert table.driver.do("tower", act="drop", count=4) == {"ok": True}
    assert table.driver.do("tower", act="come_out", count=1) == {"ok": True}
    assert table.tower.seen == [("drop", 4), ("come_out", 1)]


@pytest.mark.parametrize(("act", "protocol"), [("flash_newer", 2), ("flash", 1)])
def test_the_tower_comes_back_with_other_firmware(table: Table, act: str, protocol: int) -> None:
    assert table.driver.do("tower", act=act) == {"ok": True}
    assert table.tower.seen == [("flash", protocol)]


def test_the_wall_clock_is_stepped_on_and_back_and_durations_are_not(table: Table) -> None:
    clocks = table.machine.clocks
    assert clocks.wall_ns() == WALL_NS
    for stepped_s, off_s in ((3600, 3600), (-7200, -3600), (3600, 0)):
        assert table.driver.do("wall_clock", stepped_s=stepped_s) == {"ok": True}
        assert clocks.wall_ns() - WALL_NS == off_s * 1_000_000_000
    assert clocks.monotonic_ns is time.monotonic_ns


def test_a_healthy_machine_has_a_low_voltage_and_has_had_one(table: Table, tmp_path: Path) -> None:
    health = MachineHealth(tmp_path, table.machine.machine)

    def told() -> list[tuple[str, str, bool]]:
        health.take_a_look()
        return [(each.code, each.value, each.grave) for each in health.ailments()]

    assert told() == []
    table.driver.do("power", low=False)
    assert told() == []
    assert table.driver.do("power", low=True) == {"ok": True}
    assert told() == [("power.low", "throttled 0x10001", True)]
    assert table.driver.do("power", low=False) == {"ok": True}
    assert told() == [("power.was-low", "throttled 0x10000", False)]


def test_processes_are_named(table: Table) -> None:
    assert table.driver.do("processes") == {
        "ok": True,
        "processes": {"table": os.getpid(), "camera": 4711},
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "one of press, button, scene, camera, tower, wall_clock, power, processes, die"),
        ("{}", "does nothing"),
        ('{"do": "cheat"}', "does nothing"),
        ('{"do": ["press"]}', "does nothing"),
        ('{"do": "press"}', "button is None; left or right"),
        ('{"do": "press", "button": ["left"]}', "left or right"),
        ('{"do": "scene"}', "a scene is an object, not None"),
        ('{"do": "scene", "scene": {"dice": [[]]}}', "keyframe"),
        (json.dumps({"do": "scene", "scene": {"cube": {"value": 2}}}), "cube"),
        ('{"do": "tower", "act": "shake", "count": 4}', "act is 'shake'; one of drop, come_out"),
        ('{"do": "tower", "act": "drop", "count": 5}', "count is 5; 1 to 4 dice"),
        ('{"do": "tower", "act": "drop", "count": 0}', "count is 0; 1 to 4 dice"),
        ('{"do": "tower", "act": "come_out", "count": 2}', "is unplugged"),
        ('{"do": "wall_clock"}', "stepped_s is None; whole seconds"),
        ('{"do": "wall_clock", "stepped_s": 0.5}', "stepped_s is 0.5; whole seconds"),
        ('{"do": "wall_clock", "stepped_s": -86401}', "stepped_s is -86401; whole seconds, a day"),
        ('{"do": "power", "low": 1}', "low is 1; true or false"),
        ('{"do": "die", "when": "soon"}', "when is 'soon'"),
        ('{"do": "die", "when": "between_commit_and_show", "after": 0}', "1 commit or more"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused_and_the_next_is_heard(
    table: Table, line: str, said: str
) -> None:
    assert said in table.driver.raw(line.encode())["error"]
    assert table.driver.do("press", button="left") == {"ok": True}


def test_a_scene_not_taken_is_refused(table: Table) -> None:
    cube = {"value": 2, "x_mm": 1.0, "y_mm": 2.0, "turn_deg": 0.0}
    said = table.driver.do("scene", scene={"cube": cube})
    assert said == {"error": "scene 1 was not shown within 10 s"}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "scene", "scene": {}}, "this table has no camera"),
        ({"do": "tower", "act": "drop", "count": 2}, "this table has no tower"),
    ],
)
def test_devices_the_table_does_not_have_are_refused(
    tmp_path: Path, request_: dict[str, Any], said: str
) -> None:
    table = Table(tmp_path, tower=None, camera=None)
    assert said in table.driver.do(request_.pop("do"), **request_)["error"]
    table.close()


def test_the_next_driver_is_served_when_one_has_gone(table: Table, tmp_path: Path) -> None:
    table.driver.close()
    table.driver = Control(tmp_path / "control.sock")
    assert table.driver.do("press", button="right") == {"ok": True}


def test_a_table_dies_after_the_commit_it_was_told_and_no_earlier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kills: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: kills.append((pid, number)))
    mortal = KillSwitch()
    mortal.between()
    mortal.die("between_commit_and_show", 3)
    mortal.between()
    mortal.between()
    assert kills == []
    mortal.between()
    assert kills == [(os.getpid(), signal.SIGKILL)]
