"""What is told as dice go that something lay on, or beside, or that lay there from the start."""

from __future__ import annotations

import cv2
import numpy as np
from kits.painted import AT, BOARD, POSE, ROLL, Dice, Film, hand, lay, read, story
from kits.renewed_kit import likeness, the_one
from kits.thrown_kit import SECONDS, thrown, told

from vision.tracker import AtRest, CheckersMoved, Event, Lifted, OneLifted, Placed, Tracker

LEFT: Dice = {(250.0, 300.0): 3, (310.0, 380.0): 6}
RIGHT_ONE: Dice = {(700.0, 300.0): 5}


def checker(x: int, y: int, image: np.ndarray) -> np.ndarray:
    at = (x + AT[0], y + AT[1])
    return np.asarray(cv2.circle(image.copy(), at, 20, (190, 190, 190), -1), np.uint8)


def cup(image: np.ndarray) -> np.ndarray:
    at = (750 + AT[0], 280 + AT[1])
    return np.asarray(cv2.circle(image.copy(), at, 72, (30, 30, 30), -1), np.uint8)


class Grainy(Film):
    """In the first frame the dice lie there, so that nobody knows the board without them."""

    def __init__(self) -> None:
        self.grain = np.random.default_rng(4).integers(-3, 4, BOARD.shape, np.int8)
        super().__init__()
        self.tracker = Tracker(POSE, read)
        assert story(self.show(lay(ROLL), 12)) == [Placed]

    def show(self, image: np.ndarray, frames: int = 1) -> list[Event]:
        said: list[Event] = []
        for _ in range(frames):
            grain = np.roll(self.grain, (7 * self.seq, 13 * self.seq), (0, 1))
            said += super().show(np.clip(image + grain, 0, 255).astype(np.uint8))
        return said


def test_the_board_of_a_lift_is_what_is_seen_now_where_no_other_is_known() -> None:
    lifted = the_one(Grainy().show(BOARD, 12), Lifted)
    assert likeness(lifted.board, BOARD) < 3
    assert read(lifted.board, POSE, None) == ()


def test_a_checker_put_where_a_lifted_die_lay_is_no_die_below_it() -> None:
    """The lift of the other one ends the turn, however long the checker stood there."""
    film, standing = Grainy(), checker(800, 260, lay(RIGHT_ONE))
    said = film.reach(800, 260, lay(ROLL), lay(RIGHT_ONE))
    said += film.reach(800, 260, lay(RIGHT_ONE), standing)
    more = checker(300, 260, standing)
    said += film.reach(300, 260, standing, more)
    said += film.reach(700, 300, more, checker(800, 260, checker(300, 260, BOARD)))
    assert story(said) == [OneLifted, CheckersMoved, CheckersMoved, Lifted]


def test_dice_below_what_became_part_of_the_board_are_none_of_the_next_roll() -> None:
    film = Film()
    film.roll(ROLL)
    film.show(hand(750, 280, lay(ROLL)), 4)
    film.show(cup(BOARD), 16 * SECONDS)
    said = thrown(film, LEFT, board=cup(BOARD)) + film.show(lay(LEFT, cup(BOARD)), 12)
    assert [die.value for die in the_one(said, AtRest).reading.dice] == [3, 6]


def test_dice_taken_off_with_the_cup_they_lay_beside_are_lifted() -> None:
    """Between two frames, and a checker put elsewhere."""
    film = Film()
    film.show(cup(BOARD), 3 * SECONDS)
    said = thrown(film, LEFT, board=cup(BOARD)) + film.show(lay(LEFT, cup(BOARD)), 12)
    assert told(said) == [AtRest]
    assert told(film.show(checker(600, 420, BOARD), 12)) == [Lifted]
