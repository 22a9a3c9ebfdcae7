"""A match to be played by touch: its table, whose camera sees what it is shown, and its screen."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kiosk.demo.errors import ScreenProcessGone, TableProcessGone
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.process import Process
from kiosk.demo.screen_process import ScreenFingers
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import ReportsTo
from kiosk.rules.units import Side
from kits import shown_camera
from kits.process_kit import camera_config
from kits.x_server_kit import Panel, XServer

ROOT = Path(__file__).parents[2]


class TouchScreen(Process):
    """`kiosk screen` in a window of the X server."""

    def __init__(self, folder: Path, sockets: Sockets, server: XServer, panel: Panel) -> None:
        super().__init__("screen", folder, ScreenProcessGone)
        self._sockets, self._server, self.panel = sockets, server, panel

    def start(self) -> ScreenFingers:
        control = self._sockets.screen_control
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("DISPLAY", self._server.display)
            for other in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
                environment.delenv(other, raising=False)
            self.begin("--socket", self._sockets.table, "--control", control, *self.panel.options)
        return self.wait_until_up(lambda: ScreenFingers(control))


# --- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """What is played. `rules` are the event's own values, `mixer` the box's half. `camera`: the
    table has one, which sees what it is shown; else rolls are entered. `guide`: the director has
    each player led through a turn in pictures.
    """

    rulebook: str
    points: int
    rules: dict[str, Any] = field(default_factory=dict)
    mixer: str = ""
    white: str = "Ada"
    black: str = "Bo"
    camera: bool = False
    guide: bool = False

    def config(self, sockets: Sockets, director: ReportsTo) -> str:
        """A simulated table."""
        said = {"match_id": "m-1", "points": self.points, "rulebook": self.rulebook}
        said |= {"white": self.white, "black": self.black}
        said |= {f"rules.{where}": value for where, value in self.rules.items()}
        match = "\n".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()
        )
        mixer = f'mixer = "{self.mixer}"\n' if self.mixer else ""
        return f"""
[table]
number = 1
event_id = "demo"
socket = "{sockets.table}"
[match]
{match}
[seats]
white = {{ picture = "bottom", home = "picture_right", clock = "right", checkers = "white" }}
black = {{ picture = "top", home = "picture_right", clock = "left", checkers = "black" }}
{mixer}[devices]
kind = "simulated"
[devices.buttons]
left_pin = 17
right_pin = 27
[devices.control]
socket = "{sockets.table_control}"
{camera_config() if self.camera else ""}{director.section()}"""


BUTTONS = {Side.WHITE: "right", Side.BLACK: "left"}


class TouchTable(Process):
    """`kiosk table` on these settings; a camera of it sees what the test shows it."""

    def __init__(self, folder: Path, sockets: Sockets, config: str) -> None:
        super().__init__("table", folder, TableProcessGone)
        self.journal = folder / "journal.db"
        self.camera = sockets.table.with_name("camera.sock")
        self._sockets = sockets
        self._config = folder / "table.toml"
        self._config.write_text(config, encoding="utf-8")

    @property
    def program(self) -> tuple[str, ...]:
        return "kits.shown_camera", self.name

    def start(self) -> tuple[ScreenLink, ControlLink]:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'tests'}")
            environment.setenv(shown_camera.SHOWN_AT, str(self.camera))
            self.begin("--config", self._config, "--journal", self.journal)
        control = self.wait_until_up(lambda: ControlLink(self._sockets.table_control))
        return self.wait_until_up(lambda: ScreenLink(self._sockets.table)), control

    def has_picture(self, sha256: str) -> bool:
        return (self.folder / "pictures" / f"{sha256}.jpg").exists()
