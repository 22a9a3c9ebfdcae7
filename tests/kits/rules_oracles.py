"""Time and score kept a second time, by hand and differently, from the events alone."""

from dataclasses import dataclass, field, replace

from kiosk.rules.reasons import EndCause
from kiosk.rules.rulebook import ClockSystem, IllegalMoveCost, RuleBook
from kiosk.rules.times.facts import TimeCause
from kiosk.rules.units import SIDES, BySide, Side, require
from kits import events as e

WHITE, BLACK = SIDES


GIVES_BACK = (ClockSystem.BRONSTEIN, ClockSystem.FISCHER)


@dataclass
class Sandglass:
    """Time by turns, not by instants: what a whole turn's running time costs, by each system.

    A turn is what lies between two ClockStarted, or the restart of a delay.
    """

    book: RuleBook | None = None
    next_book: RuleBook | None = None
    second: bool = False
    reserve: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    at_start: int = 0
    side: Side = WHITE
    ran: list[tuple[int, int]] = field(default_factory=list)
    since: int | None = None
    first: int = 0
    """What runs before the reserve in this turn."""
    forfeits: Side | None = None
    """Who took dice too early, and may lose the delay of its turn."""
    handed: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Both reserves when the turn before ended, or as they were set since."""
    stopped: int = 0
    """When a clock last stopped, in this boot."""
    over: int | None = None
    """The same as the last game ended: what runs between games is for a lateness since then."""
    fell: tuple[Side, int] | None = None
    """Whose flag fell last, and when, in this boot."""
    begun: bool = False
    before_start: RuleBook | None = None
    """The book before the last game started."""
    turned: tuple[int, "Sandglass"] | None = None
    """When a turn was last ended, and how the time stood before."""
    tapped: tuple[int, "Sandglass"] | None = None
    """When something was settled by a tap that may be taken back, and how the time stood then."""

    def hear(self, event: e.Event, at: int, *, pressed: bool = False, ends: bool = False) -> None:
        """`pressed`: the command was a press of a clock button, or an offer that is one; `ends`: a
        game ends by it.
        """
        self.turned = (at, self._kept()) if isinstance(event, e.TurnEnded) else self.turned
        match event:
            case e.ClockStarted():
                assert self.since is None
                earliest = self.stopped if self.begun else self.over
                assert earliest is None or event.at >= earliest
                lost = self.forfeits is event.side and event.delay == 0
                assert lost or event.delay == self._first
                self._begin(event.side, event.at)
                self.first = event.delay
            case e.PlayResumed() if event.side is not None:
                assert event.side is self.side
                assert event.at >= self.stopped
                self.since = event.at
            case e.ClockStopped() if ends and self.system is ClockSystem.BRONSTEIN:
                self._settle(event)
            case e.ClockStopped():
                self._halt(event.at, event.reserve, pressed=pressed)
                assert event.used == self.used
            case e.TurnEnded() if self.since is not None:
                self._halt(max(at, self.since), event.reserve, pressed=True)
                assert event.used == self.used
                self.forfeits = None if self.forfeits is event.side else self.forfeits
                self.handed = dict(self.reserve)
            case e.DelayForfeited():
                self.forfeits = event.side
            case e.ClockRestored():
                self._halt(event.at, event.reserve)
                self.stopped, self.over, self.fell = 0, None, None
            case e.Restarted() if self.since is None:
                self.stopped, self.over, self.fell = 0, None, None
            case e.TurnReturned():
                assert self._told(event.reserve) == self.reserve
                self._begin(event.side, None)
            case e.TurnEnded() | e.MoveTakenBack():
                self._move(event)
            case e.TapSettled() | e.TapTakenBack() | e.GameReopened() | e.PressGivenBack():
                self._back(event, at)
            case _:
                self.fell = (
                    (event.side, event.at) if isinstance(event, e.FlagReached) else self.fell
                )
                self._change(event)

    def _back(
        self, event: e.TapSettled | e.TapTakenBack | e.GameReopened | e.PressGivenBack, at: int
    ) -> None:
        if isinstance(event, e.PressGivenBack):
            self._give_press_back(event)
        elif isinstance(event, e.GameReopened):
            self._reopen(event)
        elif isinstance(event, e.TapSettled):
            self.tapped = event.at, replace(self._kept(), turned=self.turned)
        else:
            self._back_to_the_tap(at)

    def _kept(self) -> "Sandglass":
        kept = (dict(self.reserve), list(self.ran), dict(self.handed))
        return replace(self, reserve=kept[0], ran=kept[1], handed=kept[2], tapped=None, turned=None)

    def _give_press_back(self, event: e.PressGivenBack) -> None:
        """As before the press: what ran of the other's time since is nobody's."""
        assert self.turned is not None
        (pressed, then), stopped = self.turned, self.stopped
        vars(self).update(vars(then))
        ran = self.since is not None
        if self.since is not None:
            self.ran.append((self.since, max(self.since, pressed)))
        self.since, self.stopped = (event.clock.since if event.clock.running else None), stopped
        left = max(0, self.at_start - self._charge) if ran else self.reserve[self.side]
        assert event.clock.reserve.of_side(self.side) == left
        assert event.clock.reserve.of_side(self.side.other) == self.reserve[self.side.other]

    def _back_to_the_tap(self, at: int) -> None:
        """What the tap stopped or handed over runs on from now, and the time since is nobody's; a
        flag that had fallen as the tap was decided stays down.
        """
        assert self.tapped is not None
        tapped, then = self.tapped
        ran_on = (then.side, then.since, then.ran, then.reserve) == (
            *(self.side, self.since, self.ran, self.reserve),
        )
        vars(self).update(vars(then))
        if self.since is not None and not ran_on:
            if self.fell is not None and self.fell[0] is self.side:
                tapped = max(tapped, self.fell[1])
            self.ran.append((self.since, max(self.since, tapped)))
            self.since = max(at, self.since)

    def _change(self, event: e.Event) -> None:
        """What sets times or rules."""
        match event:
            case e.MatchOpened():
                self.book, self.next_book, self.second = event.profile, None, False
                self.begun, self.over = False, None
                self.reserve, self.handed = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
            case e.ProfileChanged():
                self.next_book = event.profile
            case e.ClockIntroduced():
                self.book, self.next_book = (
                    (event.profile, self.next_book) if event.at_once else (self.book, event.profile)
                )
            case e.GameStarted():
                self.begun, self.before_start = True, self.book
                self.book, self.next_book = self.next_book or self.book, None
            case e.GameEnded():
                self.begun, self.over = False, self.stopped or None
            case e.TimeAllotted():
                self.reserve, self.second = self._told(event.reserve), False
                self.handed = dict(self.reserve)
            case e.TimeSet():
                self._set_time(event)
            case e.DelayRestarted():
                if self.since is not None:
                    self._halt(event.at, event.reserve, pressed=True)
                    self._begin(event.side, event.at)
                else:
                    self._begin(event.side, None)
            case e.SecondControlStarted():
                assert self.since is None
                assert self.book is not None
                rules = self.book.second_control
                assert rules.reserve_s is not None
                rest = self.reserve if rules.rest_is_kept else dict.fromkeys(SIDES, 0)
                self.reserve = {s: rules.reserve_s * 10**9 + rest[s] for s in SIDES}
                assert self._told(event.reserve) == self.reserve
                self.second, self.handed = True, dict(self.reserve)
                self._begin(self.side, None)

    def _set_time(self, event: e.TimeSet) -> None:
        """As told, of the turn before, too; a credit comes on top of what was handed over."""
        if self.since is not None:
            self.ran.append((self.since, event.at))
            self.since = event.at
        before, self.reserve = self.reserve, self._told(event.reserve)
        if event.cause is TimeCause.FIRST_TURN:
            added = {side: self.reserve[side] - before[side] for side in SIDES}
            self.handed = {side: self.handed[side] + added[side] for side in SIDES}
        else:
            self.handed = dict(self.reserve)
        self.at_start = self.reserve[self.side] + self._charge

    def _reopen(self, event: e.GameReopened) -> None:
        """The book of the game that goes on; what the next one's start credited is taken off."""
        if self.begun:
            assert self.book is not None
            credit = self.system in GIVES_BACK and self.book.clock.first_turn_credit
            given = self._delay if credit else 0
            self.reserve = {side: max(0, left - given) for side, left in self.reserve.items()}
            self.handed = {side: max(0, left - given) for side, left in self.handed.items()}
            self.at_start = self.reserve[self.side] + self._charge
            if self.book != self.before_start:
                self.book, self.next_book = self.before_start, self.next_book or self.book
        self.begun = True
        assert self._told(event.reserve) == self.reserve

    def _move(self, event: e.TurnEnded | e.MoveTakenBack) -> None:
        """A turn ended at rest, or a move taken back."""
        if isinstance(event, e.TurnEnded):
            self.handed = self._told(event.reserve)
            assert self.handed == self.reserve
        else:
            self._take_back(event)

    def _take_back(self, event: e.MoveTakenBack) -> None:
        """Where the claim stops the clock, its side gets back what it used since the press."""
        assert self.book is not None
        claimant, gives = event.side.other, IllegalMoveCost.CLAIMANT_STOPS
        if self.book.stop.illegal_move_cost is gives:
            self.reserve[claimant] = self.handed[claimant]
        assert self._told(event.reserve) == self.reserve

    @property
    def used(self) -> int:
        return sum(stop - start for start, stop in self.ran)

    @property
    def system(self) -> ClockSystem | None:
        assert self.book is not None
        return self.book.second_control.system if self.second else self.book.clock.system

    @property
    def _delay(self) -> int:
        assert self.book is not None
        seconds = self.book.second_control.delay_s if self.second else self.book.clock.delay_s
        return (seconds or 0) * 10**9

    @property
    def _first(self) -> int:
        """What runs before the reserve."""
        before = {ClockSystem.SIMPLE_DELAY, ClockSystem.USCF_DELAY}
        return self._delay if self.system in before else 0

    @property
    def _charge(self) -> int:
        return max(0, self.used - self.first)

    def _begin(self, side: Side, since: int | None) -> None:
        self.side, self.ran, self.since = side, [], since
        self.at_start, self.first = self.reserve[side], self._first

    def _told(self, told: BySide[int]) -> dict[Side, int]:
        return {side: told.of_side(side) for side in SIDES}

    def _halt(self, at: int, told: BySide[int], *, pressed: bool = False) -> None:
        assert self.since is not None
        assert at >= self.since
        self.ran.append((self.since, at))
        self.since, self.stopped = None, at
        left = max(0, self.at_start - self._charge)
        if pressed and left > 0 and self.system in GIVES_BACK:
            fischer = self.system is ClockSystem.FISCHER
            left += self._delay if fischer else min(self.used, self._delay)
        if not self.begun:  # a lateness
            late = self.reserve[self.side] - left
            self.handed[self.side] = max(0, self.handed[self.side] - late)
        self.reserve[self.side] = left
        assert self._told(told) == self.reserve

    def _settle(self, event: e.ClockStopped) -> None:
        """The game is over: what was used comes back once, of a clock that had stopped, too."""
        if self.since is not None:
            self.ran.append((self.since, max(self.since, event.at)))
            self.since, self.stopped = None, event.at
        left = max(0, self.at_start - self._charge)
        left += min(self.used, self._delay) if left else 0
        self.reserve[self.side], self.at_start, self.ran = left, left, []
        assert event.used == 0
        assert self._told(event.reserve) == self.reserve


