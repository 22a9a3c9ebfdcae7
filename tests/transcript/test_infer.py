"""Whole games transcribed: what is certain, what is asked about, what an answer changes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.measure_transcript import first_asked
from kits.transcript_kit import COUNTS_TO, Flaws, Sample, cell, read, sample_game, sample_games

from kiosk.demo.player import ScriptPlayer
from kiosk.rules.board import CHECKERS, Position
from kiosk.rules.plays import Move, Play, legal_plays
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import Side
from kiosk.transcript import (
    HIDDEN,
    Answer,
    BoardReading,
    Certainty,
    GameEnd,
    InferredTurn,
    PlayKind,
    RolledGame,
    RolledTurn,
    beam,
    changed_turns,
    infer,
)

WHOLE = Flaws(counts_to=CHECKERS, trays=1.0)
"""A reader that sees everything."""

W, B = Side.WHITE, Side.BLACK
START = Position.start()


def clear(board: Position) -> BoardReading:
    return read(board, Random(0), WHOLE)


def game_of(
    plays: Iterable[tuple[Side, tuple[int, int], tuple[Move, ...]]],
    last: bool = True,
    start: Position = START,
) -> tuple[RolledGame, list[Position]]:
    """A game with a clear picture at every roll, and the positions after its plays."""
    board, turns, boards = start, [], []
    for side, dice, moves in plays:
        turns.append(RolledTurn(side, dice, clear(board)))
        own, other = (bytearray(board.checkers.of_side(each)) for each in (side, side.other))
        for begin, end in moves:
            own[begin] -= 1
            own[end] += 1
            if end and other[25 - end]:
                other[25 - end] -= 1
                other[25] += 1
        board = Position(board.checkers.with_(side, bytes(own)).with_(side.other, bytes(other)))
        boards.append(board)
    return RolledGame(tuple(turns), clear(board) if last else None, start=start), boards


def pictures_changed(game: RolledGame, readings: Mapping[int, BoardReading | None]) -> RolledGame:
    """The game with other pictures after its turns, by the turn's index."""
    turns = [
        replace(turn, reading=readings.get(index - 1, turn.reading))
        for index, turn in enumerate(game.turns)
    ]
    return replace(game, turns=tuple(turns), last=readings.get(len(turns) - 1, game.last))


def assert_right(turns: Iterable[InferredTurn], sample: Sample) -> None:
    for turn, played in zip(turns, sample.truth, strict=True):
        assert turn.play is not None
        assert played.is_as(turn.play)
        assert turn.after == played.after


def opening_plays() -> Iterator[tuple[Side, tuple[int, int], tuple[Move, ...]]]:
    """The first turns of a game, as the script player plays them."""
    board, side, player = START, W, ScriptPlayer(Random(1))
    for dice in ((3, 1), (4, 2), (6, 3), (5, 5), (2, 1), (6, 1)):
        play = player.choose_play(board, side, dice)
        yield side, dice, play.moves
        board, side = play.board, side.other


OPENING = tuple(opening_plays())


@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_what_is_seen_whole_is_transcribed_without_a_question(seed: int) -> None:
    sample = sample_game(Random(seed), WHOLE)
    turns = infer(sample.game)
    assert_right(turns, sample)
    assert [(turn.side, turn.dice) for turn in turns] == [
        (turn.side, turn.dice) for turn in sample.game.turns
    ]


@given(
    seed=st.integers(0, 2**32),
    rates=st.tuples(*(st.sampled_from((0.0, 0.01, 0.05)) for _ in range(6))),
)
@settings(max_examples=5, deadline=None)
def test_whatever_is_misread_rolls_stay_and_the_account_hangs_together(
    seed: int, rates: tuple[float, ...]
) -> None:
    """Each turn begins where the one before ended, also once questions are answered."""
    names = ("cell", "hand", "glove", "missing", "illegal", "short")
    sample = sample_game(Random(seed), Flaws(**dict(zip(names, rates, strict=True))))
    answers: dict[int, Answer] = {}
    turns = infer(sample.game)
    for _ in range(3):
        index = first_asked(turns, answers)
        if index is None:  # nothing is asked
            break
        answers[index] = sample.truth[index].answer
        turns = infer(sample.game, answers)
    for turn, given_turn in zip(turns, sample.game.turns, strict=True):
        assert (turn.side, turn.dice) == (given_turn.side, given_turn.dice)
        assert 1 <= len(turn.candidates) <= 3
        assert turn.candidates[0].behind == 0
    for now, following in pairwise(turns):
        assert now.after == following.candidates[0].before


