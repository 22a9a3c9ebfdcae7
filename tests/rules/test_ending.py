"""How a game and a match end (norway §4.3(ii)(g), §4.5), and the score."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NORWAY, WHITE, Table, die, facts, ns

from kiosk.rules.match import LastResult, Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.units import BySide, Side


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("doubles", [0, 1, 2])
def test_a_game_scores_its_level_times_the_cube(level: int, doubles: int) -> None:
    table = Table().open(25).start().turn()
    for _ in range(doubles):
        table.double().take().turn()
    table.win(BLACK, level)
    ended = table.told(e.GameEnded)
    points = level * 2**doubles
    assert (ended.winner, ended.level, ended.cube, ended.points) == (
        BLACK,
        level,
        2**doubles,
        points,
    )
    assert table.match.score == ended.score == BySide(0, points)
    assert table.match.last_result == LastResult(BLACK, points, ended.cause)
    assert table.phase is Phase.BETWEEN_GAMES
    assert table.match.games_played == 1


@pytest.mark.parametrize(("level", "points"), [(2, 1), (3, 1)])
def test_under_jacoby_an_unturned_cube_scores_one(level: int, points: int) -> None:
    book = replace(NORWAY, cube=replace(NORWAY.cube, jacoby=True))
    table = Table().open(25, book).start().win(WHITE, level)
    assert table.told(e.GameEnded).points == points
    table.start().turn().double().take().win(WHITE, level)
    assert table.told(e.GameEnded).points == 2 * level


def test_the_winner_declares_and_the_other_agrees() -> None:
    table = Table().open().start().wait(20)
    table.ok(c.WinDeclared(table.at, WHITE, 2))
    assert (table.phase, table.match.clock.running) == (Phase.CLAIMED, None)
    assert table.refused(c.WinAgreed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    assert table.match.score == BySide(0, 0)
    table.wait(500).ok(c.WinAgreed(table.at, BLACK))
    assert table.match.score == BySide(2, 0)
    assert table.match.clock.reserve == BySide(ns(832), ns(840))


@pytest.mark.parametrize(("rolls", "cause"), [(True, EndCause.PLAYED), (False, EndCause.CLAIM)])
def test_a_book_may_take_the_winner_at_his_word(rolls: bool, cause: EndCause) -> None:
    book = replace(NORWAY, ending=replace(NORWAY.ending, opponent_confirms=False))
    table = Table().open(7, book).start()
    if not rolls:
        table.turn()
    table.ok(c.WinDeclared(table.at, WHITE, 2))
    assert (table.match.score, table.told(e.GameEnded).cause) == (BySide(2, 0), cause)
    assert (table.phase, table.match.clock.running) == (Phase.BETWEEN_GAMES, None)


@pytest.mark.parametrize("moving", [True, False])
def test_only_who_has_just_moved_has_borne_off(moving: bool) -> None:
    """Black claims while White moves, and while it is to roll itself."""
    book = replace(NORWAY, ending=replace(NORWAY.ending, opponent_confirms=False))
    table = Table().open(7, book).start()
    if not moving:
        table.turn()
    table.ok(c.WinDeclared(table.at, BLACK, 1))
    assert table.told(e.GameEnded).cause is EndCause.CLAIM


def test_the_loser_may_see_it_otherwise_and_the_clock_goes_on() -> None:
    """§4.3(ii)(g): whose clock ran goes on, with what was left of its delay."""
    table = Table().open().start().wait(5)
    table.ok(c.WinDeclared(table.at, BLACK, 1))
    table.wait(100)
    events = table.ok(c.WinDisputed(table.at, WHITE))
    assert events[-1] == e.PlayResumed(WHITE, table.at)
    assert table.phase is Phase.MOVING
    table.wait(8).press(WHITE)
    assert table.match.clock.reserve.white == ns(839)


def test_who_declared_may_withdraw_it() -> None:
    table = Table().open().start().turn()
    table.ok(c.WinDeclared(table.at, WHITE, 3))
    table.ok(c.WinDisputed(table.at, WHITE))
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)


@pytest.mark.parametrize("level", [0, 4, -1])
def test_there_is_no_such_win(level: int) -> None:
    table = Table().open().start()
    assert table.refused(c.WinDeclared(table.at, WHITE, level)) == (Reason.BAD_VALUE,)


@pytest.mark.parametrize(
    ("side", "in_turn", "cause"),
    [
        (WHITE, True, EndCause.PLAYED),
        (BLACK, True, EndCause.CLAIM),
        (WHITE, False, EndCause.CLAIM),
    ],
)
def test_a_win_in_its_own_move_was_played_out(side: Side, in_turn: bool, cause: EndCause) -> None:
    table = Table().open().start()
    if not in_turn:
        table.turn()
    table.win(side)
    assert table.told(e.GameEnded).cause is cause


# --- the match ---------------------------------------------------------------------------------


def test_a_match_ends_when_the_winner_has_enough() -> None:
    table = Table().open(3).start().win(WHITE).start().win(WHITE)
    assert table.phase is Phase.BETWEEN_GAMES
    table.start().win(WHITE, 2)
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.score) == (WHITE, BySide(4, 0))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, WHITE)
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.MATCH_IS_OVER,)


def test_exactly_enough_is_enough_by_a_pass_too() -> None:
    table = Table().open(3).start().win(BLACK, 2).start().win(WHITE).start().turn()
    table.double().pass_()
    assert table.match.winner is BLACK
    assert table.told(e.MatchEnded).cause is EndCause.PASS


def test_a_single_game_is_over_after_one() -> None:
    table = Table().open(None).start().win(BLACK, 2)
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    assert table.match.score == BySide(0, 2)


def test_the_reserve_is_kept_from_game_to_game() -> None:
    table = Table().open().start().turn(42).win(BLACK).start(5, 6)
    assert table.match.clock.reserve == BySide(ns(810), ns(840))
    assert table.count(e.TimeAllotted) == 1


# --- a score that is ordered -------------------------------------------------------------------


def order(table: Table, white: int, black: int) -> c.ScoreOrdered:
    return table.order(c.ScoreOrdered, BySide(white, black), "§4.6", 12)


def test_the_director_sets_the_score_and_says_why() -> None:
    table = Table().open(7).start()
    table.ok(order(table, 3, 2))
    changed = table.told(e.ScoreChanged)
    assert (changed.by, changed.why, changed.section, changed.corrects_seq) == (
        "director:Kari",
        "a reason",
        "§4.6",
        12,
    )
    assert table.match.score == BySide(3, 2)
    assert table.phase is Phase.MOVING
    table.win(WHITE)
    assert table.match.score == BySide(4, 2)


@pytest.mark.parametrize(("white", "black"), [(-1, 0), (0, -1), (7, 7), (9, 7)])
def test_no_match_has_such_a_score(white: int, black: int) -> None:
    table = Table().open(7)
    assert table.refused(order(table, white, black)) == (Reason.BAD_VALUE,)


@pytest.mark.parametrize("in_game", [False, True])
def test_a_score_that_is_enough_ends_the_match(in_game: bool) -> None:
    table = Table().open(7)
    if in_game:
        table.start().wait(20)
    table.ok(order(table, 2, 7))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    assert table.match.clock.running is None
    assert table.told(e.MatchEnded).cause is EndCause.RULING
    assert table.count(e.GameEnded) == in_game


def test_a_closed_match_accepts_a_correction() -> None:
    table = Table().open(1).start().win(WHITE)
    table.ok(order(table, 1, 0))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, WHITE)
    assert table.count(e.MatchEnded) == 1


def test_a_single_game_has_no_enough() -> None:
    table = Table().open(None).start()
    table.ok(order(table, 70, 80))
    assert table.phase is Phase.MOVING


def test_dice_thrown_but_not_judged_come_first() -> None:
    """Neither a win nor a double overtakes dice that wait for the baffle box."""
    table = Table().open(mixer=LEFT, tower=True).start().turn().lift()
    table.ok(c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT))))
    for command in (c.WinDeclared(table.at, WHITE, 1), c.DoubleTapped(table.at, BLACK)):
        assert table.refused(command) == (Reason.NOT_NOW,)


def test_the_games_that_ended_are_kept_in_their_order() -> None:
    table = Table().open(points=7).start().win(WHITE, 2).start(2, 5).win(BLACK, 1)
    assert [(game.winner, game.points) for game in table.match.games] == [(WHITE, 2), (BLACK, 1)]
