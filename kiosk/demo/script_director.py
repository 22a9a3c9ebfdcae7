"""The script director: sends one message, stops the clocks once and starts them again.

Its orders and their moments depend on the number of games and on what the table shows.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiosk.demo.console import Console
from kiosk.demo.errors import OrderFailed
from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.wire.snapshot import Snapshot

HOLD_S = 10.0
"""Length of a person's stop."""

_TEXTS = {
    "message": {"text": "Coffee is served in the hall. Please play on when you are ready."},
    "stop": {"why": "The board at table 2 was knocked over; a moment of quiet, please"},
    "start": {"why": "All is settled, thank you"},
}


@dataclass(frozen=True, slots=True)
class ScriptedOrder:
    """An order, its result, and the time it took."""

    kind: str
    status: str
    reasons: tuple[str, ...]
    seqs: tuple[int, ...]
    """Seqs of the rows it led to."""
    milliseconds: float


class ScriptDirector:
    """Gives each order at the first suitable moment. `games`: number of games in the match.

    `before` is called before an order, while nothing moves at the table. `speed` divides waiting
    times.
    """

    def __init__(
        self,
        console: Console,
        journal_id: str,
        games: int,
        speed: float,
        before: Callable[[str], None] = lambda _kind: None,
    ) -> None:
        self.given: list[ScriptedOrder] = []
        self._console = console
        self._journal_id = journal_id
        self._games = games
        self._speed = speed
        self._before = before
        self._game = 0
        self._due = [*_TEXTS]

    def attend(self, shown: Snapshot, rolling: bool) -> int | None:
        """Give the order that is due; return its row. Raises OrderFailed, DirectorProcessGone."""
        self._game = shown.game.number if shown.game else self._game
        if not self._due or rolling or not self._is_moment(self._due[0], shown):
            return None
        kind = self._due.pop(0)
        self._before(kind)
        if kind == "start":
            time.sleep(HOLD_S / self._speed)
        return self._give(kind, shown)

    def _is_moment(self, kind: str, shown: Snapshot) -> bool:
        if kind == "start":
            return shown.stop is not None and shown.stop.reason is StopReason.DIRECTOR_ORDERED
        if kind == "message" and self._games > 1:
            return shown.phase is Phase.BETWEEN_GAMES and self._game == 1
        return self._game == min(2, self._games) and is_quiet(shown)

    def _give(self, kind: str, shown: Snapshot) -> int:
        form: dict[str, Any] = {"journal_id": self._journal_id, "match_id": shown.match_id}
        answer, milliseconds = self._console.give({**form, "kind": kind, "why": "", **_TEXTS[kind]})
        reasons, seqs = tuple(answer["reasons"]), tuple(answer["seqs"])
        given = ScriptedOrder(kind, answer["status"], reasons, seqs, round(milliseconds, 1))
        self.given.append(given)
        if given.status != "accepted":
            why = "; ".join(reasons) or "no word"
            raise OrderFailed(f"the {kind} order was {given.status}: {why}")
        return given.seqs[-1]


def is_quiet(shown: Snapshot) -> bool:
    """True if a side is about to roll, with no dice on the board and nothing asked."""
    free = shown.stop is None and shown.message is None and not shown.lost_devices
    return shown.phase is Phase.TO_ROLL and not shown.dice_down and free
