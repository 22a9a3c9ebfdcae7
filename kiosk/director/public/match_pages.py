"""Addresses of finished matches: one for each, that nobody can guess, for some days.

Nothing of them is stored: a token follows from the director's key and the match. Lives on the event
loop.
"""

import base64
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from kiosk.director.tables.tables import Tables
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.outcome import EarlierMatch
from kiosk.rules.units import MILLISECOND_NS, BySide
from kiosk.wire.match_page import MatchPage
from kiosk.wire.row import utc_text
from kiosk.wire.signing import DeviceKey

TOKEN_BYTES = 18
"""144 bits, 24 letters."""

_LABEL = "match page"


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A match that has its page now, until `until_utc`. `later` is its result as the table's match
    now has it: it may be corrected among that one's rows.
    """

    journal_id: str
    match_id: str
    match: Match
    later: EarlierMatch | None
    ended_utc: str
    until_utc: str


class MatchPages:
    """`days` after a match's end its page is gone; 0: none has a page. `counts` is whether a
    journal's report of a match counts.
    """

    def __init__(
        self,
        key: DeviceKey,
        days: int,
        tables: Tables,
        counts: Callable[[str, str], bool],
        utc: Callable[[], str],
    ) -> None:
        self._key = key
        self._days = days
        self._tables = tables
        self._counts = counts
        self._utc = utc
        self._places: dict[str, tuple[str, str]] = {}
        """Journal and match by token: no more than the tables' states hold."""
        self._looked: dict[str, Mapping[str, Match]] = {}
        """The matches of each journal when tokens were last derived."""

    def page_of(self, journal_id: str, match_id: str) -> MatchPage | None:
        """The page of a match, for its table; None: it has none now."""
        found = self._found(journal_id, match_id) if match_id else None
        return None if found is None else MatchPage(match_id, self._token(journal_id, match_id))

    def find(self, token: str) -> FoundMatch | None:
        """The match whose page has this token; None: there is none, not yet or no longer.

        Looked up by hash among tokens that are derived once: how long it takes says nothing of how
        much of a token is right.
        """
        if token not in self._places:
            self._places.update(self._derived())
        place = self._places.get(token)
        return None if place is None else self._found(*place)

    def _token(self, journal_id: str, match_id: str) -> str:
        salt = f"{len(journal_id)}:{journal_id}{match_id}".encode()
        return base64.urlsafe_b64encode(self._key.derived(_LABEL, salt, TOKEN_BYTES)).decode()

    def _derived(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Tokens of the signed matches of journals that have changed."""
        for table in self._tables:
            journal_id, matches = table.state.journal_id, table.state.replay.matches
            if self._looked.get(journal_id) is matches:
                continue
            self._looked[journal_id] = matches
            for match_id, match in matches.items():
                if is_signed(match):
                    yield self._token(journal_id, match_id), (journal_id, match_id)

    def _found(self, journal_id: str, match_id: str) -> FoundMatch | None:
        table = self._tables.get(journal_id)
        match = table.state.replay.matches.get(match_id) if table is not None else None
        if table is None or match is None or not is_signed(match):
            return None
        ended_utc = table.state.ended_utc.get(match_id)
        if ended_utc is None or not self._counts(journal_id, match_id):
            return None
        until_utc = _days_later(ended_utc, self._days)
        if until_utc is None or self._utc() >= until_utc:
            return None
        now = table.state.replay.match.earlier
        later = next((each for each in now if each.match_id == match_id), None)
        return FoundMatch(journal_id, match_id, match, later, ended_utc, until_utc)


def is_signed(match: Match) -> bool:
    """Whether both sides have confirmed the match's result, or the director has settled it."""
    outcome = match.outcome
    settled = outcome.confirmed == BySide(True, True) or outcome.posted or outcome.final
    return match.phase is Phase.MATCH_OVER and match.winner is not None and settled


def _days_later(utc: str, days: int) -> str | None:
    """None: a table's row names a time that is none, or the last there is."""
    try:
        then = datetime.fromisoformat(utc) + timedelta(days=days)
        return utc_text(round(then.timestamp() * 1000) * MILLISECOND_NS)
    except (ValueError, OverflowError):
        return None
