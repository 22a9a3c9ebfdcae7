"""What lies over the board for a while, or only seems to: sun and shade, arms, checkers set up."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, HAND, HIGH, POSE, ROLL, WIDE, Dice, Film, hand, lay, read
from kits.thrown_kit import SECONDS, Over, seen_through, set_up, thrown, told

from vision.frame import Frame, small_of
from vision.reading import DieSeen
from vision.tracker import AtRest, CameraNudged, Covered, Event, Lifted, Placed, Tracker
from vision.tracker.change import change
from vision.tracker.cover import FieldCover, cover_of, over_dice
from vision.tracker.ground import ground_of
from vision.tracker.light import is_lit
from vision.tracker.memory import KEPT, Memory
from vision.tracker.motion import Motion, view_of


def viewed(image: np.ndarray) -> np.ndarray:
    return view_of(Frame(0, 0, image, small_of(image)))


def still() -> Motion:
    return Motion(False, 10**9, 30, np.zeros_like(viewed(BOARD)), 0, 0.5)


def lit_to(times: float, x_px: int = 470) -> Over:
    """Sun or shade from the picture's left edge, with a soft end."""
    part = np.zeros((1, WIDE), np.float32)
    part[:, :x_px] = 1
    soft = np.asarray(cv2.GaussianBlur(part, (0, 0), 15))
    light = np.repeat(1 + (times - 1) * soft, HIGH, axis=0)

    def over(image: np.ndarray) -> np.ndarray:
        lit = [cv2.multiply(image[..., k], light, dtype=cv2.CV_8U) for k in range(3)]
        return np.asarray(cv2.merge(lit), np.uint8)

    return over


LEFT: Dice = {(250.0, 300.0): 3, (310.0, 380.0): 6}


def turns(film: Film, count: int, over: Over = lambda image: image) -> list[Event]:
    """Players who throw, look for a second and a half, and lift; nothing ever rests for two."""
    said: list[Event] = []
    for _ in range(count):
        said += thrown(film, LEFT, over) + film.show(over(lay(LEFT)), 45)
        said += film.reach(280, 340, over(lay(LEFT)), over(BOARD))
    return said


@pytest.mark.parametrize("x_px", [470, 720, 800])
@pytest.mark.parametrize("times", [1.3, 0.75], ids=["sun", "shade"])
def test_sun_or_shade_on_a_part_of_the_board_blinds_nobody(times: float, x_px: int) -> None:
    film, over = Film(), lit_to(times, x_px)
    for k in range(10):
        film.show(lit_to(1 + (times - 1) * (k + 1) / 10, x_px)(BOARD))
    film.show(over(BOARD), 10)
    assert told(turns(film, 3, over)) == [AtRest, Lifted] * 3


def test_only_what_shows_the_same_in_another_light_is_light() -> None:
    was = viewed(BOARD)
    ground = ground_of(POSE, was)

    def lit(image: np.ndarray) -> bool:
        view = viewed(image)
        return is_lit(change(view, was, ground, 0.5, np.zeros_like(was)), view, was, ground)

    for times in (0.75, 1.3):
        for x_px in (470, 720, 800):
            assert lit(lit_to(times, x_px)(BOARD)), (times, x_px)
    assert not lit(BOARD)
    assert not lit(hand(250, 300))
    assert not lit(hand(250, 300, lit_to(1.3)(BOARD)))
    assert not lit(hand(750, 300, lit_to(1.3)(BOARD)))


def test_an_even_field_may_have_changed_under_what_looks_like_light() -> None:
    even = np.full_like(BOARD, 90)
    was, view = viewed(even), viewed(lit_to(1.3)(even))
    ground = ground_of(POSE, was)
    seen = change(view, was, ground, 0.5, np.zeros_like(was))
    assert seen.blobs
    assert not is_lit(seen, view, was, ground)


PAIR: Dice = {(700.0, 300.0): 5, (740.0, 280.0): 2}


def cup_at(x: float, y: float, image: np.ndarray = BOARD, radius: int = 42) -> np.ndarray:
    out = image.copy()
    return np.asarray(
        cv2.circle(out, (int(x) + AT[0], int(y) + AT[1]), radius, (30, 30, 30), -1), np.uint8
    )


def test_sun_elsewhere_uncovers_no_dice_under_a_cup() -> None:
    film, over = Film(), lit_to(1.3)
    film.roll(PAIR)
    film.show(hand(720, 290, lay(PAIR)), 4)
    said = film.show(hand(720, 290, over(lay(PAIR))), 4)
    said += film.show(cup_at(720, 290, over(lay(PAIR))), SECONDS) + film.show(over(lay(PAIR)), 30)
    assert told(said) == []
    assert told(film.reach(720, 290, over(lay(PAIR)), over(BOARD))) == [Lifted]


