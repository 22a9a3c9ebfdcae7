"""Presses that the table refused: a button has no screen of its own, so the half answers for it."""

from collections.abc import Sequence

from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Match
from kiosk.rules.play import TurnEnded
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Instant, Side
from kiosk.wire.row import Row
from kiosk.wire.snapshot import NO_PRESS, PressView

ANSWERED_NS = 6 * SECOND_NS
"""How long a half may still show why its press did not count."""
BLINKS_NS = SECOND_NS
"""How long its button's light blinks."""


class RefusedPresses:
    """The last one of each side, while it is to be answered and nothing else is to be done."""

    def __init__(self) -> None:
        self._last: BySide[PressView | None] = NO_PRESS
        self._matter: tuple[object, ...] | None = None

    def take(self, events: Sequence[Event], match: Match, now: Instant) -> None:
        """Remember what these events, committed at `now`, refuse, and forget what was refused
        before if by them `match` has come to something else.
        """
        matter = matter_of(match)
        if matter != self._matter and self._matter is not None:
            self._last = NO_PRESS
        self._matter = matter
        for event in events:
            self._note(event, now)

    def _note(self, event: Event, now: Instant) -> None:
        match event:
            case Refused(side=Side() as side) if event.command == ClockPressed.__name__:
                self._last = self._last.with_(side, PressView(event.reasons, now))
            case TurnEnded(side=side):
                self._last = self._last.with_(side, None)

    def take_up(self, rows: Sequence[Row], boot_id: str, now: Instant) -> None:
        """Those that were committed and perhaps never shown: the table stopped in between."""
        for row in reversed(rows):
            if row.boot_id != boot_id or not now - ANSWERED_NS < row.at_ns <= now:
                return
            event = row.event() if row.kind == Refused.__name__ else None
            if isinstance(event, Refused) and event.side and self._last.of(event.side) is None:
                self._note(event, now)

    def answered(self, now: Instant) -> BySide[PressView | None]:
        """What each half shows at `now`."""
        return self._last.map(lambda press: press if _fresh(press, now, ANSWERED_NS) else None)

    def blinking(self, now: Instant) -> frozenset[Side]:
        """Whose button's light blinks at `now`."""
        return frozenset(side for side in SIDES if _fresh(self._last.of(side), now, BLINKS_NS))


def matter_of(match: Match) -> tuple[object, ...]:
    """What the halves are about."""
    game, stop = match.game, match.stop
    dice = (game.on_turn, game.roll, game.question is None) if game else None
    return (match.phase, dice, match.clock.running, stop.reason if stop else None)


def _fresh(press: PressView | None, now: Instant, for_ns: int) -> bool:
    return press is not None and now - press.at_ns < for_ns
