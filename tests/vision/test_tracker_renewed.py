"""After a lamp was switched or the camera nudged play goes on: rolls are read, lifts are told.

Painted frames at 30 a second; what is told is held against what was painted.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, HIGH, POSE, ROLL, WIDE, Dice, hand, lay, read, story
from kits.renewed_kit import Changing, likeness, lit, pushed, still, the_one, viewed

from vision.tracker import (
    AtRest,
    CameraNudged,
    CheckersMoved,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Placed,
)
from vision.tracker.memory import Memory

ONE: Dice = {(700.0, 300.0): 5}
ELSEWHERE: Dice = {(650.0, 420.0): 3, (760.0, 440.0): 6}


@pytest.fixture
def film() -> Changing:
    return Changing()


LOOKS = {
    "nudged a little": pushed(3, -2),
    "nudged": pushed(25, -18),
    "darker": lit(0.6),
    "brighter": lit(1.25),
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_roll_is_read_with_the_board_as_it_looks_now(film: Changing, name: str) -> None:
    """The reader compares with the board before the throw: an old one would differ everywhere."""
    film.roll(ROLL)
    film.becomes(LOOKS[name], lay(ROLL))
    assert story(film.show(BOARD, 15)) == [Lifted]
    rolled = the_one(film.roll(ELSEWHERE), AtRest)
    assert rolled.before is not None
    assert likeness(rolled.before, LOOKS[name](BOARD)) < 1.0
    places = sorted(die.center_mm or (0.0, 0.0) for die in rolled.reading.dice)
    assert places == [pytest.approx(place, abs=1.5) for place in sorted(ELSEWHERE)]


@pytest.mark.parametrize("name", LOOKS)
def test_dice_that_lie_there_are_neither_rolled_nor_lifted_and_go_one_by_one(
    film: Changing, name: str
) -> None:
    film.roll(ROLL)
    told = film.becomes(LOOKS[name], lay(ROLL))
    assert story(told) == [CameraNudged if "nudged" in name else LampSwitched]
    assert story(film.show(lay(ROLL), 30)) == []
    assert story(film.reach(800, 260, lay(ROLL), lay(ONE))) == [OneLifted]
    assert story(film.reach(700, 300, lay(ONE), BOARD)) == [Lifted]


@pytest.mark.parametrize("name", LOOKS)
def test_the_board_given_with_a_lift_shows_no_dice(film: Changing, name: str) -> None:
    film.roll(ROLL)
    film.becomes(LOOKS[name], lay(ROLL))
    lifted = the_one(film.show(BOARD, 15), Lifted)
    assert likeness(lifted.board, LOOKS[name](BOARD)) < 1.0
    assert read(lifted.board, POSE, None) == ()


@pytest.mark.parametrize("name", LOOKS)
def test_a_lift_beside_a_moving_hand_is_told_with_the_board_as_it_looks_now(
    film: Changing, name: str
) -> None:
    film.roll(ROLL)
    film.becomes(LOOKS[name], lay(ROLL))
    said: list[Event] = []
    for step in range(12):
        said += film.show(hand(200 + 9 * step, 450))
    lifted = the_one(said, Lifted)
    assert likeness(lifted.board, LOOKS[name](BOARD)) < 1.0


def test_each_of_two_nudges_is_told_by_itself(film: Changing) -> None:
    film.roll(ROLL)
    for here, step in (((11.0, 7.0), (11.0, 7.0)), ((-8.0, 16.0), (-19.0, 9.0))):
        nudged = the_one(film.becomes(pushed(*here), lay(ROLL)), CameraNudged)
        assert nudged.moved_px == pytest.approx(np.hypot(*step), abs=1.0)
        assert nudged.calibration is not None
        middle = np.array([[500.0, 300.0, 0.0]])
        found = nudged.calibration.project(middle) - POSE.project(middle)
        assert found[0] == pytest.approx(here, abs=0.7)
    assert story(film.show(BOARD, 15)) == [Lifted]


def test_a_lamp_switched_on_and_off_again_is_told_each_time(film: Changing) -> None:
    film.roll(ROLL)
    for look in (lit(0.6), lit(1.0), lit(1.25), lit(1.0)):
        assert story(film.becomes(look, lay(ROLL))) == [LampSwitched]
    assert story(film.show(BOARD, 15)) == [Lifted]


def test_what_a_lamp_mirrors_in_the_field_as_it_is_switched_on_is_no_hand(film: Changing) -> None:
    def mirrored(image: np.ndarray) -> np.ndarray:
        out = lit(1.25)(image)
        out[250:400, 300:520] = 255
        return out

    assert story(film.becomes(mirrored, BOARD)) == [LampSwitched]
    assert AtRest in story(film.roll(ROLL))


def test_dice_laid_by_a_hand_as_a_lamp_is_switched_are_told(film: Changing) -> None:
    reach, dark = (300, 200, 100, 0), lit(0.6)
    said: list[Event] = []
    for far in reach:
        said += film.show(hand(750, 280 + far))
    film.look = dark
    for far in reversed(reach):
        said += film.show(hand(750, 280 + far, lay(ROLL)), 2)
    assert Placed in story(said + film.show(lay(ROLL), 15))


def test_a_camera_nudged_in_another_light_is_found_too(film: Changing) -> None:
    film.roll(ROLL)
    dark, away = lit(0.6), pushed(11, 7)
    assert story(film.becomes(dark, lay(ROLL))) == [LampSwitched]
    nudged = story(film.becomes(lambda image: away(dark(image)), lay(ROLL)))
    assert [kind for kind in nudged if kind is not CheckersMoved] == [CameraNudged]
    assert story(film.show(BOARD, 15)) == [Lifted]
    assert AtRest in story(film.roll(ELSEWHERE))


def test_a_die_laid_by_a_hand_after_a_nudge_is_no_roll(film: Changing) -> None:
    film.becomes(pushed(25, -18), BOARD)
    assert story(film.reach(750, 300, BOARD, lay(ROLL))) == [Placed]


def test_checkers_count_on_the_field_as_it_lies_now(film: Changing) -> None:
    """One on its right edge lies where the frame was before the nudge, one on the left frame where
    the field was."""

    def with_one(x: int) -> np.ndarray:
        out = cv2.circle(lay(ROLL), (x + AT[0], 300 + AT[1]), 20, (190, 190, 190), -1)
        return np.asarray(out, np.uint8)

    film.roll(ROLL)
    film.becomes(pushed(40, 0), lay(ROLL))
    edge, frame = 940, 19
    assert story(film.reach(edge, 300, lay(ROLL), with_one(edge))) == [CheckersMoved]
    assert story(film.reach(edge, 300, with_one(edge), lay(ROLL))) == [CheckersMoved]
    assert story(film.reach(frame, 300, lay(ROLL), with_one(frame))) == []


def test_dice_lifted_after_a_nudge_are_no_checkers_that_moved(film: Changing) -> None:
    film.roll(ROLL)
    film.becomes(pushed(40, 0), lay(ROLL))
    assert story(film.show(BOARD, 15)) == [Lifted]


def test_a_camera_is_found_though_its_nudge_is_the_least_that_changed(film: Changing) -> None:
    film.roll(ROLL)
    arms = hand(250, 300, hand(430, 100, lay(ROLL)))
    nudged = the_one(film.becomes(pushed(1, 0), arms), CameraNudged)
    assert nudged.moved_px == pytest.approx(1.0, abs=0.3)
    assert story(film.show(lay(ROLL), 15)) == []


def test_a_camera_that_is_lost_is_so_until_it_is_found(film: Changing) -> None:
    """Also while nothing of the board is to be seen."""
    weave = np.random.default_rng(2).integers(0, 255, (HIGH, WIDE, 3), np.uint8)
    field = (slice(AT[1] + 70, AT[1] + 530), slice(AT[0] + 40, AT[0] + 960))

    def below_a_cloth(image: np.ndarray) -> np.ndarray:
        out = pushed(11, 7)(image)
        out[field] = weave[field]
        return out

    film.roll(ROLL)
    nudged = the_one(film.becomes(below_a_cloth, lay(ROLL)), CameraNudged)
    assert nudged.calibration is None
    assert nudged.moved_px == pytest.approx(np.hypot(11, 7), abs=1.0)
    film.becomes(lambda _image: weave, BOARD)
    assert film.tracker.lost
    found = the_one(film.becomes(pushed(11, 7), lay(ROLL)), CameraNudged)
    assert found.calibration is not None
    assert not film.tracker.lost
    assert story(film.show(BOARD, 15)) == [Lifted]


# --- what is kept, by itself


def covered_by(arm: np.ndarray) -> Memory:
    """A board with an arm over it that was taken for a part of it."""
    memory = Memory(POSE, BOARD, viewed(BOARD))
    memory.keep(BOARD, viewed(BOARD), (), bare=True)
    memory.absorb(arm, viewed(arm))
    return memory


def test_below_an_arm_no_board_of_another_light_comes_to_light() -> None:
    memory, dark = covered_by(hand(250, 300)), lit(0.6)
    assert memory.relight(viewed(dark(hand(250, 300))))
    memory.uncovered(viewed(dark(BOARD)), still())
    assert likeness(memory.still, BOARD) > likeness(memory.still, dark(BOARD))


def test_below_an_arm_no_board_of_another_pose_comes_to_light() -> None:
    """However near it is to that."""
    memory, away = covered_by(hand(250, 300)), pushed(1, 0)
    now = away(hand(250, 300))
    assert memory.repose(now, viewed(now), still(), sure=True) is not None
    memory.uncovered(viewed(away(BOARD)), still())
    assert likeness(memory.still, BOARD) > likeness(memory.still, away(BOARD))


def test_a_die_known_before_a_nudge_is_where_the_camera_sees_it_now() -> None:
    memory, away = Memory(POSE, BOARD, viewed(BOARD)), pushed(25, -18)
    now = away(BOARD)
    assert memory.repose(now, viewed(now), still(), sure=True) is not None
    lay_at, lies_at = read(lay(ROLL), POSE, None), read(away(lay(ROLL)), memory.calibration, None)
    for was, sees in zip(lay_at, lies_at, strict=True):
        moved = memory.moved_along(was, POSE)
        assert moved.center_px == pytest.approx(sees.center_px, abs=0.7)
        assert moved.bbox_px == pytest.approx(sees.bbox_px, abs=1)
        nowhere = replace(was, center_mm=None)
        assert memory.moved_along(nowhere, POSE) is nowhere
