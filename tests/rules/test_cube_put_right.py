"""The cube at a wrong level or in a wrong place: put right, void, disputed, ruled on."""

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
from kits.cube_kit import TAKE, black_to_roll, cited, cube_of
from kits.rules_kit import BLACK, WHITE, Table

from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.outcome import Matter
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side

# --- a wrong level (R158, C43) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "section"), [(NORWAY, "norway §4.4(vi)"), (LONDON, "london-club TR10.1")]
)
def test_a_wrong_level_holds_and_is_put_right(book: RuleBook, section: str) -> None:
    """S160: A shows 8 for 4; it is 4."""
    table = black_to_roll(book, 15).double().take().turn()
    table.ok(board_double(table, WHITE, WHITE, shown=8))
    corrected = table.told(e.CubeLevelCorrected)
    assert (corrected.shown, corrected.level, corrected.cites) == (8, 4, (section,))
    table.ok(c.BoardAnswerTapped(table.at, BLACK, TAKE, TAKE, 16))
    corrected = table.told(e.CubeLevelCorrected)
    assert (corrected.side, corrected.shown, corrected.level) == (BLACK, 16, 4)
    assert cube_of(table) == Cube(4, BLACK)


def test_under_the_italian_book_a_wrong_level_is_void() -> None:
    """000 L86."""
    table = black_to_roll(ITALIAN)
    assert table.refused(board_double(table, BLACK, BLACK, shown=4)) == (Reason.WRONG_LEVEL,)
    assert cited(table) == ("italian-international L86",)
    table.ok(board_double(table, BLACK, BLACK, shown=2))
    wrong = c.BoardAnswerTapped(table.at, WHITE, None, TAKE, 4)
    assert table.refused(wrong) == (Reason.WRONG_LEVEL,)
    assert table.phase is Phase.DOUBLED
    table.ok(c.BoardAnswerTapped(table.at, WHITE, None, TAKE, 2))
    assert table.count(e.CubeLevelCorrected) == 0
    assert cube_of(table) == Cube(2, WHITE)


def test_the_highest_cube_is_one() -> None:
    table = black_to_roll()
    table.ok(c.CubeDisputed(table.at, WHITE, 4096, WHITE))


@pytest.mark.parametrize("shown", [0, -2, 1, 3, 6, 8192])
def test_no_cube_shows_that(shown: int) -> None:
    table = black_to_roll()
    why = table.refused(board_double(table, BLACK, BLACK, shown=shown))
    assert why == (Reason.BAD_VALUE,)
    table.double()
    why = table.refused(c.BoardAnswerTapped(table.at, WHITE, TAKE, None, shown))
    assert why == (Reason.BAD_VALUE,)


# --- how the cube lies (R150, R166) --------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "section"),
    [
        (NORWAY, "norway §4.4(i)"),
        (LONDON, "london-club TR6"),
        (ITALIAN, "italian-international L78"),
    ],
)
def test_a_cube_not_turned_yet_is_put_right(book: RuleBook, section: str) -> None:
    """S184, S185: shown 2 in the centre at the start."""
    table = Table().open(7, book).ready()
    table.ok(c.CubeDisputed(table.at, BLACK, 2, None))
    right = table.told(e.CubePutRight)
    assert (right.side, right.shown, right.cites) == (BLACK, 2, (section,))
    table.ok(c.CubeDisputed(table.at, WHITE, 64, BLACK))
    assert table.count(e.CubePutRight) == 2
    assert cube_of(table) == Cube()
    assert table.match.director_called is None


@pytest.mark.parametrize(
    ("book", "presumed", "section"),
    [
        (NORWAY, Cube(4, WHITE), "norway §4.4(ix)"),
        (ITALIAN, Cube(4, WHITE), "italian-international L109"),
        (MICHIGAN, None, "michigan-2002 §3.10(c)"),
    ],
)
def test_a_disputed_cube_is_the_directors(
    book: RuleBook, presumed: Cube | None, section: str
) -> None:
    """As it lies until the contrary is shown, or verified with both clocks stopped."""
    table = black_to_roll(book, 15).double().take()
    table.ok(c.CubeDisputed(table.at, BLACK, 4, WHITE))
    asked = table.told(e.CubeQuestioned)
    assert (asked.recorded, asked.presumed, asked.cites) == (
        Cube(2, WHITE),
        presumed,
        (section,),
    )
    assert table.told(e.Referred).cites == (section,)
    assert (table.match.clock.running, table.match.director_called) == (None, BLACK)
    assert cube_of(table) == Cube(2, WHITE)
    table.ok(table.order(c.CubeOrdered, 4, WHITE))
    assert cube_of(table) == Cube(4, WHITE)


def test_whose_the_cube_is_may_be_what_they_dispute() -> None:
    """Norway §4.4(ix): as it lies, on Black's side."""
    table = black_to_roll().double().take()
    table.ok(c.CubeDisputed(table.at, BLACK, 2, BLACK))
    asked = table.told(e.CubeQuestioned)
    assert (asked.level, asked.owner, asked.presumed) == (2, BLACK, Cube(2, BLACK))


def test_with_the_director_on_the_way_one_call_is_enough() -> None:
    table = black_to_roll().double().take()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(c.CubeDisputed(table.at, BLACK, 4, WHITE))
    assert (table.count(e.DirectorCalled), table.count(e.PlayStopped)) == (1, 1)
    assert table.match.director_called is WHITE
    assert table.told(e.Referred).side is BLACK


def test_a_cube_on_a_side_that_nobody_turned_is_disputed_too() -> None:
    table = black_to_roll()
    table.ok(c.CubeDisputed(table.at, BLACK, 2, WHITE))
    assert table.count(e.CubePutRight) == 0
    assert table.told(e.Referred).matter is Matter.CUBE


def test_disputing_the_cube_as_it_is_says_nothing() -> None:
    table = black_to_roll()
    assert table.refused(c.CubeDisputed(table.at, BLACK, 1, None)) == (Reason.ALREADY_DONE,)
    assert table.refused(c.CubeDisputed(table.at, BLACK, 5, None)) == (Reason.BAD_VALUE,)


@pytest.mark.parametrize(
    ("level", "owner"), [(2, None), (1, WHITE), (3, WHITE), (0, None), (8192, BLACK)]
)
def test_the_director_puts_the_cube_only_where_it_can_lie(level: int, owner: Side | None) -> None:
    table = black_to_roll()
    assert table.refused(table.order(c.CubeOrdered, level, owner)) == (Reason.BAD_VALUE,)


def test_nor_is_there_one_in_the_crawford_game() -> None:
    table = crawford()
    assert table.refused(table.order(c.CubeOrdered, 2, WHITE)) == (Reason.BAD_VALUE,)
    taken_on_board(table, BLACK)
    table.ok(table.order(c.CubeOrdered, 1, None))
    assert cube_of(table) == Cube(in_play=False)


def test_a_frozen_cube_stays_frozen_wherever_the_director_puts_it() -> None:
    """002 §5.2; and no window undoes a double of it, so none is told."""
    table = black_to_roll(UNIFIED).double().take().turn()
    assert table.match.game is not None
    frozen = replace(cube_of(table), frozen=True)
    table.match = replace(table.match, game=replace(table.match.game, cube=frozen))
    told = board_double(table, WHITE, WHITE, answer=TAKE)
    assert table.refused(told) == (Reason.CUBE_FROZEN,)
    table.ok(table.order(c.CubeOrdered, 4, BLACK))
    assert cube_of(table) == Cube(4, BLACK, frozen=True)
