"""The machine under a simulated table: a healthy Raspberry Pi, until a driver changes it."""

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
    """Its wall clock can be stepped and its voltage lowered. Any thread.

    It reports nothing but the supply, and free space that does not depend on the real disk.
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
        """The machine as the health checks see it."""
        room = Space(FREE_BYTES, read_only=False)
        return Machine(NO_FILES, self._run, lambda _folder: room, env={})

    def step_wall_clock(self, seconds: float) -> None:
        """Step the wall clock forward, or back if negative; durations are not affected."""
        self._stepped_ns += round(seconds * SECOND_NS)

    def power(self, *, low: bool) -> None:
        """Lower the voltage, or restore it; that it was low is reported until the end."""
        if low:
            self._throttled |= LOW_NOW | LOW_NOW << SINCE_START
        else:
            self._throttled &= ~LOW_NOW

    def _run(self, line: Sequence[str], _limit_s: float) -> Ran:
        if line[0] == "vcgencmd":
            return Ran(0, f"throttled={self._throttled:#x}\n")
        raise CommandMissing(f"{line[0]} is not on a simulated machine")
