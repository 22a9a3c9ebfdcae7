"""Errors on the board: the windows, and who may speak."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.moves_kit import ITALIAN, MICHIGAN, TIMED, moved, says
from kits.rules_kit import (
    BLACK,
    LONDON,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
)

from kiosk.rules.match import Phase
from kiosk.rules.moves.acts import setup_stands
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockSystem, MoveAccuser, RuleBook
from kiosk.rules.table import DicePairs


def cocked(table: Table) -> None:
    half = table.half_of(table.on_turn)
    table.lift().throw(die(3, half, flat=False), die(2, half))


# --- the set-up ----------------------------------------------------------------------------------


def found(table: Table) -> None:
    table.ok(c.SetUpErrorTapped(table.at, WHITE))


def test_norway_corrects_until_the_starter_rolls_in_its_second_turn() -> None:
    """norway §4.2(iv): a cocked roll is no valid roll."""
    table = moved(NORWAY).turn()
    cocked(table)
    found(table)
    event = table.told(e.SetUpErrorFound)
    assert (event.must, event.cites) == (True, ("norway §4.2(iv)",))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.SETUP_ERROR
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    assert table.match.clock.running is WHITE
    table.roll()
    assert table.refused(c.SetUpErrorTapped(table.at, BLACK)) == (Reason.SETUP_STANDS,)
    assert table.told(e.Refused).cites == ("norway §4.2(iv)",)


def test_norway_corrects_until_the_starter_doubles_in_its_second_turn() -> None:
    """norway §4.2(iv); the other side's double closes nothing."""
    table = moved(NORWAY)
    table.double(BLACK).press(BLACK).take().press(WHITE)
    assert not setup_stands(table.match)
    table = moved(NORWAY).turn().double(WHITE)
    assert table.refused(c.SetUpErrorTapped(table.at, BLACK)) == (Reason.SETUP_STANDS,)


@pytest.mark.parametrize("book", [ITALIAN, LONDON.with_clock(ClockSystem.NONE, "so")])
def test_others_correct_until_the_fourth_roll(book: RuleBook) -> None:
    """italian-international L71; london-club TR6."""
    table = moved(book).turn().roll()
    found(Table(table.match, table.now))
    table = moved(book).turn().turn()
    found(Table(table.match, table.now))
    cocked(table)
    assert table.refused(c.SetUpErrorTapped(table.at, BLACK)) == (Reason.SETUP_STANDS,)
    table = moved(book).turn().turn().roll()
    assert setup_stands(table.match)


def test_the_first_rolls_close_nothing() -> None:
    table = Table().open(7, ITALIAN).ready()
    found(table)
    assert not table.told(e.SetUpErrorFound).must


# --- the window of an illegal move ---------------------------------------------------------------


def test_nothing_was_moved_yet() -> None:
    table = Table().open(7, NORWAY).start()
    assert table.refused(says(table, WHITE)) == (Reason.MOVE_STANDS,)


def test_norway_waits_for_a_valid_roll_or_a_double() -> None:
    """norway §4.2(iii)(a)."""
    table = moved()
    cocked(table)
    table.ok(says(table))
    assert table.phase is Phase.CHALLENGED
    table = moved().roll()
    assert table.refused(says(table)) == (Reason.MOVE_STANDS,)
    table = moved().double(BLACK)
    assert table.refused(says(table)) == (Reason.MOVE_STANDS,)
    assert table.told(e.Refused).cites == ("norway §4.2(iii)(a)",)


def test_london_waits_for_any_throw() -> None:
    """london-club TR11."""
    book = LONDON.with_clock(ClockSystem.NONE, "so")
    table = moved(book)
    cocked(table)
    assert table.refused(says(table)) == (Reason.MOVE_STANDS,)
    table = moved(book)
    table.double(BLACK)
    assert table.refused(says(table)) == (Reason.NOT_NOW,)
    table.ok(c.TakeTapped(table.at, WHITE))
    table.ok(says(table))


def test_michigan_waits_until_a_die_is_lifted() -> None:
    """michigan-2002 §3.5: a shared pair's pick-up is seen; of one die the players tell."""
    table = Table().open(7, MICHIGAN)
    assert table.match.setup is not None
    table.match = replace(table.match, setup=replace(table.match.setup, dice=DicePairs.SHARED_PAIR))
    table.start().turn()
    Table(table.match, table.now).ok(says(table))
    table.lift()
    assert table.refused(says(table)) == (Reason.MOVE_STANDS,)
    own = moved(MICHIGAN).lift()
    assert own.refused(c.DieLiftedTapped(own.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    own.ok(c.DieLiftedTapped(own.at, WHITE))
    assert own.refused(c.DieLiftedTapped(own.at, WHITE)) == (Reason.ALREADY_DONE,)
    assert own.refused(says(own)) == (Reason.MOVE_STANDS,)
    assert moved(MICHIGAN).roll().refused(says(own)) == (Reason.MOVE_STANDS,)


def test_dice_still_to_be_counted_decide_first() -> None:
    """norway §4.2(iii)(a): if the roll they show counts, the move stands."""
    table = Table().open(7, TIMED, RIGHT, tower=True).start().turn().lift()
    table.ok(c.RollRead(table.at, facts(die(4, RIGHT), die(2, RIGHT))))
    assert table.refused(says(table)) == (Reason.ROLL_IN_DOUBT,)
    table.ok(c.TowerReported(table.at, 2, 2))
    assert table.refused(says(table)) == (Reason.MOVE_STANDS,)


# --- who may speak -----------------------------------------------------------------------------


def test_the_one_who_moved_may_say_so_where_the_book_says_players() -> None:
    """norway §4.2(iii)(a); elsewhere it is the opponent's."""
    table = moved()
    table.ok(says(table, WHITE))
    assert table.phase is Phase.MOVING
    london = moved(LONDON.with_clock(ClockSystem.NONE, "so"))
    assert london.refused(says(london, WHITE)) == (Reason.MAY_NOT_ACCUSE,)


@pytest.mark.parametrize(
    ("book", "accuser", "reasons"),
    [
        (TIMED, MoveAccuser.DIRECTOR, ()),
        (TIMED, MoveAccuser.INVITED_SPECTATORS, ()),
        (TIMED, MoveAccuser.OBSERVER, (Reason.NO_OBSERVER,)),
        (ITALIAN, MoveAccuser.DIRECTOR, (Reason.MAY_NOT_ACCUSE,)),
        (MICHIGAN, MoveAccuser.OBSERVER, (Reason.MAY_NOT_ACCUSE, Reason.NO_OBSERVER)),
    ],
)
def test_who_else_may(book: RuleBook, accuser: MoveAccuser, reasons: tuple[Reason, ...]) -> None:
    """norway §4.2(iii)(a), italian-international L111, michigan-2002 §3.5."""
    table = moved(book)
    order = table.order(c.IllegalMovePointedOut, accuser)
    if reasons:
        assert table.refused(order) == reasons
        return
    table.ok(order)
    directs = accuser is MoveAccuser.DIRECTOR
    assert table.phase is (Phase.MOVING if directs else Phase.CHALLENGED)


def test_an_observer_who_was_named_may() -> None:
    """italian-international L111: a referee has full powers, illegal moves included."""
    table = moved(ITALIAN)
    table.ok(table.order(c.ObserverNamed, "Ola", False))
    table.ok(table.order(c.IllegalMovePointedOut, MoveAccuser.OBSERVER))
    assert table.phase is Phase.CHALLENGED
