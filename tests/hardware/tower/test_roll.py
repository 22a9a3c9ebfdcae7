"""One report per roll, judged by the times of the events alone."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hardware.tower.roll import RollCount, TowerReport

MS = 1_000_000
QUIET_NS = 1_500 * MS
"""After its last beam event (hardware/FIRST_RUN.md)."""


def test_two_in_two_out_is_reported_at_the_last_die() -> None:
    roll = RollCount()
    assert roll.passed("drop", 2, 10 * MS) == []
    assert roll.passed("out", 1, 400 * MS) == []
    assert roll.passed("out", 1, 450 * MS) == [TowerReport(2, 2, 10 * MS, 450 * MS)]
    assert roll.quiet(10_000 * MS) == []


def test_a_second_die_dropped_after_the_first_came_out_is_the_same_roll() -> None:
    roll = RollCount()
    steps = [("drop", 0), ("out", 300), ("drop", 900)]
    assert [roll.passed(beam, 1, at * MS) for beam, at in steps] == [[], [], []]
    assert roll.passed("out", 1, 1_200 * MS) == [TowerReport(2, 2, 0, 1_200 * MS)]


def test_a_die_stuck_inside_is_reported_when_all_is_quiet() -> None:
    roll = RollCount()
    roll.passed("drop", 2, 0)
    roll.passed("out", 1, 500 * MS)
    assert roll.quiet(500 * MS + QUIET_NS - 1) == []
    assert roll.quiet(500 * MS + QUIET_NS) == [TowerReport(2, 1, 0, 500 * MS)]


def test_a_die_out_that_nobody_dropped_is_reported() -> None:
    roll = RollCount()
    roll.passed("out", 1, 7)
    assert roll.quiet(7 + QUIET_NS) == [TowerReport(0, 1, 7, 7)]


def test_one_die_alone_is_a_roll_after_the_quiet_time() -> None:
    roll = RollCount()
    roll.passed("drop", 1, 0)
    assert roll.passed("out", 1, 400 * MS) == []
    assert roll.quiet(400 * MS + QUIET_NS) == [TowerReport(1, 1, 0, 400 * MS)]


def test_a_late_event_shows_by_its_own_time_that_the_roll_before_it_ended() -> None:
    roll = RollCount()
    roll.passed("drop", 2, 0)
    assert roll.passed("drop", 1, QUIET_NS) == [TowerReport(2, 0, 0, 0)]


def test_a_time_stamp_that_steps_back_does_not_shorten_the_roll() -> None:
    roll = RollCount()
    roll.passed("drop", 2, 10 * MS)
    roll.passed("out", 1, 9 * MS)
    assert roll.quiet(9 * MS + QUIET_NS) == []
    assert roll.quiet(10 * MS + QUIET_NS) == [TowerReport(2, 1, 10 * MS, 10 * MS)]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["drop", "out"]), st.integers(1, 3), st.integers(0, 2 * QUIET_NS)
        ),
        max_size=30,
    )
)
def test_every_die_is_in_exactly_one_report(steps: list[tuple[str, int, int]]) -> None:
    roll, now_ns, reports = RollCount(), 0, []
    for beam, count, gap in steps:
        now_ns += gap
        reports += roll.passed(beam, count, now_ns)
    reports += roll.quiet(now_ns + QUIET_NS)
    assert sum(report.dropped for report in reports) == sum(n for b, n, _ in steps if b == "drop")
    assert sum(report.came_out for report in reports) == sum(n for b, n, _ in steps if b == "out")
    for earlier, later in pairwise(reports):
        whole = earlier.dropped == earlier.came_out >= 2
        assert later.first_at_ns - earlier.last_at_ns >= (0 if whole else QUIET_NS)
