"""Turns in a match with a clock: whose press counts, and what it does."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, BOOT, BRONSTEIN, LEFT, WHITE, Table, die, facts, ns

from kiosk.rules.decide import deadline
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide, Instant


def moving() -> Table:
    """White moves; its clock has just been started."""
    return Table().open().start(6, 5)


def test_a_press_ends_the_turn_and_starts_the_other_clock() -> None:
    table = moving().wait(20)
    events = table.ok(c.ClockPressed(table.at, WHITE))
    assert events == (
        e.TurnEnded(WHITE, ns(20), BySide(ns(832), ns(840))),
        e.ClockStarted(BLACK, table.at, ns(12)),
    )
    assert (table.phase, table.on_turn, table.match.clock.running) == (Phase.TO_ROLL, BLACK, BLACK)


def test_the_other_sides_press_ends_nothing() -> None:
    table = moving().wait(20)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    assert table.match.clock.running is WHITE


def test_a_side_that_has_not_rolled_cannot_end_its_turn() -> None:
    table = moving().turn()
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_a_bounce_of_the_press_that_ended_the_turn_is_refused() -> None:
    table = moving()
    table.press(WHITE)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_the_clock_runs_on_through_a_question_and_an_invalid_roll() -> None:
    table = moving().turn().lift()
    table.throw(die(5, LEFT), die(3, LEFT, flat=None))
    table.wait(15)
    for side in (BLACK, WHITE):
        table.ok(c.RollEntered(table.at, side, None))
    table.wait(5).roll().press(BLACK)
    assert table.match.clock.reserve.black == ns(840 - 8)


def test_dice_thrown_before_the_press_count_after_it() -> None:
    """§4.1(v)(a): a roll made before the other's turn was over stands."""
    table = moving().lift()
    early = c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT)))
    table.ok(early)
    assert table.count(e.RollAccepted) == 0
    table.press(WHITE)
    assert table.told(e.RollAccepted).side is BLACK


# --- doubling with a clock (§4.4(ii)-(iii)) ----------------------------------------------------


def doubling() -> Table:
    """Black, on turn since 5 s, doubles."""
    return moving().turn().wait(5).double()


def test_doubler_and_taker_each_start_the_others_clock() -> None:
    table = doubling()
    assert table.match.clock.running is BLACK
    table.press(BLACK).wait(30)
    assert table.match.clock.running is WHITE
    table.take().press(WHITE)
    assert table.match.clock.reserve == BySide(ns(840 - 18), ns(840))
    started = table.told(e.ClockStarted)
    assert (started.side, started.delay) == (BLACK, ns(12))
    table.roll().wait(13).press(BLACK)
    assert table.match.clock.reserve.black == ns(839)


def test_a_doubler_presses_once() -> None:
    table = doubling()
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.press(BLACK)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_a_doubler_that_forgets_to_press_pays_for_the_answer() -> None:
    table = doubling().wait(17).take()
    assert table.match.clock.running is BLACK
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)
    table.roll().press(BLACK)
    assert table.match.clock.reserve == BySide(ns(840), ns(830))


def test_a_taker_that_forgets_to_press_may_do_so_when_it_notices() -> None:
    """Its clock runs until then, as on any clock (§4.3(iv) obliges the other to tell)."""
    for late_in in (Phase.TO_ROLL, Phase.CONFIRMING, Phase.MOVING):
        table = doubling()
        table.press(BLACK).take()
        if late_in is Phase.CONFIRMING:
            table.lift().throw(die(5, LEFT), die(3, LEFT, flat=None))
        if late_in is Phase.MOVING:
            table.roll()
        assert table.phase is late_in
        table.wait(20).press(WHITE)
        assert (table.phase, table.on_turn, table.match.clock.running) == (late_in, BLACK, BLACK)
        assert table.match.clock.reserve == BySide(ns(832), ns(840))


def test_a_turn_that_ends_on_the_wrong_clock_charges_it_and_says_so() -> None:
    table = doubling()
    table.press(BLACK).take().roll().wait(20)
    events = table.ok(c.ClockPressed(table.at, BLACK))
    assert events[1] == e.TurnEnded(BLACK, 0, BySide(ns(832), ns(840)))
    assert table.match.clock.running is WHITE
    assert table.match.clock.since == table.at


def test_who_has_not_rolled_ends_no_turn_while_the_others_clock_runs() -> None:
    """Italian-international L138 makes its press an illegal move only on its own time."""
    table = Table().open(book=BRONSTEIN).start(6, 5).turn().double()
    table.press(BLACK).take()
    assert table.match.clock.running is WHITE
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.press(WHITE).ok(c.ClockPressed(table.at, BLACK))
    assert table.count(e.PressedUnrolled) == 1


def test_a_pass_stops_the_clock() -> None:
    table = doubling()
    table.press(BLACK).wait(14).pass_()
    assert table.match.clock.running is None
    assert table.match.clock.reserve == BySide(ns(838), ns(840))


# --- stamps out of order -----------------------------------------------------------------------


def test_stamps_that_go_back_never_charge_twice() -> None:
    table = moving().wait(100)
    table.press(WHITE)
    table.roll()
    table.now -= ns(30)
    table.press(BLACK)
    assert table.told(e.TurnEnded).used == 0
    assert table.told(e.ClockStarted).at == BOOT + ns(100)
    table.now = BOOT + ns(113)
    table.roll().press(WHITE)
    assert table.match.clock.reserve == BySide(ns(840 - 88 - 1), ns(840))


def test_a_clock_is_not_resumed_before_it_was_stopped() -> None:
    table = moving().wait(20)
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.ok(c.WinDisputed(Instant(table.now - ns(10)), BLACK))
    assert table.match.clock.since == table.now
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(table.order(c.StartOrdered, at=Instant(table.now - ns(10))))
    assert table.told(e.PlayResumed).at == table.now


def test_nothing_is_due_while_nothing_runs() -> None:
    assert deadline(Table().match) is None
    table = moving()
    assert deadline(table.match) == table.now + ns(852)
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    assert deadline(table.match) is None


@pytest.mark.parametrize("at_s", [0, 851])
def test_an_alarm_that_rings_too_early_is_refused(at_s: float) -> None:
    table = moving().wait(at_s)
    assert table.refused(c.DeadlineReached(table.at)) == (Reason.NOTHING_DUE,)
