"""The Crawford game (norway §4.4(iv)): the first in which a side needs exactly one point."""

from dataclasses import replace

from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, NORWAY, WHITE, Table

from kiosk.rules.reasons import Reason


def crawford_games(table: Table) -> list[bool]:
    return [event.crawford for event in table.events if isinstance(event, e.GameStarted)]


def test_the_first_game_one_point_away_and_no_later_one() -> None:
    table = Table().open(3).start().win(WHITE).start().win(WHITE)
    table.start().win(BLACK).start().win(BLACK).start()
    assert crawford_games(table) == [False, False, True, False, False]


def test_the_cube_is_out_of_play_for_both() -> None:
    table = Table().open(2).start().win(WHITE).start()
    started = table.told(e.GameStarted)
    assert (started.crawford, started.cube_in_play) == (True, False)
    assert started.cites == ("norway §4.4(iv)",)
    for _ in range(2):
        table.turn()
        why = table.refused(c.DoubleTapped(table.at, table.on_turn))
        assert why == (Reason.CRAWFORD_GAME,)


def test_afterwards_the_cube_is_back_for_both() -> None:
    table = Table().open(3).start().win(WHITE, 2).start().win(BLACK).start()
    assert crawford_games(table) == [False, True, False]
    table.turn().double().take().turn()
    assert table.match.game is not None
    assert table.match.game.cube.level == 2


def test_reached_by_a_gammon_or_by_a_ruling_alike() -> None:
    table = Table().open(5).start().win(BLACK, 3).start()
    assert crawford_games(table) == [False, False]
    table.win(WHITE).set_score(1, 4).start()
    assert crawford_games(table) == [False, False, True]


def test_skipped_over_there_is_none() -> None:
    table = Table().open(3).start().win(WHITE, 3)
    assert table.match.winner is WHITE
    assert crawford_games(table) == [False]


def test_a_match_to_one_point_begins_with_it() -> None:
    assert crawford_games(Table().open(1).start()) == [True]


def test_a_single_game_has_none() -> None:
    assert crawford_games(Table().open(None).start()) == [False]


def test_a_book_without_it_plays_on_with_the_cube() -> None:
    book = replace(NORWAY, cube=replace(NORWAY.cube, crawford=False))
    table = Table().open(2, book).start().win(WHITE).start().turn().double()
    assert crawford_games(table) == [False, False]


def test_a_crawford_game_played_on_a_wrong_score_was_none() -> None:
    """Corrected to where nobody is one point away, the first such game is still to come."""
    table = Table().open(5).set_score(4, 0).start()
    assert crawford_games(table) == [True]
    table.set_score(2, 0).win(WHITE).start().win(WHITE).start()
    assert crawford_games(table) == [True, False, True]


def test_a_correction_that_leaves_a_side_one_away_changes_nothing() -> None:
    table = Table().open(5).set_score(4, 0).start().win(BLACK).set_score(4, 2).start()
    assert crawford_games(table) == [True, False]
