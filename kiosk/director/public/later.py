"""Values that visitors see with a delay, with the times from which they held. Pure.

No clock is read here. A value once shown stays until a newer one is old enough: a longer delay
holds the picture, a shorter one lets it catch up.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kiosk.rules.units import SECOND_NS

T = TypeVar("T")

LONGEST_MIN = 15
"""Longest delay of an event."""

LONGEST_NS = LONGEST_MIN * 60 * SECOND_NS

APART_NS = SECOND_NS
"""A value that holds for less than this may never be shown, which limits the number of waiting
values.
"""


@dataclass(frozen=True, slots=True)
class DelayedValue(Generic[T]):
    """A value, the time since it held, and the earliest time from which the delay counts
    (monotonic).
    """

    value: T
    at_ns: int
    due_ns: int


@dataclass
class DelayLine(Generic[T]):
    """The waiting values of one thing, the oldest first; at most LONGEST_NS / APART_NS and one."""

    _seen: DelayedValue[T] | None = None
    _waiting: deque[DelayedValue[T]] = field(default_factory=deque)

    @property
    def newest(self) -> DelayedValue[T] | None:
        """The value added last."""
        return self._waiting[-1] if self._waiting else self._seen

    def add(self, value: T, at_ns: int, apart_ns: int = APART_NS) -> None:
        """Add a value that holds from now on; of several due at one time the last counts."""
        due_ns = -(-at_ns // apart_ns) * apart_ns
        if self._waiting and self._waiting[-1].due_ns >= due_ns:
            due_ns = self._waiting.pop().due_ns  # a clock that was set back reveals nothing early
        self._waiting.append(DelayedValue(value, at_ns, due_ns))
        self.value_at(at_ns, LONGEST_NS)

    def value_at(self, now_ns: int, delay_ns: int) -> DelayedValue[T] | None:
        """The value that held `delay_ns` ago, or the one already shown if newer; None if there is
        none.
        """
        while self._waiting and (not delay_ns or self._waiting[0].due_ns <= now_ns - delay_ns):
            self._seen = self._waiting.popleft()
        return self._seen
