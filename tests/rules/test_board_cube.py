"""The cube as the players handle it on the board, told to a table that can't see it."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import (
    ITALIAN,
    LONDON,
    MICHIGAN,
    NORWAY,
    UNIFIED,
    board_double,
    crawford,
    taken_on_board,
)
from kits.cube_kit import PASS, TAKE, black_to_roll, cited, cube_of
from kits.rules_kit import BLACK, LEFT, WHITE, Table, die, facts

from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube, CubeAnswer, ExtraDouble
from kiosk.rules.match.outcome import Matter
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import CubeRules, DoubleGesture, PrematureDouble, RuleBook
from kiosk.rules.units import BySide, Side

WORD, INTENT = DoubleGesture.WORD_OR_ACT, DoubleGesture.INTENT


def with_cube(book: RuleBook, **changes: object) -> RuleBook:
    rules: CubeRules = replace(book.cube, **changes)
    return replace(book, cube=rules)


# --- what is enough to double (R152, R153) -------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "gesture", "counts"),
    [
        (NORWAY, INTENT, True),
        (NORWAY, WORD, True),
        (LONDON, WORD, True),
        (LONDON, INTENT, False),
        (ITALIAN, WORD, False),
        (ITALIAN, INTENT, False),
        (ITALIAN, DoubleGesture.FULL_FORM, True),
    ],
)
def test_how_much_makes_a_double(book: RuleBook, gesture: DoubleGesture, counts: bool) -> None:
    """norway §4.4(ii): word, act or intent; 001: word or act; 000 L86: only the whole form."""
    table = black_to_roll(book)
    told = board_double(table, BLACK, BLACK, gesture=gesture)
    if counts:
        table.ok(told)
        assert table.phase is Phase.DOUBLED
        assert table.told(e.Doubled).side is BLACK
    else:
        assert table.refused(told) == (Reason.IMPROPER_DOUBLE,)
        assert cited(table) == (book.cite("cube.gesture"),)


def test_the_opponent_tells_of_an_intent_and_the_doubler_agrees() -> None:
    """S161, norway §4.4(ii): reaching for the cube is a double."""
    table = black_to_roll()
    table.ok(board_double(table, WHITE, BLACK, gesture=INTENT, shown=2))
    assert table.told(e.BoardDoubleNoted).shown == 2
    assert table.phase is Phase.TO_ROLL
    assert table.refused(board_double(table, WHITE, BLACK)) == (Reason.ALREADY_DONE,)
    assert table.refused(c.BoardDoubleAgreed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.BoardDoubleAgreed(table.at, BLACK))
    assert table.told(e.Doubled).cites == ("norway §4.4(ii)",)
    table.take()
    assert cube_of(table) == Cube(2, WHITE)


def test_a_denied_intent_is_the_directors() -> None:
    table = black_to_roll().wait(20)
    table.ok(board_double(table, WHITE, BLACK, gesture=INTENT))
    table.ok(c.BoardDoubleContested(table.at, BLACK))
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.BOARD_DOUBLE, ("norway §4.4(ii)",))
    assert table.match.director_called is BLACK
    assert table.match.stop is not None
    assert (table.match.stop.reason, table.match.stop.resumes) == (
        StopReason.DIRECTOR_CALLED,
        BLACK,
    )
    assert (table.match.clock.running, table.phase) == (None, Phase.TO_ROLL)


def test_who_told_of_it_takes_it_back_without_a_director() -> None:
    table = black_to_roll()
    table.ok(board_double(table, WHITE, BLACK, gesture=INTENT))
    table.ok(c.BoardDoubleContested(table.at, WHITE))
    assert table.match.director_called is None
    for kind in (c.BoardDoubleAgreed, c.BoardDoubleContested):
        assert table.refused(kind(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_what_was_told_does_not_outlast_the_turn() -> None:
    table = black_to_roll()
    table.ok(board_double(table, WHITE, BLACK, gesture=INTENT))
    table.roll()
    assert table.refused(c.BoardDoubleAgreed(table.at, BLACK)) == (Reason.NOT_NOW,)
    table.turn()
    assert table.refused(c.BoardDoubleAgreed(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert table.count(e.DoubledEarly) == 0


def test_dice_that_wait_for_the_baffle_box_come_first() -> None:
    table = Table().open(7, mixer=LEFT, tower=True).ready()
    for value in (6, 5):
        table.lift().throw(die(value, LEFT, at=(10.0 * value, 10.0)))
    table.press(BLACK).turn().lift()
    table.do(c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT))))
    assert table.match.held is not None
    assert table.refused(board_double(table, BLACK, BLACK)) == (Reason.NOT_NOW,)


# --- a double and its answer, both on the board --------------------------------------------------


@pytest.mark.parametrize("teller", [WHITE, BLACK])
def test_a_double_told_with_its_answer_needs_both(teller: Side) -> None:
    table = black_to_roll()
    table.ok(board_double(table, teller, BLACK, answer=TAKE))
    assert table.phase is Phase.TO_ROLL
    table.ok(c.BoardDoubleAgreed(table.at, teller.other))
    assert cube_of(table) == Cube(2, WHITE)
    assert table.phase is Phase.TO_ROLL


def test_a_double_passed_on_the_board_ends_the_game() -> None:
    table = black_to_roll()
    table.ok(board_double(table, WHITE, BLACK, answer=PASS))
    table.ok(c.BoardDoubleAgreed(table.at, BLACK))
    ended = table.told(e.GameEnded)
    assert (ended.winner, ended.points, ended.cause) == (BLACK, 1, EndCause.PASS)


def test_nobody_tells_of_a_double_with_the_others_cube() -> None:
    table = black_to_roll().double().take().turn().turn()
    assert table.on_turn is BLACK
    told = board_double(table, BLACK, BLACK, answer=TAKE)
    assert table.refused(told) == (Reason.NOT_YOUR_CUBE,)


def test_nor_after_an_invalid_roll_of_the_turn() -> None:
    """S163, 001 TR10 and norway §4.4(ii)."""
    for book in (NORWAY, LONDON):
        table = black_to_roll(book).lift()
        table.throw(die(5, LEFT, flat=False), die(3, LEFT))
        why = table.refused(board_double(table, BLACK, BLACK))
        assert why == (Reason.INVALID_ROLL_THIS_TURN,)
        assert cited(table) == (book.cite("cube.double_after_invalid_roll"),)


# --- answers (R154, R155) ------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "act"), [(TAKE, None), (None, TAKE), (TAKE, TAKE)])
def test_word_or_act_alone_takes(word: CubeAnswer | None, act: CubeAnswer | None) -> None:
    """norway §4.4(iii)."""
    table = black_to_roll().double()
    table.ok(c.BoardAnswerTapped(table.at, WHITE, word, act, None))
    assert cube_of(table) == Cube(2, WHITE)


def test_by_the_italian_book_the_act_counts() -> None:
    """000 L83, L86: the cube on one's side; a word is no procedure."""
    table = black_to_roll(ITALIAN).double()
    why = table.refused(c.BoardAnswerTapped(table.at, WHITE, PASS, None, None))
    assert why == (Reason.IMPROPER_DOUBLE,)
    table.ok(c.BoardAnswerTapped(table.at, WHITE, None, PASS, None))
    assert table.told(e.GameEnded).cause is EndCause.PASS


