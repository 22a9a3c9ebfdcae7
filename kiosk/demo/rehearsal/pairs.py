"""The players of a rehearsal: two script players per match, at any table.

They remember the board and take it along to a spare table. If that table knows less than they do,
because rows of the old one were lost, they set the board back to match its record.
"""

import threading
from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from kiosk.demo.core_match import CoreHands
from kiosk.demo.errors import DemoError
from kiosk.demo.moves import PlayersMemory
from kiosk.demo.plan import MatchPlan, flaws_under
from kiosk.demo.players import Players
from kiosk.rules.command import Command
from kiosk.rules.match import Match
from kiosk.rules.roll import DieFact
from kiosk.rules.table import SetUp
from kiosk.rules.units import Instant, require
from kiosk.tournament.tournament import key_of
from kiosk.wire.snapshot import Snapshot

MOMENTS = 500
"""Moments they remember: a game or two."""


class SeatedTable(Protocol):
    """A table with two players."""

    @property
    def match(self) -> Match: ...
    @property
    def setup(self) -> SetUp: ...
    @property
    def instant(self) -> Instant: ...
    def seconds(self) -> float:
        """Real monotonic seconds."""

    def take(self, command: Command) -> None:
        """Decide a command at once."""


class PairHands(CoreHands):
    """Hands of both players, at their current table."""

    def __init__(self) -> None:
        self.table: SeatedTable | None = None

    @property
    def setup(self) -> SetUp:
        return require(self.there.match.setup)

    @property
    def instant(self) -> Instant:
        return self.there.instant

    @property
    def there(self) -> SeatedTable:
        if self.table is None:
            raise DemoError("the players sit at no table")
        return self.table

    def take(self, command: Command) -> None:
        self.there.take(command)


@dataclass
class Pair:
    """Two players in one match. `moments`: what they knew at each seq the table showed."""

    players: Players
    hands: PairHands
    moments: deque[tuple[int, PlayersMemory, tuple[DieFact, ...]]] = field(
        default_factory=lambda: deque(maxlen=MOMENTS)
    )
    lock: threading.Lock = field(default_factory=threading.Lock)

    def attend(self, table: SeatedTable, shown: Snapshot) -> None:
        """Do all that is due, if they sit at this table."""
        with self.lock:
            if self.hands.table is not table:
                return
            if not self.moments or self.moments[-1][0] != shown.seq:
                self.moments.append((shown.seq, self.players.memory, self.hands.dice))
            self.players.attend(shown)

    def forget(self) -> None:
        """Forget past moments, once their result is posted."""
        self.moments.clear()

    def go(self, table: SeatedTable, head_seq: int) -> None:
        """Move to another table, which knows the match up to this row of the old one."""
        with self.lock:
            while self.moments:
                seq, memory, dice = self.moments.pop()
                if seq <= head_seq:
                    self.players.recall(memory)
                    self.hands.dice = dice
                    break
            self.moments.clear()
            self.hands.table = table
            self.players.reconnected()


class Pairs:
    """All players, by match. `seed` and the pairing alone decide how a match goes."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._found: dict[str, Pair] = {}
        self._lock = threading.Lock()

    def find_pair(self, table: SeatedTable, match: Match) -> Pair | None:
        """The pair of the match if it sits at this table; a pair without a table sits down here."""
        with self._lock:
            named = match.match_id or ""
            found = self._found.get(named)
            if found is None:
                hands = PairHands()
                hands.table = table
                flaws = flaws_under(require(match.book), table.setup)
                plan = MatchPlan(seed_of(self._seed, match), flaws)
                found = self._found[named] = Pair(Players(plan, hands, table.seconds), hands)
            return found if found.hands.table is table else None

    def begin(self, match_id: str) -> None:
        """Restart the match, dropping what was played elsewhere and lost."""
        with self._lock:
            self._found.pop(match_id, None)

    def go(self, match_id: str, table: SeatedTable, head_seq: int) -> None:
        """Continue the match at this table, from that row of the old one."""
        with self._lock:
            found = self._found.get(match_id)
        if found is not None:
            found.go(table, head_seq)


def seed_of(seed: int, match: Match) -> int:
    """Seed of a match, by its pairing and players, not by time or table."""
    opened = require(match.opened)
    key, series = key_of(opened.match_id), opened.series
    who = (opened.sides.white.name, opened.sides.black.name)
    which = (key.pairing_id if key else opened.match_id, series.number if series else 1)
    return Random(repr((seed, who, which))).getrandbits(32)
