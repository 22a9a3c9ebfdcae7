"""A device's own frame times, believed only while they make sense."""

from vision.errors import CameraStalled
from vision.sources.source import stalled

OLD_NS = 500_000_000
"""A frame exposed longer ago waited in a queue and shows the past."""
AHEAD_NS = 1_000_000
"""What rounding may put a stamp ahead of this clock."""


class Stamps:
    """Judges the stamps of one run of a camera, ns on the monotonic clock."""

    def __init__(self, old_ns: int = OLD_NS) -> None:
        self._old_ns = old_ns
        self._newest_ns: int | None = None
        self._passed_over = ""

    def accept(self, at_ns: int, now_ns: int) -> bool:
        """Whether a frame stamped so is the next to hand out; if not, another is to be fetched.

        Raises CameraStalled for a stamp from the future: another clock made it.
        """
        if at_ns > now_ns + AHEAD_NS:
            raise CameraStalled(
                f"A frame is stamped {(at_ns - now_ns) / 1e9:.3f} s ahead of the monotonic clock: "
                "the camera's driver must stamp by that clock."
            )
        if self._newest_ns is not None and at_ns <= self._newest_ns:
            self._passed_over = "no later than the one before"
            return False
        if now_ns - at_ns > self._old_ns:
            self._passed_over = f"{(now_ns - at_ns) / 1e9:.3f} s old"
            return False
        self._newest_ns = at_ns
        self._passed_over = ""
        return True

    def stalled(self, timeout_s: float) -> CameraStalled:
        """The error for when the time allowed is over."""
        if not self._passed_over:
            return stalled(timeout_s)
        return CameraStalled(
            f"No fresh frame within {timeout_s:g} s, the last was {self._passed_over}: "
            "restart the camera."
        )
