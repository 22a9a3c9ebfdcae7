"""Time and score kept a second time, by hand and differently, from the events alone."""

from dataclasses import dataclass, field

from kiosk.rules import events as e
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SIDES, BySide, Side, promised

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
    told_of_cube: bool = False
    """Somebody told of a double on the board in this game."""
    right_level: int | None = None
    """The cube's level before a double that was not allowed."""
    crawford: bool = False
    last: tuple[Side | None, int, int | None] = (None, 0, None)
    """The last game's winner, its level, and its cube without doubles that were not allowed."""
    last_points: int = 0

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
                self.told_of_cube, self.right_level = False, None
                self.crawford = event.crawford
            case e.GameEnded():
                self._end_game(event)
            case e.LengthCorrected():
                self.length = event.points
                self.crawford = event.crawford
                if not self._one_away(or_less=True):
                    self.had_crawford = False
            case e.RollRefused():
                self.spoilt = True
            case e.TurnEnded() | e.OpeningWon():
                self.spoilt = False
            case e.Doubled() | e.Taken() | e.Passed():
                self._turn_cube(event)
            case _:
                self._hear_of_board(event)

    def _hear_of_board(self, event: e.Event) -> None:
        match event:
            case e.BoardDoubleTold():
                self.told_of_cube = True
            case e.DeadCubeTurned():
                assert self.owner is event.side
                self._turned_wrongly(self.level)
            case e.CubeSet() | e.DoublesUndone():
                self.owner, self.level = event.cube.owner, event.cube.level
                if isinstance(event, e.DoublesUndone):
                    assert self.level == self.right_level
                self.right_level = None
            case e.GameRescored():
                self._rescore(event)

    def _end_game(self, event: e.GameEnded) -> None:
        before = dict(self.score)
        worth = event.level * self.level
        if event.cause in {EndCause.FLAG, EndCause.PENALTY}:
            assert event.points == 0
        elif event.cause in {EndCause.RULING, EndCause.OFFER}:
            assert event.points in {0, worth}
            before[promised(event.winner)] += event.points
        else:
            assert event.winner is not None
            assert event.points == event.level * self.level
            if event.cause is EndCause.PASS:
                assert self.doubled is not None
                assert (event.winner, event.level) == (self.doubled.side, 1)
            before[event.winner] += event.points
        self.last = (event.winner, event.level, self.right_level)
        self.last_points = event.points
        self.score = before
        assert event.score == BySide(before[WHITE], before[BLACK])

    def _turned_wrongly(self, level: int) -> None:
        self.right_level = level if self.right_level is None else self.right_level

    def _rescore(self, event: e.GameRescored) -> None:
        """The last game again, with the cube as it lay before the first wrong double."""
        winner, level, cube = self.last
        assert cube is not None
        assert (event.winner, event.cube, event.points) == (winner, cube, level * cube)
        self.score[event.winner] += event.points - self.last_points
        self.last_points, self.last = event.points, (winner, level, None)
        assert event.score == BySide(self.score[WHITE], self.score[BLACK])

    def _turn_cube(self, event: e.Doubled | e.Taken | e.Passed) -> None:
        if isinstance(event, e.Doubled):
            assert not self.spoilt
            assert event.level == 2 * self.level
            assert self.owner is not event.side.other
            self.doubled = event
            return
        assert self.doubled is not None
        assert event.side is self.doubled.side.other
        if self.crawford:
            assert self.told_of_cube
            self._turned_wrongly(1)
        if isinstance(event, e.Taken):
            self.owner, self.level = event.side, self.doubled.level

    def _one_away(self, *, or_less: bool = False) -> bool:
        if self.length is None:
            return False
        least = min(self.length - points for points in self.score.values())
        return least <= 1 if or_less else any(self.length - p == 1 for p in self.score.values())
