"""The match clock. It does not tick: it is read.

Time that runs before the reserve is set when a clock starts, and time given back is added when it
is pressed, so all systems are read alike (`ClockPace`). Integer nanoseconds throughout; nothing is
rounded.
"""

from dataclasses import dataclass, replace

from kiosk.rules.rulebook import Allotment, ClockRules, ClockSystem, SecondControlRules
from kiosk.rules.units import MINUTE_NS, SECOND_NS, SIDES, BySide, Instant, Nanos, Side, require

NO_TIME = BySide(Nanos(0), Nanos(0))


@dataclass(frozen=True, slots=True)
class ClockPace:
    """How a clock runs: its system, and the delay (or increment) of each turn."""

    system: ClockSystem
    delay: Nanos

    @property
    def first(self) -> Nanos:
        """Time that runs out before the reserve: the delay of simple and USCF delay."""
        delayed = self.system in {ClockSystem.SIMPLE_DELAY, ClockSystem.USCF_DELAY}
        return self.delay if delayed else Nanos(0)

    def given_back(self, used: Nanos, left: Nanos) -> Nanos:
        """Time a press adds to the reserve `left` after `used`; zero if the reserve ran out."""
        if left == 0:
            return Nanos(0)
        match self.system:
            case ClockSystem.BRONSTEIN:
                return min(used, self.delay)
            case ClockSystem.FISCHER:
                return self.delay
            case _:
                return Nanos(0)


def pace(rules: ClockRules | SecondControlRules) -> ClockPace:
    return ClockPace(rules.system or ClockSystem.NONE, Nanos((rules.delay_s or 0) * SECOND_NS))


NO_PACE = ClockPace(ClockSystem.NONE, Nanos(0))


@dataclass(frozen=True, slots=True)
class Expiry:
    """A side's time used up in a game, as established by the director."""

    side: Side
    game: int


@dataclass(frozen=True, slots=True)
class ClockWish:
    """`side` asks for a clock; `agreed` is the other side's answer, None until it answers."""

    side: Side
    agreed: bool | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The state of the clocks beyond running."""

    allotted: bool = False
    """Both sides have received their time."""
    second: bool = False
    """The second time control is being played."""
    dropped: bool = False
    """The rest is played without a clock, regardless of the book."""
    expiries: tuple[Expiry, ...] = ()
    renewed: bool = False
    """The delay was restarted after the last roll that did not count."""
    wish: ClockWish | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks. `reserve`, `delay_left` and `used` are as of `since` while a clock runs."""

    reserve: BySide[Nanos]
    running: Side | None
    since: Instant
    delay_left: Nanos
    used: Nanos
    """Time this turn has taken before `since`, delay included."""
    flagged: BySide[Instant | None]
    """When each side's reserve reached zero."""
    first_flag: Side | None
    """The side whose reserve reached zero first; instants of two boots can't be compared."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """One side's clock at one instant."""

    reserve: Nanos
    delay: Nanos
    running: bool
    flagged: bool


def new_clock() -> Clock:
    return Clock(NO_TIME, None, Instant(0), Nanos(0), Nanos(0), BySide(None, None), None)


def allotment(rules: ClockRules, away: BySide[int]) -> BySide[Nanos]:
    """Each side's reserve for the points both still need; half points give half the time."""
    if rules.system is ClockSystem.NONE:
        return NO_TIME
    if rules.allotment is Allotment.TIMETABLE:
        minutes = require(rules.timetable_min)[away.white - 1][away.black - 1]
        return BySide.both(Nanos(minutes * MINUTE_NS))
    points_twice = away.white + away.black
    per_point = require(rules.reserve_s_per_point) * SECOND_NS
    return BySide.both(Nanos(points_twice * per_point // 2))


def elapsed(clock: Clock, at: Instant) -> Nanos:
    """Time since the running clock was started; never negative, even for a late stamp."""
    return Nanos(max(0, at - clock.since) if clock.running else 0)


def read(clock: Clock, at: Instant) -> Clock:
    """The clock as it stands at `at`, still running if it was running."""
    if clock.running is None:
        return clock
    spent = elapsed(clock, at)
    delay_left = Nanos(max(0, clock.delay_left - spent))
    charged = max(0, spent - clock.delay_left)
    left = Nanos(max(0, clock.reserve.of_side(clock.running) - charged))
    return replace(
        clock,
        reserve=clock.reserve.with_(clock.running, left),
        delay_left=delay_left,
        used=Nanos(clock.used + spent),
        since=Instant(clock.since + spent),
    )


def remaining(clock: Clock, side: Side, at: Instant) -> ClockReading:
    now = read(clock, at)
    running = now.running is side
    return ClockReading(
        reserve=now.reserve.of_side(side),
        delay=now.delay_left if running else Nanos(0),
        running=running,
        flagged=now.flagged.of_side(side) is not None,
    )


def delay_shown(clock: Clock, side: Side, pace: ClockPace, at: Instant) -> Nanos | None:
    """What is left of this turn's delay: before the reserve runs or, by Bronstein, beside it.

    None if no delay runs.
    """
    if clock.running is not side:
        return None
    now = read(clock, at)
    if pace.first:
        return now.delay_left
    if pace.system is ClockSystem.BRONSTEIN and pace.delay:
        return Nanos(max(0, pace.delay - now.used))
    return None


def deadline(clock: Clock) -> Instant | None:
    """When the running side's time is used up; None if it already is, or no clock runs."""
    side = clock.running
    return None if side is None or clock.flagged.of_side(side) is not None else _zero(clock, side)


def _zero(clock: Clock, side: Side) -> Instant:
    return Instant(clock.since + clock.delay_left + clock.reserve.of_side(side))


def last_sure(clock: Clock, side: Side, mark_at: Instant | None) -> Instant:
    """The last instant at which the side's clock certainly ran: the mark, or its flag."""
    sure = clock.since if mark_at is None else mark_at
    flagged = clock.flagged.of_side(side) is not None and clock.reserve.of_side(side) > 0
    return max(sure, _zero(clock, side)) if flagged else sure


def with_reserve(clock: Clock, reserve: BySide[Nanos]) -> Clock:
    """Set both reserves. A flag stands only at zero: a press stamped before the flag fell takes it
    back, even if the alarm arrived first.
    """
    fell = [clock.flagged.of_side(side) if reserve.of_side(side) == 0 else None for side in SIDES]
    flagged = BySide(*fell)
    first = clock.first_flag
    if first is not None and flagged.of_side(first) is None:
        first = first.other if flagged.of_side(first.other) is not None else None
    return replace(clock, reserve=reserve, flagged=flagged, first_flag=first)


def stop_by_press(clock: Clock, pace: ClockPace, at: Instant) -> Clock:
    """The clock stopped by a press, with the time its system gives back added to the reserve."""
    now, side = stop(clock, at), clock.running
    if side is None:
        return now
    left = now.reserve.of_side(side)
    back = pace.given_back(now.used, left)
    return replace(now, reserve=now.reserve.with_(side, Nanos(left + back)))


def start(clock: Clock, side: Side, at: Instant, delay: Nanos) -> Clock:
    """Start the side's clock for a new turn, with `delay` before its reserve."""
    return replace(clock, running=side, since=at, delay_left=delay, used=Nanos(0))


def stop(clock: Clock, at: Instant) -> Clock:
    return replace(read(clock, at), running=None)


def resume(clock: Clock, side: Side, at: Instant) -> Clock:
    """Continue the side's clock where it was stopped, with the rest of its delay."""
    return replace(clock, running=side, since=at)
