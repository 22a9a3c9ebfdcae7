"""A match on paper: commands with the times a test passes in, and the events that followed.

White sits at the picture's bottom and Black at its top, so without a mixer White's rolls lie in the
picture's right half and Black's in its left half.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from kiosk.rules import clock as clocks
from kiosk.rules.decide import decide, evolve, why_not
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import ClockSystem, RuleBook, parse
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    SetUp,
    Team,
)
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Instant, Nanos, Side
from kits import commands as c
from kits import events as e
from kits.books import load

ROOT = Path(__file__).parents[2]
NORWAY_FILE = ROOT / "config/rulebooks/norway.toml"
NORWAY = parse(tomllib.loads(NORWAY_FILE.read_text("utf-8")), "norway.toml")
NO_CLOCK = NORWAY.with_clock(ClockSystem.NONE, "the event's invitation")
LONDON = load("london-club")
ITALIAN = load("italian-international").with_clock(ClockSystem.NONE, "the event's invitation")
"""Two books played without a clock."""

BRONSTEIN = load("italian-international", {"clock.reserve_s_per_point": 180, "clock.delay_s": 12})
"""Book 000 as the examples of its L126 have it."""
FISCHER = load(
    "italian-international",
    {
        "clock.system": "fischer",
        "clock.reserve_s_per_point": 60,
        "clock.delay_s": 10,
        "clock.first_turn_credit": True,
    },
)
UNIFIED = load("london-club+unified-2001")
TIMETABLE = [[6 * max(row, column) for column in range(1, 26)] for row in range(1, 26)]
MICHIGAN = load("london-club+michigan-2002", {"clock.timetable_min": TIMETABLE})
"""Book 004 with a made-up timetable: its own is not printed (D4-1)."""

O = TypeVar("O", bound=c.Order)  # noqa: E741

WHITE, BLACK = Side.WHITE, Side.BLACK
LEFT, RIGHT = Half.PICTURE_LEFT, Half.PICTURE_RIGHT
SEATS = BySide(
    Seat(PictureSeat.BOTTOM, RIGHT, ClockButton.RIGHT, "ivory"),
    Seat(PictureSeat.TOP, RIGHT, ClockButton.LEFT, "green"),
)
TEAMS = BySide(*(Team(s, s.title(), (Member(f"id-{s}", s.title()),)) for s in SIDES))
DIRECTOR = "director:Kari"
BOOT = 1_000 * SECOND_NS
"""A machine has run for a while when its first match opens."""


def ns(seconds: float) -> int:
    """Whole nanoseconds; seconds in these tests are binary fractions or integers."""
    return round(seconds * SECOND_NS)


def setup(mixer: Half | None = None, *, tower: bool = False, camera: bool = True) -> SetUp:
    pairs = DicePairs.SHARED_PAIR if mixer else DicePairs.PAIR_EACH
    return SetUp(SEATS, mixer, tower, pairs, camera)


def die(
    value: int | None,
    half: Half,
    *,
    flat: bool | None = True,
    at: tuple[float, float] | None = None,
) -> DieFact:
    return DieFact(value, value, half, flat, "surface", 0.99, at)


def facts(*dice: DieFact, rolled: bool = True, picture: str | None = "f" * 64) -> RollFacts:
    return RollFacts(dice, rolled, Instant(0), Instant(0), picture)


def open_match(
    at: int, points: int | None = 7, book: RuleBook = NORWAY, match_id: str = "m1"
) -> c.OpenMatch:
    kind = FormatKind.SINGLE_GAME if points is None else FormatKind.POINTS
    form = MatchFormat(kind, points)
    return c.OpenMatch(Instant(at), match_id, "e1", 1, None, form, TEAMS, book, "h" * 64)


KINDS = [
    kind
    for kind in vars(c).values()
    if isinstance(kind, type) and issubclass(kind, c.Command) and not kind.__subclasses__()
]


class Table:
    """Feeds commands to the core, checks each answer's shape, keeps every event."""

    def __init__(self, match: Match = EMPTY, now: int = BOOT) -> None:
        self.match = match
        self.now = now
        self.events: list[e.Event] = []

    # --- the core --------------------------------------------------------------------------

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        decision = decide(self.match, command)
        events = tuple(decision.events)
        refused = any(isinstance(event, e.Refused) for event in events)
        assert refused == bool(why_not(self.match, command)), command
        for event in events:
            self.match = evolve(self.match, event)
        assert self.match == decision.match
        self.events += events
        return events

    def ok(self, command: c.Command) -> tuple[e.Event, ...]:
        events = self.do(command)
        assert not any(isinstance(event, e.Refused) for event in events), events
        return events

    def refused(self, command: c.Command) -> tuple[Reason, ...]:
        """Why; a refusal leaves everything but a fallen flag as it was."""
        before = self.match
        events = self.do(command)
        assert isinstance(events[-1], e.Refused), events
        if len(events) == 1:
            assert self.match == before
        return events[-1].reasons

    def told(self, kind: type[e.Event]) -> Any:
        """The last event of its kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def count(self, kind: type[e.Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    # --- time --------------------------------------------------------------------------------

    @property
    def at(self) -> Instant:
        return Instant(self.now)

    def order(self, kind: type[O], *fields: Any, at: Instant | None = None) -> O:
        """An order of the director for this match, now or at `at`."""
        when = self.at if at is None else at
        return kind(when, self.match.match_id, DIRECTOR, "a reason", *fields)

    def wait(self, seconds: float) -> "Table":
        self.now += ns(seconds)
        return self

    def reserve(self, side: Side) -> Nanos:
        return clocks.remaining(self.match.clock, side, self.at).reserve

    # --- what people and devices do -----------------------------------------------------------

    def open(
        self,
        points: int | None = 7,
        book: RuleBook = NORWAY,
        mixer: Half | None = None,
        *,
        tower: bool = False,
        camera: bool = True,
    ) -> "Table":
        self.ok(open_match(self.now, points, book))
        self.ok(c.SetUpTable(self.at, setup(mixer, tower=tower, camera=camera)))
        return self

    def ready(self) -> "Table":
        for side in SIDES:
            self.ok(c.ReadyTapped(self.at, side))
        return self

    def lift(self) -> "Table":
        if self.match.dice_down:
            self.ok(c.DiceLifted(self.at))
        return self

    def half_of(self, side: Side) -> Half:
        assert self.match.setup is not None
        return self.match.setup.mixer or (RIGHT if side is WHITE else LEFT)

    def throw(self, *dice: DieFact, rolled: bool = True) -> tuple[e.Event, ...]:
        """The dice come to rest, counted by the baffle box first if it counts."""
        assert self.match.setup is not None
        if self.match.counts_dice:
            self.ok(c.TowerReported(self.at, len(dice), len(dice)))
        return self.do(c.RollRead(self.at, facts(*dice, rolled=rolled)))

    def opening(self, white: int, black: int) -> "Table":
        """Opening dice; unequal ones are played, and with a clock the lower roller presses."""
        assert self.match.setup is not None
        self.lift()
        if self.match.setup.mixer is None:
            self.throw(die(white, RIGHT), die(black, LEFT))
        else:
            half = self.match.setup.mixer
            self.throw(die(white, half, at=(10.0, 10.0)))
            self.lift().throw(die(black, half, at=(50.0, 50.0)))
        if self.match.phase is Phase.PRESS_TO_START:
            self.press(WHITE if white < black else BLACK)
        return self

    def start(self, white: int = 6, black: int = 5) -> "Table":
        return self.ready().opening(white, black)

    def roll(self, high: int = 6, low: int = 5) -> "Table":
        self.lift()
        half = self.half_of(self.on_turn)
        self.throw(die(high, half), die(low, half))
        assert self.match.phase is Phase.MOVING, self.events[-1]
        return self

    def press(self, side: Side) -> "Table":
        self.ok(c.ClockPressed(self.at, side))
        return self

    def end_turn(self) -> "Table":
        return self.press(self.on_turn) if self.match.clocked else self.lift()

    def turn(self, think_s: float = 0) -> "Table":
        """The side on turn rolls, if it has not, moves and ends its turn after `think_s`."""
        if self.match.phase is Phase.TO_ROLL:
            self.roll()
        return self.wait(think_s).end_turn()

    def enter(self, *values: int) -> "Table":
        """Both sides enter the roll by touch, who threw first."""
        sides = SIDES if self.match.game and self.match.game.on_turn is None else self._turn_first()
        due = [s for s in sides if not why_not(self.match, c.RollEntered(self.at, s, values))]
        for side in (due[0], due[0].other):
            self.ok(c.RollEntered(self.at, side, values))
        return self

    def _turn_first(self) -> tuple[Side, ...]:
        return (self.on_turn, self.on_turn.other)

    def go_on(self) -> "Table":
        """What stopped play is settled, and both tap; no clock runs before."""
        stop = self.match.stop
        assert stop is not None
        assert stop.reason is StopReason.BOTH_GO_ON
        for side in SIDES:
            assert self.match.clock.running is None
            self.ok(c.ResumeTapped(self.at, side))
        return self

    def double(self, side: Side | None = None) -> "Table":
        self.ok(c.DoubleTapped(self.at, side or self.on_turn))
        return self

    def take(self) -> "Table":
        self.ok(c.TakeTapped(self.at, self.on_turn.other))
        return self

    def pass_(self) -> "Table":
        self.ok(c.PassTapped(self.at, self.on_turn.other))
        return self

    def win(self, side: Side, level: int = 1) -> "Table":
        """Side declares and the other agrees."""
        self.ok(c.WinDeclared(self.at, side, level))
        self.ok(c.WinAgreed(self.at, side.other))
        return self

    def set_score(self, white: int, black: int) -> "Table":
        score = BySide(white, black)
        self.ok(self.order(c.ScoreOrdered, score, None, None))
        return self

    @property
    def on_turn(self) -> Side:
        assert self.match.game is not None
        assert self.match.game.on_turn is not None
        return self.match.game.on_turn

    @property
    def mixer(self) -> Half | None:
        return self.match.setup.mixer if self.match.setup else None

    @property
    def phase(self) -> Phase:
        return self.match.phase


def with_delay(book: RuleBook, delay_s: int, reserve_s_per_point: int) -> RuleBook:
    """The same book with times the director set (norway §3.5(v))."""
    clock = replace(book.clock, delay_s=delay_s, reserve_s_per_point=reserve_s_per_point)
    return replace(book, clock=clock)
