"""How a match that ended at its table comes into the event: last game, cause and length."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits import events as e
from kits.rules_kit import BLACK, NORWAY, WHITE, Table

from kiosk.director.event.endings import ending_of
from kiosk.rules.decide import evolve
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import SIDES, BySide
from kiosk.tournament.bracket import Cause
from kiosk.tournament.outcome import Contest, MatchEnding, unfit_ending


def fits(match: Match, length: int) -> bool:
    """Whether the event takes it, called to so many points."""
    level, cube, cause, put_right = ending_of(match)
    nth = 0 if match.winner is WHITE else 1
    score = match.score.white, match.score.black
    ending = MatchEnding(score, nth, cause, level, cube)
    return unfit_ending(Contest(put_right or length), ending) == ()


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 9),
    st.lists(st.tuples(st.sampled_from(SIDES), st.integers(1, 3), st.integers(0, 6)), min_size=30),
)
def test_every_honest_match_is_taken_however_high_its_cube(
    length: int, games: list[tuple[object, int, int]]
) -> None:
    """Also by a book that lets a dead cube be turned."""
    book = replace(NORWAY, cube=replace(NORWAY.cube, dead_cube_refused=False))
    table = Table().open(length, book)
    for winner, level, turns in games:
        if table.phase is Phase.MATCH_OVER:
            break
        table.start()
        for _turn in range(turns):
            cube = table.match.game and table.match.game.cube
            if cube and cube.in_play and cube.owner in {None, table.on_turn}:
                if table.phase is Phase.MOVING:
                    table.turn()
                    continue
                table.double().take()
        table.win(winner, level)  # type: ignore[arg-type]
    if table.phase is Phase.MATCH_OVER:
        assert ending_of(table.match)[2] is Cause.PLAYED
        assert fits(table.match, length)


def test_the_last_game_is_told_with_its_cube() -> None:
    table = Table().open(3).start().win(WHITE, 2).start().win(WHITE, 3)
    assert ending_of(table.match) == (3, 1, Cause.PLAYED, 0)
    assert table.match.score == BySide(5, 0)
    assert fits(table.match, 3)


@pytest.mark.parametrize(
    ("ended", "cause"),
    [
        (EndCause.FLAG, Cause.FLAG),
        (EndCause.PENALTY, Cause.RULING),
        (EndCause.RULING, Cause.RULING),
        (EndCause.CONCEDED, Cause.RULING),
        (EndCause.PLAYED, Cause.PLAYED),
    ],
)
def test_a_match_that_was_decided_away_from_the_board_has_its_cause(
    ended: EndCause, cause: Cause
) -> None:
    """A table that says it was played out is held to its points."""
    table = Table().open(7).start().win(BLACK)
    match = evolve(table.match, e.MatchEnded(WHITE, table.match.score, ended, ()))
    assert ending_of(match)[2] is cause
    assert fits(match, 7) is (cause is not Cause.PLAYED)


def test_a_score_the_director_set_at_the_table_is_played_out() -> None:
    table = Table().open(7).set_score(7, 3)
    assert table.phase is Phase.MATCH_OVER
    assert ending_of(table.match) == (0, 0, Cause.PLAYED, 0)
    assert fits(table.match, 7)


def test_a_length_put_right_at_the_table_is_told_and_one_it_was_opened_with_is_not() -> None:
    opened = Table().open(5).set_score(5, 3).match
    right = replace(opened, lengths=replace(opened.lengths, played=5))
    assert (ending_of(opened)[3], ending_of(right)[3]) == (0, 5)
    assert (fits(opened, 7), fits(right, 7)) == (False, True)
