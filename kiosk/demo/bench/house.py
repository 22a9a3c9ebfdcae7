"""`make bench`, the part with every process: from a committed event to a picture and to a page.

An event counts as committed at its snapshot's `at_ns`, taken right after the commit. It is drawn
when the frame with it has been flipped, and at the director when the console's stream brings it.
"""

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.demo.console import Console
from kiosk.demo.errors import DirectorProcessGone
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.metrics import pids_of
from kiosk.demo.processes import Processes
from kiosk.demo.script_director import is_quiet
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.journal import read
from kiosk.wire.snapshot import Snapshot

SEED = 1
PACE = 4.0
"""Times as fast as people; players who wait for nothing keep two cores busy just when the event
they caused is to be drawn.
"""
ROWS = 150
STOPS = 20
WATCH_S = 5.0
AT_A_TABLE = {"table", "camera", "screen"}


@dataclass
class HouseTimes:
    """Nanoseconds, one entry per event or order; processor seconds per second."""

    drawn: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    """Those of them that needed a frame."""
    at_director: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    screen_running: float = 0.0
    screen_idle: float = 0.0
    memory_mb: dict[str, float] = field(default_factory=dict)
    """Memory in MB of table, camera and screen once the screen idles."""


def measure(folder: Path, speed: float = PACE) -> HouseTimes:
    """Play for a while, `speed` times as fast as people, then stop and start the clocks."""
    played = MatchSettings("bench", 1, "norway", "book", SEED)
    with Sockets(folder) as sockets, Processes(folder, played, sockets) as house:
        evening = MatchDriver(house.table, SEED, speed, house.screen)
        try:
            return _measured(house, evening)
        finally:
            evening.close()
            house.stop_table()


def _measured(house: Processes, evening: MatchDriver) -> HouseTimes:
    evening.lay_out()
    times = HouseTimes()
    committed = {evening.shown.seq: evening.shown.at_ns}
    console = house.console
    journal_id = next(read(house.table.journal)).journal_id
    arrived: dict[int, int] = {}
    ear = threading.Thread(target=note_arrivals, args=(console, journal_id, arrived), daemon=True)
    ear.start()

    def note_commit(shown: Snapshot) -> None:
        committed[shown.seq] = shown.at_ns

    def enough(shown: Snapshot) -> bool:
        return shown.seq > ROWS and is_quiet(shown) and not evening.players.rolling

    evening.play(note_commit, until=enough)
    if evening.fingers is None or house.screen.pid is None:
        raise AssertionError("the bench has a screen")
    frames = evening.fingers.drawn()
    for seq, at_ns in committed.items():
        if seq in frames:
            drawn_ns, frame = frames[seq]
            times.drawn.append(drawn_ns - at_ns)
            times.changed += [drawn_ns - at_ns] if frame else []
    times.at_director = [arrived[seq] - at for seq, at in committed.items() if seq in arrived]
    times.screen_running = _used(house.screen.pid)
    form = {"journal_id": journal_id, "match_id": evening.shown.match_id, "why": "so"}
    for turn in range(STOPS):
        for kind in ("stop", "start"):
            times.answered.append(round(console.give({**form, "kind": kind})[1] * 1e6))
            if (turn, kind) == (0, "stop"):
                times.screen_idle = _used(house.screen.pid)
    times.memory_mb = memory_at_table(evening, house)
    return times


def memory_at_table(evening: MatchDriver, house: Processes) -> dict[str, float]:
    """Resident memory in MB of table, camera and screen. Raises OSError."""
    pids = pids_of(evening, house)
    return {name: memory_mb(pid) for name, pid in pids.items() if name in AT_A_TABLE}


def note_arrivals(console: Console, journal_id: str, arrived: dict[int, int]) -> None:
    """Note when each row arrives, until the director stops."""
    try:
        with console.stream(journal_id, after=0) as events:
            for name, data in events:
                if name == "lines":
                    now = time.monotonic_ns()
                    arrived |= {line["seq"]: now for line in data if line["seq"] not in arrived}
    except DirectorProcessGone:
        return


def _used(pid: int) -> float:
    """Processor seconds per second, measured for WATCH_S."""
    before, began = cpu_s(pid), time.monotonic()
    time.sleep(WATCH_S)
    return (cpu_s(pid) - before) / (time.monotonic() - began)
