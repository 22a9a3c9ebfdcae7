"""Frames at their moments on an injected clock, as a sensor would deliver them."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence

from vision.sources.source import SourceClock, not_started, stalled

NS = 1_000_000_000


class Unhurried:
    """A clock that starts at 0 and moves only when slept on.

    A recording played on it is played as fast as it is asked for, and no frame is missed.
    """

    def __init__(self) -> None:
        self._now_ns = 0

    def monotonic_ns(self) -> int:
        """Nanoseconds slept so far."""
        return self._now_ns

    def sleep(self, seconds: float, /) -> None:
        """Moves on at once."""
        self._now_ns += round(seconds * NS)


class Pace:
    """Waits for moments counted from its start."""

    def __init__(self, clock: SourceClock = time):
        self._clock = clock
        self._start_ns: int | None = None

    def start(self) -> None:
        """Set moment 0 to now."""
        self._start_ns = self._clock.monotonic_ns()

    def stop(self) -> None:
        """There are no moments until the next start."""
        self._start_ns = None

    def elapsed_ns(self) -> int:
        """Nanoseconds since the start. Raises CameraStalled before it."""
        return self._clock.monotonic_ns() - self._started()

    def until(self, after_ns: int, timeout_s: float, *, never: bool = False) -> int:
        """Wait for a moment and return its monotonic time, ns.

        Raises CameraStalled after `timeout_s` when that is sooner, or when it is to come `never`.
        """
        at_ns = self._started() + after_ns
        wait_ns = at_ns - self._clock.monotonic_ns()
        if never or wait_ns > round(timeout_s * NS):
            self._clock.sleep(timeout_s)
            raise stalled(timeout_s)
        if wait_ns > 0:
            self._clock.sleep(wait_ns / NS)
        return at_ns

    def _started(self) -> int:
        if self._start_ns is None:
            raise not_started()
        return self._start_ns


class FrameTimes:
    """When each frame of a source is due, in ns after its start: at a rate, or as listed."""

    def __init__(self, fps: float, count: int | None = None, listed_ns: Sequence[int] = ()):
        if not 0 < fps <= 1000:
            raise ValueError(f"fps is above 0 and at most 1000, not {fps}")
        self._period_ns = NS / fps
        self._count = len(listed_ns) or count
        self._listed_ns = listed_ns

    def due(self, last_seq: int, elapsed_ns: int) -> tuple[int, int] | None:
        """The newest frame due, else the one to come: (seq, ns after the start).

        Frames not fetched in time are skipped, except the last. None: all were played.
        """
        if self._listed_ns:
            newest = bisect_right(self._listed_ns, elapsed_ns) - 1
        else:
            newest = int(elapsed_ns / self._period_ns)
        seq = max(last_seq + 1, newest)
        if self._count is not None:
            if last_seq + 1 >= self._count:
                return None
            seq = min(seq, self._count - 1)
        return seq, self._listed_ns[seq] if self._listed_ns else round(seq * self._period_ns)
