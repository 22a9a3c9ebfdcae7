"""In which order the games of a Swing end, so that the same seed is the same Swing.

Who ends a game is matched at once with whoever is free, and raises what a point is worth: another
order would be another event. So both sign a game once all that began before it count.
"""

from typing import Any

from kiosk.demo.rehearsal.assistant import OVER
from kiosk.rules.match import Match
from kiosk.tournament.tournament import key_of


class SwingOrder:
    """Asked by the tables' threads, told by the rehearsal's."""

    def __init__(self) -> None:
        self._next: dict[str, str] = {}

    @property
    def held(self) -> bool:
        """Results wait for each other here."""
        return bool(self._next)

    def follow(self, event: Any) -> None:
        """The event as the console shows it."""
        self._next = {
            division["division_id"]: next(
                (each["pairing_id"] for each in division["pairings"] if each["state"] not in OVER),
                "",
            )
            for division in event["divisions"]
            if division["format"].get("swing")
        }

    def may_sign(self, match: Match) -> bool:
        """Nobody's result is awaited before that of this match."""
        key = key_of(match.match_id or "")
        if match.length is not None or key is None:
            return True
        return self._next.get(key.division_id) == key.pairing_id