def test_an_answer_says_something_and_comes_from_the_doubled_side() -> None:
    table = black_to_roll().double()
    nothing = c.BoardAnswerTapped(table.at, WHITE, None, None, None)
    assert table.refused(nothing) == (Reason.BAD_VALUE,)
    own = c.BoardAnswerTapped(table.at, BLACK, TAKE, None, None)
    assert table.refused(own) == (Reason.NOT_YOUR_TURN,)


def test_word_against_act_is_the_directors() -> None:
    """D3-17, norway §4.4(iii)."""
    table = black_to_roll().double().press(BLACK)
    table.ok(c.BoardAnswerTapped(table.at, WHITE, TAKE, PASS, None))
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.WORD_AND_ACT, ("norway §4.4(iii)",))
    assert table.phase is Phase.DOUBLED
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE
    table.take()


# --- premature doubles (R157, S164) --------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "section"),
    [
        (NORWAY, "norway §4.4(v)"),
        (LONDON, "london-club TR10"),
        (ITALIAN, "italian-international L81"),
    ],
)
def test_a_premature_double_stands(book: RuleBook, section: str) -> None:
    """The side on turn finishes knowing it; then the double waits for its answer."""
    table = Table().open(7, book).start()
    table.ok(board_double(table, BLACK, BLACK))
    assert table.told(e.DoubledEarly).cites == (section,)
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    assert table.refused(board_double(table, BLACK, BLACK)) == (Reason.ALREADY_DONE,)
    table.end_turn()
    assert (table.phase, table.on_turn) == (Phase.DOUBLED, BLACK)
    assert table.told(e.Doubled).cites == (section,)
    table.take()
    assert cube_of(table) == Cube(2, WHITE)
    table.turn().turn()
    assert table.phase is Phase.TO_ROLL


