"""How a rule is written: what speaks against a command, and what follows from it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiosk.rules.clock import Clock, read, settled
from kiosk.rules.events import ClockStarted, ClockStopped, Event, PlayResumed
from kiosk.rules.evolve import evolve
from kiosk.rules.match import Game, Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import SetUp
from kiosk.rules.units import Instant, Side, promised

Against = tuple[Reason, ...]
NOTHING: Against = ()


class Story:
    """Events told one after the other, each applied before the next is decided.

    Lives inside one call of `decide`; nothing outside sees it change.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self.match = evolve(self.match, event)

    @property
    def game(self) -> Game:
        return promised(self.match.game)

    @property
    def book(self) -> RuleBook:
        return promised(self.match.book)

    @property
    def setup(self) -> SetUp:
        return promised(self.match.setup)

    def start_clock(self, side: Side, at: Instant) -> None:
        """Side's clock starts for a turn, or for an answer to a double, if a clock is used."""
        if self.match.clocked:
            self.tell(ClockStarted(side, self.not_before(at), self.match.pace.first))

    def not_before(self, at: Instant) -> Instant:
        """`at`, or when the clocks last started or stopped: a late stamp charges nobody twice."""
        return max(at, self.match.clock.since)

    def stop_clock(self, at: Instant) -> Side | None:
        """Stop what runs, in the middle of a turn; whose clock it was."""
        return self._stopped(read(self.match.clock, at))

    def resume(self, at: Instant) -> None:
        """Play goes on with the clock that was stopped, if not for a lateness now over."""
        side = promised(self.match.stop).resumes
        between = self.match.phase is Phase.BETWEEN_GAMES
        late = between and side is not None and self.match.schedule.missing(side)
        self.tell(PlayResumed(None if between and not late else side, self.not_before(at)))

    def press_clock(self, at: Instant) -> Side | None:
        """Stop what runs by a press, which gives back what the clock's system gives."""
        return self._stopped(settled(self.match.clock, self.match.pace, at))

    def _stopped(self, now: Clock) -> Side | None:
        side = self.match.clock.running
        if side is not None:
            self.tell(ClockStopped(side, now.since, now.reserve, now.delay_left, now.used))
        return side


@dataclass(frozen=True, slots=True)
class Rule:
    """`against` gives every reason to refuse; `tell` runs only when there is none."""

    tell: Callable[[Story, Any], None]
    against: Callable[[Match, Any], Against] = lambda _match, _command: NOTHING
    while_stopped: bool = True
    """Whether it may be done while play is stopped."""
