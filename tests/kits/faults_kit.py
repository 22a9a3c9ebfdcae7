"""What goes wrong at a table, done to a running one: what players and director then read.

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
from kiosk.rules.devices import DeviceLost
from kiosk.rules.turn import TurnEnded
from kiosk.rules.units import Side
from kiosk.screen.link import TableLink
from kiosk.screen.view import view

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

README = Path(__file__).resolve().parents[2] / "README.md"
BEGIN, END = "<!-- faults -->\n", "<!-- end of faults -->"


class Hall:
    """A table in play and its director, both real processes. `eyes` see as the screen does."""

    def __init__(self, house: Processes, evening: MatchDriver, eyes: TableLink) -> None:
        self.house, self.evening, self._eyes = house, evening, eyes
        self.console = Console(house.url, house.director.certificate)
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
        seen = self._eyes.seen
        shown = view(seen.snapshot, time.monotonic_ns(), seen.link)
        half = shown.half(Side.WHITE)
        return shown.notes if half is None else half.notes

    def director(self) -> tuple[str, ...]:
        """What the director's card says first."""
        with self.console.stream(self.journal_id, after=2**53) as events:
            for name, said in events:
                if name == "card":
                    stale = ("STALE",) if said["stale"] else ()
                    return (*stale, *(each["text"] for each in said["banners"]))
        raise AssertionError("the console hung up")

    def log(self) -> tuple[str, ...]:
        """What the journal says was lost, and why."""
        lost = [row.event() for row in self.rows()]
        return tuple(each.why for each in lost if isinstance(each, DeviceLost))

    def pid(self) -> int:
        assert self.house.table.pid is not None
        return self.house.table.pid

    def again(self) -> None:
        """A table that ended is started again and shows itself."""
        self.house.table.wait()
        self.evening.table_again()

    def all_at_director(self) -> None:
        """Every row is at the director, once and in order."""
        late = time.monotonic() + WITHIN_S
        while self.console.rows(self.journal_id) != [row.seq for row in self.rows()]:
            assert time.monotonic() < late, "rows are missing at the director"


