"""A table as its own process, and the two sockets by which a test plays at it."""

import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from itertools import combinations, count
from pathlib import Path
from typing import Any

import numpy as np

from kiosk.journal import read
from kiosk.rules.command import Command
from kiosk.wire.messages import (
    PROTOCOL,
    ClientAnswer,
    FromTable,
    Hello,
    LineSplitter,
    ask,
    from_table,
    to_line,
)
from kiosk.wire.row import Row, utc_text
from kiosk.wire.snapshot import Snapshot
from kits.table_kit import CONFIG
from vision.scene import DiePath, Rig, Scene
from vision.scene.throw import plan_throw

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

WIDTH, HEIGHT, FPS, SEED = 1280, 720, 15, 11


def rig() -> Rig:
    return Rig.draw(SEED, WIDTH, HEIGHT, "picture_left")


def camera_config() -> str:
    """The simulated camera with the board and lens its rig was drawn with."""
    drawn = rig()
    board, lens = drawn.board, drawn.camera
    return f"""
[devices.camera]
width = {WIDTH}
height = {HEIGHT}
fps = {FPS}
rig_seed = {SEED}
[devices.camera.board]
size_mm = {list(board.size_mm)}
rim_height_mm = {board.rim_height_mm}
picture_left_mm = {list(board.halves["picture_left"])}
picture_right_mm = {list(board.halves["picture_right"])}
bar_mm = {list(board.bar)}
marker_mm = {board.marker_mm}
marker_inset_mm = {board.marker_inset_mm}
checker_mm = {board.checker_diameter_mm}
checker_height_mm = {board.checker_thickness_mm}
die_mm = {drawn.style.die_mm}
[devices.camera.lens]
fx_px = {lens.K[0, 0]}
fy_px = {lens.K[1, 1]}
cx_px = {lens.K[0, 2]}
cy_px = {lens.K[1, 2]}
dist = {[float(value) for value in lens.dist.ravel()[:5]]}
"""


def clear_of_wood(values: tuple[int, ...]) -> tuple[DiePath, ...]:
    """A throw whose dice come to rest in the middle of the half, well apart."""
    drawn = rig()
    x0, y0, x1, y1 = drawn.board.halves["picture_left"]
    for seed in range(1000):
        rng = np.random.default_rng(seed)
        dice = plan_throw(
            drawn, Scene(), values=values, half="picture_left", outcome="flat", rng=rng
        )
        at = [(path.rest.x_mm, path.rest.y_mm) for path in dice]
        inside = all(x0 + 60 < x < x1 - 60 and y0 + 60 < y < y1 - 60 for x, y in at)
        if inside and all(math.dist(one, other) > 60 for one, other in combinations(at, 2)):
            return dice
    raise AssertionError("no such throw")


def scratch(folder: Path) -> dict[str, str]:
    """The environment that keeps temporary files in `folder`: a killed process removes none."""
    place = folder / "tmp"
    place.mkdir(exist_ok=True)
    return {"TMPDIR": str(place)}


def connected(path: Path) -> socket.socket:
    end = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    end.settimeout(WITHIN_S)
    try:
        end.connect(str(path))
    except OSError:
        end.close()
        raise
    return end


