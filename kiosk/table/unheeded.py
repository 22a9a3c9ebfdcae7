"""Questions and throws that did not count: shown on the half of the player who waits."""

from collections.abc import Sequence

from kiosk.rules.cube.facts import BoardDoubleDenied
from kiosk.rules.dice.acts import is_thrown_in_vain
from kiosk.rules.ending import WinContested
from kiosk.rules.fact import Event
from kiosk.rules.match import Match
from kiosk.rules.offers import OfferRefused
from kiosk.rules.press_back import PressStands
from kiosk.rules.reopening import ReopenDeclined, reopening_asked
from kiosk.rules.schedule.facts import StayingDenied
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.table.refused_press import matter_of
from kiosk.wire.snapshot import NOBODY

SHOWN_NS = 6 * SECOND_NS

DENIALS = (
    OfferRefused,
    WinContested,
    BoardDoubleDenied,
    PressStands,
    StayingDenied,
    ReopenDeclined,
)
"""With these one side answers the other's question with no, or withdraws its own."""


class UnheededRequests:
    """Questions answered with no, and dice thrown while play was put off."""

    def __init__(self) -> None:
        self._denied: BySide[bool] = NOBODY
        self._denied_ns = Instant(0)
        self._thrown = False

    def take(self, events: Sequence[Event], before: Match, after: Match, now: Instant) -> None:
        """Note what these events, committed at `now`, leave unheeded; forget it once the match has
        moved on.
        """
        if matter_of(after) != matter_of(before):
            self._denied, self._thrown = NOBODY, False
        asked = asked_by(before)
        for event in events:
            if isinstance(event, DENIALS) and asked is event.side.other:
                self._denied, self._denied_ns = NOBODY.with_(asked, True), now
            self._thrown |= is_thrown_in_vain(event, after)

    def denied(self, now: Instant) -> BySide[bool]:
        """Sides whose question was just answered with no."""
        return self._denied if now - self._denied_ns < SHOWN_NS else NOBODY

    @property
    def thrown(self) -> bool:
        """Whether dice were thrown while play is put off: they do not count."""
        return self._thrown


def asked_by(match: Match) -> Side | None:
    """The side that waits for the other's yes or no."""
    game = match.game
    if game is not None:
        if game.offer is not None:
            return game.offer.side
        if game.claim is not None:
            return game.claim.side
        if game.doubles.told is not None:
            return game.doubles.told.by
    if match.pressed is not None and match.pressed.asked is not None:
        return match.pressed.asked
    return match.schedule.stayed or reopening_asked(match)
