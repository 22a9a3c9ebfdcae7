"""Challenges that a table's next head must echo, to prove that it was made just now. Pure: the time
is passed in.
"""

from collections.abc import Callable

from kiosk.rules.units import SECOND_NS
from kiosk.wire.sync import STALE_S

FRESH_NS = round(STALE_S * SECOND_NS)
RENEWED_NS = SECOND_NS // 4


class Challenges:
    """One for all tables: replies name their journal, so that another table's is of no use.

    Kept by age, never by number, which a flood could drive up.
    """

    def __init__(self, nonce: Callable[[], str]) -> None:
        """`nonce` makes unpredictable values."""
        self._nonce = nonce
        self._made: dict[str, int] = {}
        """When each was made, the newest last."""

    def newest(self, now_ns: int) -> str:
        """The challenge to send now."""
        self._made = {one: at for one, at in self._made.items() if now_ns - at < FRESH_NS}
        newest = next(reversed(self._made), None)
        if newest is None or now_ns - self._made[newest] >= RENEWED_NS:
            newest = self._nonce()
            self._made[newest] = now_ns
        return newest

    def is_fresh(self, echo: str, now_ns: int) -> bool:
        """Whether it was made in the last 2.5 s, and so was the head that echoes it."""
        made_ns = self._made.get(echo)
        return made_ns is not None and now_ns - made_ns < FRESH_NS
