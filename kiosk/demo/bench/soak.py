"""`python -m kiosk.demo.bench.soak`: a long match with all processes, and the memory each keeps.

Players do not pause to think. `--busy 2` runs two processes at full speed beside it.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from kiosk.demo.bench.house import SEED, memory_at_table
from kiosk.demo.bench.screen import busy_processes
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.processes import Processes
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings
from kiosk.rules.units import Side
from kiosk.wire.snapshot import Snapshot

TURNS = 2000
LENGTH = 99
"""Points of the match, enough that it does not end before."""
LOOKS = 20
"""Number of memory readings, evenly over the turns."""


class _Turns:
    """Counts the turns of a match from its snapshots."""

    def __init__(self) -> None:
        self.count = self.until = 0
        self._on_turn: Side | None = None

    def see(self, shown: Snapshot) -> None:
        on_turn = shown.game.on_turn if shown.game is not None else None
        if on_turn is not None and on_turn is not self._on_turn:
            self.count += 1
        self._on_turn = on_turn or self._on_turn

    def enough(self, _shown: Snapshot) -> bool:
        """As many as are waited for."""
        return self.count >= self.until


def measure(folder: Path, turns: int, busy: int) -> None:
    """Play so many turns; print a line after each twentieth of them."""
    played = MatchSettings("soak", LENGTH, "norway", "book", SEED)
    with (
        busy_processes(busy),
        Sockets(folder) as sockets,
        Processes(folder, played, sockets) as house,
    ):
        evening = MatchDriver(house.table, SEED, float("inf"), house.screen)
        try:
            evening.lay_out()
            counted = _Turns()
            for look in range(LOOKS):
                counted.until = turns * (look + 1) // LOOKS
                evening.play(counted.see, until=counted.enough)
                kept = sorted(memory_at_table(evening, house).items())
                figures = ", ".join(f"{name} {mb:.0f} MB" for name, mb in kept)
                sys.stdout.write(f"after {counted.count} turns: {figures}\n")
                sys.stdout.flush()
        finally:
            evening.close()
            house.stop_table()


def main() -> int:
    """Print the figures; return 0."""
    options = argparse.ArgumentParser(prog="python -m kiosk.demo.bench.soak", description=__doc__)
    options.add_argument("--turns", type=int, default=TURNS, help="turns to play (%(default)s)")
    options.add_argument("--busy", type=int, default=0, help="busy processes beside (%(default)s)")
    asked = options.parse_args()
    build = Path("build")
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as folder:
        measure(Path(folder), asked.turns, asked.busy)
    return 0


if __name__ == "__main__":
    sys.exit(main())