@pytest.mark.parametrize("missing", range(len(OPENING) - 1))
def test_a_missing_picture_costs_nothing_where_the_next_shows_both_plays(missing: int) -> None:
    game, boards = game_of(OPENING)
    turns = infer(pictures_changed(game, {missing: None}))
    assert [turn.after for turn in turns] == boards
    assert all(turn.play for turn in turns)


def test_the_last_play_is_asked_about_or_unknown_without_a_picture() -> None:
    game, _boards = game_of(OPENING, last=False)
    *rest, last = infer(game)
    assert all(turn.play for turn in rest)
    assert last.certainty is Certainty.UNKNOWN
    assert len(last.candidates) == 3


def test_a_hand_over_ten_turns_makes_them_unknown_and_the_rest_is_right() -> None:
    sample = next(sample for sample in sample_games(3, WHOLE) if len(sample.truth) > 30)
    covered = BoardReading((HIDDEN,) * 24)
    turns = infer(pictures_changed(sample.game, dict.fromkeys(range(8, 18), covered)))
    for index, (turn, played) in enumerate(zip(turns, sample.truth, strict=True)):
        if not 8 <= index <= 19:
            assert turn.play is not None
            assert played.is_as(turn.play)
        elif turn.play is not None:
            assert played.is_as(turn.play)
    assert sum(turn.play is None for turn in turns) >= 6


def test_pictures_of_something_else_are_survived() -> None:
    game, boards = game_of(OPENING)
    rng = Random(1)
    noise = [
        BoardReading(tuple(cell(rng.choice((-5, -1, 0, 2, 7))) for _ in range(24))) for _ in boards
    ]
    turns = infer(pictures_changed(game, dict(enumerate(noise))))
    assert len(turns) == len(boards)
    assert all(
        turn.play is None or turn.after == after for turn, after in zip(turns, boards, strict=True)
    )


def junk(sample: Sample, rng: Random) -> RolledGame:
    """The game with pictures in which nearly a third of all places is read wrong."""
    flaws = Flaws(cell=0.3)
    boards = [played.after for played in sample.truth]
    return pictures_changed(
        sample.game, {index: read(board, rng, flaws) for index, board in enumerate(boards)}
    )


def test_pictures_of_no_board_cost_a_few_times_what_good_ones_do_and_prove_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed = 0

    def counted(board: Position, side: Side, dice: tuple[int, int]) -> tuple[Play, ...]:
        nonlocal weighed
        plays = legal_plays(board, side, dice)
        weighed += len(plays)
        return plays

    monkeypatch.setattr(beam, "legal_plays", counted)
    sample = next(sample for sample in sample_games(3, WHOLE) if len(sample.truth) > 40)
    turns = infer(junk(sample, Random(1)))
    allowed = beam.MOST_WORK + len(turns) * beam.WORK_PER_TURN
    assert weighed < 1.5 * allowed
    assert sum(turn.play is not None for turn in turns) <= 0.1 * len(turns)


def test_what_is_spent_on_pictures_of_no_board_is_there_again_for_the_turns_after_them() -> None:
    sample = next(sample for sample in sample_games(4, WHOLE) if len(sample.truth) > 50)
    spoilt = junk(sample, Random(2))
    game = pictures_changed(
        sample.game, {index: spoilt.turns[index + 1].reading for index in range(20)}
    )
    turns = infer(game)
    assert sum(turn.play is None for turn in turns[:20]) >= 15
    for turn, played in zip(turns[22:], sample.truth[22:], strict=True):
        assert turn.play is not None
        assert turn.after == played.after


def test_without_any_picture_nothing_is_certain() -> None:
    game, _boards = game_of(OPENING)
    turns = infer(pictures_changed(game, dict.fromkeys(range(-1, len(OPENING)))))
    assert not any(turn.play for turn in turns)
    assert infer(RolledGame(())) == ()