def test_before_the_other_has_even_rolled_it_stands_too() -> None:
    table = black_to_roll()
    table.ok(board_double(table, WHITE, WHITE))
    table.roll().end_turn()
    assert (table.phase, table.on_turn) == (Phase.DOUBLED, WHITE)


def test_the_doublers_clock_runs_after_the_turn_until_it_presses() -> None:
    table = Table().open(7).start()
    table.ok(board_double(table, BLACK, BLACK))
    table.press(WHITE)
    assert table.match.clock.running is BLACK
    table.press(BLACK)
    assert table.match.clock.running is WHITE


def test_a_premature_double_only_where_a_double_would_be_allowed() -> None:
    table = crawford()
    assert table.refused(board_double(table, WHITE, WHITE)) == (Reason.CRAWFORD_GAME,)
    table = Table().open(7).start()
    told = board_double(table, BLACK, BLACK, answer=TAKE)
    assert table.refused(told) == (Reason.NOT_NOW,)


def test_an_invalid_roll_of_the_other_spoils_no_premature_double() -> None:
    table = black_to_roll().lift()
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    table.ok(board_double(table, WHITE, WHITE))


def test_a_book_may_make_it_void() -> None:
    book = with_cube(NORWAY, premature_double=PrematureDouble.VOID)
    table = Table().open(7, book).start()
    assert table.refused(board_double(table, BLACK, BLACK)) == (Reason.PREMATURE_DOUBLE,)
    assert cited(table) == ("norway §4.4(v)",)


# --- money play (R163, S179) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "section"),
    [
        (NORWAY, "norway §4.4(viii)"),
        (LONDON, "london-club TR10.2"),
        (ITALIAN, "italian-international L75"),
        (UNIFIED, "london-club TR10.2"),
        (MICHIGAN, "london-club TR10.2"),
    ],
)
def test_no_automatic_doubles_beavers_or_raccoons(book: RuleBook, section: str) -> None:
    table = Table().open(7, book).ready()
    automatic = c.ExtraDoubleTapped(table.at, WHITE, ExtraDouble.AUTOMATIC)
    assert table.refused(automatic) == (Reason.AUTOMATIC_DOUBLE,)
    assert cited(table) == (section,)
    for extra in (ExtraDouble.BEAVER, ExtraDouble.RACCOON):
        assert table.refused(c.ExtraDoubleTapped(table.at, WHITE, extra)) == (Reason.BEAVER,)
        assert cited(table) == (section,)


@pytest.mark.parametrize("extra", list(ExtraDouble))
def test_a_book_that_has_them_leaves_the_cube_to_the_director(extra: ExtraDouble) -> None:
    book = NORWAY.with_value("cube.automatic_doubles", True, "cube.automatic_doubles")
    book = book.with_value("cube.beavers", True, "cube.beavers")
    table = Table().open(7, book).ready()
    table.ok(c.ExtraDoubleTapped(table.at, WHITE, extra))
    key = "automatic_doubles" if extra is ExtraDouble.AUTOMATIC else "beavers"
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.CUBE, (f"cube.{key}",))
    table.ok(table.order(c.CubeOrdered, 2, None))
    assert cube_of(table) == Cube(2, None)


# --- what a table refuses, and the board allows --------------------------------------------------


def test_the_crawford_cube_is_told_only_as_a_fact() -> None:
    """A double still open is refused; one that was taken has happened."""
    table = crawford()
    assert table.refused(board_double(table, BLACK, BLACK)) == (Reason.CRAWFORD_GAME,)
    assert cited(table) == ("norway §4.4(iv)",)
    taken_on_board(table, BLACK)
    assert cube_of(table) == Cube(2, WHITE, in_play=False)
    assert table.match.score == BySide(6, 3)
