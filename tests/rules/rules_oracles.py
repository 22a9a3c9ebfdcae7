"""Time and score kept a second time, by hand and differently, from the events alone."""

from dataclasses import dataclass, field

from kiosk.rules import events as e
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SIDES, BySide, Side

WHITE, BLACK = SIDES


@dataclass
class Sandglass:
    """Time by turns, not by instants: all a turn's running time, less one delay, is its charge.

    A turn is what lies between two ClockStarted.
    """

    reserve: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    at_start: int = 0
    side: Side = WHITE
    delay: int = 0
    ran: list[tuple[int, int]] = field(default_factory=list)
    since: int | None = None
    stopped: int = 0
    """When a clock last stopped, in this boot."""

    def hear(self, event: e.Event, at: int) -> None:
        match event:
            case e.MatchOpened():
                self.reserve = dict.fromkeys(SIDES, 0)
            case e.TimeAllotted():
                self.reserve = {side: event.reserve.of(side) for side in SIDES}
            case e.ClockStarted():
                assert self.since is None
                assert event.at >= self.stopped
                self.side, self.delay, self.ran = event.side, event.delay, []
                self.at_start, self.since = self.reserve[event.side], event.at
            case e.PlayResumed() if event.side is not None:
                assert event.side is self.side
                assert event.at >= self.stopped
                self.since = event.at
            case e.ClockStopped():
                self._halt(event.at, event.reserve)
                assert event.used == self.used
            case e.TurnEnded() if self.since is not None:
                self._halt(max(at, self.since), event.reserve)
                assert event.used == self.used
            case e.ClockRestored():
                self._halt(event.at, event.reserve)
                self.stopped = 0
            case e.Restarted() if self.since is None:
                self.stopped = 0

    @property
    def used(self) -> int:
        return sum(stop - start for start, stop in self.ran)

    def _halt(self, at: int, told: BySide[int]) -> None:
        assert self.since is not None
        assert at >= self.since
        self.ran.append((self.since, at))
        self.since, self.stopped = None, at
        charge = max(0, self.used - self.delay)
        self.reserve[self.side] = max(0, self.at_start - charge)
        assert told == BySide(*(self.reserve[side] for side in SIDES))


@dataclass
class Scorer:
    """Score, Crawford game and spoilt turns, kept by hand as on a score card."""

    length: int | None = None
    score: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    had_crawford: bool = False
    spoilt: bool = False
    doubled: e.Doubled | None = None
    owner: Side | None = None
    level: int = 1

    def hear(self, event: e.Event) -> None:
        match event:
            case e.MatchOpened():
                self.__init__(event.format.points)  # type: ignore[misc]
            case e.PenaltyAwarded():
                self.score[event.side.other] += event.points
                assert {side: event.score.of(side) for side in SIDES} == self.score
            case e.ScoreChanged():
                self.score = {side: event.score.of(side) for side in SIDES}
                if not self._one_away(or_less=True):
                    self.had_crawford = False
            case e.GameStarted():
                assert event.crawford == (self._one_away() and not self.had_crawford)
                assert event.cube_in_play != event.crawford
                self.had_crawford |= event.crawford
                self.spoilt, self.owner, self.level = False, None, 1
            case e.GameEnded():
                before = dict(self.score)
                if event.cause in {EndCause.FLAG, EndCause.RULING, EndCause.PENALTY}:
                    assert event.points == 0
                else:
                    assert event.winner is not None
                    assert event.points == event.level * self.level
                    if event.cause is EndCause.PASS:
                        assert self.doubled is not None
                        assert (event.winner, event.level) == (self.doubled.side, 1)
                    before[event.winner] += event.points
                self.score = before
                assert event.score == BySide(before[WHITE], before[BLACK])
            case e.RollRefused():
                self.spoilt = True
            case e.TurnEnded() | e.OpeningWon():
                self.spoilt = False
            case e.Doubled() | e.Taken() | e.Passed():
                self._turn_cube(event)

    def _turn_cube(self, event: e.Doubled | e.Taken | e.Passed) -> None:
        if isinstance(event, e.Doubled):
            assert not self.spoilt
            assert event.level == 2 * self.level
            assert self.owner is not event.side.other
            self.doubled = event
            return
        assert self.doubled is not None
        assert event.side is self.doubled.side.other
        if isinstance(event, e.Taken):
            self.owner, self.level = event.side, self.doubled.level

    def _one_away(self, *, or_less: bool = False) -> bool:
        if self.length is None:
            return False
        least = min(self.length - points for points in self.score.values())
        return least <= 1 if or_less else any(self.length - p == 1 for p in self.score.values())