Act = Callable[[Hall], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """`begin` does it, `end` mends it; `players` and `director` begin what each then reads.

    An empty one: nothing is wrong for them. `log` begins why the journal has it, if nobody need
    see it for long.
    """

    name: str
    begin: Act
    end: Act
    players: str = ""
    director: str = ""
    log: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read; how long after it began, and after it was mended, that had come and gone."""

    players: str
    director: str
    came_s: float
    went_s: float


def camera(fault: str) -> Act:
    return lambda hall: hall.act("camera", fault=fault)


def button(name: str, act: str) -> Act:
    return lambda hall: hall.act("button", button=name, act=act)


def nothing(_hall: Hall) -> None:
    """It mends itself."""


def fill_disk(hall: Hall) -> None:
    """No file of the table's grows from now on."""
    log = hall.house.table.journal.with_name("journal.db-wal").stat().st_size
    resource.prlimit(hall.pid(), resource.RLIMIT_FSIZE, (log, log))
    hall.act("camera", fault="black")  # something to write


def room_again(hall: Hall) -> None:
    """A person makes room, and the table is started again."""
    os.kill(hall.pid(), signal.SIGTERM)
    hall.again()


def sent(number: signal.Signals) -> Act:
    return lambda hall: os.kill(hall.pid(), number)


def tower(act: str) -> Act:
    return lambda hall: hall.act("tower", act=act)


def jam(hall: Hall) -> None:
    """One of two dice stays inside."""
    hall.act("tower", act="drop", count=2)
    hall.act("tower", act="come_out", count=1)
    hall.act("tower", act="jam")


def taken_out(hall: Hall) -> None:
    hall.act("tower", act="come_out", count=1)


NOT_WORKING = "Not working: camera. Enter rolls by touch"
CAMERA_LOST = "Camera lost: dice are entered by touch"

FAULTS = (
    Fault("camera frozen", camera("frozen"), nothing, NOT_WORKING, CAMERA_LOST),
    Fault("camera black", camera("black"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera unplugged", camera("unplugged"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera pushed", camera("moved"), nothing, log="the camera or the board moved by"),
    Fault(
        "clock button stuck",
        button("left", "down"),
        button("left", "up"),
        "Not working: a clock button",
        "Left clock button stuck: pressed on the screen",
    ),
    Fault(
        "baffle box unplugged",
        tower("unplug"),
        tower("plug"),
        "Not working: baffle box",
        "Baffle box lost: the camera sees the dice alone",
    ),
    Fault(
        "baffle box hangs",
        tower("hang"),
        tower("go_on"),
        "Not working: baffle box",
        "Baffle box lost: the camera sees the dice alone",
    ),
    Fault("baffle box starts anew", tower("reboot"), nothing),
    Fault("garbage on its line", tower("garbage"), nothing),
    Fault("half a line", tower("half"), nothing),
    Fault(
        "die jammed in it",
        jam,
        taken_out,
        "Not working: baffle box (a die is jammed in it)",
        "A die is jammed in the baffle box",
    ),
    Fault(
        "its lid open",
        tower("open"),
        tower("close"),
        "Not working: baffle box (its lid is open)",
        "The baffle box is open",
    ),
    Fault(
        "its beam blocked",
        tower("stick"),
        tower("free"),
        "Not working: baffle box (it can't count)",
        "The baffle box can't count: the camera sees the dice alone",
    ),
    Fault(
        "table hangs",
        sent(signal.SIGSTOP),
        sent(signal.SIGCONT),
        "The table does not answer",
        "STALE",
    ),
    Fault(
        "a thread of the table dies",
        lambda hall: hall.act("die", when="thread"),
        Hall.again,
        "Table lost; trying again",
        "STALE",
    ),
    Fault("table killed", sent(signal.SIGKILL), Hall.again, "Table lost; trying again", "STALE"),
    Fault(
        "disk full", fill_disk, room_again, "The table stopped itself: ", "The table has halted: "
    ),
)


def tried(hall: Hall, fault: Fault) -> Seen:
    """Do it, wait until it is told and until it no longer is. Nothing written before is lost."""
    rows, logged = hall.rows(), len(hall.log())
    fault.begin(hall)
    began = time.monotonic()
    players = awaited(hall.players, fault.players)
    director = awaited(hall.director, fault.director)
    awaited(lambda: hall.log()[logged:], fault.log)
    came_s = time.monotonic() - began
    fault.end(hall)
    mended = time.monotonic()
    gone(hall.players, fault.players)
    gone(hall.director, fault.director)
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
        eyes = TableLink(sockets.table, lambda: None)
        eyes.start()
        try:
            evening.lay_out()
            made = Hall(house, evening, eyes)
            made.play()
            yield made
        finally:
            eyes.close()
            evening.close()


def row(fault: Fault, seen: Seen) -> str:
    players = _short(fault.players, seen.players) or "nothing"
    in_timeline = f"in the timeline: {fault.log}…" if fault.log else "nothing"
    director = _short(fault.director, seen.director) or in_timeline
    return f"| {fault.name} | {players} | {director} | {seen.came_s:.1f} | {seen.went_s:.1f} |\n"


def _short(wanted: str, told: str) -> str:
    """Without the path and the words of another program that may follow."""
    return f"{wanted}…" if wanted.endswith(": ") and told != wanted else wanted


HEAD = (
    "| what goes wrong | players read | director reads | told after, s | gone after, s |\n"
    "|---|---|---|---|---|\n"
)


def written(text: str, rows: list[str]) -> str:
    """The README with these rows."""
    before, rest = text.split(BEGIN)
    _old, after = rest.split(END)
    return f"{before}{BEGIN}{HEAD}{''.join(rows)}{END}{after}"


def main() -> int:
    rows = []
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as made:
        for fault in FAULTS:
            rows.append(row(fault, tried(made, fault)))
            sys.stderr.write(rows[-1])
            made.play()
        made.all_at_director()
    README.write_text(written(README.read_text(encoding="utf-8"), rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
