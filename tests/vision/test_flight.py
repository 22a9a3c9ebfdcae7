"""What flies: dice one by one, or two side by side where no hand came."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, POSE, Film, hand, lay, story

from vision.frame import Frame, small_of
from vision.tracker import AtRest, CheckersMoved, Event, Placed
from vision.tracker.change import Blob, Change
from vision.tracker.flight import Flight, follow
from vision.tracker.ground import ground_of
from vision.tracker.motion import view_of

FRAME_NS = 33_000_000
VIEW = view_of(Frame(0, 0, BOARD, small_of(BOARD)))
GROUND = ground_of(POSE, VIEW)
ONE, TWO, TOO_LARGE = 1.5, 4.6, 5.2
"""As large as so many dice: one with its shadow, two side by side with long ones, neither."""


def square(x: int, dice: float, edge: bool = False, grown_px: int = 0) -> Blob:
    """All of it moves."""
    side = round(GROUND.dice_px2(dice) ** 0.5) + grown_px
    own = np.ones((side, side), np.uint8)
    return Blob((x, 50, side, side), side * side, side * side, side * side, edge, own)


def followed(
    dice: float, *, hand_in: int | None = None, step_px: int = 30, every_ns: int = FRAME_NS
) -> Flight:
    """Four frames of one thing as large as so many dice; in one of them there is a hand, too."""
    flight = Flight()
    for k in range(4):
        blobs = [square(20 + step_px * k, dice)]
        if k == hand_in:
            blobs.append(square(300, 12, edge=True))
        seen = Change(tuple(blobs), 0.1, np.zeros_like(VIEW), 1.0)
        flight = follow(flight, seen, GROUND, (k + 1) * every_ns, FRAME_NS)
    return flight


@pytest.mark.parametrize(
    ("dice", "thrown", "unlaid"),
    [(ONE, True, True), (TWO, False, True), (TOO_LARGE, False, False)],
)
def test_two_dice_side_by_side_fly_as_one_thing(dice: float, thrown: bool, unlaid: bool) -> None:
    flight = followed(dice)
    assert (flight.thrown, flight.unlaid) == (thrown, unlaid)


@pytest.mark.parametrize("hand_in", range(4))
def test_where_a_hand_came_what_is_as_large_as_two_dice_may_be_part_of_it(hand_in: int) -> None:
    assert not followed(TWO, hand_in=hand_in).unlaid
    assert followed(ONE, hand_in=hand_in).thrown


@pytest.mark.parametrize("hand_in", [None, *range(5)])
def test_dice_that_fly_side_by_side_push_a_checker_and_slide_apart_fly(hand_in: int | None) -> None:
    """One frame shows them fly as one thing, one shows one of them alone: two in all."""
    flight = Flight()
    for k, (x, dice) in enumerate([(20, TWO), (50, TWO), (60, TOO_LARGE), (70, ONE), (71, ONE)]):
        hands = (square(300, 12, edge=True),) if k == hand_in else ()
        seen = Change((square(x, dice), *hands), 0.1, np.zeros_like(VIEW), 1.0)
        flight = follow(flight, seen, GROUND, (k + 1) * FRAME_NS, FRAME_NS)
    assert not flight.thrown
    assert flight.unlaid is (hand_in is None)


@pytest.mark.parametrize("grows", [0, 2])
def test_what_grows_out_of_one_place_does_not_fly(grows: int) -> None:
    """An arm does; dice roll slowly and grow no larger."""
    flight = Flight()
    for k in range(4):
        blobs = (square(20 + 6 * k, TWO, grown_px=grows * k),)
        seen = Change(blobs, 0.1, np.zeros_like(VIEW), 1.0)
        flight = follow(flight, seen, GROUND, (k + 1) * FRAME_NS, FRAME_NS)
    assert flight.unlaid is (grows == 0)
    assert followed(ONE, step_px=6).thrown


def test_nobody_can_tell_what_flew_between_frames_far_apart() -> None:
    assert not followed(TWO, every_ns=110_000_000).unlaid


def bar(image: np.ndarray, x: float, y: float) -> np.ndarray:
    """Two dice and their shadows while they fly, as one long thing."""
    at = (int(x) + AT[0], int(y) + AT[1])
    return np.asarray(cv2.ellipse(image.copy(), at, (44, 26), 0, 0, 360, (0, 0, 30), -1), np.uint8)


def test_a_roll_of_two_that_fly_side_by_side_is_read() -> None:
    film, said = Film(), list[Event]()
    for step in range(5, 0, -1):
        said += film.show(bar(BOARD, 700.0 - 70 * step, 300.0))
    said += film.show(lay({(690.0, 300.0): 5, (715.0, 300.0): 2}), 12)
    assert story(said) == [AtRest]


@pytest.mark.parametrize("step", [6, 10, 20])
@pytest.mark.parametrize("deep", [40, 60, 100])
def test_a_hand_that_lay_on_the_rim_reaches_on_and_lays_dice(step: int, deep: int) -> None:
    """Skin over skin: only its tip differs from the board as it lay."""
    film, end = Film(), 615 - deep
    for y in (715, 685, 655):
        film.show(hand(700, y))
    film.show(hand(700, 615), 12)
    said, way = list[Event](), range(615 - step, end - 1, -step)
    laid = lay({(685.0, end - 15.0): 5, (715.0, end - 18.0): 2})
    for y in way:
        said += film.show(hand(700, y))
    said += film.show(hand(700, end, laid), 2)
    for y in reversed(way):
        said += film.show(hand(700, y, laid))
    assert story(said + film.show(hand(700, 615, laid), 12)) == [Placed]


def test_a_checker_that_slides_alone_takes_no_die_away() -> None:
    """Not the one that shows no face, either: what flew may be a die, and may be none."""

    def checker(x: float, image: np.ndarray) -> np.ndarray:
        at = (int(x) + AT[0], 400 + AT[1])
        return np.asarray(cv2.circle(image.copy(), at, 24, (230, 230, 230), -1), np.uint8)

    def lies(step: int) -> np.ndarray:
        read = lay({(700.0 - 13 * step, 300.0 + 17 * step): 5})
        return lay({(800.0 - 13 * step, 300.0 + 17 * step): 5}, read, blank=True)

    film = Film()
    for step in range(9, 0, -1):
        film.show(lies(step))
    assert AtRest in story(film.show(lies(0), 12))
    said = [one for x in range(60, 460, 60) for one in film.show(checker(x, lies(0)))]
    assert story(said + film.show(checker(420, lies(0)), 12)) == [CheckersMoved]
