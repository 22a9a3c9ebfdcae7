"""`make bench`, the screen alone: its memory after many changes, and how soon each is drawn."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.demo.bench.turns import enter_roll, on_turn, open_match, read_clock
from kiosk.demo.screen_process import ScreenFingers, ScreenProcess
from kiosk.demo.sockets import Sockets
from kiosk.demo.usage import memory_mb
from kiosk.journal.journal import Journal
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import EMPTY
from kiosk.rules.turn import ClockPressed
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.loop import Loop
from kiosk.table.screens import ScreenSocket
from kiosk.wire.messages import PROTOCOL, Hello
from kiosk.wire.snapshot import Snapshot

WARM = 100
CHANGES = 10_000
PAUSE_S = 0.02
"""Pause between two turns, shorter than at any table."""


@dataclass(frozen=True, slots=True)
class ScreenCost:
    """Resident memory of the screen in MB after WARM changes and after `changes`, all drawn, and
    the ns from committed event to frame of the last ones.
    """

    first_mb: float
    last_mb: float
    changes: int
    drawn: list[int] = field(default_factory=list)


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run busy processes beside this one."""
    command = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measure(folder: Path, changes: int = CHANGES, busy: int = 0) -> ScreenCost:
    """Memory a screen keeps while `busy` other processes run at full speed beside it."""
    with busy_processes(busy), Sockets(folder) as sockets:
        inbox = Inbox()
        hello = Hello(PROTOCOL, "bench", "bench", str(folder))
        screens = ScreenSocket(sockets.table, hello, inbox.post)
        screens.start()
        process = ScreenProcess(folder, sockets)
        try:
            with Journal.open(folder / "journal.db", boot_id="bench") as journal:
                return _measured(journal, inbox, screens, process, changes)
        finally:
            process.stop()
            screens.close()


def _measured(
    journal: Journal, inbox: Inbox, screens: ScreenSocket, process: ScreenProcess, changes: int
) -> ScreenCost:
    with closing(process.start()) as fingers:
        return _watched(journal, inbox, screens, process, fingers, changes)


def _watched(
    journal: Journal,
    inbox: Inbox,
    screens: ScreenSocket,
    process: ScreenProcess,
    fingers: ScreenFingers,
    changes: int,
) -> ScreenCost:
    committed: dict[int, int] = {}

    def show(snapshot: Snapshot) -> None:
        committed[snapshot.seq] = snapshot.at_ns
        screens.show(snapshot)

    loop = Loop(journal, EMPTY, None, inbox, show=show)
    open_match(loop)
    drawn, first_mb = 0, 0.0
    while drawn < changes:
        enter_roll(loop)
        fingers.wait(next(reversed(committed)))
        loop.take(PostedCommand(ClockPressed(read_clock(), on_turn(loop)), DeviceName.BUTTONS))
        fingers.wait(next(reversed(committed)))
        drawn += 2
        time.sleep(PAUSE_S)
        if drawn == WARM:
            first_mb = _memory(process)
    spans = [at - committed[seq] for seq, (at, frame) in fingers.drawn().items() if frame]
    return ScreenCost(first_mb, _memory(process), drawn, spans)


def _memory(process: ScreenProcess) -> float:
    if process.pid is None:
        raise AssertionError("the screen is gone")
    return memory_mb(process.pid)