class Screen:
    """A players' screen that keeps the newest snapshot."""

    def __init__(self, path: Path) -> None:
        self._socket = connected(path)
        self._lines = LineSplitter()
        self._ready: deque[FromTable] = deque()
        self._numbers = count(1)
        self.say(Hello(PROTOCOL, "test screen", None))
        hello = self.next()
        assert isinstance(hello, Hello)
        self.hello = hello
        self.newest: Snapshot | None = None

    def say(self, message: Any) -> None:
        self._socket.sendall(to_line(message))

    def raw(self, line: bytes) -> None:
        self._socket.sendall(line)

    def next(self) -> FromTable | None:
        """The next message; None when the table has hung up."""
        while not self._ready:
            received = self._socket.recv(65536)
            if not received:
                return None
            self._ready.extend(from_table(line) for line in self._lines.feed(received))
        message = self._ready.popleft()
        if isinstance(message, Snapshot):
            self.newest = message
        return message

    def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """Read on until a snapshot is as wanted."""
        late = time.monotonic() + WITHIN_S
        while self.newest is None or not wanted(self.newest):
            assert self.next() is not None, "the table hung up"
            assert time.monotonic() < late, f"never seen; at last {self.newest}"
        return self.newest

    def tap(self, command: Command, command_id: str | None = None) -> ClientAnswer:
        name = self.say_only(command, command_id)
        while True:
            message = self.next()
            assert message is not None, "the table hung up"
            if isinstance(message, ClientAnswer) and message.command_id == name:
                return message

    def say_only(self, command: Command, command_id: str | None = None) -> str:
        """Ask, and don't wait for the answer; the command's id."""
        name = command_id or f"{id(self)}-{next(self._numbers)}"
        self.say(ask(command, command_id=name, wall_utc=utc_text(time.time_ns())))
        return name

    def close(self) -> None:
        self._socket.close()


class Control:
    """The players' hands."""

    def __init__(self, path: Path) -> None:
        self._socket = connected(path)
        self._lines = self._socket.makefile("rwb")

    def do(self, what: str, **rest: object) -> dict[str, Any]:
        return self.raw(json.dumps({"do": what, **rest}).encode())

    def raw(self, line: bytes) -> dict[str, Any]:
        self._lines.write(line + b"\n")
        self._lines.flush()
        answer: dict[str, Any] = json.loads(self._lines.readline() or b'{"gone": true}')
        return answer

    def pose(self, scene: Scene) -> None:
        assert self.do("scene", scene=scene.to_json()) == {"ok": True}

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class TableProcess:
    """`kiosk table` in a folder; started again it goes on with the same journal."""

    def __init__(self, folder: Path, config: str = CONFIG) -> None:
        self.folder = folder
        self.config = folder / "table.toml"
        self.journal = folder / "table.journal"
        self.config.write_text(config, encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None
        self._open: list[Screen | Control] = []
        self.errors = ""

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None, "not started"
        return self._process

    def start(self) -> "TableProcess":
        command = [sys.executable, "-m", "kiosk", "table"]
        command += ["--config", str(self.config), "--journal", str(self.journal)]
        self._process = subprocess.Popen(
            command, env=os.environ | scratch(self.folder), stderr=subprocess.PIPE, text=True
        )
        return self

    def screen(self) -> Screen:
        return self._connected(Screen, self.folder / "table.sock")

    def control(self) -> Control:
        return self._connected(Control, self.folder / "control.sock")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Signal the table; its exit code. What it said is in `errors`."""
        self._hang_up()
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        try:
            _, self.errors = self.process.communicate(timeout=WITHIN_S)
        finally:
            self.process.kill()
        return self.process.returncode

    def end(self) -> None:
        """Whatever happened, nothing is left running."""
        self._hang_up()
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def rows(self) -> list[Row]:
        return list(read(self.journal))

    def kinds(self) -> list[str]:
        return [row.kind for row in self.rows()]

    def _connected(self, kind: Any, path: Path) -> Any:
        late = time.monotonic() + WITHIN_S
        while True:
            try:
                made = kind(path)
            except (FileNotFoundError, ConnectionRefusedError):
                assert self.process.poll() is None, self.process.communicate()[1]
                assert time.monotonic() < late, f"{path} never opened"
                select.select([], [], [], 0.02)
            else:
                self._open.append(made)
                return made

    def _hang_up(self) -> None:
        for each in self._open:
            each.close()
        self._open.clear()


def gone(pid: int) -> bool:
    """Wait until a process is no more; False when it stays."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], WITHIN_S)[0])
    finally:
        os.close(handle)


def one_line(table: TableProcess) -> str:
    """The whole of what it said on stderr: one line."""
    (line,) = table.errors.splitlines()
    assert line.startswith("kiosk: ")
    return line
