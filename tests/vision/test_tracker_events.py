"""What else happens over a board: hands, cloths, lamps, a nudged camera, dice laid and lifted.

Painted frames at 30 a second, read by a reader that is always sure, even of dice on a palm.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.painted import (
    AT,
    BOARD,
    HIGH,
    PERIOD_NS,
    POSE,
    ROLL,
    WIDE,
    Dice,
    Film,
    hand,
    lay,
    read,
    story,
)

from vision.frame import Frame, small_of
from vision.tracker import (
    AtRest,
    CameraNudged,
    CheckersMoved,
    Covered,
    Empty,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Placed,
    Repositioned,
    Rolling,
    Tracker,
)


@pytest.fixture
def film() -> Film:
    return Film()


def test_the_verdict_comes_a_fifth_of_a_second_after_the_last_motion(film: Film) -> None:
    for step in range(9, 0, -1):
        film.show(lay({(x - 13 * step, y): v for (x, y), v in ROLL.items()}))
    told = [story(film.show(lay(ROLL))) for _ in range(12)]
    late = next(frame for frame, events in enumerate(told) if events)
    assert told[late] == [AtRest]
    assert 0.2 <= late * PERIOD_NS / 1e9 <= 0.3


def test_dice_that_creep_are_not_at_rest(film: Film) -> None:
    """Thirty millimetres a second: a millimetre a frame, a quarter of a pixel of the small one."""
    for step in range(9, 0, -1):
        film.show(lay({(x - 13 * step, y): v for (x, y), v in ROLL.items()}))
    for step in range(40):
        said = film.show(lay({(x + step, y): v for (x, y), v in ROLL.items()}))
        assert AtRest not in story(said)
    assert story(film.show(lay({(x + 40, y): v for (x, y), v in ROLL.items()}), 10)) == [AtRest]


def test_dice_laid_by_a_hand_were_placed(film: Film) -> None:
    said = film.reach(750, 300, BOARD, lay(ROLL))
    assert story(said) == [Placed]
    (placed,) = [event for event in said if isinstance(event, Placed)]
    assert not placed.reading.rolled


def test_a_die_pushed_by_a_hand_was_repositioned(film: Film) -> None:
    film.roll(ROLL)
    pushed = {(700.0, 300.0): 5, (860.0, 330.0): 2}
    said = story(film.reach(830, 300, lay(ROLL), lay(pushed)))
    assert [event for event in said if event is not OneLifted] == [Repositioned]


def test_one_die_and_then_the_other_are_lifted(film: Film) -> None:
    film.roll(ROLL)
    one = {(700.0, 300.0): 5}
    assert story(film.reach(800, 260, lay(ROLL), lay(one))) == [OneLifted]
    assert story(film.show(lay(one), 20)) == []
    assert story(film.reach(700, 300, lay(one), BOARD)) == [Lifted]


def test_a_lift_is_told_while_a_hand_still_moves_elsewhere(film: Film) -> None:
    film.roll(ROLL)
    said: list[Event] = []
    for k in range(12):
        said += film.show(hand(200 + 9 * k, 450))
    assert Lifted in story(said)
    (lifted,) = [event for event in said if isinstance(event, Lifted)]
    assert np.abs(lifted.board.astype(int) - BOARD).max() < 5  # without the hand


def test_dice_laid_back_at_once_are_the_same_roll(film: Film) -> None:
    film.roll(ROLL)
    film.reach(750, 280, lay(ROLL), BOARD)
    back: Dice = {(640.0, 420.0): 5, (720.0, 420.0): 2}
    assert story(film.reach(680, 430, BOARD, lay(back))) == [Repositioned]


def test_a_hand_that_shows_dice_is_a_cover_and_no_roll(film: Film) -> None:
    for k in (300, 200, 100, 50):
        film.show(hand(700, 300 + k))
    shown = lay({(690.0, 300.0): 6, (720.0, 300.0): 6}, hand(700, 300))
    assert story(film.show(shown, 20)) == [Covered]
    for k in (50, 100, 200, 300):
        film.show(hand(700, 300 + k))
    assert story(film.show(BOARD, 20)) == []


def test_dice_under_a_hand_are_not_lifted(film: Film) -> None:
    film.roll(ROLL)
    assert story(film.show(hand(750, 290, lay(ROLL)), 20)) == [Covered]
    assert story(film.show(lay(ROLL), 20)) == []


def test_a_cloth_over_the_lens_is_a_cover(film: Film) -> None:
    film.roll(ROLL)
    rng = np.random.default_rng(1)
    cloth = np.clip(rng.normal(60, 3, BOARD.shape), 0, 255).astype(np.uint8)
    assert story(film.show(cloth, 15)) == [Covered]
    assert story(film.show(lay(ROLL), 15)) == []


@pytest.mark.parametrize("times", [0.6, 1.25])
def test_a_lamp_is_told_and_makes_no_roll_and_no_lift(film: Film, times: float) -> None:
    film.roll(ROLL)
    across = np.linspace(times, (1 + times) / 2, WIDE)[None, :, None]
    lit = np.clip(lay(ROLL) * across, 0, 255).astype(np.uint8)
    assert story(film.show(lit, 15)) == [LampSwitched]
    bare = np.clip(BOARD * across, 0, 255).astype(np.uint8)
    assert story(film.show(bare, 15)) == [Lifted]


@pytest.mark.parametrize("step", [(3.0, -2.0), (11.0, 7.0), (42.0, -30.0)])
def test_a_nudged_camera_is_told_and_the_game_goes_on(
    film: Film, step: tuple[float, float]
) -> None:
    film.roll(ROLL)
    warp = np.array([[1.0, 0.0, step[0]], [0.0, 1.0, step[1]]])

    def pushed(image: np.ndarray) -> np.ndarray:
        size = (WIDE, HIGH)
        return cv2.warpAffine(image, warp, size, borderMode=cv2.BORDER_REPLICATE)

    said = film.show(pushed(lay(ROLL)), 15)
    assert story(said) == [CameraNudged]
    (nudged,) = [event for event in said if isinstance(event, CameraNudged)]
    assert nudged.moved_px == pytest.approx(np.hypot(*step), abs=1.0)
    assert nudged.calibration is not None
    middle = np.array([[500.0, 300.0, 0.0], [100.0, 500.0, 0.0]])
    now = nudged.calibration.project(middle)
    assert np.abs(now - POSE.project(middle) - step).max() < 0.7
    assert story(film.show(pushed(BOARD), 15)) == [Lifted]


def test_a_slid_checker_is_told_once(film: Film) -> None:
    for k in range(12):
        image = BOARD.copy()
        cv2.circle(image, (300 + 8 * k, 400), 20, (230, 230, 230), -1)
        film.show(hand(300 + 8 * k - AT[0], 420, image))
    assert story(film.show(image, 15)) == [CheckersMoved]


def test_thrown_dice_nobody_can_read_are_asked_about(film: Film) -> None:
    said = film.roll(ROLL, blank=True)
    assert story(said) == [Rolling, AtRest]
    (rest,) = [event for event in said if isinstance(event, AtRest)]
    assert [die.guess for die in rest.reading.dice] == [None, None]
    assert {die.half for die in rest.reading.dice} == {"picture_right"}
    assert story(film.show(BOARD, 10)) == [Lifted]


def test_what_showed_no_face_and_outlasts_the_next_throw_was_no_die(film: Film) -> None:
    """Else it would be asked about for the rest of the match."""
    film.roll(ROLL, blank=True)
    thrown: Dice = {(640.0, 480.0): 3, (880.0, 470.0): 6}
    blanks = lay(ROLL, blank=True)
    for step in range(9, 0, -1):
        flying = {(x - 13 * step, y + 7 * step): value for (x, y), value in thrown.items()}
        film.show(lay(flying, blanks))
    (rest,) = [e for e in film.show(lay(thrown, blanks), 10) if isinstance(e, AtRest)]
    assert [die.guess for die in rest.reading.dice] == [3, 6]
    assert Lifted in story(film.show(blanks, 10))


def test_dice_that_were_missed_are_no_part_of_the_board(film: Film) -> None:
    """One lay there unseen; the next throw leaves a hole where it was, which is no die."""
    assert AtRest not in story(film.show(lay({(620.0, 420.0): 1}, blank=True), 15))
    half_read = lay({(800.0, 260.0): 2}, lay({(700.0, 300.0): 5}, blank=True))
    for step in range(9, 0, -1):
        film.show(lay({(x - 13 * step, y + 17 * step): v for (x, y), v in ROLL.items()}))
    (rest,) = [event for event in film.show(half_read, 10) if isinstance(event, AtRest)]
    assert [die.guess for die in rest.reading.dice] == [None, 2]
    assert story(film.show(BOARD, 10)) == [Lifted]


@pytest.mark.parametrize(("period_ms", "told"), [(125, AtRest), (240, AtRest), (250, Placed)])
def test_a_slow_camera_takes_dice_that_no_hand_laid_for_a_roll(
    period_ms: int, told: type[Event]
) -> None:
    """Nothing is seen to fly. Between frames too far apart a hand may have come and gone."""
    film = Film(period_ms * 1_000_000)
    film.show(lay({(x - 130, y): v for (x, y), v in ROLL.items()}))
    (rest,) = [event for event in film.show(lay(ROLL), 10) if isinstance(event, AtRest | Placed)]
    assert type(rest) is told
    assert rest.reading.rolled == (told is AtRest)


@pytest.mark.parametrize("start_ns", [0, 1_000_000, 10**15])
def test_a_slow_cameras_first_frame_may_come_at_any_time(start_ns: int) -> None:
    tracker, said = Tracker(POSE, read), list[Event]()
    for seq in range(8):
        image = lay(ROLL) if seq else BOARD
        at_ns = start_ns + seq * 125_000_000
        said += tracker.feed(Frame(seq, at_ns, image, small_of(image)))
    assert story(said) == [AtRest]


def test_a_slow_camera_sees_the_hand_that_lays_dice() -> None:
    told = story(Film(125_000_000).reach(750, 300, BOARD, lay(ROLL)))
    assert [kind for kind in told if kind is not Covered] == [Placed]


def test_three_frames_are_read_however_far_apart_they_are() -> None:
    film = Film()
    film.period_ns, film.seq = 200_000_000, 100
    film.show(lay(ROLL, hand(700, 300)))
    (placed,) = [event for event in film.show(lay(ROLL), 10) if isinstance(event, Placed)]
    assert len(set(placed.reading.frame_seqs)) == 3


def test_a_lamp_mirrored_on_the_field_is_no_die(film: Film) -> None:
    """Its spot has the size of a die, and the reader takes it for one."""
    lit = np.clip(BOARD * 0.7, 0, 255).astype(np.uint8)
    assert story(film.show(lay({(700.0, 300.0): 3}, lit), 15)) == [LampSwitched]


def test_after_a_nudge_a_lift_is_told_while_a_hand_still_moves(film: Film) -> None:
    film.roll(ROLL)

    def pushed(image: np.ndarray) -> np.ndarray:
        warp = np.array([[1.0, 0.0, 25.0], [0.0, 1.0, -18.0]])
        return cv2.warpAffine(image, warp, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE)

    film.show(pushed(lay(ROLL)), 15)
    said: list[Event] = []
    for k in range(12):
        said += film.show(pushed(hand(200 + 9 * k, 450)))
    assert Lifted in story(said)


def test_the_first_thing_told_of_a_bare_board_is_that_it_is_empty() -> None:
    film = Film()
    film.tracker = Tracker(POSE, read)
    assert story(film.show(BOARD, 10)) == [Empty]