def test_checkers_set_up_anew_by_hand_are_taken_from_the_picture() -> None:
    game, boards = game_of(OPENING[:3])
    knocked = Position.from_points(
        {24: 1, 20: 2, 13: 4, 8: 3, 5: 3, 3: 2}, {24: 2, 13: 5, 8: 5, 2: 3}
    )
    later, after = game_of(
        ((B, (3, 1), ((13, 10), (8, 7))), (W, (2, 1), ((13, 11), (5, 4)))), start=knocked
    )
    turns = infer(replace(game, turns=game.turns + later.turns, last=later.last))
    assert [turn.after for turn in turns] == [*boards[:2], knocked, *after]
    assert turns[2].certainty is Certainty.UNKNOWN
    assert turns[2].candidates[0].kind is PlayKind.SET_ANEW
    assert [turn.play is not None for turn in turns] == [True, True, False, True, True]


# --- plays that are not legal

LATER = ((B, (4, 2), ((8, 4), (6, 4))), (W, (6, 5), ((13, 7), (13, 8))))


@pytest.mark.parametrize(
    ("dice", "moves"),
    [
        ((3, 1), ((8, 5), (6, 4))),  # one pip too far
        ((3, 1), ((8, 5),)),  # one number left
        ((3, 1), ()),  # not played at all
        ((6, 5), ((8, 5), (6, 5))),  # another roll
        ((2, 2), ((13, 11), (13, 11), (6, 4), (6, 4), (24, 22))),  # five times a double
        ((4, 1), ((8, 9), (24, 20))),  # backwards
    ],
)
def test_an_illegal_play_is_written_as_played(
    dice: tuple[int, int], moves: tuple[Move, ...]
) -> None:
    game, boards = game_of(((W, dice, moves), *LATER))
    turns = infer(game)
    assert [turn.after for turn in turns] == boards
    assert turns[0].play is not None
    assert turns[0].play.kind is PlayKind.ILLEGAL
    assert turns[0].dice == dice
    assert [turn.play is not None and turn.play.kind for turn in turns[1:]] == [PlayKind.LEGAL] * 2


def test_a_hit_checker_left_off_the_board_is_written_so() -> None:
    plays = ((W, (6, 2), ((24, 18), (13, 11))), (B, (6, 1), ((13, 7), (8, 7))), *LATER[1:])
    game, (first, hit, _last) = game_of(plays)
    assert hit.checkers_on(W, 25) == 1
    off = bytearray(hit.checkers.white)
    off[25], off[0] = 0, 1
    left_off = Position(hit.checkers.with_(W, bytes(off)))
    later, after = game_of(((W, (6, 5), ((13, 7), (13, 8))),), start=left_off)
    turns = infer(replace(game, turns=game.turns[:2] + later.turns, last=later.last))
    assert [turn.after for turn in turns] == [first, left_off, *after]
    assert turns[1].play is not None
    assert turns[1].play.kind is PlayKind.ILLEGAL


def test_an_illegal_play_in_a_covered_picture_is_found_from_the_next() -> None:
    game, boards = game_of(((W, (3, 1), ((8, 5), (6, 4))), *LATER))
    first = clear(boards[0])
    hidden = tuple(HIDDEN if point < 8 else each for point, each in enumerate(first.points))
    turns = infer(pictures_changed(game, {0: BoardReading(hidden, first.bar, first.trays)}))
    assert [turn.after for turn in turns] == boards
    assert turns[0].candidates[0].kind is PlayKind.ILLEGAL


def test_a_checker_misread_once_makes_no_illegal_play() -> None:
    game, boards = game_of(OPENING)
    for index, board in enumerate(boards[:-1]):
        true = clear(board)
        for point in range(23):
            points = list(true.points)
            points[point], points[point + 1] = points[point + 1], points[point]
            turns = infer(pictures_changed(game, {index: replace(true, points=tuple(points))}))
            for turn, after in zip(turns, boards, strict=True):
                assert turn.play is None or turn.after == after


# --- how a game ends


def test_the_last_checkers_are_borne_off_without_a_picture() -> None:
    board = Position.from_points({2: 1, 6: 1}, {6: 2})
    turns = (RolledTurn(W, (6, 2), clear(board)),)
    ending = GameEnd(EndCause.PLAYED, W, 1)
    (turn,) = infer(RolledGame(turns, None, ending, board))
    assert turn.play is not None
    assert turn.after.winner is W
    # A game that did not end so leaves open what the last roll did.
    passed = infer(RolledGame(turns, None, GameEnd(EndCause.PASS, B, 1), board))
    assert passed[0].after.winner is None


