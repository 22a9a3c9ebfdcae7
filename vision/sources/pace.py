"""Frames at a fixed rate on an injected clock, as a sensor would deliver them."""

import time

from vision.errors import CameraStalled
from vision.sources.source import Clock

_NS = 1_000_000_000


class Pace:
    """Tells which frame is due when. Frames nobody fetched in time are dropped."""

    def __init__(self, fps: float, clock: Clock = time):
        if not 0 < fps <= 1000:
            raise ValueError(f"fps is above 0 and at most 1000, not {fps}")
        self._clock = clock
        self._period_ns = _NS / fps
        self._first_ns: int | None = None
        self._seq = -1

    def start(self) -> None:
        """The first frame is due now."""
        self._first_ns, self._seq = self._clock.monotonic_ns(), -1

    def stop(self) -> None:
        """No frame is due until the next start."""
        self._first_ns = None

    def wait(self, timeout_s: float, *, stalled: bool = False) -> tuple[int, int]:
        """Wait for the next due frame: (seq, at_ns). Raises CameraStalled when it is too far off.

        `stalled` lets the whole timeout pass without a frame.
        """
        if self._first_ns is None:
            raise CameraStalled("No frame: the camera is not started; call start() first.")
        now = self._clock.monotonic_ns()
        seq = max(self._seq + 1, int((now - self._first_ns) / self._period_ns))
        at_ns = self._first_ns + round(seq * self._period_ns)
        if stalled or at_ns > now + round(timeout_s * _NS):
            self._clock.sleep(timeout_s)
            raise CameraStalled(
                f"No frame within {timeout_s:g} s: check the camera's cable, or restart it."
            )
        if at_ns > now:
            self._clock.sleep((at_ns - now) / _NS)
        self._seq = seq
        return seq, at_ns
