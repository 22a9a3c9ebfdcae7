"""A clock brought in runs only once both sides have seen it and tapped."""

from collections.abc import Callable

import pytest
from kits import commands as c
from kits.rules_kit import BLACK, DIRECTOR, NO_CLOCK, NORWAY, WHITE, Table
from kits.waiting_kit import doubled, to_roll

from kiosk.rules.reasons import StopReason
from kiosk.rules.rulebook import ClockAsker, RuleBook
from kiosk.rules.units import SIDES, Side


def brought_in(make: Callable[[], Table], book: RuleBook = NORWAY) -> Table:
    table = make()
    asker = ClockAsker.DIRECTOR
    command = c.ClockOrdered(
        *(table.at, "m1", DIRECTOR, "slow play", book, "h" * 64, asker, True, True)
    )
    table.ok(command)
    return table


@pytest.mark.parametrize(
    ("make", "runs"),
    [
        (lambda: Table().open(book=NO_CLOCK).start(), WHITE),
        (lambda: to_roll(book=NO_CLOCK), BLACK),
        (lambda: doubled(NO_CLOCK), WHITE),
        (lambda: Table().open(book=NO_CLOCK).ready(), None),
    ],
    ids=["moving", "to roll", "doubled", "opening"],
)
def test_a_clock_brought_in_runs_only_when_both_have_seen_it(
    make: Callable[[], Table], runs: Side | None
) -> None:
    table = brought_in(make)
    stop = table.match.stop
    assert stop is not None
    assert (stop.reason, stop.resumes) == (StopReason.CLOCK_BROUGHT_IN, runs)
    table.wait(90)
    full = table.match.clock.reserve
    for side in SIDES:
        assert table.match.clock.running is None
        table.ok(c.ResumeTapped(table.at, side))
    assert table.match.clock.running is runs
    assert table.match.clock.reserve == full
    if runs is not None:
        assert table.match.clock.delay_left == table.match.pace.first
        assert table.match.clock.used == 0


def test_a_clock_brought_in_while_play_is_stopped_waits_for_what_stopped_it() -> None:
    table = to_roll(book=NO_CLOCK)
    table.ok(table.order(c.StopOrdered))
    brought_in(lambda: table)
    assert table.match.stop is not None
    assert (table.match.stop.reason, table.match.stop.resumes) == (
        StopReason.DIRECTOR_ORDERED,
        BLACK,
    )
    assert table.match.clock.running is None
