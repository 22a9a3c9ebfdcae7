"""Limits on how often devices begin to ask: by a card, with a key, from an address. Pure.

Two runs show the same four digits once in 10,000 by chance, and each proved run appears at the
console. So the limit is on runs in the minutes for which a table shows its digits.
"""

from collections import Counter, OrderedDict, deque

from kiosk.wire.enrolment import Begin
from kiosk.wire.errors import EnrolmentRefused
from kiosk.wire.joining import JoinRefusal

WINDOW_S = 600.0
MOST_BY_CARD = 100
"""Within WINDOW_S: more than two people can enrol in that time."""

MOST_BY_KEY = 20
"""A card that still lies on the board is tried again each 30 s."""

MOST_FROM_ADDRESS = 50
MOST_KEPT = 20_000
"""Messages that are recognised when repeated; each cost its sender work."""


class BeginLimits:
    """Counts of the last minutes, and the total for each card."""

    def __init__(self) -> None:
        self._came: OrderedDict[str, None] = OrderedDict()
        self._times_s: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()
        """The longest unused first."""
        self._by_card: Counter[str] = Counter()

    def check_new(self, begin: Begin) -> None:
        """Check that this very message has not come before, so that its work counts once. Raises
        EnrolmentRefused.
        """
        if begin.commit in self._came:
            raise EnrolmentRefused("this was asked before: begin again")
        self._came[begin.commit] = None
        if len(self._came) > MOST_KEPT:
            self._came.popitem(last=False)

    def count_begin(self, begin: Begin, address: str, now_s: float) -> None:
        """Count one more begin; empty `address`: not counted by address. Raises
        EnrolmentRefused.
        """
        self._tidy(now_s)
        most = {("key", begin.key): MOST_BY_KEY}
        if address:
            most["address", address] = MOST_FROM_ADDRESS
        if begin.way == "card":
            most["card", begin.name] = MOST_BY_CARD
        for of, many in most.items():
            times_s = self._recent(of, now_s)
            if len(times_s) >= many:
                wait_s = round(times_s[0] + WINDOW_S - now_s) + 1
                raise EnrolmentRefused(
                    f"this {of[0]} has begun {many} times in {WINDOW_S / 60:.0f} minutes: wait "
                    f"{wait_s} s, or ask the director",
                    JoinRefusal.CROWDED,
                )
        for of in most:
            self._times_s.setdefault(of, deque()).append(now_s)
            self._times_s.move_to_end(of)
        if begin.way == "card":
            self._by_card[begin.name] += 1

    def count_by_card(self, name: str) -> int:
        """Number of times this card was begun since the service started."""
        return self._by_card[name]

    def _recent(self, of: tuple[str, str], now_s: float) -> deque[float]:
        times_s = self._times_s.get(of, deque())
        while times_s and now_s - times_s[0] >= WINDOW_S:
            times_s.popleft()
        return times_s

    def _tidy(self, now_s: float) -> None:
        while self._times_s:
            of, times_s = next(iter(self._times_s.items()))
            if times_s and now_s - times_s[-1] < WINDOW_S:
                return
            del self._times_s[of]
