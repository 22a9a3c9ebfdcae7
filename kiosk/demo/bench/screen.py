"""`make bench`, the screen alone: what it keeps in memory after many changes of its picture."""

import time
from pathlib import Path

from kiosk.demo.bench.turns import enter_roll, now, on_turn, open_match
from kiosk.demo.screen_process import ScreenProcess
from kiosk.demo.sockets import Sockets
from kiosk.demo.usage import memory_mb
from kiosk.journal.journal import Journal
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import EMPTY
from kiosk.rules.turn import ClockPressed
from kiosk.table.inbox import Inbox, Posted
from kiosk.table.loop import Loop
from kiosk.table.screens import ScreenSocket
from kiosk.wire.messages import PROTOCOL, Hello
from kiosk.wire.snapshot import Snapshot

WARM = 100
CHANGES = 10_000
PAUSE_S = 0.02
"""Between two turns. Frames that come faster than a graphics driver in software throws old textures
away are kept by it in a heap that it does not give back: no table is so fast.
"""


def measure(folder: Path) -> str:
    """One line: resident memory after a few changes, and after all of them, each one drawn."""
    with Sockets(folder) as sockets:
        inbox = Inbox()
        hello = Hello(PROTOCOL, "bench", "bench", str(folder))
        screens = ScreenSocket(sockets.table, hello, inbox.post)
        screens.start()
        process = ScreenProcess(folder, sockets)
        try:
            with Journal.open(folder / "journal.db", boot_id="bench") as journal:
                return _measured(journal, inbox, screens, process)
        finally:
            process.stop()
            screens.close()


def _measured(journal: Journal, inbox: Inbox, screens: ScreenSocket, process: ScreenProcess) -> str:
    fingers = process.start()
    seen: list[Snapshot] = []

    def show(snapshot: Snapshot) -> None:
        seen.append(snapshot)
        screens.show(snapshot)

    loop = Loop(journal, EMPTY, None, inbox, show=show)
    open_match(loop)
    drawn, first_mb = 0, 0.0
    while drawn < CHANGES:
        enter_roll(loop)
        fingers.wait(seen[-1].seq)
        loop.take(Posted(ClockPressed(now(), on_turn(loop)), DeviceName.BUTTONS))
        fingers.wait(seen[-1].seq)
        seen.clear()
        drawn += 2
        time.sleep(PAUSE_S)
        if drawn == WARM:
            first_mb = _memory(process)
    return (
        f"screen's memory: {first_mb:.0f} MB after {WARM} changes, "
        f"{_memory(process):.0f} MB after {drawn}"
    )


def _memory(process: ScreenProcess) -> float:
    if process.pid is None:
        raise AssertionError("the screen is gone")
    return memory_mb(process.pid)
