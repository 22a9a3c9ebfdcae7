"""How often somebody may try a password. Pure: the time is passed in.

Each wrong one of a name from an address is free up to FREE, then it costs a wait that doubles. No
name is barred for ever, and nobody who is signed in notices. What one address tries under many
names counts, too. A name has at most 100 wrong ones an hour (OWASP ASVS 4.0, 2.2.1), the last of
which are left to addresses that have signed in under it before: others can't lock its owner out.
"""

from collections import OrderedDict, deque

from kiosk.rules.units import SECOND_NS

FREE = 5
FREE_AT_ADDRESS = 30
LONGEST_WAIT_S = 60
HOUR_NS = 3600 * SECOND_NS
MOST_AN_HOUR = 100
MOST_BY_STRANGERS = 60
MOST_KEPT = 5000
"""Names and addresses remembered; the longest unused is forgotten."""

_Key = tuple[str | None, str | None]
"""A name and an address; None: any."""


class Attempts:
    """Who has tried what, and when. A try counts as wrong until it was right."""

    def __init__(self) -> None:
        self._tries: OrderedDict[_Key, deque[int]] = OrderedDict()
        self._known: set[tuple[str, str]] = set()

    def wait_s(self, name: str, address: str, now_ns: int) -> int:
        """How many seconds until this may be tried; 0: now."""
        most = MOST_AN_HOUR if (name, address) in self._known else MOST_BY_STRANGERS
        tried = self._recent((name, None), now_ns)
        full = tried[-most] + HOUR_NS - now_ns if len(tried) >= most else 0
        own = self._delay_ns((name, address), FREE, now_ns)
        here = self._delay_ns((None, address), FREE_AT_ADDRESS, now_ns)
        return -(-max(full, own, here, 0) // SECOND_NS)

    def tries(self, name: str, address: str, now_ns: int) -> None:
        """It is tried now."""
        for key in self._keys(name, address):
            self._recent(key, now_ns).append(now_ns)

    def was_right(self, name: str, address: str) -> None:
        """What was tried last was the password: it does not count, nor do those before it here."""
        for key in ((name, None), (None, address)):
            if self._tries.get(key):
                self._tries[key].pop()
        self._tries.pop((name, address), None)
        self._known.add((name, address))

    def _keys(self, name: str, address: str) -> tuple[_Key, ...]:
        return ((name, address), (name, None), (None, address))

    def _delay_ns(self, key: _Key, free: int, now_ns: int) -> int:
        tried = self._recent(key, now_ns)
        over = len(tried) - free
        if over < 0:
            return 0
        wait_s = min(LONGEST_WAIT_S, 1 << min(over, 10))
        return tried[-1] + wait_s * SECOND_NS - now_ns

    def _recent(self, key: _Key, now_ns: int) -> deque[int]:
        """Of the last hour, the oldest first."""
        tried = self._tries.setdefault(key, deque(maxlen=MOST_AN_HOUR))
        self._tries.move_to_end(key)
        while tried and now_ns - tried[0] >= HOUR_NS:
            tried.popleft()
        while len(self._tries) > MOST_KEPT:
            self._tries.popitem(last=False)
        return tried
