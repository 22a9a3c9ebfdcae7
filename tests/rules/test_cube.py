"""The cube (norway §4.4)."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NO_CLOCK, NORWAY, RIGHT, UNIFIED, WHITE, Table, die

from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import RuleBook, StopFor
from kiosk.rules.units import BySide, Side

UNLISTED = UNIFIED.with_value("stop.reasons", frozenset({StopFor.BREAK}))


def black_to_roll(points: int | None = 7) -> Table:
    return Table().open(points).start().turn()


def cube_of(table: Table) -> Cube:
    assert table.match.game is not None
    return table.match.game.cube


def test_a_taken_double_belongs_to_the_taker_at_the_next_level() -> None:
    table = black_to_roll().double()
    assert table.told(e.Doubled).level == 2
    assert (table.phase, cube_of(table)) == (Phase.DOUBLED, Cube())
    table.take()
    assert cube_of(table) == Cube(2, WHITE)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)


@pytest.mark.parametrize(
    ("book", "take", "pass_"),
    [
        (NORWAY, ("norway §4.4(iii)",), ("norway §4.3(ii), §4.3(v), §4.4(iii)",)),
        (UNIFIED, ("unified-2001 §3.5",), ("unified-2001 §4.1, §3.5, §3.6",)),
        (UNLISTED, ("unified-2001 §3.5",), ()),
        (NO_CLOCK, (), ()),
    ],
)
def test_an_answer_cites_what_the_book_says_of_its_clock(
    book: RuleBook, take: tuple[str, ...], pass_: tuple[str, ...]
) -> None:
    table = Table().open(book=book).start().turn().double().take()
    assert table.told(e.Taken).cites == take
    table = Table().open(book=book).start().turn().double().pass_()
    assert table.told(e.Passed).cites == pass_


def test_only_the_owner_redoubles() -> None:
    table = black_to_roll().double().take().turn()
    assert table.on_turn is WHITE
    table.double().take()
    assert cube_of(table) == Cube(4, BLACK)
    table.turn().turn()
    assert table.refused(c.DoubleTapped(table.at, WHITE)) == (Reason.NOT_YOUR_CUBE,)
    table.turn().double().take()
    assert cube_of(table) == Cube(8, WHITE)


def test_only_the_side_on_turn_doubles_and_only_before_it_rolls() -> None:
    table = black_to_roll()
    assert table.refused(c.DoubleTapped(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.roll()
    assert table.refused(c.DoubleTapped(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_nobody_doubles_before_the_first_turn() -> None:
    table = Table().open().ready()
    for side in (WHITE, BLACK):
        assert table.refused(c.DoubleTapped(table.at, side)) == (Reason.NOT_NOW,)


def test_only_the_doubled_side_answers() -> None:
    table = black_to_roll().double()
    for kind in (c.TakeTapped, c.PassTapped):
        assert table.refused(kind(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    assert table.phase is Phase.DOUBLED


@pytest.mark.parametrize("taken_before", [0, 1, 2])
def test_a_pass_scores_the_cube_as_it_stood(taken_before: int) -> None:
    table = black_to_roll(9)
    for _ in range(taken_before):
        table.double().take().turn()
    doubler = table.on_turn
    table.double().pass_()
    ended = table.told(e.GameEnded)
    level = 2**taken_before
    assert (ended.winner, ended.level, ended.cube, ended.points) == (doubler, 1, level, level)
    assert ended.cause is EndCause.PASS
    assert table.match.score.of_side(doubler) == level
    assert table.told(e.Passed).level == 2 * level


# --- after an invalid roll (S163, §4.4(ii)) ----------------------------------------------------


def invalid_roll(by_touch: bool) -> Table:
    table = black_to_roll().lift()
    if by_touch:
        table.throw(die(5, LEFT, flat=None), die(3, LEFT))
        for side in (WHITE, BLACK):
            table.ok(c.RollEntered(table.at, side, None))
    else:
        table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    return table


@pytest.mark.parametrize("by_touch", [False, True])
def test_no_double_after_an_invalid_roll_of_the_same_turn(by_touch: bool) -> None:
    table = invalid_roll(by_touch)
    why = table.refused(c.DoubleTapped(table.at, BLACK))
    assert why == (Reason.INVALID_ROLL_THIS_TURN,)
    table.turn()
    table.double()
    assert table.told(e.Doubled).side is WHITE


def test_a_book_may_allow_it() -> None:
    lax = replace(NORWAY, cube=replace(NORWAY.cube, double_after_invalid_roll=True))
    table = Table().open(book=lax).start().turn().lift()
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    table.double()


def test_an_invalid_opening_roll_takes_nobodys_double_away() -> None:
    table = Table().open().ready()
    table.throw(die(6, RIGHT, flat=False), die(5, LEFT))
    table.opening(6, 5).turn().double()


# --- dead cube (S173, §4.4(vii)) ---------------------------------------------------------------


def owning(side: Side, cube: int, score: tuple[int, int], points: int = 7) -> Table:
    """`side` owns the cube at that level and is to roll, at that score."""
    table = Table().open(points).start().turn()
    while cube_of(table).level < cube or cube_of(table).owner is not side:
        table.double().take().turn()
    while table.on_turn is not side:
        table.turn()
    return table.set_score(*score)


def test_a_cube_that_already_wins_the_match_is_dead() -> None:
    table = owning(WHITE, 2, (5, 0))
    assert table.refused(c.DoubleTapped(table.at, WHITE)) == (Reason.DEAD_CUBE,)
    table.win(WHITE)
    assert table.match.score == BySide(7, 0)


def test_a_cube_one_short_of_the_match_is_alive() -> None:
    table = owning(WHITE, 2, (4, 0))
    table.double().take()
    assert cube_of(table) == Cube(4, BLACK)


def test_a_centred_cube_is_nobodys_and_so_not_dead() -> None:
    """After the Crawford game the leader too may turn it, if only by mistake."""
    table = Table().open(2).start().win(WHITE).start().win(BLACK)
    assert table.match.score == BySide(1, 1)
    table.start().turn().double()


def test_a_book_may_let_a_dead_cube_be_turned() -> None:
    table = owning(WHITE, 2, (5, 0))
    lax = replace(NORWAY, cube=replace(NORWAY.cube, dead_cube_refused=False))
    table.match = replace(table.match, book=lax)
    table.double()


def test_a_single_game_has_no_dead_cube() -> None:
    table = Table().open(None).start().turn()
    for _ in range(8):
        table.double().take().turn()
    assert cube_of(table).level == 256


# --- dice and double cross ---------------------------------------------------------------------


def test_a_roll_is_not_taken_before_the_answer() -> None:
    table = black_to_roll().lift().double()
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.told(e.Refused).reasons == (Reason.NOT_NOW,)
    assert table.phase is Phase.DOUBLED
