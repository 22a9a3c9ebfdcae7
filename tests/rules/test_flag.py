"""Time used up (norway §4.3(iii)): told at zero, lost only once declared."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, BOOT, NORWAY, WHITE, Table, ns, with_delay

from kiosk.rules import clock as clocks
from kiosk.rules.decide import deadline
from kiosk.rules.match import Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.units import BySide, Instant, Side

TEN_SECONDS = with_delay(NORWAY, 12, 10)


def ten_seconds() -> Table:
    """White moves with 0:10 left, delay 12 s."""
    return Table().open(1, TEN_SECONDS).start()


def test_within_the_delay_nothing_is_used() -> None:
    """S031: ten seconds left, eleven thought."""
    table = ten_seconds().wait(11)
    table.press(WHITE)
    assert table.match.clock.reserve.white == ns(10)
    assert table.count(e.FlagReached) == 0


def test_of_two_flags_the_first_to_fall_loses_whoever_it_was() -> None:
    """norway §4.3(iii): declared by the director."""
    table = Table().open(1).start().turn()
    table.roll().wait(3600).do(c.DeadlineReached(table.at))
    table.press(BLACK)
    table.roll().wait(3600).do(c.DeadlineReached(table.at))
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.clock.first_flag is BLACK
    assert table.told(e.MatchEnded).winner is WHITE


def test_at_zero_the_flag_is_told_and_play_goes_on() -> None:
    """S032: zero after twenty-two seconds, and no more than that follows by itself."""
    table = ten_seconds().wait(22)
    assert deadline(table.match) == table.at
    assert table.ok(c.DeadlineReached(table.at)) == (
        e.FlagReached(WHITE, table.at, ("norway §4.3(iii)",)),
    )
    assert clocks.remaining(table.match.clock, WHITE, table.at).reserve == 0
    assert clocks.remaining(table.match.clock, WHITE, table.at).flagged
    assert deadline(table.match) is None
    assert table.ok(c.DeadlineReached(table.at)) == ()
    assert (table.phase, table.match.winner) == (Phase.MOVING, None)
    table.wait(5).press(WHITE)
    table.turn(30)
    assert table.count(e.FlagReached) == 2


@pytest.mark.parametrize("by", [BLACK, WHITE, None])
def test_declared_by_a_player_or_the_director_it_loses_the_match(by: Side | None) -> None:
    table = ten_seconds().wait(23)
    table.ok(c.ExpiryDeclared(table.at, by))
    assert [type(event) for event in table.events[-4:]] == [
        e.FlagReached,
        e.ClockStopped,
        e.GameEnded,
        e.MatchEnded,
    ]
    game, ended = table.told(e.GameEnded), table.told(e.MatchEnded)
    assert (game.winner, game.points, game.cause) == (BLACK, 0, EndCause.FLAG)
    assert (ended.winner, ended.score, ended.cause) == (BLACK, BySide(0, 0), EndCause.FLAG)
    assert ended.cites == ("norway §4.3(iii)",)
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)


def test_without_a_flag_there_is_nothing_to_declare() -> None:
    table = ten_seconds().wait(21)
    for by in (WHITE, BLACK, None):
        assert table.refused(c.ExpiryDeclared(table.at, by)) == (Reason.NO_FLAG,)
        assert table.told(e.Refused).side is by


def test_a_flag_nobody_declared_still_counts_in_the_next_game() -> None:
    table = Table().open(2, TEN_SECONDS).start().turn(100).win(WHITE)
    assert table.phase is Phase.BETWEEN_GAMES
    table.ok(c.ExpiryDeclared(table.at, BLACK))
    assert table.match.winner is BLACK
    assert table.count(e.GameEnded) == 1


# --- the instant itself ------------------------------------------------------------------------


def test_a_press_at_the_very_instant_is_too_late() -> None:
    table = ten_seconds().wait(22)
    events = table.ok(c.ClockPressed(table.at, WHITE))
    assert [type(event) for event in events] == [e.FlagReached, e.TurnEnded, e.ClockStarted]
    assert table.match.clock.reserve.white == 0


def test_a_press_a_nanosecond_earlier_is_in_time() -> None:
    table = ten_seconds().wait(22)
    table.ok(c.ClockPressed(Instant(table.now - 1), WHITE))
    assert table.count(e.FlagReached) == 0
    assert table.match.clock.reserve.white == 1


def test_a_press_stamped_in_time_wins_though_the_alarm_was_heard_first() -> None:
    table = ten_seconds().wait(22)
    table.ok(c.DeadlineReached(table.at))
    table.ok(c.ClockPressed(Instant(table.now - 1), WHITE))
    assert table.match.clock.reserve.white == 1
    assert table.match.clock.flagged == BySide(None, None)
    table.wait(1)
    assert table.refused(c.ExpiryDeclared(table.at, BLACK)) == (Reason.NO_FLAG,)


def test_whatever_comes_after_zero_tells_the_flag_first() -> None:
    table = ten_seconds().wait(30)
    events = table.do(c.TakeTapped(table.at, BLACK))
    assert isinstance(events[0], e.FlagReached)
    assert events[0].at == BOOT + ns(22)
    assert isinstance(events[1], e.Refused)


def test_a_flag_told_and_declared_stays_down_whatever_the_declaration_is_stamped() -> None:
    table = ten_seconds().wait(22)
    table.ok(c.DeadlineReached(table.at))
    table.ok(c.ExpiryDeclared(Instant(table.now - 1), BLACK))
    assert table.match.winner is BLACK
    assert table.match.clock.reserve.white == 0
    assert table.match.clock.flagged.white == table.now


# --- both flags --------------------------------------------------------------------------------


def both_flags() -> Table:
    """White's fell first, then Black's."""
    return ten_seconds().turn(30).turn(30)


def test_with_both_flags_down_only_the_director_declares() -> None:
    """S035: the table knows which fell first."""
    table = both_flags()
    for by in (WHITE, BLACK):
        assert table.refused(c.ExpiryDeclared(table.at, by)) == (Reason.BOTH_FLAGS,)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.winner is BLACK


def test_the_first_to_fall_loses_even_in_another_boot() -> None:
    table = ten_seconds().turn(30)
    table.ok(c.TableRestarted(Instant(7), Instant(table.now), None))
    table.now = 8
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.turn(30)
    flagged = table.match.clock.flagged
    assert flagged.white is not None
    assert flagged.black is not None
    assert flagged.black < flagged.white
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.winner is BLACK


def test_a_first_flag_taken_back_leaves_the_other() -> None:
    table = both_flags()
    assert table.match.clock.first_flag is WHITE
    settled = clocks.with_reserve(table.match.clock, BySide(ns(1), ns(0)))
    assert (settled.first_flag, settled.flagged.white) == (BLACK, None)
    assert clocks.with_reserve(settled, BySide(ns(1), ns(1))).first_flag is None


def test_a_book_may_let_players_declare_with_both_down() -> None:
    lax = replace(TEN_SECONDS, expiry=replace(NORWAY.expiry, both_flags_to_director=False))
    table = Table().open(1, lax).start().turn(30).turn(30)
    table.ok(c.ExpiryDeclared(table.at, WHITE))
    assert table.match.winner is BLACK
