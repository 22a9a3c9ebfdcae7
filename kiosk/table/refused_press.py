"""Presses that the table refused: a button has no screen, so the player's half of the screen
answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Match
from kiosk.rules.play import TurnEnded
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side
from kiosk.wire.row import Row
from kiosk.wire.snapshot import PressView

ANSWERED_NS = 6 * SECOND_NS
"""How long a half may show why its press did not count."""
BLINKS_NS = SECOND_NS
"""How long its button's light blinks."""


@dataclass(frozen=True, slots=True)
class _RefusedPress:
    press: PressView
    until: Instant


class RefusedPresses:
    """The last refused press of each side, while it is answered: until something else is to be
    done, at least as long as the light blinks, and at most ANSWERED_NS.
    """

    def __init__(self) -> None:
        self._last: dict[Side, _RefusedPress] = {}

    def take(self, events: Sequence[Event], before: Match, after: Match, now: Instant) -> None:
        """Record what these events, committed at `now`, refuse. A press that counts after all is
        dropped: the clock shows it.
        """
        if matter_of(after) != matter_of(before):
            for side, shown in self._last.items():
                blinks = Instant(shown.press.at_ns + BLINKS_NS)
                self._last[side] = _RefusedPress(shown.press, min(shown.until, blinks))
        for event in events:
            self._note(event, now)

    def _note(self, event: Event, now: Instant) -> None:
        match event:
            case Refused(side=Side() as side) if event.command == ClockPressed.__name__:
                until = Instant(now + ANSWERED_NS)
                self._last[side] = _RefusedPress(PressView(event.reasons, now), until)
            case TurnEnded(side=side):
                self._last.pop(side, None)

    def take_up(self, rows: Sequence[Row], boot_id: str, now: Instant) -> None:
        """Take up refusals committed shortly before a restart and perhaps never shown."""
        for row in reversed(rows):
            if row.boot_id != boot_id or not now - ANSWERED_NS < row.at_ns <= now:
                return
            event = row.event() if row.kind == Refused.__name__ else None
            if isinstance(event, Refused) and event.side not in {None, *self._last}:
                self._note(event, now)

    def shown_presses(self, now: Instant) -> BySide[PressView | None]:
        """What each half shows at `now`."""
        shown = {side: each.press for side, each in self._last.items() if now < each.until}
        return BySide(shown.get(Side.WHITE), shown.get(Side.BLACK))

    def blinking(self, now: Instant) -> frozenset[Side]:
        """Sides whose button's light blinks at `now`."""
        last = self._last.items()
        return frozenset(side for side, each in last if now - each.press.at_ns < BLINKS_NS)


def matter_of(match: Match) -> tuple[object, ...]:
    """What the halves show, to compare: phase, dice, running clock, reason of a stop."""
    game, stop = match.game, match.stop
    dice = (game.on_turn, game.roll, game.question is None) if game else None
    return (match.phase, dice, match.clock.running, stop.reason if stop else None)
