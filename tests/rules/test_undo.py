"""Doubles that were not allowed, undone (norway §4.4(iv), §4.4(vii); 000 L87)."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, LONDON, NORWAY, board_double, crawford, taken_on_board
from kits.rules_kit import BLACK, DIRECTOR, WHITE, Table

from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.match.doubling import Cube, CubeAnswer
from kiosk.rules.match.outcome import Matter
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import BySide, Side

CRAWFORD = "norway §4.4(iv)"
DEAD = "norway §4.4(vii)"


def points_out(table: Table, side: Side = WHITE, seq: int | None = None) -> c.UndoTapped:
    return c.UndoTapped(table.at, side, seq)


def cube_of(table: Table) -> Cube:
    assert table.match.game is not None
    return table.match.game.cube


def crawford_games(table: Table) -> int:
    return sum(isinstance(event, e.GameStarted) and event.crawford for event in table.events)


def dead_cube(book: RuleBook = NORWAY) -> Table:
    """7 points, 5-0: White owns the cube at 2, turns it to 4 on the board, and Black takes."""
    table = Table().open(7, book).start().turn().double().take().turn()
    table.set_score(5, 0)
    return taken_on_board(table, WHITE)


# --- during the game -----------------------------------------------------------------------------


@pytest.mark.parametrize("by_director", [False, True])
def test_during_the_game_it_goes_on_without_a_cube(by_director: bool) -> None:
    """S166, window (a): whoever points it out, the director too."""
    table = taken_on_board(crawford(), BLACK)
    table.turn()
    if by_director:
        table.ok(table.order(c.UndoOrdered, None))
    else:
        table.ok(points_out(table))
    undone = table.told(e.DoublesUndone)
    by = (undone.side, undone.by, undone.why)
    assert by == ((None, DIRECTOR, "a reason") if by_director else (WHITE, None, None))
    assert undone.cites == (CRAWFORD,)
    assert cube_of(table) == Cube(in_play=False)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, WHITE)
    table.turn().win(BLACK)
    assert table.match.score == BySide(6, 4)


def test_all_doubles_of_the_game_are_void_at_once() -> None:
    """S170, 000 L87."""
    table = taken_on_board(crawford(book=ITALIAN), BLACK)
    taken_on_board(table.turn(), WHITE)
    assert cube_of(table).level == 4
    table.ok(points_out(table, BLACK))
    assert table.told(e.DoublesUndone).cites == ("italian-international L87",)
    assert cube_of(table) == Cube(in_play=False)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)


def test_while_a_win_is_declared_it_is_still_the_game() -> None:
    table = taken_on_board(crawford(), BLACK).roll()
    table.ok(c.WinDeclared(table.at, BLACK, 1))
    table.ok(points_out(table))
    assert table.phase is Phase.CLAIMED
    table.ok(c.WinAgreed(table.at, WHITE))
    assert table.match.score == BySide(6, 4)


def test_without_a_double_there_is_nothing_to_undo() -> None:
    table = crawford()
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)
    table = Table().open(7).start().turn().double().take()
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)
    table.turn().win(BLACK)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)
    assert table.refused(table.order(c.UndoOrdered, None)) == (Reason.NOTHING_TO_UNDO,)


# --- before the next game ------------------------------------------------------------------------


def test_before_the_next_game_the_score_is_as_without_the_cube() -> None:
    """S167, window (b): 6-5 becomes 6-4, naming the row it corrects."""
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK)
    assert table.match.score == BySide(6, 5)
    table.ok(c.ReadyTapped(table.at, WHITE))
    table.ok(points_out(table, seq=41))
    rescored = table.told(e.GameRescored)
    assert table.match.games[-1].points == rescored.points
    assert (rescored.game, rescored.winner, rescored.cube, rescored.points) == (1, BLACK, 1, 1)
    assert (rescored.corrects_seq, rescored.cites) == (41, (CRAWFORD,))
    assert table.match.score == rescored.score == BySide(6, 4)
    assert table.phase is Phase.BETWEEN_GAMES
    assert table.match.ready == BySide(False, False)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)
    table.start()
    assert crawford_games(table) == 1


@pytest.mark.parametrize("by_director", [False, True])
def test_whoever_points_it_out_is_named(by_director: bool) -> None:
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK)
    table.ok(table.order(c.UndoOrdered, None) if by_director else points_out(table))
    rescored = table.told(e.GameRescored)
    by = (rescored.side, rescored.by, rescored.why)
    assert by == ((None, DIRECTOR, "a reason") if by_director else (WHITE, None, None))


def test_a_gammon_stays_a_gammon() -> None:
    table = taken_on_board(crawford(11, score=(10, 3)), BLACK).turn()
    table.win(BLACK, 2).ok(points_out(table))
    assert table.match.score == BySide(10, 5)


def test_a_penalty_in_between_stays() -> None:
    table = taken_on_board(crawford(11, score=(10, 3)), BLACK).turn()
    table.win(BLACK)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 2, None))
    assert table.match.score == BySide(10, 7)
    table.ok(points_out(table))
    assert table.match.score == BySide(10, 6)


def test_once_the_director_set_the_score_it_is_settled() -> None:
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK).set_score(6, 4)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)


def test_with_the_next_game_begun_it_is_too_late() -> None:
    """S169, D3-13."""
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK).ready()
    assert table.refused(points_out(table)) == (Reason.UNDO_TOO_LATE,)
    assert table.told(e.Refused).cites == (CRAWFORD,)
    assert table.match.score == BySide(6, 5)


@pytest.mark.parametrize(
    ("book", "section"),
    [
        (ITALIAN, "italian-international L87"),
        (LONDON, "convention: london-club silent, as 000 L87"),
    ],
)
def test_other_books_end_the_window_with_the_game(book: RuleBook, section: str) -> None:
    table = taken_on_board(crawford(book=book), BLACK).turn()
    table.win(BLACK)
    assert table.refused(points_out(table)) == (Reason.UNDO_TOO_LATE,)
    assert table.told(e.Refused).cites == (section,)


@pytest.mark.parametrize("teller", [BLACK, None])
def test_a_dropped_double_is_the_directors(teller: Side | None) -> None:
    """S172, D3-12: nobody knows how the game would have gone."""
    table = crawford()
    table.ok(board_double(table, BLACK, BLACK, answer=CubeAnswer.PASS))
    table.ok(c.BoardDoubleAgreed(table.at, WHITE))
    assert table.match.score == BySide(6, 4)
    table.ok(points_out(table, BLACK) if teller else table.order(c.UndoOrdered, None))
    referred = table.told(e.Referred)
    assert (referred.matter, referred.cites) == (Matter.DROPPED_DOUBLE, (CRAWFORD,))
    assert referred.side is (BLACK if teller else WHITE)
    assert table.match.score == BySide(6, 4)
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.ScoreOrdered, BySide(6, 3), CRAWFORD, 17))
    table.ok(table.order(c.StartOrdered))
    table.ready()


# --- after the match -----------------------------------------------------------------------------


def over(points: int = 7, level: int = 1) -> Table:
    """Black won the match in the Crawford game with the cube at 4."""
    table = taken_on_board(crawford(points, score=(points - 1, 3)), BLACK).turn()
    taken_on_board(table, WHITE)
    table.turn().win(BLACK, level)
    assert table.phase is Phase.MATCH_OVER
    return table


def test_after_the_match_the_score_is_corrected_and_the_match_goes_on() -> None:
    """Window (c): 6-7 was won with a cube at 4; without it 6-4."""
    table = over()
    assert table.match.winner is BLACK
    table.ok(points_out(table, seq=99))
    assert table.told(e.GameRescored).corrects_seq == 99
    assert table.told(e.MatchResumed).score == BySide(6, 4)
    assert (table.phase, table.match.winner) == (Phase.BETWEEN_GAMES, None)
    table.start()
    assert crawford_games(table) == 1
    table.turn().double()


def test_a_match_won_anyway_stays_won() -> None:
    table = over(level=3)
    assert table.match.score == BySide(6, 15)
    table = Table().open(7).set_score(6, 5).start().turn()
    taken_on_board(table, BLACK)
    table.turn().win(BLACK, 2).ok(points_out(table))
    assert table.match.score == BySide(6, 7)
    assert (table.match.winner, table.phase) == (BLACK, Phase.MATCH_OVER)


def test_the_winner_with_a_point_to_go_stays_the_winner() -> None:
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(WHITE)
    assert table.match.score == BySide(8, 3)
    table.ok(points_out(table, BLACK))
    assert table.match.score == BySide(7, 3)
    assert table.count(e.MatchResumed) == 0


def test_a_match_lost_on_time_does_not_come_back() -> None:
    """The flag decided it, not the points of the last game."""
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK).start().wait(9_000)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.phase is Phase.MATCH_OVER
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)


def test_a_flag_in_the_game_itself_scored_nothing() -> None:
    table = taken_on_board(crawford(), BLACK).wait(9_000)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.score == BySide(6, 3)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)


def test_until_the_result_can_no_longer_be_corrected() -> None:
    """D3-13, norway §4.6: the director closes the reasonable time."""
    table = over()
    table.ok(table.order(c.ResultPosted, BLACK))
    table.ok(table.order(c.ResultClosed))
    assert table.refused(points_out(table)) == (Reason.UNDO_TOO_LATE,)
    table = over()
    table.ok(table.order(c.ResultPosted, BLACK))
    table.ok(points_out(table))
    assert not table.match.outcome.posted


def test_a_dropped_double_after_the_match_calls_the_director_without_stopping_anything() -> None:
    table = Table().open(7).set_score(6, 6).start().turn()
    table.ok(board_double(table, BLACK, BLACK, answer=CubeAnswer.PASS))
    table.ok(c.BoardDoubleAgreed(table.at, WHITE))
    assert table.phase is Phase.MATCH_OVER
    table.ok(points_out(table))
    assert table.match.director_called is WHITE
    assert table.match.stop is None
    assert table.phase is Phase.MATCH_OVER


@pytest.mark.parametrize("answer", ["score", "posted", "closed"])
def test_after_the_match_the_directors_answer_ends_the_call(answer: str) -> None:
    """D3-12, norway §4.4(iv)(c), §4.6: he corrects the score, or lets the result stand."""
    table = Table().open(7).set_score(6, 6).start().turn()
    table.ok(board_double(table, BLACK, BLACK, answer=CubeAnswer.PASS))
    table.ok(c.BoardDoubleAgreed(table.at, WHITE))
    table.ok(points_out(table))
    orders = {
        "score": (c.ScoreOrdered, BySide(6, 7), CRAWFORD, 17),
        "posted": (c.ResultPosted, BLACK),
        "closed": (c.ResultClosed,),
    }
    table.ok(table.order(*orders[answer]))
    assert table.match.director_called is None
    assert table.phase is Phase.MATCH_OVER


def test_during_the_match_a_call_lasts_until_play_goes_on() -> None:
    table = Table().open().start()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.set_score(1, 0)
    assert table.match.director_called is BLACK
    table.ok(table.order(c.StartOrdered))
    assert table.match.director_called is None


def test_a_flag_that_fell_before_the_next_game_still_decides() -> None:
    """The score is put right, and the match stays lost."""
    table = taken_on_board(crawford(), BLACK).wait(9_000)
    table.win(BLACK)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, WHITE)
    table.ok(points_out(table))
    assert table.match.score == BySide(6, 4)
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, WHITE)


def test_a_rescored_game_on_a_match_without_one_only_sets_the_score() -> None:
    """A journal may hold any fact after any other."""
    table = taken_on_board(crawford(), BLACK).turn()
    table.win(BLACK).ok(points_out(table))
    rescored = table.told(e.GameRescored)
    assert evolve(EMPTY, rescored) == replace(EMPTY, score=BySide(6, 4))


# --- a dead cube (R159, §4.4(vii)) ---------------------------------------------------------------


def test_a_dead_cube_goes_back_to_its_old_value() -> None:
    table = dead_cube()
    assert cube_of(table) == Cube(4, BLACK)
    table.ok(points_out(table))
    assert cube_of(table) == Cube(2, WHITE)
    assert table.told(e.DoublesUndone).cites == (DEAD, CRAWFORD)
    table.win(WHITE)
    assert table.match.score == BySide(7, 0)


def test_turned_twice_it_goes_back_to_where_it_was_dead() -> None:
    table = dead_cube().turn()
    taken_on_board(table, BLACK)
    assert cube_of(table) == Cube(8, WHITE)
    taken_on_board(table.turn(), WHITE)
    table.ok(points_out(table))
    assert cube_of(table) == Cube(2, WHITE)


def test_before_the_next_game_the_dead_value_scores() -> None:
    """S175: 5-4 becomes 5-2."""
    table = dead_cube()
    table.turn().win(BLACK)
    assert table.match.score == BySide(5, 4)
    table.ok(points_out(table))
    assert table.match.score == BySide(5, 2)


def test_where_a_book_lets_it_be_turned_there_is_nothing_to_undo() -> None:
    """000 L84: once accepted, a double is valid."""
    table = dead_cube(ITALIAN)
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)


def test_the_director_puts_the_cube_and_that_settles_it() -> None:
    table = dead_cube()
    table.ok(table.order(c.CubeOrdered, 2, WHITE))
    assert table.refused(points_out(table)) == (Reason.NOTHING_TO_UNDO,)
