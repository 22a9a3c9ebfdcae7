"""The parts around a table: director, pictures of screen and console, figures at the end."""

import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.processes import Processes
from kiosk.demo.script_director import ScriptDirector
from kiosk.demo.shots import ConsoleShots, ScreenShots
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.journal import read

ARRIVE_S = 10.0
"""Longest time after the match for the director to get its last rows."""

IDLE_S = 2.0
"""Shortest time over which an idle screen is measured."""

_POLL_S = 0.2


class Metrics:
    """The script director at work, and the measurements.

    `games`: number of games the match will have; `speed` divides waiting times.
    """

    def __init__(
        self, folder: Path, house: Processes, evening: MatchDriver, games: int, speed: float
    ) -> None:
        self.console = house.console
        self.screen_shots = ScreenShots(
            folder / "shots", lambda: evening.fingers, evening.stage.at_rest
        )
        self.console_shots = ConsoleShots(
            folder / "shots", house.director.trusted, self.console.cookie
        )
        self._journal = house.table.journal
        self._journal_id = next(read(self._journal)).journal_id
        self._house = house
        self._evening = evening
        self._began = self._screen_used()
        self.director = ScriptDirector(self.console, self._journal_id, games, speed, self._before)
        self.screen_shots.take_if_new(evening.shown)

    def at_end(self) -> dict[str, Any]:
        """Take the last pictures, wait for the last rows and return the figures of the match."""
        over = self._screen_used()
        playing = _percent(self._began, over)
        self._browse("end")
        time.sleep(max(0.0, over[0] + IDLE_S - time.monotonic()))
        idle = _percent(over, self._screen_used())
        # Only now: a table may still get another number after its match, and journals it.
        at_director = self._count_arrived(time.monotonic() + ARRIVE_S)
        pids = pids_of(self._evening, self._house)
        return {
            "events_at_director": at_director,
            "orders": [asdict(given) for given in self.director.given],
            "screenshots": {
                "screen": [str(path) for path in self.screen_shots.taken.values()],
                "console": [str(path) for path in self.console_shots.taken],
            },
            "memory_mb": {name: memory_mb(pid) for name, pid in pids.items()},
            "screen_cpu_percent": {"playing": playing, "idle": idle},
        }

    def _screen_used(self) -> tuple[float, float]:
        """Monotonic seconds now, and processor seconds used by the screen so far."""
        return time.monotonic(), cpu_s(self._house.screen.pid or 0)

    def _before(self, kind: str) -> None:
        """Photograph the console before a stop, the quietest moment within a match."""
        if kind == "stop":
            self._browse("match")

    def _browse(self, moment: str) -> None:
        table = self.console.table_url(self._journal_id)
        grid = f"{self.console.url}/"
        self.console_shots.take(
            **{f"console-grid-{moment}": grid, f"console-table-{moment}": table}
        )

    def _count_arrived(self, until: float) -> int:
        """Rows the director shows once and in order; returns early once it has all."""
        while True:
            arrived = count_in_order(self.console.rows(self._journal_id))
            journaled = sum(1 for _row in read(self._journal))
            if arrived == journaled or time.monotonic() > until:
                return arrived
            time.sleep(_POLL_S)


def count_in_order(seqs: list[int]) -> int:
    """Number of seqs before the first that is missing, double or out of order."""
    return next((before for before, seq in enumerate(seqs) if seq != before + 1), len(seqs))


def _percent(before: tuple[float, float], after: tuple[float, float]) -> float:
    """Use of one processor, in per cent."""
    return round(100 * (after[1] - before[1]) / (after[0] - before[0]), 1)


def pids_of(evening: MatchDriver, house: Processes) -> dict[str, int]:
    """Pids of all running processes by name; a camera that is just restarting has none."""
    named: dict[str, int | None] = evening.hands.control.do("processes")["processes"]
    own = {"screen": house.screen.pid, "director": house.director.pid, "demo": os.getpid()}
    return {name: pid for name, pid in (named | own).items() if pid is not None}
