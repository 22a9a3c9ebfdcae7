"""`make bench`: from a pin's edge to the committed event, from there to people; the bare core.

The press goes the real way: mock pin, buttons class, inbox, loop, rules core, journal with its
sync; beside it, in the same run on the same disk, a bare SQLite commit of one row as large.
"""

import contextlib
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from hardware.buttons import ClockButtons
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins
from kiosk.demo.bench import core, plays, screen
from kiosk.demo.bench.house import measure
from kiosk.demo.bench.turns import enter_roll, on_turn, open_match
from kiosk.journal.journal import Journal
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import EMPTY, Phase
from kiosk.table.inbox import Inbox, Posted
from kiosk.table.loop import Loop
from kiosk.table.workers import ButtonWords

PRESSES = 500
LOCKOUT_NS = 1_000_000
PINS = {"left": 17, "right": 27}
BOOT_ID = "bench"


@dataclass
class Times:
    """Nanoseconds, one entry a press."""

    press: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)


def main() -> int:
    """Print the figures; 0."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        times = _measure(Path(folder))
    _say("pin edge to committed event", times.press)
    _say("bare FULL commit", times.bare)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        people = measure(Path(folder))
    _say("committed event to drawn frame", people.drawn)
    _say("committed event to the director's page", people.at_director)
    _say("order to journaled answer", people.answered)
    sys.stdout.write(
        f"screen's processor: {people.screen_running:.1%} while a clock runs, "
        f"{people.screen_idle:.1%} while none does\n"
        f"memory: {', '.join(f'{name} {mb:.0f} MB' for name, mb in people.memory_mb.items())}, "
        f"together {sum(people.memory_mb.values()):.0f} MB\n"
    )
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        sys.stdout.write(f"{screen.measure(Path(folder))}\n")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        for line in (*core.measure(Path(folder)), *plays.measure()):
            sys.stdout.write(f"{line}\n")
    return 0


def _say(name: str, spans: list[int]) -> None:
    ordered = sorted(spans)
    p99 = ordered[int(len(ordered) * 0.99)]
    line = f"{name}: median {statistics.median(spans) / 1e6:.2f} ms, p99 {p99 / 1e6:.2f} ms"
    sys.stdout.write(f"{line}, n {len(spans)}\n")
    sys.stdout.flush()


def _measure(folder: Path) -> Times:
    times, inbox, factory = Times(), Inbox(), open_factory("mock")
    committed: list[int] = []
    with (
        Journal.open(folder / "journal.db", boot_id=BOOT_ID) as journal,
        contextlib.ExitStack() as s,
    ):
        loop = Loop(
            journal,
            EMPTY,
            None,
            inbox,
            show=lambda _snapshot: None,
            between=lambda: committed.append(time.monotonic_ns()),
        )
        words = ButtonWords(
            lambda command: inbox.post(Posted(command, DeviceName.BUTTONS)),
            lambda: loop.match.setup,
            lost=frozenset(),
        )
        buttons = ClockButtons(PINS, words.pressed, factory, LOCKOUT_NS, on_fault=words.fault)
        s.callback(buttons.close)
        buttons.start()
        pins = SimulatedPins(factory, PINS)
        bare = s.enter_context(contextlib.closing(_bare(folder / "bare.db")))
        open_match(loop)
        for _ in range(PRESSES):
            enter_roll(loop)
            times.press.append(_press(loop, pins, committed))
            times.bare.append(_commit(bare))
    return times


def _press(loop: Loop, pins: SimulatedPins, committed: list[int]) -> int:
    """One press on a thread of its own, as the pin driver's; edge to commit."""
    seat = loop.match.setup.seats.of(on_turn(loop)) if loop.match.setup else None
    button = seat.clock.value if seat else "left"
    edge: list[int] = []

    def finger() -> None:
        edge.append(time.monotonic_ns())
        pins.down(button)

    before = len(committed)
    thread = threading.Thread(target=finger)
    thread.start()
    while len(committed) == before:
        loop.step()
    thread.join()
    pins.up(button)
    if loop.match.phase is not Phase.TO_ROLL:
        raise AssertionError(f"the press left the match in {loop.match.phase}")
    return committed[before] - edge[0]


def _bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE row (seq INTEGER PRIMARY KEY, body TEXT) STRICT")
    return connection


def _commit(connection: sqlite3.Connection) -> int:
    began = time.monotonic_ns()
    connection.execute("INSERT INTO row (body) VALUES (?)", ("x" * 600,))
    return time.monotonic_ns() - began


if __name__ == "__main__":
    sys.exit(main())
