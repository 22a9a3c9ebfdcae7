"""Both clocks stopped by a player: for which purposes, by each book."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    ns,
)
from kits.words import sentence

from kiosk.rules.match.call import CallAbout, DirectorCall
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import RuleBook, StopFor, UnlistedStop

LISTED = {
    "italian-international": (
        BRONSTEIN,
        "game_start pass claim concession fallen_die fallen_checker contest director break",
    ),
    "unified-2001": (
        UNIFIED,
        "game_start concession break fallen_die contest director pass game_over",
    ),
    "norway": (
        NORWAY,
        "game_over break director early_pickup dice_taken illegal_move claim invalid_roll "
        "dispute pass fallen_die",
    ),
    "michigan-2002": (
        MICHIGAN,
        "game_start game_over discrepancy fallen_die concession claim director dispute pass",
    ),
}
"""C12, written out again from the books."""


def stopping(table: Table, purpose: StopFor, *, on_table: bool = False) -> c.ClockStopTapped:
    return c.ClockStopTapped(table.at, BLACK, purpose, on_table)


@pytest.mark.parametrize("purpose", StopFor)
@pytest.mark.parametrize("name", LISTED)
def test_for_the_purposes_in_the_book(name: str, purpose: StopFor) -> None:
    book, listed = LISTED[name]
    table = Table().open(7, book).start().wait(20)
    command = stopping(table, purpose)
    if purpose in listed.split():
        table.ok(command)
        told = table.told(e.PlayStopped)
        assert (told.side, told.purpose, told.listed, told.resumes) == (BLACK, purpose, True, WHITE)
        assert told.cites == (book.cite("stop.reasons"),)
    elif purpose is StopFor.INVALID_ROLL:
        assert table.refused(command) == (Reason.CLOCK_RUNS_ON,)
    else:
        assert table.refused(command) == (Reason.STOP_NOT_LISTED,)
        assert table.told(e.Refused).cites == (book.cite("stop.reasons"),)


@pytest.mark.parametrize("on_table", [False, True])
def test_a_die_off_the_board_is_a_roll_that_does_not_count(on_table: bool) -> None:
    """norway §4.1(iv), §4.3(v): on the table or below it."""
    table = Table().open().start().wait(20)
    table.ok(stopping(table, StopFor.FALLEN_DIE, on_table=on_table))
    told = table.told(e.PlayStopped)
    assert (told.listed, told.cites) == (True, (NORWAY.cite("stop.reasons"),))


def test_a_book_may_let_other_stops_be_noted() -> None:
    book = NORWAY.with_value("stop.unlisted", UnlistedStop.NOTED, cite="norway §4.3(ii)")
    table = Table().open(7, book).start().wait(20)
    table.ok(stopping(table, StopFor.FALLEN_CHECKER))
    told = table.told(e.PlayStopped)
    assert (told.listed, told.cites) == (False, ("norway §4.3(ii)",))
    assert sentence(told) == (
        "Black stops the clocks to fetch a fallen checker, which is noted for the director. "
        "[norway §4.3(ii)]"
    )


def test_time_stands_until_both_go_on() -> None:
    """S076."""
    table = Table().open().start().wait(20)
    table.ok(stopping(table, StopFor.DISPUTE))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.PLAYER_STOPPED
    assert (table.match.stop.side, table.match.stop.purpose) == (BLACK, StopFor.DISPUTE)
    table.wait(600)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    assert table.refused(c.ResumeTapped(table.at, BLACK)) == (Reason.CLOCK_RUNNING,)
    table.wait(4).press(WHITE)
    assert table.match.clock.reserve.white == ns(840 - 12)


def test_a_stop_for_the_director_calls_him() -> None:
    table = Table().open().start()
    told = table.ok(stopping(table, StopFor.DIRECTOR))
    assert [type(event) for event in told] == [e.DirectorCalled, e.ClockStopped, e.PlayStopped]
    assert table.match.director_called is BLACK
    assert table.told(e.PlayStopped).reason is StopReason.DIRECTOR_CALLED


def test_who_called_may_say_what_for_once() -> None:
    table = Table().open().start()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    assert table.match.call == DirectorCall(BLACK)
    about_cube = c.DirectorCallTapped(table.at, WHITE, CallAbout.CUBE)
    assert table.refused(about_cube) == (Reason.ALREADY_DONE,)
    (told,) = table.ok(replace(about_cube, side=BLACK))
    assert told == e.DirectorCalled(BLACK, CallAbout.CUBE)
    assert table.match.call == DirectorCall(BLACK, CallAbout.CUBE)
    again = c.DirectorCallTapped(table.at, BLACK, CallAbout.DICE)
    assert table.refused(again) == (Reason.ALREADY_DONE,)


def test_nobody_is_asked_what_is_said_already() -> None:
    table = Table().open().start()
    table.ok(c.DisputeTapped(table.at, BLACK))
    assert table.match.call == DirectorCall(BLACK, CallAbout.STATED)
    about_cube = c.DirectorCallTapped(table.at, BLACK, CallAbout.CUBE)
    assert table.refused(about_cube) == (Reason.ALREADY_DONE,)


def test_no_side_says_that_it_is_said_already() -> None:
    table = Table().open().start()
    stated = c.DirectorCallTapped(table.at, BLACK, CallAbout.STATED)
    assert table.refused(stated) == (Reason.BAD_VALUE,)


def test_the_director_says_that_he_comes_to_who_called() -> None:
    table = Table().open().start()
    assert table.refused(table.order(c.ComingOrdered)) == (Reason.NOBODY_CALLED,)
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.ok(table.order(c.ComingOrdered))
    assert table.match.call == DirectorCall(BLACK, None, DIRECTOR)
    assert table.refused(table.order(c.ComingOrdered)) == (Reason.ALREADY_DONE,)
    table.ok(c.DirectorCallTapped(table.at, BLACK, CallAbout.CLOCK))
    assert table.match.call == DirectorCall(BLACK, CallAbout.CLOCK, DIRECTOR)
    assistant = replace(table.order(c.ComingOrdered), by="director:Ola")
    table.ok(assistant)
    assert table.match.call == DirectorCall(BLACK, CallAbout.CLOCK, "director:Ola")
    table.ok(table.order(c.StartOrdered))
    assert table.match.call is None
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    assert table.match.call == DirectorCall(WHITE)


@pytest.mark.parametrize(
    ("book", "on_table", "stops"),
    [(MICHIGAN, True, False), (MICHIGAN, False, True), (BRONSTEIN, True, False)],
)
def test_a_die_on_the_table_is_no_fallen_one(book: RuleBook, on_table: bool, stops: bool) -> None:
    """S077, D4-10."""
    table = Table().open(7, book).start()
    table.do(stopping(table, StopFor.FALLEN_DIE, on_table=on_table))
    assert (table.match.stop is not None) is stops


def test_a_book_may_count_every_die_off_the_board() -> None:
    any_die = load(
        "london-club+michigan-2002",
        {
            "stop.fallen_die": "off_board",
            "clock.system": "fischer",
            "clock.delay_s": 5,
            "clock.allotment": "average_away",
            "clock.reserve_s_per_point": 60,
        },
    )
    table = Table().open(7, any_die).start()
    table.ok(stopping(table, StopFor.FALLEN_DIE, on_table=True))


def test_only_what_runs_is_stopped() -> None:
    table = Table().open()
    table.ready()
    assert table.refused(stopping(table, StopFor.DISPUTE)) == (Reason.ALREADY_DONE,)
    table.opening(6, 5)
    table.ok(stopping(table, StopFor.DISPUTE))
    assert table.refused(stopping(table, StopFor.DISPUTE)) == (Reason.ALREADY_DONE,)
    unclocked = Table().open(7, NO_CLOCK).start()
    assert unclocked.refused(stopping(unclocked, StopFor.DISPUTE)) == (Reason.NO_CLOCK,)


def test_a_stop_is_told_in_words() -> None:
    other = Table().open().start()
    other.ok(stopping(other, StopFor.DISPUTE))
    assert sentence(other.told(e.PlayStopped)).startswith("Black stops the clocks until a dispute")


def test_dice_counted_before_the_director_stops_play_are_still_read() -> None:
    """Thrown before; what is thrown afterwards counts for nothing."""
    table = Table().open(mixer=RIGHT, tower=True).ready()
    thrown = RollFacts((die(4, RIGHT),), True, table.at, table.at, None)
    table.ok(c.TowerReported(table.at, 1, 1))
    table.ok(table.order(c.StopOrdered))
    table.ok(c.RollRead(table.at, thrown))
    assert table.told(e.OpeningDieRolled).value == 4
    assert table.refused(c.TowerReported(table.at, 1, 1)) == (Reason.DIRECTOR_STOPPED,)
    assert table.refused(c.RollRead(table.at, thrown)) == (Reason.DIRECTOR_STOPPED,)
