"""Players who come late to a match of a rehearsal, or not at all."""

import threading
from collections import Counter
from math import inf
from random import Random

from kiosk.demo.rehearsal.pairs import seed_of
from kiosk.rules.match import Match
from kiosk.rules.rulebook import LateSanction
from kiosk.rules.schedule.late import costs_points
from kiosk.rules.units import MINUTE_NS, Side, require

LATE_MIN = (3, 6, 11, inf)
"""Minutes after the book's grace that a late player comes."""
ONE_IN = 12
"""One match in this many has a late player."""


class LatePlayers:
    """Late players, chosen by the seed and the pairing; none without a `seed`."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._found: dict[str, float] = {}
        self._lock = threading.Lock()

    def late_ns(self, match: Match, side: Side) -> float:
        """Ns after the grace at which this side comes; below 0 if in time, `inf` if never."""
        if self._seed is None:
            return -inf
        chance = Random(f"late {seed_of(self._seed, match)}")
        minutes, who = chance.choice(LATE_MIN), chance.choice((Side.WHITE, Side.BLACK))
        if chance.randrange(ONE_IN) or who is not side:
            return -inf
        if minutes == inf and not _loses(match):
            minutes = max(each for each in LATE_MIN if each < inf)
        with self._lock:
            self._found[match.match_id or ""] = minutes
        return minutes * MINUTE_NS

    def format_lateness(self) -> tuple[str, ...]:
        """The lateness so far in words, shortest first."""
        counted = sorted(Counter(self._found.values()).items())
        return tuple(
            f"{count} not there" if minutes == inf else f"{count} by {minutes} min"
            for minutes, count in counted
        )


def _loses(match: Match) -> bool:
    """True if, by this book, a player who never comes loses the match. A single game can't be lost
    without being played (000, Swing, has no rule for it).
    """
    claims = require(match.book).late.sanction is LateSanction.OPPONENT_MAY_CLAIM
    return match.length is not None and (claims or costs_points(match))
