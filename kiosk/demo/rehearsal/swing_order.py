"""The order in which the games of a Swing end, so that the same seed is the same Swing.

A player who ends a game is matched at once with a free one, and the value of a point rises: another
order would be another event. So a game is signed once all games that began before it count.
"""

from typing import Any

from kiosk.demo.rehearsal.assistant import OVER
from kiosk.rules.match import Match
from kiosk.tournament.tournament import key_of


class SwingOrder:
    """Read by the tables' threads, updated by the rehearsal's."""

    def __init__(self) -> None:
        self._next: dict[str, str] = {}

    @property
    def held(self) -> bool:
        """True if results wait for each other, as in a Swing."""
        return bool(self._next)

    def follow(self, event: Any) -> None:
        """Take the event as the console shows it."""
        self._next = {
            division["division_id"]: next(
                (each["pairing_id"] for each in division["pairings"] if each["state"] not in OVER),
                "",
            )
            for division in event["divisions"]
            if division["format"].get("swing")
        }

    def may_sign(self, match: Match) -> bool:
        """True if no other result has to come before this match's."""
        key = key_of(match.match_id or "")
        if match.length is not None or key is None:
            return True
        return self._next.get(key.division_id) == key.pairing_id
