"""What flies: dice one by one, or two side by side while no hand came."""

from __future__ import annotations

import numpy as np
import pytest
from painted import BOARD, POSE

from vision.frame import Frame, small_of
from vision.tracker.change import Blob, Change
from vision.tracker.flight import Flight, follow
from vision.tracker.ground import Ground, ground_of
from vision.tracker.motion import view_of

FRAME_NS = 33_000_000
VIEW = view_of(Frame(0, 0, BOARD, small_of(BOARD)))
DICE, SMALLEST_HAND = 4.0, 6.0
"""As large as so many dice: two with long shadows; the least that is no dice any more."""


def ground() -> Ground:
    return ground_of(POSE, VIEW)


def square(x: int, area_px2: float, edge: bool = False) -> Blob:
    """All of it moves."""
    side = round(area_px2**0.5)
    own = np.ones((side, side), np.uint8)
    return Blob((x, 50, side, side), side * side, side * side, side * side, edge, own)


def followed(dice: float, *, hand_in: int | None = None, frames: int = 3) -> Flight:
    """One thing as large as so many dice crosses the board; in one frame a hand comes, too."""
    flight = Flight()
    for k in range(frames):
        blobs = [square(20 + 30 * k, ground().dice_px2(dice))]
        if k == hand_in:
            blobs.append(square(300, ground().dice_px2(12), edge=True))
        seen = Change(tuple(blobs), 0.1, np.zeros_like(VIEW), 1.0)
        flight = follow(flight, seen, ground(), (k + 1) * FRAME_NS, FRAME_NS)
    return flight


@pytest.mark.parametrize(("dice", "thrown"), [(1.5, True), (DICE, True), (SMALLEST_HAND, False)])
def test_two_dice_side_by_side_fly_as_one_thing(dice: float, thrown: bool) -> None:
    assert followed(dice).thrown == thrown


def test_what_has_been_seen_in_one_place_does_not_fly() -> None:
    assert not followed(DICE, frames=2).thrown


@pytest.mark.parametrize("hand_in", range(3))
def test_where_a_hand_came_what_is_as_large_as_two_dice_may_be_part_of_it(hand_in: int) -> None:
    assert not followed(DICE, hand_in=hand_in).thrown


@pytest.mark.parametrize("hand_in", range(3))
def test_what_is_as_small_as_a_die_flies_beside_a_hand(hand_in: int) -> None:
    assert followed(1.5, hand_in=hand_in).thrown
