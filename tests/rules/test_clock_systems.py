"""Every clock system to the nanosecond, and how much time each book gives."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import (
    BLACK,
    BOOT,
    BRONSTEIN,
    FISCHER,
    MICHIGAN,
    NORWAY,
    TIMETABLE,
    UNIFIED,
    WHITE,
    Table,
    ns,
)

from kiosk.rules import clock as clocks
from kiosk.rules.clock import Clock, ClockPace
from kiosk.rules.decide import deadline
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.units import SECOND_NS, BySide, Instant, Nanos

TWELVE = Nanos(12 * SECOND_NS)
THINKS = (7, 12, 13, 30, 65)
TRACES = {
    ClockSystem.SIMPLE_DELAY: ((600, 600, 599, 581, 528), (600, 600, 599, 581, 528)),
    ClockSystem.USCF_DELAY: ((600, 600, 599, 581, 528), (600, 600, 599, 581, 528)),
    ClockSystem.BRONSTEIN: ((593, 588, 587, 569, 516), (600, 600, 599, 581, 528)),
    ClockSystem.FISCHER: ((593, 593, 592, 574, 521), (605, 605, 604, 586, 533)),
    ClockSystem.PLAIN: ((593, 581, 568, 538, 473), (593, 581, 568, 538, 473)),
}
"""10:00 and 12 s (4A): what is shown just before each press and after it, in seconds."""


def started(pace: ClockPace, reserve_s: float, at: int = BOOT) -> Clock:
    clock = replace(clocks.new_clock(), reserve=BySide.both(Nanos(ns(reserve_s))))
    return clocks.start(clock, WHITE, Instant(at), pace.first)


@pytest.mark.parametrize("system", TRACES)
def test_five_turns_by_each_system(system: ClockSystem) -> None:
    """4A; a reserve may grow by Fischer only."""
    pace, reserve_s = ClockPace(system, TWELVE), 600.0
    before, after = TRACES[system]
    for think_s, shown_s, left_s in zip(THINKS, before, after, strict=True):
        clock, at = started(pace, reserve_s), Instant(BOOT + ns(think_s))
        assert clocks.remaining(clock, WHITE, at).reserve == ns(shown_s)
        pressed = clocks.stop_by_press(clock, pace, at)
        assert pressed.reserve == BySide(ns(left_s), ns(reserve_s))
        assert (pressed.running, pressed.used) == (None, ns(think_s))
        reserve_s = left_s


def test_a_clock_that_does_not_run_is_settled_as_it_is() -> None:
    stopped = clocks.stop(started(ClockPace(ClockSystem.FISCHER, TWELVE), 60), Instant(BOOT))
    assert (
        clocks.stop_by_press(stopped, ClockPace(ClockSystem.FISCHER, TWELVE), Instant(BOOT + 5))
        == stopped
    )


@pytest.mark.parametrize(
    ("reserve_s", "bronstein_s", "simple_s"), [(10, 10, 22), (30, 30, 42), (8, 8, 20)]
)
def test_the_flag_falls_inside_the_turn(reserve_s: int, bronstein_s: int, simple_s: int) -> None:
    """4A, D0-9, D4-7: R by Bronstein and R + 12 s by either delay."""
    for system, falls_s in (
        (ClockSystem.BRONSTEIN, bronstein_s),
        (ClockSystem.FISCHER, bronstein_s),
        (ClockSystem.PLAIN, bronstein_s),
        (ClockSystem.SIMPLE_DELAY, simple_s),
        (ClockSystem.USCF_DELAY, simple_s),
    ):
        clock = started(ClockPace(system, TWELVE), reserve_s)
        assert clocks.deadline(clock) == BOOT + ns(falls_s)


@pytest.mark.parametrize("system", [ClockSystem.BRONSTEIN, ClockSystem.FISCHER])
def test_zero_inside_a_turn_is_zero(system: ClockSystem) -> None:
    """Nothing is given back to a reserve that is used up; one nanosecond earlier all is."""
    pace = ClockPace(system, TWELVE)
    clock = started(pace, 10)
    assert clocks.stop_by_press(clock, pace, Instant(BOOT + ns(10))).reserve.white == 0
    in_time = clocks.stop_by_press(clock, pace, Instant(BOOT + ns(10) - 1)).reserve.white
    assert in_time == (ns(10) if system is ClockSystem.BRONSTEIN else ns(12) + 1)


@given(
    thinks=st.lists(st.integers(0, ns(40)), max_size=8),
    cut=st.lists(st.integers(0, ns(40)), max_size=8),
    delay=st.integers(0, ns(30)),
)
def test_bronstein_and_simple_delay_agree_after_every_press(
    thinks: list[int], cut: list[int], delay: int
) -> None:
    """As long as neither used its time up; turns with one stop in the middle."""
    left = {}
    for system in (ClockSystem.BRONSTEIN, ClockSystem.SIMPLE_DELAY):
        pace, reserve = ClockPace(system, Nanos(delay)), ns(3600)
        for number, think in enumerate(thinks):
            clock = started(pace, 0)
            clock = replace(clock, reserve=BySide(Nanos(reserve), Nanos(0)))
            part = min(cut[number], think) if number < len(cut) else 0
            clock = clocks.stop(clock, Instant(BOOT + part))
            clock = clocks.resume(clock, WHITE, Instant(BOOT + part + ns(500)))
            reserve = clocks.stop_by_press(
                clock, pace, Instant(BOOT + think + ns(500))
            ).reserve.white
        left[system] = reserve
    assert len(set(left.values())) == 1
    assert left[ClockSystem.BRONSTEIN] == ns(3600) - sum(max(0, t - delay) for t in thinks)


# --- in play -----------------------------------------------------------------------------------


def test_every_press_is_a_move_of_the_clock() -> None:
    """A doubler's and a taker's presses give back as the press that ends a turn does."""
    table = Table().open(7, BRONSTEIN).start().turn()
    table.wait(5).double().press(BLACK)
    assert table.match.clock.reserve.black == ns(21 * 60)
    table.wait(30).take().press(WHITE)
    assert table.match.clock.reserve.white == ns(21 * 60 - 18)
    table.wait(20).roll().press(BLACK)
    assert table.match.clock.reserve.black == ns(21 * 60 - 8)


def test_a_stop_gives_nothing_back() -> None:
    table = Table().open(7, BRONSTEIN).start().wait(9)
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    assert table.match.clock.reserve.white == ns(21 * 60 - 9)
    table.wait(60)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.wait(1).press(WHITE)
    assert table.match.clock.reserve.white == ns(21 * 60)
    assert table.told(e.TurnEnded).used == ns(10)


def test_a_press_on_the_others_clock_settles_the_one_that_ran() -> None:
    """The taker forgot its press; its opponent's turn ends while its clock runs."""
    table = Table().open(7, BRONSTEIN).start().turn().double()
    table.press(BLACK).take().roll().wait(10).press(BLACK)
    assert table.match.clock.reserve == BySide.both(ns(21 * 60))


