"""A table's memory after a day: `python -m kiosk.demo.bench.day [ROLLS]` (takes an hour).

A day of eight hours is some 1,200 rolls: a match of seven points has about 150 and takes an hour.
Rolls, pictures, taps and rows are the same here, but the players do not pause to think. Camera,
box, buttons, screen and director are those of the demo.
"""

import sys
import tempfile
from pathlib import Path

from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.metrics import pids_of
from kiosk.demo.processes import Processes
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.rules.units import Side
from kiosk.wire.snapshot import Snapshot

ROLLS = 1200
POINTS = 99
"""A match too long to be won in a day."""
SEED = 1
STEP = 60


def main(arguments: list[str]) -> int:
    """Print each process's memory at the start and every STEP turns; return 0."""
    rolls = int(arguments[0]) if arguments else ROLLS
    played = MatchSettings("day", POINTS, "norway", "book", SEED)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        with Sockets(folder) as sockets, Processes(folder, played, sockets) as house:
            evening = MatchDriver(house.table, SEED, float("inf"), house.screen)
            try:
                _play(house, evening, rolls)
            finally:
                evening.close()
    return 0


def _play(house: Processes, evening: MatchDriver, rolls: int) -> None:
    evening.lay_out()
    turns = 0
    on_turn: Side | None = None

    def count_turns(shown: Snapshot) -> None:
        nonlocal turns, on_turn
        game = shown.game
        if game is not None and game.on_turn not in {on_turn, None}:
            on_turn, turns = game.on_turn, turns + 1
            if turns % STEP == 1:
                _print_usage(turns - 1, house, evening)

    evening.play(count_turns, until=lambda _shown: turns > rolls)


def _print_usage(turns: int, house: Processes, evening: MatchDriver) -> None:
    used = {name: (memory_mb(pid), cpu_s(pid)) for name, pid in pids_of(evening, house).items()}
    lines = ", ".join(f"{name} {mb:.0f} MB {cpu:.0f} s" for name, (mb, cpu) in used.items())
    sys.stdout.write(f"after {turns} turns: {lines}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
