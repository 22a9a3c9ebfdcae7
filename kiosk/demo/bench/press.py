"""`make bench`, the press: from a pin's edge to the committed event, while a camera reads dice.

The press goes the real way: mock pin, buttons class, inbox, loop, rules core, journal with its
sync; after each, on the same disk, a bare SQLite commit of one row as large.
"""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hardware.buttons import ClockButtons
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins
from kiosk.demo.bench.turns import enter_roll, on_turn, open_match
from kiosk.demo.child import child_command
from kiosk.journal.journal import Journal
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import EMPTY, Phase
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.loop import Loop
from kiosk.table.workers import ButtonCommands

PRESSES = 500
LOCKOUT_NS = 1_000_000
PINS = {"left": 17, "right": 27}
BOOT_ID = "bench"


@dataclass
class Times:
    """Nanoseconds, one entry per press."""

    press: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)


def measure(folder: Path) -> Times:
    """Time presses and bare commits alternately, beside a table whose camera reads each roll."""
    times, inbox, factory = Times(), Inbox(), open_factory("mock")
    committed: list[int] = []
    with (
        _table_in_play(folder / "beside"),
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
        words = ButtonCommands(
            lambda command: inbox.post(PostedCommand(command, DeviceName.BUTTONS)),
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


@contextlib.contextmanager
def _table_in_play(folder: Path) -> Iterator[None]:
    """Run another table in processes of its own."""
    folder.mkdir()
    command = child_command(
        os.getpid(), [sys.executable, "-m", "kiosk.demo.bench.beside", str(folder)]
    )
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as table:
        if table.stdin is None or table.stdout is None or not table.stdout.readline():
            raise AssertionError("no table plays beside the presses")
        try:
            yield
        finally:
            table.stdin.close()
    if table.returncode != 0:
        raise AssertionError("nobody played beside the presses to their end")


def _press(loop: Loop, pins: SimulatedPins, committed: list[int]) -> int:
    """Time one press from edge to commit, on a thread like the pin driver's."""
    seat = loop.match.setup.seats.of_side(on_turn(loop)) if loop.match.setup else None
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
