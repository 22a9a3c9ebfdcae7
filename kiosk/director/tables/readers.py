"""Each player's language, aids on his half, and whether he has seen the guide, by name, as last
chosen at any table.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator

from kiosk.director.orders.orders import NewOrder
from kiosk.rules.aids import Aid, AidChosen, AidOrdered
from kiosk.rules.decide import why_not
from kiosk.rules.guide import GuideOrdered, GuideSeen
from kiosk.rules.language import LanguageChosen, LanguageOrdered
from kiosk.rules.match import Match
from kiosk.rules.units import SIDES, Instant
from kiosk.wire.errors import WireError
from kiosk.wire.row import Row

BY = "director:service"
"""Giver of automatic orders."""

_IDS = uuid.UUID("6d1f3c0e-6a52-4c57-9a39-0a6b4f0d7e11")

_KINDS = {LanguageChosen.__name__, AidChosen.__name__, GuideSeen.__name__}


class PlayerSettings:
    """Learns from the rows of all tables, and orders the known settings when a match is opened.
    `leads`: lead players who have not seen the guide.
    """

    def __init__(self) -> None:
        self.leads = False
        self._led: set[str] = set()
        self._read: dict[str, tuple[str, str]] = {}
        self._aided: defaultdict[str, dict[Aid, tuple[str, bool]]] = defaultdict(dict)

    def learn(self, match: Match, row: Row, utc: str) -> None:
        """Take a row; `match` is the state after it, at `utc`. Of two choices the later counts."""
        if row.kind not in _KINDS or match.opened is None:
            return
        try:
            event = row.event()
        except WireError:
            return  # a newer program's row: ignored
        if isinstance(event, LanguageChosen):
            name = _key(match.opened.sides.of_side(event.side).name)
            before, _tag = self._read.get(name, ("", ""))
            if utc >= before:
                self._read[name] = utc, event.tag
        elif isinstance(event, AidChosen):
            aided = self._aided[_key(match.opened.sides.of_side(event.side).name)]
            before, _on = aided.get(event.aid, ("", False))
            if utc >= before:
                aided[event.aid] = utc, event.on
        elif isinstance(event, GuideSeen):
            self._led.add(_key(match.opened.sides.of_side(event.side).name))

    def orders_for(
        self, journal_id: str, match: Match, listed: Callable[[str], str] = lambda _side_id: ""
    ) -> Iterator[NewOrder]:
        """Orders for the players of a match: their language if none is chosen in it, their aids,
        and the guide for those who have not seen it; each is given once. A player without a choice
        gets the language that his side is `listed` with in the event.
        """
        opened = match.opened
        if opened is None:
            return
        for side in SIDES:
            team = opened.sides.of_side(side)
            name = _key(team.name)
            _utc, tag = self._read.get(name, ("", listed(team.side_id)))
            if name and tag and not match.languages.of_side(side):
                order = LanguageOrdered(Instant(0), opened.match_id, BY, "", side, tag)
                known = uuid.uuid5(_IDS, f"{journal_id}/{opened.match_id}/{side}")
                yield NewOrder(str(known), journal_id, order)
            for aid, (_utc, on) in self._aided.get(name, {}).items() if name else ():
                if on and aid not in match.aids.of_side(side):
                    aiding = AidOrdered(Instant(0), opened.match_id, BY, "", side, aid, on=True)
                    known = uuid.uuid5(_IDS, f"{journal_id}/{opened.match_id}/{side}/{aid}")
                    yield NewOrder(str(known), journal_id, aiding)
            leading = GuideOrdered(Instant(0), opened.match_id, BY, "", side)
            if self.leads and name and name not in self._led and not why_not(match, leading):
                known = uuid.uuid5(_IDS, f"{journal_id}/{opened.match_id}/{side}/guide")
                yield NewOrder(str(known), journal_id, leading)


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
