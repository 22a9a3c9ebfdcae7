"""A running table in a thread, a screen as its own process, and a driver's line to it."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from kiosk.journal import Journal, read
from kiosk.rules.match import Phase
from kiosk.rules.units import Instant, Side
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.loop import Loop
from kiosk.table.screens import ScreenSocket
from kiosk.wire.messages import PROTOCOL, ClientAnswer, Hello
from kiosk.wire.replay import fold_rows
from kiosk.wire.snapshot import Snapshot
from kits import commands as c
from kits.process_kit import scratch
from kits.table_kit import BOOT, cups, load_norway, opening

WHITE, BLACK = Side
WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""


def now() -> Instant:
    return Instant(time.monotonic_ns())


class LiveTable:
    """The table's loop on a journal, on a thread of its own, behind a real screens' socket."""

    def __init__(self, folder: Path, *, protocol: int = PROTOCOL) -> None:
        self.folder = folder
        self.journal = folder / "table.journal"
        self.socket = folder / "table.sock"
        self.pictures = folder / "pictures"
        self.pictures.mkdir(exist_ok=True)
        self.shown: list[Snapshot] = []
        self._news = threading.Condition()
        self._inbox = Inbox()
        self._stopping = threading.Event()
        hello = Hello(protocol, "table-kiosk tests", "journal-1", str(self.pictures))
        self.screens = ScreenSocket(self.socket, hello, self._inbox.post)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.screens.start()

    def _run(self) -> None:
        with Journal.open(self.journal, boot_id=BOOT) as journal:
            replay = fold_rows(read(self.journal))
            loop = Loop(journal, replay.match, replay.match_id, self._inbox, show=self._show)
            loop.publish()
            while not self._stopping.is_set():
                loop.step()

    def _show(self, snapshot: Snapshot) -> None:
        with self._news:
            self.shown.append(snapshot)
            self._news.notify_all()
        self.screens.show(snapshot)

    def close(self) -> None:
        self._stopping.set()
        self._thread.join(WITHIN_S)
        self.screens.close()

    @property
    def newest(self) -> Snapshot:
        return self.shown[-1]

    def do(self, command: c.Command, by: str = "table") -> ClientAnswer:
        """Have something decided; it was not refused."""
        answers: SimpleQueue[ClientAnswer] = SimpleQueue()
        self._inbox.post(PostedCommand(command, by, answer=answers.put))
        answer = answers.get(timeout=WITHIN_S)
        assert not answer.refused, (command, answer.refused)
        return answer

    def open(self, points: int = 1) -> None:
        self.do(opening(now(), load_norway(), points))
        self.do(c.SetUpTable(now(), cups()))

    def press(self, side: Side) -> None:
        self.do(c.ClockPressed(now(), side), "buttons")

    def rows(self) -> list[Any]:
        return list(read(self.journal))


class ScreenProcess:
    """`kiosk screen`, off screen, with a driver's socket."""

    def __init__(self, folder: Path, table: Path, size: str = "800x480", **env: str) -> None:
        self.control = folder / "screen.sock"
        command = [sys.executable, "-m", "kiosk", "screen", "--socket", str(table)]
        command += ["--control", str(self.control), "--size", size]
        self.process = subprocess.Popen(
            command,
            env=bare(**scratch(folder), **env),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._line: socket.socket | None = None
        self._answers: Any = None

    def do(self, what: str, **fields: object) -> dict[str, Any]:
        """Ask the driver's socket for something."""
        if self._line is None:
            self._connect()
        assert self._line is not None
        self._line.sendall(json.dumps({"do": what, **fields}).encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._answers.readline() or b'{"gone": true}')
        return answer

    def raw(self, line: bytes) -> dict[str, Any]:
        assert self._line is not None
        self._line.sendall(line + b"\n")
        answer: dict[str, Any] = json.loads(self._answers.readline())
        return answer

    def tap(self, side: Side, kind: str, /, *values: int, **action: Any) -> dict[str, Any]:
        if values and kind == "RollEntered":
            action["dice"] = len(values)
        full = {"kind": kind, "level": None, "dice": None} | action
        return self.do("tap", side=side, action=full, values=list(values) or None)

    def tap_shown(self, side: Side, kind: str, /, *values: int, **action: Any) -> dict[str, Any]:
        """The same, tried again while it is not shown: a table that stalls takes the keys away."""
        late = time.monotonic() + WITHIN_S
        while "does not show" in (answer := self.tap(side, kind, *values, **action)).get(
            "error", ""
        ):
            assert time.monotonic() < late, answer
            select.select([], [], [], 0.02)
        return answer

    def drawn(self, seq: int) -> None:
        """Wait until a frame of this row or a later one was drawn."""
        answer = self.do("wait", seq=seq, timeout_s=WITHIN_S)
        assert answer.get("ok"), answer

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Ask what is shown until it is as wanted."""
        late = time.monotonic() + WITHIN_S
        while not wanted(shown := self.do("shown")):
            assert time.monotonic() < late, f"never shown; at last {shown}"
            select.select([], [], [], 0.02)
        return shown

    def shot(self, path: Path) -> Path:
        answer = self.do("shot", path=str(path))
        assert answer == {"ok": True}, answer
        return path

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Its exit code, and what it said on stdout and stderr."""
        if self._line is not None:
            self._answers.close()
            self._line.close()
            self._line = None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            said, errors = self.process.communicate(timeout=WITHIN_S)
        finally:
            self.process.kill()
        return self.process.returncode, said, errors

    def _connect(self) -> None:
        late = time.monotonic() + WITHIN_S
        while True:
            line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            line.settimeout(WITHIN_S)
            try:
                line.connect(str(self.control))
            except (FileNotFoundError, ConnectionRefusedError):
                line.close()
                assert self.process.poll() is None, self.process.communicate()
                assert time.monotonic() < late, "the driver's socket never opened"
                select.select([], [], [], 0.02)
            else:
                self._line, self._answers = line, line.makefile("rb")
                return


class Hands:
    """Both players at the screen: every tap is shown, taken, and drawn before the next."""

    def __init__(self, table: LiveTable, screen: ScreenProcess) -> None:
        self.table, self.screen = table, screen

    def tap(self, side: Side, kind: str, /, *values: int, **action: Any) -> None:
        self.screen.drawn(self.table.newest.seq)
        answer = self.screen.tap_shown(side, kind, *values, **action)
        assert answer.get("ok"), answer
        assert answer["refused"] == []
        row = self.table.rows()[answer["seqs"][0] - 1]
        assert (row.seq, row.by) == (answer["seqs"][0], side.value)

    def enter(self, first: Side, *values: int) -> None:
        for side in (first, first.other):
            self.tap(side, "RollEntered", *values)

    def press(self, side: Side) -> None:
        self.table.press(side)

    def begin(self) -> None:
        """White moves 6-5, its clock runs."""
        for side in Side:
            self.tap(side, "ReadyTapped")
        self.enter(WHITE, 6, 5)
        self.press(BLACK)

    def phase(self) -> Phase:
        return self.table.newest.phase


@contextmanager
def babble(
    path: Path, says: bytes, hears: list[bytes] | None = None
) -> Iterator[SimpleQueue[None]]:
    """Somebody on the table's socket who says one thing, hears one line, and hangs up; and again.

    Rings for each line heard.
    """
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen()
    rings: SimpleQueue[None] = SimpleQueue()

    def serve() -> None:
        while True:
            try:
                end, _address = server.accept()
            except OSError:
                return
            with suppress(OSError), end, end.makefile("rb") as lines:
                end.sendall(says)
                line = lines.readline()
                if hears is not None:
                    hears.append(line.rstrip(b"\n"))
                rings.put(None)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield rings
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(WITHIN_S)


def bare(**more: str) -> dict[str, str]:
    """The environment of a machine without a display, where the screen draws off screen."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KIVY", "SDL")) and name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    return kept | {"SDL_VIDEODRIVER": "offscreen"} | more
