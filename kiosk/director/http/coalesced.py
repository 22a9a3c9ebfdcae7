"""What happens again and again is noted now and then, with its number: no flood fills a disk."""

from collections.abc import Hashable
from typing import Generic, TypeVar

from kiosk.rules.units import SECOND_NS

K = TypeVar("K", bound=Hashable)

AGAIN_NS = 60 * SECOND_NS
"""One thing is noted so often at most."""

HOUR_NS = 3600 * SECOND_NS

MOST_AN_HOUR = 200
"""Notes of all things together."""


class Coalesced(Generic[K]):
    """One for each sort of note. There are as many things as its user has names for."""

    def __init__(self) -> None:
        self._unsaid: dict[K, int] = {}
        self._logged_ns: dict[K, int] = {}
        self._notes_ns: list[int] = []

    def happened(self, what: K, now_ns: int) -> int:
        """How often it has happened since it was last noted, if it is to be noted now; else 0."""
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
