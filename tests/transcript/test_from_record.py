"""A game of the match record becomes the transcriber's."""

from random import Random

import pytest
from kits.transcript_kit import Flaws, read

from kiosk.record import form
from kiosk.rules.board import Position
from kiosk.rules.reasons import EndCause
from kiosk.rules.units import BySide, Side
from kiosk.transcript import GameEnd, RolledTurn
from kiosk.transcript.from_record import game_from_record

READING = read(Position.start(), Random(1), Flaws())
LATER = read(Position.start(), Random(2), Flaws(cell=0.2))
W, B = Side.WHITE, Side.BLACK


def roll(turn: int, side: Side, values: tuple[int, ...], picture: str | None) -> form.RecordedRoll:
    return form.RecordedRoll(turn, "", turn, side, values, False, picture, ())


def game_with(*rolls: form.RecordedRoll) -> form.RecordedGame:
    return form.RecordedGame(1, "", 1, False, BySide(0, 0), rolls=list(rolls))


def test_rolls_have_the_readings_of_their_pictures_and_the_game_its_end() -> None:
    recorded = game_with(roll(1, W, (3, 1), "a"), roll(2, B, (6, 6), "b"), roll(3, W, (2, 1), None))
    recorded.result = form.GameResult(9, "", B, 2, 1, 2, EndCause.PLAYED, BySide(0, 2), ())
    game = game_from_record(recorded, {"a": READING, "b": LATER}, LATER)
    assert game.turns == (
        RolledTurn(W, (3, 1), READING),
        RolledTurn(B, (6, 6), LATER),
        RolledTurn(W, (2, 1), None),
    )
    assert game.ending == GameEnd(EndCause.PLAYED, B, 2)
    assert game.last is LATER
    assert game_from_record(game_with(), {}).ending is None


def test_a_picture_of_an_earlier_roll_is_none_of_a_later() -> None:
    recorded = game_with(roll(1, W, (3, 1), "a"), roll(2, B, (6, 6), "a"), roll(3, W, (2, 1), "c"))
    game = game_from_record(recorded, {"a": READING})
    assert [turn.reading for turn in game.turns] == [READING, None, None]


def test_of_two_rolls_of_one_turn_the_later_counts() -> None:
    game = game_from_record(game_with(roll(1, W, (3, 1), "a"), roll(1, W, (5, 4), "b")), {})
    assert [turn.dice for turn in game.turns] == [(5, 4)]


@pytest.mark.parametrize("values", [(3,), (0, 7), (1, 2, 3)])
def test_what_is_no_roll_is_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two numbers from 1 to 6"):
        game_from_record(game_with(roll(1, W, values, None)), {})
