"""Which way round the board lies is found from what the pictures show."""

from dataclasses import replace
from random import Random

import pytest
from kits.picture_cells_kit import seen_as, seen_game
from kits.transcript_kit import Flaws, cell, read, sample_game

from kiosk.rules.board import Position
from kiosk.transcript import HIDDEN, Orientation, PictureCells, SeenGame, find_orientation
from kiosk.transcript.orientation import ORIENTATIONS, Corner, turn_cells

ROUGH = Flaws(cell=0.03, hidden=0.05, missing=0.05)


@pytest.mark.parametrize("way", ORIENTATIONS)
def test_a_reading_turned_to_white_is_what_was_seen(way: Orientation) -> None:
    reading = read(Position.start(), Random(1), Flaws(trays=1.0))
    assert turn_cells(seen_as(reading, way), way) == reading


def test_the_demos_board_has_white_at_the_bottom_and_homes_at_the_right() -> None:
    """White's 24 point at the top right, its 1 point at the bottom right."""
    counts = [0] * 24
    counts[11], counts[23], counts[0] = 2, -2, 5
    points = tuple(map(cell, counts))
    seen = PictureCells(points, (HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
    turned = turn_cells(seen, Orientation(Corner.NEAR_RIGHT, 0)).points
    assert [turned[24 - 1], turned[1 - 1], turned[13 - 1]] == [cell(2), cell(-2), cell(5)]


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("flaws", [Flaws(), ROUGH], ids=["clear", "rough"])
def test_the_way_round_is_found_whatever_corner_and_colour(way: Orientation, flaws: Flaws) -> None:
    game = seen_game(sample_game(Random(ORIENTATIONS.index(way)), flaws).game, way)
    assert find_orientation(game) == way
    assert game.turned(way, 2).turns == game.turned(way).turns[:2]


def test_pictures_of_something_else_lie_no_way_round() -> None:
    sample = sample_game(Random(5), Flaws(cell=0.4))
    assert find_orientation(seen_game(sample.game, ORIENTATIONS[0]), ORIENTATIONS[0]) is None


def test_a_game_without_pictures_lies_no_way_round() -> None:
    sample = sample_game(Random(5), Flaws(missing=1.0, last=0.0))
    game = seen_game(sample.game, ORIENTATIONS[0])
    assert find_orientation(game, ORIENTATIONS[0]) is None
    assert find_orientation(SeenGame(replace(game.game, turns=()), ())) is None


def test_what_two_ways_explain_alike_is_taken_as_in_the_game_before() -> None:
    """The opening alone looks the same whichever of the two colours is White's."""
    sample = sample_game(Random(6), Flaws())
    way = Orientation(Corner.FAR_LEFT, 1)
    whole = seen_game(sample.game, way)
    opening = SeenGame(whole.game, (whole.seen[0], *(None for _ in whole.seen[1:])))
    assert find_orientation(opening) is None
    assert find_orientation(opening, way) == way
