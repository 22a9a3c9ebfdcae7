"""Play stopped by a call or a restart, and how it goes on (norway §4.3(ii)(c))."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, BOOT, NORWAY, WHITE, Table, ns

from kiosk.rules.decide import deadline, decide, evolve, why_not
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.units import BySide, Instant


def called() -> Table:
    """White thought for 15 s, then Black called the director."""
    table = Table().open().start().wait(15)
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    return table.wait(600)


def test_a_call_stops_both_clocks() -> None:
    table = called()
    assert table.match.clock.running is None
    assert table.match.clock.reserve == BySide(ns(837), ns(840))
    assert table.match.director_called is BLACK
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    assert deadline(table.match) is None


def test_a_call_is_made_once() -> None:
    table = called()
    for side in (WHITE, BLACK):
        assert table.refused(c.DirectorCallTapped(table.at, side)) == (Reason.ALREADY_DONE,)


def test_while_stopped_nobody_presses_doubles_or_claims() -> None:
    table = called()
    for command in (c.ClockPressed(table.at, WHITE), c.WinDeclared(table.at, WHITE, 1)):
        assert table.refused(command) == (Reason.CLOCK_STOPPED,)
    table = Table().open().start().turn()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    assert table.refused(c.DoubleTapped(table.at, WHITE)) == (
        Reason.CLOCK_STOPPED,
        Reason.NOT_YOUR_TURN,
    )


def test_no_game_begins_while_the_director_is_called() -> None:
    table = Table().open()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    table.start()
    assert table.phase is Phase.MOVING


def test_one_side_alone_does_not_resume() -> None:
    table = called()
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert table.match.clock.running is None
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(c.ResumeTapped(table.at, BLACK))
    assert table.told(e.PlayResumed) == e.PlayResumed(WHITE, table.at)
    assert table.match.stop is None
    assert table.match.director_called is None
    table.wait(10).press(WHITE)
    assert table.match.clock.reserve.white == ns(827)
    assert table.told(e.TurnEnded).used == ns(25)


def test_the_director_alone_does() -> None:
    table = called()
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE
    assert table.refused(table.order(c.StartOrdered)) == (Reason.CLOCK_RUNNING,)


def test_a_call_during_a_claim_leaves_the_claim_open() -> None:
    table = Table().open().start().wait(5)
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    assert table.refused(c.WinAgreed(table.at, BLACK)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    assert (table.phase, table.match.clock.running) == (Phase.CLAIMED, None)
    table.ok(c.WinDisputed(table.at, BLACK))
    assert (table.phase, table.match.clock.running) == (Phase.MOVING, WHITE)


def test_a_call_is_over_with_the_match() -> None:
    table = Table().open()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.set_score(7, 0)
    assert (table.match.stop, table.match.director_called) == (None, None)


def test_a_call_ends_with_the_game_it_was_made_in() -> None:
    table = Table().open().start().wait(2000)
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.ok(c.ExpiryDeclared(table.at, None))
    assert (table.match.stop, table.match.director_called) == (None, None)
    assert table.match.winner is BLACK


# --- restarts ----------------------------------------------------------------------------------


def test_a_restart_charges_up_to_the_last_sure_instant_and_stops() -> None:
    table = Table().open().start().wait(20)
    mark = Instant(table.now)
    table.now = 5
    events = table.ok(c.TableRestarted(table.at, mark, None))
    assert events == (
        e.Restarted(),
        e.ClockRestored(WHITE, BySide.both(ns(840)), BySide(ns(832), ns(840)), ns(0), ns(20), mark),
        e.PlayStopped(StopReason.RESTARTED, WHITE, (), None, None),
    )
    assert table.match.clock.running is None
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    table.wait(3).press(WHITE)
    assert table.match.clock.reserve.white == ns(829)


def test_the_new_boots_clock_may_stand_anywhere() -> None:
    """Instants of two boots are never compared: nobody gains or loses by where it counts from."""
    for start in (3, 10 * BOOT):
        table = Table().open().start().wait(20)
        mark = Instant(table.now)
        table.now = start
        table.ok(c.TableRestarted(table.at, mark, None))
        table.ok(table.order(c.StartOrdered))
        table.go_on()
        table.wait(30).press(WHITE)
        assert table.match.clock.reserve == BySide(ns(802), ns(840))


def test_a_restart_while_nothing_ran_forgets_the_old_instants_too() -> None:
    table = Table().open().start().wait(20)
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.now = 4
    table.ok(c.TableRestarted(table.at, Instant(BOOT), None))
    assert table.match.clock.since == 0
    table.ok(table.order(c.StartOrdered))
    table.ok(c.WinDisputed(table.at, BLACK))
    table.wait(10).press(WHITE)
    assert table.match.clock.reserve.white == ns(822)


def test_without_a_mark_nobody_is_charged() -> None:
    table = Table().open().start().wait(20)
    table.ok(c.TableRestarted(Instant(5), None, None))
    assert table.match.clock.reserve == BySide.both(ns(840))


def test_why_it_halted_comes_first() -> None:
    table = Table().open().start()
    table.ok(c.TableRestarted(Instant(5), Instant(table.now), "the card is full"))
    assert table.events[-4] == e.Halted("the card is full")
    assert table.events[-3] == e.Restarted()


def test_a_flag_that_fell_before_the_mark_has_fallen() -> None:
    table = Table().open(1).start().wait(133)
    table.ok(c.TableRestarted(Instant(5), Instant(table.now), None))
    assert table.told(e.FlagReached).at == BOOT + ns(132)
    assert table.match.clock.flagged.white == BOOT + ns(132)


@pytest.mark.parametrize("mark", [None, Instant(BOOT + ns(131))])
def test_a_flag_already_told_stays_though_the_mark_is_older(mark: Instant | None) -> None:
    table = Table().open(1).start().wait(132)
    table.ok(c.DeadlineReached(table.at))
    table.ok(c.TableRestarted(Instant(5), mark, None))
    assert table.match.clock.reserve.white == 0
    assert table.told(e.ClockRestored).used == ns(132)
    assert table.match.clock.flagged.white == BOOT + ns(132)


def test_a_flag_of_an_earlier_turn_charges_nothing_now() -> None:
    table = Table().open(1).start().turn(200).turn(0)
    assert (table.match.clock.running, table.match.clock.reserve.white) == (WHITE, 0)
    mark = table.wait(5).at
    table.ok(c.TableRestarted(Instant(5), mark, None))
    restored = table.told(e.ClockRestored)
    assert (restored.used, restored.delay_left, restored.at) == (ns(5), ns(7), mark)


def test_a_restart_while_stopped_keeps_whose_clock_goes_on() -> None:
    table = called()
    table.ok(c.TableRestarted(Instant(5), Instant(table.now), None))
    assert table.count(e.PlayStopped) == 1
    table.now = 6
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE


@pytest.mark.parametrize("over", [False, True])
def test_between_games_and_after_the_match_a_restart_stops_nothing(over: bool) -> None:
    table = Table().open(1)
    if over:
        table.start().win(WHITE)
    table.ok(c.TableRestarted(Instant(5), None, None))
    assert table.match.stop is None


# --- taken over by another table ---------------------------------------------------------------


def taken_over(match: Match) -> Match:
    return evolve(match, e.TableTakenOver("j1", 41, "a" * 64, "j2", None, Instant(0)))


def test_the_old_table_refuses_to_go_on() -> None:
    table = Table().open().start()
    table.match = taken_over(table.match)
    assert deadline(table.match) is None
    table.wait(10_000)
    for command in (
        c.ClockPressed(table.at, WHITE),
        c.DeadlineReached(table.at),
        c.TableRestarted(table.at, None, None),
        c.ExpiryDeclared(table.at, None),
    ):
        assert why_not(table.match, command) == (Reason.TAKEN_OVER,)
        assert [type(event) for event in decide(table.match, command).events] == [e.Refused]


def test_the_new_table_has_the_match_as_it_stood() -> None:
    table = Table().open().start()
    took = evolve(EMPTY, e.TableTakenOver("j1", 41, "a" * 64, "j2", table.match, Instant(0)))
    assert took == replace(table.match, moved=1)


# --- the next profile --------------------------------------------------------------------------


def test_another_profile_is_in_force_from_the_next_game() -> None:
    table = Table().open().start()
    fast = replace(NORWAY, clock=replace(NORWAY.clock, delay_s=5))
    table.ok(table.order(c.ProfileOrdered, fast, "n" * 64))
    table.turn(20).turn(0).win(WHITE)
    assert table.match.clock.reserve.white == ns(832)
    table.start(6, 5)
    assert table.told(e.ClockStarted).delay == ns(5)