@dataclass
class Scorer:
    """Score, Crawford game and spoilt turns, kept by hand as on a score card.

    Exactly one Crawford game: the first to begin with a side one point away, or the one the book
    orders. It counts as played until a correction of score or length leaves both sides further
    away; undoing its doubles leaves it played, for it was.
    """

    length: int | None = None
    pending: int | None = None
    """The right length, from this game's end on."""
    rule: bool = True
    """The book in force has a Crawford game."""
    next_rule: bool | None = None
    score: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    had_crawford: bool = False
    crawford_ordered: bool = False
    frozen: bool = False
    spoilt: bool = False
    spoilt_then: bool = False
    """Before the last turn ended."""
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
    tapped: "Scorer | None" = None
    """The card as it was before a tap that may be taken back."""
    ordered_since: bool = False
    """A Crawford game was ordered since the last game ended."""
    ended: "Scorer | None" = None
    """The card as it was before the last game's end."""

    def hear(self, event: e.Event) -> None:
        match event:
            case e.MatchOpened():
                self.__init__(event.format.points, rule=event.profile.cube.crawford)  # type: ignore[misc]
            case e.PenaltyAwarded():
                self.score[event.side.other] += event.points
                assert {side: event.score.of_side(side) for side in SIDES} == self.score
            case e.ScoreChanged():
                self.score = {side: event.score.of_side(side) for side in SIDES}
                if not self._one_away(or_less=True):
                    self.had_crawford = self.crawford_ordered = False
            case e.GameStarted():
                self.rule, self.next_rule = self._coming_rule, None
                due = self.rule and self._one_away() and not self.had_crawford
                assert event.crawford == (self.crawford_ordered or due)
                self.crawford_ordered = self.frozen = False
                assert event.cube_in_play != event.crawford
                self.had_crawford |= event.crawford
                self.spoilt, self.owner, self.level = False, None, 1
                self.told_of_cube, self.right_level = False, None
                self.crawford = event.crawford
            case e.GameEnded():
                self._end_game(event)
            case e.LengthCorrected():
                self.length, self.pending = event.points, None
                self.crawford = event.crawford
                if not self._one_away(or_less=True):
                    self.had_crawford = self.crawford_ordered = False
                self.had_crawford |= event.crawford
            case e.RollRefused():
                self.spoilt = True
            case e.TurnEnded() | e.OpeningWon():
                self.spoilt, self.spoilt_then = False, self.spoilt
            case e.Doubled() | e.Taken() | e.Passed():
                self._turn_cube(event)
            case _:
                self._hear_more(event)

    @property
    def _coming_rule(self) -> bool:
        return self.rule if self.next_rule is None else self.next_rule

    def _learn(self, event: e.ProfileChanged | e.ClockIntroduced) -> None:
        if isinstance(event, e.ClockIntroduced) and event.at_once:
            self.rule = event.profile.cube.crawford
        else:
            self.next_rule = event.profile.cube.crawford

    def _hear_more(self, event: e.Event) -> None:
        match event:
            case e.PressGivenBack():
                self.spoilt = self.spoilt_then
            case e.LengthPending() | e.LengthKept():
                self.pending = event.points if isinstance(event, e.LengthPending) else None
            case e.ProfileChanged() | e.ClockIntroduced():
                self._learn(event)
            case e.CrawfordOrdered() | e.CubeFrozen():
                assert self._one_away()
                self.crawford_ordered |= isinstance(event, e.CrawfordOrdered)
                self.ordered_since |= isinstance(event, e.CrawfordOrdered)
                self.frozen |= isinstance(event, e.CubeFrozen)
            case e.BoardDoubleNoted():
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
            case e.TapSettled():
                self.tapped = replace(self, score=dict(self.score), tapped=None)
            case e.TapTakenBack():
                assert self.tapped is not None
                vars(self).update(vars(self.tapped))
            case e.GameReopened():
                self._reopen(event)

    def _reopen(self, event: e.GameReopened) -> None:
        """As before the end, with points awarded, a length corrected and a Crawford game ordered
        since. At a right length with both sides further away it is no Crawford game."""
        then, now = self.ended, dict(self.score)
        assert then is not None
        winner = self.last[0]
        assert winner is not None
        now[winner] -= self.last_points
        ordered, coming = self.ordered_since or then.crawford_ordered, self._coming_rule
        length = self.length
        vars(self).update({**vars(then), "tapped": self.tapped})
        self.score, self.crawford_ordered, self.ordered_since = now, ordered, False
        self.next_rule = coming
        if length not in {then.length, then.pending}:
            self.length, self.pending = length, None
            if not self._one_away(or_less=True):
                self.crawford = self.had_crawford = self.crawford_ordered = False
        assert event.score == BySide(now[WHITE], now[BLACK])

    def _end_game(self, event: e.GameEnded) -> None:
        self.ended = replace(self, score=dict(self.score), ended=None)
        self.ordered_since = False
        before = dict(self.score)
        worth = event.level * self.level
        if event.cause in {EndCause.FLAG, EndCause.PENALTY, EndCause.CONCEDED}:
            assert event.points == 0
        elif event.cause in {EndCause.RULING, EndCause.OFFER}:
            assert event.points in {0, worth}
            before[require(event.winner)] += event.points
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
            assert not self.frozen
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
