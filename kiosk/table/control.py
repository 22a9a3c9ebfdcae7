"""What a driver may do to a simulated table through its control socket. A real table never opens
it.
"""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from typing import get_args

from hardware.errors import HardwareError
from hardware.simulated import SimulatedPins
from hardware.tower.firmware.tower_protocol import VERSION
from hardware.tower.twin import SimulatedTower
from kiosk.table.camera import CameraWorker
from kiosk.table.errors import ControlRefused
from kiosk.table.simulated import SimulatedMachine
from kiosk.wire.control import Acts, Reply, Request
from vision.errors import VisionError
from vision.scene import Scene
from vision.sources.simulated import CameraFault


def _doomed() -> None:
    raise RuntimeError("a thread failed in an unforeseen way")


_AFTER_COMMITS = ("between_commit_and_show", "hang")


class KillSwitch:
    """Lets a test kill the table at the worst moment, after a commit and before anything is shown,
    or hang its loop there for ever.
    """

    def __init__(self) -> None:
        self._commits_left: int | None = None
        self._hangs = False

    def die(self, when: object, after: object) -> None:
        """Arm the kill. Raises ControlRefused for an unknown moment."""
        if when == "now":
            os.kill(os.getpid(), signal.SIGKILL)
        if when == "thread":
            threading.Thread(target=_doomed, name="doomed", daemon=True).start()
            return
        if when not in _AFTER_COMMITS or not isinstance(after, int) or after < 1:
            raise ControlRefused(
                f"when is {when!r}, after is {after!r}; 'now', 'thread', or "
                "'between_commit_and_show' or 'hang' after 1 commit or more"
            )
        self._commits_left, self._hangs = after, when == "hang"

    def between(self) -> None:
        """Called by the loop between commit and show."""
        if self._commits_left is None:
            return
        self._commits_left -= 1
        if self._commits_left == 0 and self._hangs:
            threading.Event().wait()  # all other threads go on
        if self._commits_left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


REFUSALS = (ControlRefused, HardwareError, VisionError)
"""Errors that a request may meet; the driver gets them in words."""


NOISE = bytes(range(128, 256)) * 8
TROUBLES: Mapping[str, Callable[[SimulatedTower], None]] = {
    "unplug": SimulatedTower.unplug,
    "plug": SimulatedTower.plug,
    "jam": SimulatedTower.jam,
    "open": lambda tower: tower.lid(is_open=True),
    "close": lambda tower: tower.lid(is_open=False),
    "stick": lambda tower: tower.stick("out"),
    "free": lambda tower: tower.free("out"),
    "reboot": SimulatedTower.reboot,
    "hang": lambda tower: tower.hang(hangs=True),
    "go_on": lambda tower: tower.hang(hangs=False),
    "garbage": lambda tower: tower.send(NOISE),
    "half": SimulatedTower.half_frame,
    "flash_newer": lambda tower: tower.flash(VERSION + 1),
    "flash": lambda tower: tower.flash(VERSION),
}
"""The faults of a baffle box, and their ends."""

LONGEST_STEP_S = 86_400


class SimulatedDevices:
    """What a driver may do to a simulated table's pins, camera, tower and machine."""

    def __init__(
        self,
        pins: SimulatedPins,
        tower: SimulatedTower | None,
        camera: CameraWorker | None,
        machine: SimulatedMachine,
        mortal: KillSwitch,
    ) -> None:
        self._pins = pins
        self._tower = tower
        self._camera = camera
        self._machine = machine
        self._mortal = mortal
        self.acts: Acts = {
            "press": self._press,
            "button": self._button,
            "scene": self._pose,
            "camera": self._camera_fault,
            "tower": self._act_tower,
            "wall_clock": self._step_wall_clock,
            "power": self._power,
            "processes": self._processes,
            "die": self._die,
        }

    def _press(self, request: Request) -> Reply:
        button = request.get("button")
        if button not in ("left", "right"):
            raise ControlRefused(f"button is {button!r}; left or right")
        self._pins.press(button)
        return {}

    def _button(self, request: Request) -> Reply:
        """Hold a button down, release it, or make its contact bounce."""
        button, act = request.get("button"), request.get("act")
        if button not in ("left", "right"):
            raise ControlRefused(f"button is {button!r}; left or right")
        match act:
            case "down":
                self._pins.down(button)
            case "up":
                self._pins.up(button)
            case "bounce":
                self._pins.press(button, bounces=8)
            case _:
                raise ControlRefused(f"act is {act!r}; down, up or bounce")
        return {}

    def _camera_fault(self, request: Request) -> Reply:
        fault = request.get("fault")
        known: tuple[CameraFault, ...] = get_args(CameraFault)
        if self._camera is None:
            raise ControlRefused("this table has no camera; add [devices.camera]")
        if fault not in known:
            raise ControlRefused(f"fault is {fault!r}; {', '.join(known)}")
        self._camera.fault(fault)
        return {}

    def _pose(self, request: Request) -> Reply:
        if self._camera is None:
            raise ControlRefused("this table has no camera; add [devices.camera]")
        self._camera.pose(Scene.from_json(request.get("scene")))
        return {}

    def _act_tower(self, request: Request) -> Reply:
        act, count = request.get("act"), request.get("count")
        if self._tower is None:
            raise ControlRefused("this table has no tower; add [devices.tower]")
        if isinstance(act, str) and act in TROUBLES:
            TROUBLES[act](self._tower)
            return {}
        if not isinstance(count, int) or not 1 <= count <= 4:
            raise ControlRefused(f"count is {count!r}; 1 to 4 dice")
        match act:
            case "drop":
                self._tower.drop(count)
            case "come_out":
                self._tower.come_out(count)
            case _:
                known = ", ".join(("drop", "come_out", *TROUBLES))
                raise ControlRefused(f"act is {act!r}; one of {known}")
        return {}

    def _step_wall_clock(self, request: Request) -> Reply:
        stepped_s = request.get("stepped_s")
        if not isinstance(stepped_s, int) or abs(stepped_s) > LONGEST_STEP_S:
            raise ControlRefused(f"stepped_s is {stepped_s!r}; whole seconds, a day at most")
        self._machine.step_wall_clock(stepped_s)
        return {}

    def _power(self, request: Request) -> Reply:
        low = request.get("low")
        if not isinstance(low, bool):
            raise ControlRefused(f"low is {low!r}; true or false")
        self._machine.power(low=low)
        return {}

    def _processes(self, _request: Request) -> Reply:
        camera = self._camera.pid if self._camera else None
        return {"processes": {"table": os.getpid(), "camera": camera}}

    def _die(self, request: Request) -> Reply:
        self._mortal.die(request.get("when"), request.get("after", 1))
        return {}