def test_a_roll_that_was_not_played_as_the_game_was_given_up_is_no_illegal_play() -> None:
    game, boards = game_of(OPENING)
    given_up = replace(
        game,
        turns=(*game.turns, RolledTurn(W, (6, 6), game.last)),
        ending=GameEnd(EndCause.OFFER, B, 1),
    )
    *rest, last = infer(given_up)
    assert [turn.after for turn in rest] == boards
    assert last.play is not None
    assert (last.play.kind, last.after) == (PlayKind.NOT_PLAYED, boards[-1])
    # A pass comes between two turns: there the roll before was played, by the laws or not.
    passed = infer(replace(given_up, ending=GameEnd(EndCause.PASS, B, 1)))
    assert passed[-1].candidates[0].kind is PlayKind.ILLEGAL


# --- questions and answers


def test_an_answer_carries_on_into_the_turns_after_it() -> None:
    """Two bear-offs look the same while stacks are counted to five only."""
    board = Position.from_points({1: 6, 2: 3}, {6: 9})
    flaws = Flaws(counts_to=COUNTS_TO)
    roll: tuple[int, int] = (2, 1)
    boards = {play.moves: play.board for play in legal_plays(board, W, roll)}
    alike = read(boards[((2, 0), (1, 0))], Random(1), flaws)
    turns = (RolledTurn(W, roll, read(board, Random(1), flaws)), RolledTurn(B, (5, 1), alike))
    game = RolledGame(turns, None, None, board)
    before = infer(game)
    assert (
        before[0].certainty is not Certainty.CERTAIN or before[0].after == boards[((2, 0), (1, 0))]
    )
    for moves, after in boards.items():
        answered = infer(game, {0: Answer(moves)})
        assert answered[0].certainty is Certainty.ANSWERED
        assert answered[0].after == after
        assert answered[1].candidates[0].before == after
        assert infer(game, {0: Answer(after=after)})[0].after == after


def test_the_turns_that_an_answer_changes_are_named() -> None:
    game, boards = game_of(OPENING)
    covered = pictures_changed(game, {0: None, 1: None, 2: None})
    asked = infer(covered)
    answer = Answer(((24, 21), (24, 23)))
    changed = infer(covered, {0: answer})
    assert changed_turns(asked, asked) == ()
    assert 0 in changed_turns(asked, changed)
    assert changed[0].after.checkers_on(W, 21) == 1
    right = infer(covered, {0: Answer(OPENING[0][2])})
    assert right[0].after == boards[0]
    assert [turn.after for turn in right[3:]] == boards[3:]


def test_an_answer_that_a_roll_was_not_played_is_no_illegal_play() -> None:
    """Where the game's end leaves that open; after a pass the roll before it was played."""
    game, boards = game_of(OPENING)
    turns = (*game.turns, RolledTurn(W, (6, 6), game.last))
    answer = {len(OPENING): Answer(after=boards[-1])}
    for cause, kind in ((EndCause.OFFER, PlayKind.NOT_PLAYED), (EndCause.PASS, PlayKind.ILLEGAL)):
        ended = replace(game, turns=turns, last=None, ending=GameEnd(cause, B, 1))
        last = infer(ended, answer)[-1]
        assert last.certainty is Certainty.ANSWERED
        assert (last.candidates[0].kind, last.after) == (kind, boards[-1])


def test_an_answer_that_nobody_can_play_leaves_the_turn_asked() -> None:
    game, boards = game_of(OPENING)
    turns = infer(game, {2: Answer(((4, 3),))})
    assert turns[2].certainty is Certainty.ASKED
    assert [turn.after for turn in turns] == boards


def test_games_are_drawn_with_every_ending_and_slip() -> None:
    """What the figures are made of."""
    samples = list(islice(sample_games(1, Flaws(illegal=0.2)), 25))
    assert {sample.game.ending.cause for sample in samples if sample.game.ending} == {
        EndCause.PLAYED,
        EndCause.PASS,
        EndCause.OFFER,
    }
    slips = {played.slip for sample in samples for played in sample.truth}
    assert slips >= {"", "one pip off", "one die", "other roll", "short die"}