@pytest.mark.parametrize("wide", [30, 40, 60])
def test_what_reaches_over_dice_is_no_part_of_the_board_however_narrow(wide: int) -> None:
    """A wrist, fingers; for twenty seconds."""
    film, dice = Film(), {(700.0, 300.0): 5, (730.0, 270.0): 2}

    def arm(y: int) -> np.ndarray:
        out, x = lay(dice), 715 + AT[0]
        return np.asarray(cv2.line(out, (x, HIGH + 40), (x, y + AT[1]), HAND, wide), np.uint8)

    film.roll(dice)
    said = film.show(arm(555)) + film.show(arm(255), 20 * SECONDS) + film.show(arm(455))
    assert told(said + film.show(lay(dice), SECONDS)) == []
    assert told(film.reach(715, 290, lay(dice), BOARD)) == [Lifted]


def test_a_lamp_lights_the_board_below_an_arm_as_it_lights_the_rest() -> None:
    memory, arm = Memory(POSE, BOARD, viewed(BOARD)), hand(250, 300)
    lit, lit_arm = (np.asarray(np.clip(one * 0.7, 0, 255), np.uint8) for one in (BOARD, arm))
    assert memory.relight(viewed(lit_arm), viewed(arm))
    assert cv2.absdiff(memory.still, lit).max() < 4
    assert cv2.absdiff(memory.still_view, viewed(lit)).max() < 4


@pytest.mark.parametrize("times", [0.7, 1.25])
def test_a_lamp_switched_while_an_arm_lies_there_blinds_nobody_once_it_is_gone(
    times: float,
) -> None:
    film = Film()

    def lit(image: np.ndarray) -> np.ndarray:
        return np.asarray(np.clip(image * times, 0, 255), np.uint8)

    film.show(hand(250, 300), SECONDS)
    film.show(lit(hand(250, 300)), 3 * SECONDS)
    film.show(lit(hand(250, 500)))
    film.show(lit(BOARD), 10)
    assert told(turns(film, 2, lit)) == [AtRest, Lifted] * 2


def test_dice_swept_up_as_the_board_is_set_up_do_not_bury_it() -> None:
    """A checker comes to stand where a die lay."""
    film, dice = Film(), {(565.0, 300.0): 5, (640.0, 400.0): 2}
    film.roll(dice)
    for k in range(20):
        film.show(hand(600 + 20 * (k % 2), 330, set_up(BOARD) if k > 9 else lay(dice)))
    said = film.show(set_up(BOARD), 3 * SECONDS)
    said += thrown(film, ROLL, board=set_up(BOARD)) + film.show(lay(ROLL, set_up(BOARD)), 12)
    assert told(said) == [Lifted, AtRest]


def test_a_cup_lies_over_dice_and_checkers_in_a_row_do_not() -> None:
    was = viewed(BOARD)
    ground = ground_of(POSE, was)
    die, other = read(lay({(565.0, 300.0): 5, (860.0, 300.0): 2}), POSE, None)

    def over(image: np.ndarray) -> list[DieSeen]:
        seen = change(viewed(image), was, ground, 0.5, np.zeros_like(was))
        return over_dice(seen, (die, other), ground)

    assert over(set_up(BOARD)) == []
    cup = cup_at(565, 300)
    assert over(cup) == [die]
    die = replace(die, bbox_px=(-40, -40, 30, 30))
    assert over(cup) == []


def test_an_arm_that_lay_there_twice_for_long_blinds_nobody_once_it_is_gone() -> None:
    film = Film()
    film.show(hand(250, 300), 16 * SECONDS)
    film.show(hand(330, 330), 16 * SECONDS)
    film.show(BOARD, SECONDS)
    assert told(turns(film, 1)) == [AtRest, Lifted]


