"""The table a demo plays at: its configuration, its process, its sockets."""

import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from kiosk.demo.errors import TableGone
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.seats import NAMES, SETUP
from kiosk.rules.units import Side
from vision.scene import Rig

JOURNAL = "journal.db"
LOG = "table.log"
LONGEST_SOCKET_PATH = 107
START_S = 60.0
STOP_S = 15.0
_LOOK_S = 0.05


@dataclass(frozen=True, slots=True)
class Played:
    """What the table is configured for."""

    match_id: str
    points: int
    rulebook: str
    clock: str
    rig_seed: int
    width: int = 1280
    height: int = 720
    fps: int = 15

    def rig(self) -> Rig:
        """The board, camera and light that the table's camera simulates."""
        return Rig.draw(self.rig_seed, self.width, self.height, "picture_left")


class TableProcess:
    """`kiosk table` in a process of its own, in `folder`. Start it as often as it dies."""

    def __init__(self, folder: Path, played: Played) -> None:
        self.folder = folder
        self.played = played
        self.journal = folder / JOURNAL
        self._config = folder / "table.toml"
        self._short: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None
        sockets = folder.resolve()
        if len(str(sockets / "control.sock").encode()) > LONGEST_SOCKET_PATH:
            sockets = self._short = Path(tempfile.mkdtemp(prefix="kiosk-demo-"))
        self._screen, self._control = sockets / "table.sock", sockets / "control.sock"
        self._config.write_text(_config(played, self._screen, self._control), encoding="utf-8")

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> tuple[ScreenLink, ControlLink]:
        """Start it and connect. Raises TableGone when it does not come up."""
        command = [sys.executable, "-m", "kiosk", "table"]
        command += ["--config", str(self._config), "--journal", str(self.journal)]
        with (self.folder / LOG).open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + START_S
        while True:
            if self._process.poll() is not None:
                raise TableGone(self._last_words())
            try:
                return self._connect()
            except TableGone:
                if time.monotonic() > until:
                    raise
            time.sleep(_LOOK_S)

    def _connect(self) -> tuple[ScreenLink, ControlLink]:
        control = ControlLink(self._control)
        try:
            return ScreenLink(self._screen), control
        except TableGone:
            control.close()
            raise

    def wait(self, timeout_s: float = STOP_S) -> int | None:
        """Its exit code once it has ended; None while it runs on."""
        if self._process is None:
            return None
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return None

    def stop(self) -> int | None:
        """End it as systemd would; its exit code."""
        if self._process is not None:
            self._process.terminate()
            if self.wait() is None:
                self._process.kill()
                self._process.wait()
        if self._short is not None:
            shutil.rmtree(self._short, ignore_errors=True)
        return self._process.returncode if self._process else None

    def _last_words(self) -> str:
        code = self._process.returncode if self._process else None
        lines = (self.folder / LOG).read_text(encoding="utf-8", errors="replace").splitlines()
        said = lines[-1] if lines else "nothing"
        return f"the table ended with exit code {code}; the last line of {LOG}: {said}"


def _config(played: Played, screen: Path, control: Path) -> str:
    """A whole table.toml for simulated devices."""
    rig = played.rig()
    board = rig.board
    left, right = (list(board.halves[half]) for half in ("picture_left", "picture_right"))
    seats = "\n".join(
        f'{side.value} = {{ picture = "{seat.picture.value}", home = "{seat.home.value}", '
        f'clock = "{seat.clock.value}", checkers = "{seat.checkers}" }}'
        for side, seat in ((side, SETUP.seats.of(side)) for side in Side)
    )
    return f"""[table]
number = 1
event_id = "demo"
socket = "{screen}"
pictures = "pictures"

[match]
match_id = "{played.match_id}"
points = {played.points}
rulebook = "{played.rulebook}"
clock = "{played.clock}"
white = "{NAMES.white}"
black = "{NAMES.black}"

[seats]
{seats}
mixer = "picture_left"
tower = true
dice = "shared_pair"

[devices]
kind = "simulated"

[devices.buttons]
left_pin = 17
right_pin = 27

[devices.tower]
port = "simulated"

[devices.control]
socket = "{control}"

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
die_mm = {rig.style.die_mm}
"""
