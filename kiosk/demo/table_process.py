"""The table of a demo: its configuration, its process, its sockets."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.demo.board_scene import PICTURE_HALF
from kiosk.demo.errors import TableProcessGone
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.process import Process
from kiosk.demo.seats import NAMES, set_up
from kiosk.demo.sockets import Sockets
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import SetUp
from kiosk.rules.units import Side
from kiosk.table.settings import load_book
from vision.scene import Rig

JOURNAL = "journal.db"
DEVICE_KEY = "device.key"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The match a table is configured for. `rules`: the event's own, by `section.key`."""

    match_id: str
    points: int
    rulebook: str
    clock: str
    rig_seed: int
    width: int = 1280
    height: int = 720
    fps: int = 15
    rules: Mapping[str, Any] = field(default_factory=dict)

    def book(self) -> RuleBook:
        """The whole rule book. Raises TableSettingsError."""
        return load_book(self.rulebook, self.clock, rules=self.rules)

    def rig(self) -> Rig:
        """The board, camera and light that the table's camera simulates."""
        mixer = set_up(self.book()).mixer
        return Rig.draw(
            self.rig_seed, self.width, self.height, PICTURE_HALF[mixer] if mixer else None
        )


@dataclass(frozen=True, slots=True)
class ReportsTo:
    """A table's director: its address, its public key and, for https, its certificate."""

    url: str
    key: str
    certificate: str | None = None

    def section(self) -> str:
        """The `[director]` section of a table's configuration."""
        pinned = "" if self.certificate is None else f'certificate = "{self.certificate}"\n'
        own = f'device_key = "{DEVICE_KEY}"\n'
        return f'[director]\nurl = "{self.url}"\nkey = "{self.key}"\n{pinned}{own}'


class TableProcess(Process):
    """`kiosk table` in `folder`."""

    def __init__(
        self,
        folder: Path,
        played: MatchSettings,
        sockets: Sockets,
        director: ReportsTo | None = None,
    ) -> None:
        super().__init__("table", folder, TableProcessGone)
        self.played = played
        self.journal = folder / JOURNAL
        self._sockets = sockets
        self._config = folder / "table.toml"
        self._config.write_text(_config(played, sockets, director), encoding="utf-8")

    def start(self) -> tuple[ScreenLink, ControlLink]:
        """Start it and connect. Raises TableProcessGone if it does not start."""
        self.begin("--config", self._config, "--journal", self.journal)
        return self.wait_until_up(self._connect)

    def _connect(self) -> tuple[ScreenLink, ControlLink]:
        control = ControlLink(self._sockets.table_control)
        try:
            return ScreenLink(self._sockets.table), control
        except TableProcessGone:
            control.close()
            raise


def _config(played: MatchSettings, sockets: Sockets, director: ReportsTo | None) -> str:
    """A complete table.toml for simulated devices."""
    setup, rig = set_up(played.book()), played.rig()
    board = rig.board
    left, right = (list(board.halves[half]) for half in ("picture_left", "picture_right"))
    seats = "\n".join(
        f'{side.value} = {{ picture = "{seat.picture.value}", home = "{seat.home.value}", '
        f'clock = "{seat.clock.value}", checkers = "{seat.checkers}" }}'
        for side, seat in ((side, setup.seats.of_side(side)) for side in Side)
    )
    return f"""[table]
number = 1
event_id = "demo"
socket = "{sockets.table}"
pictures = "pictures"

[match]
match_id = "{played.match_id}"
points = {played.points}
rulebook = "{played.rulebook}"
clock = "{played.clock}"
white = "{NAMES.white}"
black = "{NAMES.black}"
{_rules(played.rules)}
[seats]
{seats}
{_mixer(setup)}dice = "{setup.dice.value}"

[devices]
kind = "simulated"

[devices.buttons]
left_pin = 17
right_pin = 27

{_TOWER if setup.tower else ""}[devices.control]
socket = "{sockets.table_control}"

[devices.camera]
width = {played.width}
height = {played.height}
fps = {played.fps}
rig_seed = {played.rig_seed}

[devices.camera.board]
size_mm = {[board.width_mm, board.height_mm]}
rim_height_mm = {board.rim_height_mm}
picture_left_mm = {left}
picture_right_mm = {right}
bar_mm = {list(board.bar)}
marker_mm = {board.marker_mm}
marker_inset_mm = {board.marker_inset_mm}
checker_mm = {board.checker_diameter_mm}
checker_height_mm = {board.checker_thickness_mm}
die_mm = {rig.style.die_mm}
""" + (f"\n{director.section()}" if director else "")


def _rules(rules: Mapping[str, Any]) -> str:
    """The rules as TOML; their values are written as JSON."""
    return "".join(
        f"rules.{where} = {json.dumps(value, ensure_ascii=False)}\n"
        for where, value in rules.items()
    )


def _mixer(setup: SetUp) -> str:
    return (
        f'mixer = "{setup.mixer.value}"\ntower = {json.dumps(setup.tower)}\n' if setup.mixer else ""
    )


_TOWER = """\
[devices.tower]
port = "simulated"

"""
