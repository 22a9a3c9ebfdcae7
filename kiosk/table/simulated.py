"""The machine under a simulated table: a healthy Raspberry Pi, until a driver has it otherwise."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kiosk.health.errors import CommandMissing
from kiosk.health.judge import LOW_NOW, SINCE_START
from kiosk.health.machine import Machine, Ran, Space
from kiosk.rules.units import SECOND_NS
from kiosk.table.loop import TableClocks

FREE_BYTES = 20_000_000_000
NO_FILES = Path("/nonexistent")


class SimulatedMachine:
    """Its wall clock can be stepped, its voltage can be low. For any thread.

    Nothing but the supply is told by it, and room that no real disk has a say in.
    """

    def __init__(self, wall_ns: Callable[[], int] = time.time_ns) -> None:
        self._wall_ns = wall_ns
        self._stepped_ns = 0
        self._throttled = 0

    @property
    def clocks(self) -> TableClocks:
        return TableClocks(wall_ns=lambda: self._wall_ns() + self._stepped_ns)

    @property
    def machine(self) -> Machine:
        """What is looked at."""
        room = Space(FREE_BYTES, read_only=False)
        return Machine(NO_FILES, self._run, lambda _folder: room, env={})

    def step_wall_clock(self, seconds: float) -> None:
        """Step the wall clock on, or back with less than 0; durations don't notice."""
        self._stepped_ns += round(seconds * SECOND_NS)

    def power(self, *, low: bool) -> None:
        """Lower the voltage, or have it right again; that it was low is told until the end."""
        if low:
            self._throttled |= LOW_NOW | LOW_NOW << SINCE_START
        else:
            self._throttled &= ~LOW_NOW

    def _run(self, line: Sequence[str], _limit_s: float) -> Ran:
        if line[0] == "vcgencmd":
            return Ran(0, f"throttled={self._throttled:#x}\n")
        raise CommandMissing(f"{line[0]} is not on a simulated machine")
