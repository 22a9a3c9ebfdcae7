"""Logs repeated things only now and then, with a count, so that no flood fills a disk."""

from collections.abc import Hashable
from typing import Generic, TypeVar

from kiosk.rules.units import SECOND_NS

K = TypeVar("K", bound=Hashable)

AGAIN_NS = 60 * SECOND_NS
"""Each thing is logged at most once in this time."""

HOUR_NS = 3600 * SECOND_NS

MOST_AN_HOUR = 200
"""Most log entries of all things together."""


class RepeatCounter(Generic[K]):
    """One for each sort of entry. The number of things is limited by the caller."""

    def __init__(self) -> None:
        self._unsaid: dict[K, int] = {}
        self._logged_ns: dict[K, int] = {}
        self._notes_ns: list[int] = []

    def count(self, what: K, now_ns: int) -> int:
        """Count it; return the number of times since it was last logged if it is to be logged now,
        else 0.
        """
        self._notes_ns = [at_ns for at_ns in self._notes_ns if now_ns - at_ns < HOUR_NS]
        times = self._unsaid.get(what, 0) + 1
        again = now_ns - self._logged_ns.get(what, -AGAIN_NS) < AGAIN_NS
        if again or len(self._notes_ns) >= MOST_AN_HOUR:
            self._unsaid[what] = times
            return 0
        self._logged_ns[what] = now_ns
        self._notes_ns.append(now_ns)
        self._unsaid.pop(what, None)
        return times
