"""The director's clocks."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.rules.units import MILLISECOND_NS
from kiosk.wire.row import utc_text


@dataclass(frozen=True)
class DirectorClocks:
    """Monotonic for durations, wall time for people."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    wall_ns: Callable[[], int] = time.time_ns

    def utc(self) -> str:
        return utc_text(self.wall_ns())

    def wall_ms(self) -> int:
        return self.wall_ns() // MILLISECOND_NS