def test_fischer_adds_the_delay_before_the_first_turn_of_each_game_if_the_event_says() -> None:
    table = Table().open(3, FISCHER).start()
    assert table.match.clock.reserve == BySide.both(ns(190))
    told = table.told(e.TimeSet)
    assert told.cause is e.TimeCause.FIRST_TURN
    assert told.cites == (FISCHER.cite("clock.first_turn_credit"),)
    table.win(WHITE).ready()
    assert table.match.clock.reserve == BySide.both(ns(200))
    assert deadline(table.match) is None


def test_no_credit_where_the_event_says_none() -> None:
    assert Table().open(7, BRONSTEIN).start().count(e.TimeSet) == 0
    wanted = NORWAY.with_value("clock.first_turn_credit", True)
    assert Table().open(7, wanted).start().count(e.TimeSet) == 0


# --- how much time -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "points", "score", "minutes"),
    [
        (BRONSTEIN, 7, (0, 0), 21),
        (BRONSTEIN, 9, (5, 4), 13.5),
        (UNIFIED, 9, (0, 0), 54),
        (UNIFIED, 11, (0, 0), 66),
        (UNIFIED, 9, (5, 3), 30),
        (NORWAY, 11, (6, 8), 8),
        (MICHIGAN, 7, (0, 0), 42),
        (MICHIGAN, 9, (5, 3), 36),
    ],
)
def test_time_by_the_score(
    book: RuleBook, points: int, score: tuple[int, int], minutes: float
) -> None:
    """S001-S010, D2-1, D0-10; 004's own table is not printed, this one is made up."""
    away = BySide(points - score[0], points - score[1])
    assert clocks.allotment(book.clock, away) == BySide.both(ns(minutes * 60))


def test_a_timetable_is_read_by_both_needs() -> None:
    lopsided = tuple(tuple(10 * row + column for column in (1, 2, 3)) for row in (1, 2, 3))
    rules = replace(MICHIGAN.clock, timetable_min=lopsided)
    assert clocks.allotment(rules, BySide(1, 3)) == BySide.both(ns(13 * 60))
    assert clocks.allotment(rules, BySide(3, 1)) == BySide.both(ns(31 * 60))


def test_an_allotment_cites_what_it_rests_on() -> None:
    table = Table().open(7, MICHIGAN)
    assert table.told(e.TimeAllotted).cites == ("michigan-2002 §4.1", "event setting")
    assert Table().open(7, UNIFIED).told(e.TimeAllotted).cites == ("unified-2001 §2.1",)


def test_a_book_without_a_system_has_no_pace() -> None:
    assert clocks.pace(NORWAY.second_control) == ClockPace(ClockSystem.NONE, Nanos(0))
    assert clocks.pace(MICHIGAN.second_control) == ClockPace(ClockSystem.USCF_DELAY, TWELVE)
    assert Table().match.pace == clocks.NO_PACE


def test_the_timetable_of_these_tests_is_one() -> None:
    assert load("london-club+michigan-2002", {"clock.timetable_min": TIMETABLE}) == MICHIGAN
