"""What people are asked to do about cube, score and result (R150-R154, R183, R187)."""

import pytest
from kits import commands as c
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
from kits.cube_corpus import offer as offered
from kits.rules_kit import BLACK, WHITE, Table

from kiosk.rules.match import EMPTY
from kiosk.rules.prompts.game import GamePrompt, game_prompts
from kiosk.rules.rulebook import RuleBook

P = GamePrompt


def asked(table: Table) -> tuple[GamePrompt, ...]:
    return game_prompts(table.match)


def test_nothing_before_a_match_is_open() -> None:
    assert game_prompts(EMPTY) == ()


@pytest.mark.parametrize(
    ("book", "face"),
    [
        (NORWAY, P.CENTRE_CUBE_AT_1_OR_64),
        (LONDON, P.CENTRE_CUBE_AT_64),
        (ITALIAN, P.CENTRE_CUBE),
    ],
)
def test_the_cube_at_the_start_of_a_game(book: RuleBook, face: GamePrompt) -> None:
    """norway §4.4(i), 001 TR6, 000 L78."""
    assert asked(Table().open(7, book).ready()) == (face,)


def test_the_crawford_game_is_announced_and_has_no_cube() -> None:
    """S178, norway §4.7, §4.4(i): before it, and until the first roll."""
    table = Table().open(7).set_score(6, 3)
    announced = (P.ANNOUNCE_CRAWFORD_GAME, P.REMOVE_CUBE)
    assert asked(table) == (P.SAY_SCORE, *announced)
    assert asked(table.ready()) == announced
    assert asked(table.opening(6, 5)) == ()
    table.win(BLACK)
    assert asked(table) == (P.SAY_SCORE,)


def test_the_italian_book_only_takes_the_cube_away() -> None:
    """000 L87."""
    table = Table().open(7, ITALIAN).set_score(6, 3)
    assert asked(table) == (P.COMPARE_SHEETS, P.REMOVE_CUBE)
    assert asked(table.ready()) == (P.REMOVE_CUBE,)


def test_a_book_that_leaves_it_on_the_board() -> None:
    book = NORWAY.with_value("cube.removed_in_crawford", False)
    table = Table().open(7, book).set_score(6, 3)
    assert asked(table) == (P.SAY_SCORE, P.ANNOUNCE_CRAWFORD_GAME)


@pytest.mark.parametrize(
    ("book", "check"),
    [(NORWAY, (P.SAY_SCORE,)), (ITALIAN, (P.COMPARE_SHEETS,)), (LONDON, ())],
)
def test_the_score_before_each_game(book: RuleBook, check: tuple[GamePrompt, ...]) -> None:
    """norway §4.7 aloud, 000 L52 compared, 001 TR7 nothing."""
    assert asked(Table().open(7, book)) == check


@pytest.mark.parametrize(
    ("book", "place"),
    [
        (NORWAY, P.CUBE_ON_BOARD),
        (UNIFIED, P.CUBE_ON_BOARD),
        (LONDON, P.CUBE_ON_BOARD),
        (ITALIAN, P.CUBE_IN_MIDDLE),
        (ITALIAN.with_clock(LONDON.clock.system, "event"), P.CUBE_ON_RIGHT_HALF),
        (MICHIGAN, P.CUBE_IN_MIDDLE),
    ],
)
def test_where_the_cube_goes_to_double(book: RuleBook, place: GamePrompt) -> None:
    """000 L82 without a clock, L147 with one; 004 §3.4; 001 TR10; norway §4.4(ii)."""
    table = Table().open(7, book).start().turn().double()
    assert asked(table)[0] is place


@pytest.mark.parametrize("book", [NORWAY, ITALIAN, UNIFIED, MICHIGAN])
def test_who_doubles_and_who_takes_presses(book: RuleBook) -> None:
    """S181, norway §4.4(iii), 000 L147, L148, 002 §3.5, 004 §3.4."""
    table = Table().open(7, book).start().turn().double()
    assert P.PRESS_AFTER_DOUBLE in asked(table)
    table.press(BLACK)
    assert P.PRESS_AFTER_DOUBLE not in asked(table)
    table.take()
    assert asked(table) == (P.PRESS_AFTER_TAKE,)
    table.press(WHITE)
    assert asked(table) == ()


def test_without_a_clock_nobody_presses() -> None:
    table = Table().open(7, LONDON).start().turn().double()
    assert P.PRESS_AFTER_DOUBLE not in asked(table)
    assert asked(table.take()) == ()


def test_a_book_whose_taker_does_not_press() -> None:
    book = NORWAY.with_value("cube.take_presses", False)
    table = Table().open(7, book).start().turn().double().press(BLACK).take()
    assert asked(table) == ()


def test_who_moves_knows_of_an_early_double() -> None:
    table = Table().open(7).start()
    table.ok(board_double(table, BLACK, BLACK))
    assert asked(table) == (P.FINISH_TURN_KNOWING_DOUBLE,)


def test_a_double_told_waits_for_a_word() -> None:
    table = Table().open(7).start().turn()
    table.ok(board_double(table, WHITE, BLACK))
    assert asked(table) == (P.ANSWER_BOARD_DOUBLE,)


def test_whoever_notices_a_crawford_double_says_so() -> None:
    """norway §4.4(iv): a duty; by 000 L87 a right, of which nobody is reminded."""
    table = taken_on_board(crawford(), BLACK)
    assert asked(table) == (P.POINT_OUT_DOUBLES,)
    table.turn().win(BLACK)
    assert asked(table) == (P.SAY_SCORE, P.POINT_OUT_DOUBLES)
    assert asked(table.ready()) == (P.CENTRE_CUBE_AT_1_OR_64,)
    assert asked(taken_on_board(crawford(book=ITALIAN), BLACK)) == ()


def test_how_an_offer_is_answered() -> None:
    """R172: 002 accept or reject, 004 the outcome again, 000 a claim verified."""
    for book, how in (
        (UNIFIED, (P.SAY_ACCEPT_OR_REJECT,)),
        (MICHIGAN, (P.REPEAT_OUTCOME,)),
        (ITALIAN, (P.SAY_ACCEPT_OR_REJECT,)),
    ):
        table = Table().open(7, book).start()
        table.ok(offered(table, WHITE, BLACK))
        assert asked(table) == how


@pytest.mark.parametrize(
    ("book", "reports"),
    [
        (NORWAY, P.WINNER_REPORTS),
        (LONDON, P.CHALLENGER_REPORTS),
        (ITALIAN, P.LOSER_OR_WINNER_REPORTS),
    ],
)
def test_who_confirms_and_who_reports(book: RuleBook, reports: GamePrompt) -> None:
    table = Table().open(1, book).start()
    table.ok(table.order(c.GameEndOrdered, BLACK, 1))
    assert asked(table) == (P.CONFIRM_RESULT, reports)
    table.ok(c.ResultConfirmed(table.at, WHITE))
    table.ok(c.ResultConfirmed(table.at, BLACK))
    assert asked(table) == (reports,)
    table.ok(c.ResultReported(table.at, BLACK))
    assert asked(table) == ()
