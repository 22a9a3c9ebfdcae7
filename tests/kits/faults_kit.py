"""What goes wrong at a table, done to a running one: what players and director then see.

`PYTHONPATH=.:tests python -m kits.faults_kit` plays them all and writes the README's table anew.
"""

import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.demo.console import Console
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.processes import Processes
from kiosk.demo.script_director import is_quiet
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import Played
from kiosk.journal import Row, read
from kiosk.rules.turn import TurnEnded
from kiosk.rules.units import Side
from kiosk.screen.state import Link, LinkState
from kiosk.screen.view import view

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

README = Path(__file__).resolve().parents[2] / "README.md"
BEGIN, END = "<!-- faults -->\n", "<!-- end of faults -->"


class Hall:
    """A table in play and its director, both real processes; the players see as a screen does."""

    def __init__(self, house: Processes, evening: MatchDriver) -> None:
        self.house, self.evening = house, evening
        self.console = Console(house.url)
        self.journal_id = self.rows()[0].journal_id

    def rows(self) -> list[Row]:
        return list(read(self.house.table.journal))

    def play(self, turns: int = 1) -> None:
        """Play on to a quiet moment."""
        before = self.evening.shown.seq
        late = time.monotonic() + 4 * WITHIN_S

        def until(shown: Any) -> bool:
            assert time.monotonic() < late, "the turns are never played"
            rows = [row for row in self.rows() if row.seq > before]
            played = sum(isinstance(row.event(), TurnEnded) for row in rows)
            return is_quiet(shown) and not self.evening.players.rolling and played >= turns

        self.evening.play(lambda _shown: None, until=until)

    def act(self, what: str, **fields: object) -> None:
        self.evening.hands.control.do(what, **fields)

    def players(self) -> tuple[str, ...]:
        """What White's half says beside the game."""
        newest = self.evening.sight.newer(self.evening.shown.seq, 0.2)
        self.evening.shown = newer = newest or self.evening.shown
        half = view(newer, newer.at_ns, Link(LinkState.UP, 0)).half(Side.WHITE)
        return () if half is None else half.notes

    def banners(self) -> tuple[str, ...]:
        """What the director's card says first."""
        with self.console.stream(self.journal_id, after=2**53) as events:
            for name, said in events:
                if name == "card":
                    return tuple(each["text"] for each in said["banners"])
        raise AssertionError("the console hung up")

    def all_at_director(self) -> None:
        """Every row is at the director, once and in order."""
        late = time.monotonic() + WITHIN_S
        while self.console.rows(self.journal_id) != [row.seq for row in self.rows()]:
            assert time.monotonic() < late, "rows are missing at the director"


@dataclass(frozen=True, slots=True)
class Fault:
    """`begin` does it, `end` mends it; `players` and `director` begin what each then reads.

    An empty one says that nothing is to be seen: nothing is wrong for them.
    """

    name: str
    begin: Callable[[Hall], None]
    end: Callable[[Hall], None]
    players: str = ""
    director: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read, and how long after it began and after it was mended that came and went."""

    players: str
    director: str
    came_s: float
    went_s: float


def camera(fault: str) -> Callable[[Hall], None]:
    return lambda hall: hall.act("camera", fault=fault)


def button(act: str) -> Callable[[Hall], None]:
    return lambda hall: hall.act("button", button="left", act=act)


def nothing(_hall: Hall) -> None:
    """It mends itself."""


def fill_disk(hall: Hall) -> None:
    """No file of the table's grows from now on."""
    pid = hall.house.table.pid
    assert pid is not None
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    hall.act("camera", fault="black")  # something to write


def stop(hall: Hall) -> None:
    assert hall.house.table.pid is not None
    os.kill(hall.house.table.pid, signal.SIGSTOP)


def go_on(hall: Hall) -> None:
    assert hall.house.table.pid is not None
    os.kill(hall.house.table.pid, signal.SIGCONT)


NOT_WORKING = "Not working: camera. Enter rolls by touch"
CAMERA_LOST = "Camera lost: dice are entered by touch"

FAULTS = (
    Fault("camera frozen", camera("frozen"), nothing, NOT_WORKING, CAMERA_LOST),
    Fault("camera black", camera("black"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera unplugged", camera("unplugged"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera moved", camera("moved"), nothing),
    Fault(
        "button stuck",
        button("down"),
        button("up"),
        "Not working: a clock button",
        "Left clock button stuck: pressed on the screen",
    ),
)


def tried(hall: Hall, fault: Fault) -> Seen:
    """Do it, wait until it is told and until it no longer is. Nothing written before is lost."""
    rows = hall.rows()
    fault.begin(hall)
    began = time.monotonic()
    players = awaited(hall.players, fault.players)
    director = awaited(hall.banners, fault.director)
    came_s = time.monotonic() - began
    fault.end(hall)
    mended = time.monotonic()
    gone(hall.players, fault.players)
    gone(hall.banners, fault.director)
    went_s = time.monotonic() - mended
    assert hall.rows()[: len(rows)] == rows
    return Seen(players, director, came_s, went_s)


def awaited(told: Callable[[], tuple[str, ...]], wanted: str) -> str:
    late = time.monotonic() + WITHIN_S
    while wanted:
        found = [words for words in told() if words.startswith(wanted)]
        if found:
            return found[0]
        assert time.monotonic() < late, f"{wanted!r} is never told: {told()}"
    return ""


def gone(told: Callable[[], tuple[str, ...]], wanted: str) -> None:
    late = time.monotonic() + WITHIN_S
    while wanted and any(words.startswith(wanted) for words in told()):
        assert time.monotonic() < late, f"{wanted!r} is told for ever"


@contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """A match of nine points, begun."""
    played = Played("faults", 9, "norway", "book", 6, 960, 540)
    with Sockets(folder) as sockets, Processes(folder, played, sockets) as house:
        evening = MatchDriver(house.table, 6, float("inf"))
        try:
            evening.lay_out()
            made = Hall(house, evening)
            made.play()
            yield made
        finally:
            evening.close()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as made:
        for fault in FAULTS:
            sys.stderr.write(f"{fault.name}: {tried(made, fault)}\n")
            made.play()
    return 0


if __name__ == "__main__":
    sys.exit(main())
