"""What strangers see later than it is: values with the moments from which they held. Pure.

Nothing here asks a clock. What was seen once stays until something newer is old enough: a longer
delay holds the picture still, a shorter one lets it catch up.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kiosk.rules.units import SECOND_NS

T = TypeVar("T")

LONGEST_MIN = 15
"""No event is shown later than this."""

LONGEST_NS = LONGEST_MIN * 60 * SECOND_NS

APART_NS = SECOND_NS
"""What holds for less than this may never be seen: so there are never many moments that wait."""


@dataclass(frozen=True, slots=True)
class DelayedValue(Generic[T]):
    """A value, since when it held, and from when the delay counts: never sooner (monotonic)."""

    value: T
    at_ns: int
    due_ns: int


@dataclass
class Later(Generic[T]):
    """The moments of one thing, the oldest first; at most LONGEST_NS / APART_NS and one wait."""

    _seen: DelayedValue[T] | None = None
    _waiting: deque[DelayedValue[T]] = field(default_factory=deque)

    @property
    def newest(self) -> DelayedValue[T] | None:
        """The last that was added."""
        return self._waiting[-1] if self._waiting else self._seen

    def add(self, value: T, at_ns: int, apart_ns: int = APART_NS) -> None:
        """It holds from now on; of those that are due at one time the last counts."""
        due_ns = -(-at_ns // apart_ns) * apart_ns
        if self._waiting and self._waiting[-1].due_ns >= due_ns:
            due_ns = self._waiting.pop().due_ns  # a clock that was set back lets nothing out
        self._waiting.append(DelayedValue(value, at_ns, due_ns))
        self.value_at(at_ns, LONGEST_NS)

    def value_at(self, now_ns: int, delay_ns: int) -> DelayedValue[T] | None:
        """What held `delay_ns` ago, or what was seen already if that is newer; None: nothing."""
        while self._waiting and (not delay_ns or self._waiting[0].due_ns <= now_ns - delay_ns):
            self._seen = self._waiting.popleft()
        return self._seen
