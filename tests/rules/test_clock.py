"""The clock to the nanosecond: simple delay (norway §3.5(v)-(vi))."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, BOOT, NO_CLOCK, NORWAY, WHITE, Table, ns, with_delay

from kiosk.rules import clock as clocks
from kiosk.rules.clock import Clock, ClockReading
from kiosk.rules.units import SECOND_NS, BySide, Instant, Nanos

DELAY = Nanos(12 * SECOND_NS)


def clock_with(reserve_s: float) -> Clock:
    return replace(clocks.new_clock(), reserve=BySide.both(Nanos(ns(reserve_s))))


def test_a_turn_by_turn_trace_of_simple_delay() -> None:
    """10:00 + 12 s: what is shown just before each press, and that a press adds nothing."""
    clock, at = clock_with(600), Instant(BOOT)
    for think_s, shown_s in ((7, 600), (12, 600), (13, 599), (30, 581), (65, 528)):
        clock = clocks.start(clock, WHITE, at, DELAY)
        at = Instant(at + ns(think_s))
        assert clocks.remaining(clock, WHITE, at).reserve == ns(shown_s)
        clock = clocks.stop(clock, at)
        assert clock.reserve == BySide(ns(shown_s), ns(600))


def test_think_times_from_fourteen_minutes() -> None:
    """S020: seven points, 8, 12, 20 and 45 s."""
    table = Table().open(7).start()
    assert table.reserve(WHITE) == table.reserve(BLACK) == ns(14 * 60)
    for think_s, shown in ((8, 840), (12, 840), (20, 832), (45, 799)):
        table.turn(think_s)
        assert table.match.clock.reserve == BySide(ns(shown), ns(840))
        assert table.told(e.TurnEnded).used == ns(think_s)
        table.turn(0)


def test_a_nanosecond_is_never_lost() -> None:
    table = Table().open(1).start()
    table.now += 12 * SECOND_NS + 1
    table.press(WHITE)
    assert table.match.clock.reserve.white == ns(120) - 1


@pytest.mark.parametrize(("reserve_s", "falls_s"), [(10, 22), (30, 42), (8, 20)])
def test_the_flag_falls_after_the_reserve_and_the_delay(reserve_s: int, falls_s: int) -> None:
    clock = clocks.start(clock_with(reserve_s), BLACK, Instant(BOOT), DELAY)
    assert clocks.deadline(clock) == BOOT + ns(falls_s)
    assert clocks.remaining(clock, BLACK, Instant(BOOT + ns(falls_s) - 1)).reserve == 1
    assert clocks.remaining(clock, BLACK, Instant(BOOT + ns(falls_s) + 5)).reserve == 0


def test_the_delay_is_shown_running_out_and_only_for_the_running_side() -> None:
    clock = clocks.start(clock_with(60), WHITE, Instant(BOOT), DELAY)
    later = Instant(BOOT + ns(5))
    assert clocks.remaining(clock, WHITE, later).delay == ns(7)
    assert clocks.remaining(clock, WHITE, later).running
    black = clocks.remaining(clock, BLACK, later)
    assert (black.delay, black.running, black.reserve) == (0, False, ns(60))


def test_what_is_left_of_a_delay_is_never_saved() -> None:
    table = Table().open(7).start()
    for _ in range(3):
        table.turn(0).turn(0)
    table.turn(13)
    assert table.match.clock.reserve.white == ns(840 - 1)


def test_a_stopped_clock_goes_on_with_what_was_left_of_its_delay() -> None:
    clock = clocks.start(clock_with(60), WHITE, Instant(BOOT), DELAY)
    clock = clocks.stop(clock, Instant(BOOT + ns(5)))
    assert clocks.deadline(clock) is None
    assert clocks.read(clock, Instant(BOOT + ns(500))) == clock
    clock = clocks.resume(clock, WHITE, Instant(BOOT + ns(900)))
    assert clocks.deadline(clock) == BOOT + ns(900 + 7 + 60)
    stopped = clocks.stop(clock, Instant(BOOT + ns(910)))
    assert (stopped.reserve.white, stopped.used) == (ns(57), ns(15))


def test_a_stamp_before_the_start_charges_nothing() -> None:
    clock = clocks.start(clock_with(60), WHITE, Instant(BOOT), DELAY)
    early = clocks.stop(clock, Instant(BOOT - ns(30)))
    assert (early.reserve.white, early.delay_left, early.since) == (ns(60), DELAY, BOOT)


def test_nothing_has_run_on_a_new_clock() -> None:
    clock = clocks.new_clock()
    assert (clock.since, clock.delay_left, clock.used) == (0, 0, 0)
    for side in (WHITE, BLACK):
        assert clocks.remaining(clock, side, Instant(BOOT)) == ClockReading(
            Nanos(0), Nanos(0), False, False
        )


def test_no_time_passes_on_a_stopped_clock() -> None:
    stopped = clocks.stop(clocks.start(clock_with(60), WHITE, Instant(BOOT), DELAY), Instant(BOOT))
    assert clocks.elapsed(stopped, Instant(BOOT + ns(5))) == 0


def test_a_turn_starts_with_no_time_used() -> None:
    clock = clocks.start(clock_with(60), WHITE, Instant(BOOT), DELAY)
    clock = clocks.stop(clock, Instant(BOOT + ns(5)))
    assert clocks.start(clock, BLACK, Instant(BOOT + ns(6)), DELAY).used == 0


def test_a_clock_surely_ran_to_the_flag_that_was_told() -> None:
    """The last nanosecond of a reserve counts; a reserve gone before this turn says nothing."""
    for reserve_ns, ran_ns in ((1, 1), (0, 0)):
        reserve = BySide(Nanos(reserve_ns), Nanos(0))
        clock = clocks.start(
            replace(clocks.new_clock(), reserve=reserve), WHITE, Instant(BOOT), Nanos(0)
        )
        clock = replace(clock, flagged=BySide(Instant(BOOT), None), delay_left=Nanos(0))
        assert clocks.last_sure(clock, WHITE, None) == BOOT + ran_ns
    gone = replace(clock, delay_left=DELAY)
    assert clocks.last_sure(gone, WHITE, None) == BOOT


# --- how much time -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("white_away", "black_away", "minutes"),
    [(7, 7, 14), (5, 3, 8), (4, 5, 9), (1, 1, 2), (11, 11, 22), (1, 2, 3)],
)
def test_allotment_is_the_average_of_both_needs_in_two_minutes_each(
    white_away: int, black_away: int, minutes: int
) -> None:
    allotted = clocks.allotment(NORWAY.clock, BySide(white_away, black_away))
    assert allotted == BySide.both(ns(minutes * 60))


def test_half_a_point_of_an_odd_reserve_is_exact() -> None:
    rules = with_delay(NORWAY, 12, 121).clock
    assert clocks.allotment(rules, BySide(4, 5)) == BySide.both(ns(544.5))


def test_no_clock_no_time() -> None:
    assert clocks.allotment(NO_CLOCK.clock, BySide(7, 7)) == BySide.both(0)
    assert Table().open(7, NO_CLOCK).count(e.TimeAllotted) == 0


def test_a_clock_imposed_at_six_eight_in_eleven_points() -> None:
    """S010: slow play; eight minutes each from the next game on, and only once."""
    table = Table().open(11, NO_CLOCK).set_score(6, 8)
    table.ok(table.order(c.ProfileOrdered, NORWAY, "n" * 64))
    assert not table.match.clocked
    table.start()
    assert table.match.clocked
    assert table.told(e.TimeAllotted).reserve == BySide.both(ns(8 * 60))
    table.win(WHITE).start()
    assert table.count(e.TimeAllotted) == 1


def test_the_clock_of_a_match_that_drops_it_stands() -> None:
    """Norway §4.3(iii): the rest of the match may be played without a clock."""
    table = Table().open(3).start().win(WHITE)
    table.ok(table.order(c.ProfileOrdered, NO_CLOCK, "n" * 64))
    table.start()
    assert table.match.clock.running is None
    table.turn().turn()
    assert table.count(e.TimeAllotted) == 1