def test_what_covers_a_board_that_is_not_found_never_becomes_part_of_it() -> None:
    """The camera is pushed while a cloth lies over most of the board and its dice."""
    film = Film()

    def pushed(image: np.ndarray) -> np.ndarray:
        warp = np.array([[1.0, 0.0, 11.0], [0.0, 1.0, 7.0]])
        moved = cv2.warpAffine(image, warp, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    def cloth(image: np.ndarray) -> np.ndarray:
        out, weave = image.copy(), np.random.default_rng(2).integers(0, 255, (460, 920, 3))
        out[AT[1] + 70 : AT[1] + 530, AT[0] + 40 : AT[0] + 960] = weave
        return out

    film.roll(ROLL)
    said = film.show(cloth(lay(ROLL)), SECONDS)
    said += film.show(cloth(pushed(lay(ROLL))), 18 * SECONDS)
    assert [type(one) for one in said] == [Covered, CameraNudged]
    assert film.tracker.lost
    said = film.show(pushed(lay(ROLL)), SECONDS) + film.show(pushed(BOARD), 12)
    assert [type(one) for one in said] == [CameraNudged, Lifted]
    assert not film.tracker.lost


def test_a_board_is_kept_once_however_often_it_is_covered() -> None:
    """And the last few of them."""
    memory, arms = Memory(POSE, BOARD, viewed(BOARD)), [hand(100 * k, 300) for k in range(1, 9)]
    for arm in arms[:KEPT]:
        memory.cover()
        memory.cover()
        memory.still, memory.still_view = arm, viewed(arm)
    assert not memory.uncovered(viewed(arms[-1]), still())
    assert memory.uncovered(viewed(BOARD), still())
    assert memory.still is BOARD
    memory.cover()
    for arm in arms[:KEPT]:
        memory.still, memory.still_view = arm, viewed(arm)
        memory.cover()
    assert not memory.uncovered(viewed(BOARD), still())


def test_what_is_known_of_the_board_without_dice_comes_back_with_it() -> None:
    memory, arm = Memory(POSE, BOARD, viewed(BOARD)), hand(250, 300)
    memory.keep(BOARD, viewed(BOARD), (), bare=True)
    memory.cover()
    memory.keep(arm, viewed(arm), (), bare=True)
    assert memory.bare is arm
    assert memory.uncovered(viewed(BOARD), still())
    assert memory.bare is BOARD


def test_dice_thrown_beside_an_arm_are_no_part_of_the_board_when_it_becomes_one() -> None:
    film = Film()

    def arm(image: np.ndarray) -> np.ndarray:
        return hand(250, 520, image)

    film.show(arm(BOARD))
    said = thrown(film, ROLL, arm) + film.show(arm(lay(ROLL)), 17 * SECONDS)
    said += film.reach(750, 280, arm(lay(ROLL)), arm(BOARD)) + film.show(arm(BOARD), SECONDS)
    assert told(said).count(Lifted) == 1


@pytest.mark.parametrize("frames", [2, 12], ids=["on its way", "at rest"])
def test_a_hand_in_the_first_frame_blinds_no_quick_players_for_long(frames: int) -> None:
    """One that rested passes for the board until the board has lain bare for a quarter minute."""
    film = Film()
    film.tracker = Tracker(POSE, read)
    film.show(hand(280, 340), frames)
    film.show(hand(280, 500))
    film.show(BOARD, 20)
    turns(film, 2 if frames == 2 else 6)
    assert told(turns(film, 2)) == [AtRest, Lifted] * 2


def test_what_covers_the_lens_for_seconds_hides_the_hand_that_lays_dice() -> None:
    """A camera too slow to see them fly."""
    film = Film(125_000_000)
    cloth = np.random.default_rng(3).integers(0, 255, BOARD.shape, np.uint8)
    film.show(cloth, 5 * 8)
    assert told(film.show(lay(ROLL), 10)) == [Placed]


def test_dice_may_be_thrown_beside_a_cup_left_over_the_last_ones() -> None:
    film = Film()
    film.roll(ROLL)
    cup = cup_at(750, 280, radius=72)
    film.show(hand(750, 280, lay(ROLL)), 4)
    assert told(film.show(cup, 16 * SECONDS)) == []
    assert told(thrown(film, LEFT, board=cup) + film.show(lay(LEFT, cup), 12)) == [AtRest]


def test_a_hand_that_rested_and_goes_slowly_throws_nothing() -> None:
    film = Film()
    film.show(hand(750, 280), 12)
    said = []
    for k in range(30):
        said += film.show(hand(750 + 3 * k, 280 + 4 * k, lay(ROLL)))
    said += film.show(hand(840, 700, lay(ROLL))) + film.show(lay(ROLL), 12)
    assert told(said) == [Placed]


def test_fingers_that_move_while_the_hand_rests_throw_nothing() -> None:
    film = Film()
    film.show(hand(750, 280), 12)
    said: list[Event] = []
    for k in range(8):
        tip = (690 + AT[0], 240 + 12 * k + AT[1])
        said += film.show(cv2.circle(hand(750, 280, lay(ROLL)), tip, 9, HAND, -1))
    said += film.show(hand(750, 480, lay(ROLL))) + film.show(lay(ROLL), 12)
    assert told(said) == [Placed]


def test_what_came_to_lie_elsewhere_covers_the_board_anew() -> None:
    was = viewed(BOARD)
    ground = ground_of(POSE, was)

    def covering(image: np.ndarray, before: FieldCover | None, at_ns: int) -> FieldCover:
        seen = change(viewed(image), was, ground, 0.5, np.zeros_like(was))
        return cover_of(seen, before, viewed(image), ground, still(), at_ns, first=False)

    cup, other = (cup_at(x, 280, radius=72) for x in (250, 700))
    first = covering(cup, None, 3 * 10**9)
    assert (first.since_ns, first.reaches_in) == (2 * 10**9, False)
    assert covering(lay(ROLL, cup), first, 4 * 10**9) is first
    assert covering(other, first, 4 * 10**9).since_ns == 3 * 10**9
    assert covering(hand(250, 280), first, 4 * 10**9).reaches_in
    assert covering(hand(250, 280, other), first, 4 * 10**9).reaches_in
    assert [first.stays(at_s * 10**9) for at_s in (4, 5)] == [False, True]
    arm = replace(first, reaches_in=True)
    assert [arm.stays(at_s * 10**9) for at_s in (17, 18)] == [False, True]


def test_dice_a_hand_laid_on_the_bar_are_no_part_of_the_other_sides_roll() -> None:
    film, spare = Film(), lay({(500.0, 200.0): 5, (500.0, 240.0): 2})
    film.roll(ROLL)
    film.reach(750, 280, lay(ROLL), BOARD)
    film.reach(500, 230, BOARD, spare)
    said = thrown(film, LEFT, board=spare) + film.show(lay(LEFT, spare), 12)
    (rest,) = [one for one in said if isinstance(one, AtRest)]
    assert [die.value for die in rest.reading.dice] == [3, 6]
    assert Lifted in told(film.reach(280, 340, lay(LEFT, spare), spare))


def test_a_throw_that_shows_what_dice_laid_on_the_bar_show_is_a_roll() -> None:
    film, spare = Film(), lay({(500.0, 200.0): 5, (500.0, 240.0): 2})
    film.reach(500, 230, BOARD, spare)
    said = thrown(film, ROLL, board=spare) + film.show(lay(ROLL, spare), 12)
    (rest,) = [one for one in said if isinstance(one, AtRest)]
    assert rest.reading.rolled
    assert len(rest.reading.dice) == 2


def test_what_flies_and_is_no_die_lifts_none_laid_on_the_bar() -> None:
    """A checker flicked across the board."""
    film, spare = Film(), lay({(500.0, 200.0): 5, (500.0, 240.0): 2})

    def flicked(k: int, image: np.ndarray) -> np.ndarray:
        at = (700 + 20 * k + AT[0], 300 + 5 * k + AT[1])
        return np.asarray(cv2.circle(image.copy(), at, 12, (230, 230, 230), -1), np.uint8)

    film.reach(500, 230, BOARD, spare)
    said = [one for k in range(9) for one in film.show(flicked(k, spare))]
    assert told(said + film.show(flicked(8, spare), SECONDS)) == []
    assert told(film.reach(500, 230, flicked(8, spare), flicked(8, BOARD))) == [Lifted]


def test_dice_a_hand_laid_on_the_bar_are_told_when_they_go() -> None:
    film, spare = Film(), {(500.0, 200.0): 5, (500.0, 240.0): 2}
    film.reach(500, 230, BOARD, lay(spare))
    moved = cv2.circle(BOARD.copy(), (250 + AT[0], 300 + AT[1]), 20, (230, 230, 230), -1)
    film.reach(250, 300, lay(spare), lay(spare, moved))
    assert told(film.reach(500, 230, lay(spare, moved), moved)) == [Lifted]


def test_dice_rolled_onto_the_bar_count_with_what_is_thrown_beside_them() -> None:
    """Nobody laid them there."""
    film, on_bar = Film(), {(500.0, 200.0): 5, (500.0, 240.0): 2}
    film.roll(on_bar)
    said = thrown(film, LEFT, board=lay(on_bar)) + film.show(lay(LEFT, lay(on_bar)), 12)
    (rest,) = [one for one in said if isinstance(one, AtRest)]
    assert len(rest.reading.dice) == 4


@pytest.mark.parametrize(("part", "grain"), [(0.03, 6.0), (0.01, 2.0)])
@pytest.mark.parametrize("overexposed", [False, True])
def test_a_lamp_that_flickers_a_little_blinds_nobody(
    part: float, grain: float, overexposed: bool
) -> None:
    """What is overexposed does not flicker."""
    film, rng = Film(), np.random.default_rng(0)

    def flickering(image: np.ndarray) -> np.ndarray:
        times = 1 + part if film.seq % 2 else 1 - part
        noise = grain * rng.standard_normal((HIGH // 2, WIDE // 2), np.float32)
        grey = cv2.merge([cv2.resize(noise, (WIDE, HIGH))] * 3)
        lit = np.asarray(cv2.addWeighted(image, times, grey, 1, 0, dtype=cv2.CV_8U), np.uint8)
        if overexposed:
            lit[200:240, 1000:1060] = 255
        return lit

    assert AtRest in told(seen_through(film, flickering))
