"""A camera that was nudged: when that is noticed, how it is found again, and when it is not."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, HIGH, PLAN, POSE, ROLL, WIDE, hand, lay, read, story
from kits.renewed_kit import Changing, Look, likeness, pushed, still, the_one, viewed

from vision.calibration import Rect
from vision.tracker import AtRest, CameraNudged, Covered, Event, Rolling, Tracker
from vision.tracker.memory import Memory
from vision.tracker.nudge import Anchors, recover

WEAVE = np.random.default_rng(2).integers(0, 255, (HIGH, WIDE, 3), np.uint8)
CLOTH = (slice(AT[1] + 70, AT[1] + 530), slice(AT[0] + 40, AT[0] + 960))


def below_a_cloth(look: Look, place: tuple[slice, slice] = CLOTH) -> Look:
    def covered(image: np.ndarray) -> np.ndarray:
        out = look(image).copy()
        out[place] = WEAVE[place]
        return out

    return covered


def beside_a_sheet(look: Look, from_px: int) -> Look:
    """It lies over all the camera sees from there on, to the right."""

    def covered(image: np.ndarray) -> np.ndarray:
        out = look(image).copy()
        out[:, from_px:] = 200
        return out

    return covered


def marked(image: np.ndarray = BOARD) -> np.ndarray:
    """With printed markers in its corners instead of patterns nobody knows."""
    out, words = image.copy(), cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for i in range(4):
        left, top = PLAN.marker_corners(i)[0][:2].astype(int) + AT
        out[top - 5 : top + 35, left - 5 : left + 35] = 255
        out[top : top + 30, left : left + 30] = cv2.aruco.generateImageMarker(words, i, 30)[
            ..., None
        ]
    return out


def shrunk(times: float) -> Look:
    warp = cv2.getRotationMatrix2D(((WIDE - 1) / 2, (HIGH - 1) / 2), 0.0, times)
    return lambda image: np.asarray(
        cv2.warpAffine(image, warp, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@pytest.fixture
def film() -> Changing:
    return Changing()


def test_a_nudge_as_dice_are_thrown_is_told_before_they_are_read(film: Changing) -> None:
    """However small: they are where the camera sees them now."""
    said: list[Event] = []
    for step in range(9, 0, -1):
        film.look = pushed(0.0 if step > 4 else 0.8, 0.0)
        flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in ROLL.items()}
        said += film.show(lay(flying))
    said += film.show(lay(ROLL), 12)
    assert story(said) == [Rolling, CameraNudged, AtRest]
    places = [die.center_mm for die in the_one(said, AtRest).reading.dice]
    assert places == [pytest.approx(place, abs=0.3) for place in sorted(ROLL)]


def test_a_camera_that_creeps_is_found_though_nothing_seems_to_move(film: Changing) -> None:
    said: list[Event] = []
    for k in range(60):
        film.look = pushed(0.8 * (k + 1) / 60, 0.0)
        said += film.show(BOARD)
    assert [type(one) for one in said + film.show(BOARD, 60)] == [CameraNudged]


def test_while_an_arm_lies_there_nobody_asks_whether_the_camera_crept(film: Changing) -> None:
    """Nothing is read meanwhile."""
    said = film.show(hand(250, 300), 12)
    for k in range(60):
        film.look = pushed(0.8 * (k + 1) / 60, 0.0)
        said += film.show(hand(250, 300))
    assert story(said + film.show(hand(250, 300), 60)) == [Covered]
    assert story(film.show(BOARD, 12)) == [CameraNudged]


def test_dice_thrown_as_a_lost_camera_is_put_back_where_it_was_are_read(film: Changing) -> None:
    film.becomes(below_a_cloth(pushed(11, 7)), BOARD)
    assert film.tracker.lost
    film.look = pushed(0, 0)
    assert story(film.roll(ROLL)) == [Rolling, CameraNudged, AtRest]


def test_a_lost_camera_is_found_once_what_hid_the_board_beyond_its_old_place_is_gone(
    film: Changing,
) -> None:
    """What moves there is no motion on the board."""
    board, away = marked(), pushed(130, 0)
    film.tracker = Tracker(POSE, read)
    film.show(board, 12)
    film.becomes(below_a_cloth(pushed(11, 7)), board)
    assert film.tracker.lost
    assert story(film.becomes(beside_a_sheet(away, 1180), board)) == []
    assert [type(one) for one in film.becomes(away, board) + film.show(board, 30)] == [CameraNudged]
    assert not film.tracker.lost


def test_what_lies_over_the_board_as_a_lost_camera_is_found_is_no_part_of_it(
    film: Changing,
) -> None:
    """It lay there before, but nobody knew on which board."""
    board, here = marked(), pushed(0, 0)
    film.tracker = Tracker(POSE, read)
    film.show(board, 12)
    cover = (slice(AT[1] + 70, AT[1] + 530), slice(AT[0] + 200, AT[0] + 700))
    assert story(film.becomes(below_a_cloth(here, cover), board)) == [Covered]
    film.becomes(beside_a_sheet(below_a_cloth(pushed(11, 7)), 1100), board)
    film.show(board, 60)
    assert film.tracker.lost
    assert story(film.becomes(below_a_cloth(here, cover), board)) == [CameraNudged, Covered]


def even(field: tuple[int, int, int]) -> np.ndarray:
    """A board without points: patterns in its corners, and what lies on the field."""
    out, (x, y) = BOARD.copy(), AT
    out[y + 36 : y + 565, x + 36 : x + 965] = (40, 50, 80)
    for left in (40, 520):
        out[y + 40 : y + 561, x + left : x + left + 441] = field
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.8), np.uint8)


def strewn(image: np.ndarray) -> np.ndarray:
    """Checkers of both colours all over it."""
    out = image.copy()
    for i, j in product(range(12), range(6)):
        shade = 200 if (7 * i + 3 * j) % 5 > 1 else 20
        cv2.circle(out, (80 + 76 * i + AT[0], 90 + 84 * j + AT[1]), 20, (shade,) * 3, -1)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize(
    "board",
    [even((60, 110, 50)), strewn(even((40, 50, 80)))],
    ids=["a little changed, in one piece", "much changed, in bits"],
)
def test_a_camera_nudged_further_than_its_corners_are_looked_for_is_found(
    film: Changing, board: np.ndarray
) -> None:
    film.tracker = Tracker(POSE, read)
    film.show(board, 12)
    nudged = the_one(film.becomes(pushed(15, -9), board), CameraNudged)
    assert nudged.moved_px == pytest.approx(np.hypot(15, 9), abs=1.0)


# --- the pose by itself


@pytest.mark.parametrize("step", [(130, 0), (100, 50)])
def test_a_board_far_from_where_it_was_is_found_by_its_markers(step: tuple[int, int]) -> None:
    found = recover(marked(), POSE, pushed(*step)(marked()))
    assert found is not None
    middle = np.array([[500.0, 300.0, 0.0]])
    assert (found.project(middle) - POSE.project(middle))[0] == pytest.approx(step, abs=0.7)
    assert found.camera_mm[2] == pytest.approx(POSE.camera_mm[2], abs=1.0)


def test_a_board_whose_markers_nobody_saw_before_is_found_by_what_it_shows() -> None:
    found = recover(BOARD, POSE, pushed(11, 7)(marked()))
    assert found is not None
    middle = np.array([[500.0, 300.0, 0.0]])
    assert (found.project(middle) - POSE.project(middle))[0] == pytest.approx((11, 7), abs=0.7)


def test_a_camera_does_not_rise_or_sink_by_half_as_somebody_nudges_it() -> None:
    assert recover(marked(), POSE, shrunk(0.8)(marked())) is not None
    assert recover(marked(), POSE, shrunk(0.6)(marked())) is None
    assert recover(shrunk(0.8)(marked()), POSE, marked()) is not None
    assert recover(shrunk(0.6)(marked()), POSE, marked()) is None


def test_a_picture_carried_over_is_whole_where_nobody_saw_the_board_before() -> None:
    """There it is as the camera sees it now."""
    memory, now = Memory(POSE, BOARD, viewed(BOARD)), pushed(25, -18)(BOARD)
    assert memory.repose(now, viewed(now), still(), sure=True) is not None
    edges = np.ones(now.shape, bool)
    edges[30:-30, 30:-30] = False
    assert likeness(memory.still[edges], now[edges]) < 1.0


# --- the board's corners


def corners() -> list[tuple[int, int]]:
    """Pixels of the four patterns and of the four corners of each half."""
    markers = [PLAN.marker_corners(i)[:, :2].mean(axis=0) for i in range(4)]
    halves = product((40, 480, 520, 960), (40, 560))
    return [(round(x) + AT[0], round(y) + AT[1]) for x, y in (*markers, *halves)]


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_a_nudge_is_measured_at_the_corners_that_are_seen(seed: int) -> None:
    """Those below a cloth tell nothing, whatever is woven into it."""
    weave, now = np.random.default_rng(seed), pushed(5, -3)(BOARD)
    now[:, : AT[0] + 545] = weave.integers(0, 255, now.shape, np.uint8)[:, : AT[0] + 545]
    assert Anchors(BOARD, POSE).moved_px(now) == pytest.approx(np.hypot(5, 3), abs=0.2)


def test_corners_that_move_each_for_itself_are_no_nudge() -> None:
    """Checkers beside some of them were moved."""
    rng, now = np.random.default_rng(1), BOARD.copy()
    for x, y in corners():
        dx, dy = rng.integers(-9, 10, 2)
        part = BOARD[y - 30 - dy : y + 30 - dy, x - 30 - dx : x + 30 - dx]
        now[y - 30 : y + 30, x - 30 : x + 30] = part
    assert Anchors(BOARD, POSE).moved_px(now) is None


def test_corners_that_show_but_a_slope_of_light_tell_nothing() -> None:
    """The light stays where it is as a board is pushed whose field ends far from its markers."""
    left, right = Rect(120.0, 120.0, 480.0, 480.0), Rect(520.0, 120.0, 880.0, 480.0)
    pose = replace(POSE, board=replace(PLAN, picture_left=left, picture_right=right))
    across, down = np.arange(WIDE) - WIDE / 2, np.arange(HIGH) - HIGH / 2
    slope = (0.1 * across[None, :] + 0.1 * down[:, None])[..., None]

    def sloping(image: np.ndarray) -> np.ndarray:
        return np.asarray(np.clip(image + slope, 0, 255), np.uint8)

    board = even((40, 50, 80))
    moved_px = Anchors(sloping(board), pose).moved_px(sloping(pushed(5, -3)(board)))
    assert moved_px == pytest.approx(np.hypot(5, 3), abs=0.2)
