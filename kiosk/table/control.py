"""The control socket of a simulated table: by it another process acts the players' hands.

One JSON request a line, one JSON answer a line. A real configuration never opens it.
"""

import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hardware.errors import HardwareError
from hardware.simulated import SimulatedPins
from hardware.tower.twin import SimulatedTower
from kiosk.table.camera import CameraWorker
from kiosk.table.errors import ControlRefused
from kiosk.table.unix import close, listen
from vision.errors import VisionError
from vision.scene import Scene

Request = Mapping[str, Any]
Answer = dict[str, Any]

_log = logging.getLogger(__name__)


class Mortal:
    """Lets a test kill the table at the worst moment: after a commit, before anything is shown."""

    def __init__(self) -> None:
        self._commits_left: int | None = None

    def die(self, when: object, after: object) -> None:
        """Raises ControlRefused for a moment it does not know."""
        if when == "now":
            os.kill(os.getpid(), signal.SIGKILL)
        if when != "between_commit_and_show" or not isinstance(after, int) or after < 1:
            raise ControlRefused(
                f"when is {when!r}, after is {after!r}; 'now', or 'between_commit_and_show' after "
                "1 commit or more"
            )
        self._commits_left = after

    def between(self) -> None:
        """Called by the loop between commit and show."""
        if self._commits_left is None:
            return
        self._commits_left -= 1
        if self._commits_left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class ControlSocket:
    """Serves one driver at a time on a Unix socket."""

    def __init__(
        self,
        path: Path,
        pins: SimulatedPins,
        tower: SimulatedTower | None,
        camera: CameraWorker | None,
        mortal: Mortal,
    ) -> None:
        self._pins = pins
        self._tower = tower
        self._camera = camera
        self._mortal = mortal
        self._path = path
        self._server = listen(path)
        self._thread = threading.Thread(target=self._serve, name="control", daemon=True)
        self._acts: Mapping[str, Callable[[Request], Answer]] = {
            "press": self._press,
            "scene": self._pose,
            "tower": self._act_tower,
            "processes": self._processes,
            "die": self._die,
        }

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        close(self._server, self._path)

    def _serve(self) -> None:
        while True:
            try:
                connection, _address = self._server.accept()
            except OSError:
                return
            with connection:
                self._converse(connection)

    def _converse(self, connection: socket.socket) -> None:
        try:
            with connection.makefile("rwb") as lines:
                for line in lines:
                    lines.write(json.dumps(self._answer(line)).encode() + b"\n")
                    lines.flush()
        except OSError as error:
            _log.info("the driver went away: %s", error)

    def _answer(self, line: bytes) -> Answer:
        try:
            request = json.loads(line)
            if not isinstance(request, dict) or str(request.get("do")) not in self._acts:
                raise ControlRefused(f"{line[:80]!r} does nothing; one of {', '.join(self._acts)}")
            return {"ok": True, **self._acts[str(request["do"])](request)}
        except RecursionError:
            return {"error": f"{line[:80]!r} is nested too deep"}
        except (ControlRefused, HardwareError, VisionError, ValueError) as error:
            return {"error": str(error)}

    def _press(self, request: Request) -> Answer:
        button = request.get("button")
        if button not in ("left", "right"):
            raise ControlRefused(f"button is {button!r}; left or right")
        self._pins.press(button)
        return {}

    def _pose(self, request: Request) -> Answer:
        if self._camera is None:
            raise ControlRefused("this table has no camera; add [devices.camera]")
        self._camera.pose(Scene.from_json(request.get("scene")))
        return {}

    def _act_tower(self, request: Request) -> Answer:
        act, count = request.get("act"), request.get("count")
        if self._tower is None:
            raise ControlRefused("this table has no tower; add [devices.tower]")
        if not isinstance(count, int) or not 1 <= count <= 4:
            raise ControlRefused(f"count is {count!r}; 1 to 4 dice")
        match act:
            case "drop":
                self._tower.drop(count)
            case "come_out":
                self._tower.come_out(count)
            case _:
                raise ControlRefused(f"act is {act!r}; drop or come_out")
        return {}

    def _processes(self, _request: Request) -> Answer:
        camera = self._camera.pid if self._camera else None
        return {"processes": {"table": os.getpid(), "camera": camera}}

    def _die(self, request: Request) -> Answer:
        self._mortal.die(request.get("when"), request.get("after", 1))
        return {}
