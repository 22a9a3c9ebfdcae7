"""What could pass for a roll, or hide one: hands, covers, pauses, lamps, a start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, POSE, ROLL, WIDE, Dice, Film, hand, lay, read, story
from kits.thrown_kit import SECONDS, set_up

from vision.calibration import Calibration
from vision.frame import Frame, small_of
from vision.reading import DieSeen
from vision.tracker import (
    AtRest,
    Busy,
    CheckersMoved,
    Covered,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Placed,
    Tracker,
)

OTHERS = {(620.0, 420.0): 6, (860.0, 420.0): 6}


def cup(image: np.ndarray) -> np.ndarray:
    """A dice cup of 85 mm, as large as four or five checkers, over both dice."""
    out = image.copy()
    cv2.circle(out, (750 + AT[0], 280 + AT[1]), 42, (30, 30, 30), -1)
    return out


def sheet(image: np.ndarray) -> np.ndarray:
    """A score sheet on the left half."""
    out = image.copy()
    cv2.rectangle(out, (200 + AT[0], 100 + AT[1]), (420 + AT[0], 420 + AT[1]), (220,) * 3, -1)
    return out


def test_a_hand_that_takes_dice_and_lays_others_has_rolled_none() -> None:
    """A camera so slow that no flight is seen; the hand is last seen as the dice's places show."""
    film = Film(125_000_000)
    film.show(lay({(x - 130, y): v for (x, y), v in ROLL.items()}))
    film.show(lay(ROLL), 10)
    film.show(hand(750, 280, lay(ROLL)), 2)
    away = hand(860, 560, BOARD)
    said = film.show(away) + film.show(hand(860, 565, lay(OTHERS)), 1)
    assert Lifted in story(said)
    (rest,) = [one for one in film.show(lay(OTHERS), 10) if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, Placed)


SLOW_NS = 125_000_000


def test_a_hand_that_lies_still_over_the_field_lays_dice() -> None:
    """A camera so slow that the hand is gone, and dice lie there, within one frame."""
    film = Film(SLOW_NS)
    assert story(film.show(hand(750, 280), 5)) == [Covered]
    (rest,) = [one for one in film.show(lay(ROLL), 10) if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, Placed)


@pytest.mark.parametrize(
    "hidden",
    [(BOARD * 0.06).astype(np.uint8), np.random.default_rng(3).integers(0, 255, BOARD.shape)],
    ids=["dark", "a cloth"],
)
def test_dice_laid_while_the_lens_was_covered_were_not_rolled(hidden: np.ndarray) -> None:
    film = Film(SLOW_NS)
    film.show(hidden.astype(np.uint8))
    (rest,) = [one for one in film.show(lay(ROLL), 10) if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, Placed)


def test_dice_that_lay_there_when_the_camera_started_are_not_lifted_by_noise() -> None:
    """The first frame shows them, too, so that it tells nothing of the field below them."""
    rng = np.random.default_rng(4)

    def noisy(image: np.ndarray) -> np.ndarray:
        return np.clip(image + rng.integers(-3, 4, image.shape), 0, 255).astype(np.uint8)

    def checker(y: int) -> np.ndarray:
        return cv2.circle(lay(ROLL), (200 + AT[0], y + AT[1]), 20, (30, 60, 120), -1)

    sliding = [(noisy(checker(400 - 10 * k)), 1) for k in range(20)]
    resting = [(noisy(checker(200)), 1) for _ in range(12)]
    said = started((lay(ROLL), 1), *((noisy(lay(ROLL)), 1) for _ in range(20)), *sliding, *resting)
    assert [one for one in story(said) if one in {Lifted, OneLifted}] == []


def test_thrown_dice_that_the_reader_sees_but_cannot_read_are_asked_about() -> None:
    film = Film()
    film.tracker = Tracker(POSE, faceless)
    film.show(BOARD, 10)
    (rest,) = [one for one in film.roll(ROLL, blank=True) if isinstance(one, AtRest)]
    assert [die.guess for die in rest.reading.dice] == [None, None]
    assert rest.reading.rolled
    assert story(film.show(BOARD, 10)) == [Lifted]


def test_a_throw_of_which_no_face_shows_beside_pushed_checkers_is_asked_about() -> None:
    """What a pushed checker leaves and uncovers looks like dice without a face, too."""
    film = Film()
    film.tracker = Tracker(POSE, faceless)
    film.show(BOARD, 10)
    beside = {(560.0, 420.0): 1, (640.0, 480.0): 1}
    (rest,) = [one for one in film.roll(ROLL | beside, blank=True) if isinstance(one, AtRest)]
    assert [die.guess for die in rest.reading.dice] == [None] * 4


def unseen(_image: np.ndarray, *_others: object) -> tuple[DieSeen, ...]:
    """No die anywhere."""
    return ()


@pytest.mark.parametrize(
    ("touching", "asked_about"),
    [
        ({(700.0, 280.0): 3, (718.0, 286.0): 1}, 1),  # square enough for one die and its shadow
        ({(700.0, 280.0): 3, (725.0, 281.0): 1}, 2),
    ],
    ids=["as one die", "side by side"],
)
def test_two_thrown_dice_that_lie_as_one_thing_and_are_not_found_are_asked_about(
    touching: Dice, asked_about: int
) -> None:
    film = Film()
    film.tracker = Tracker(POSE, unseen)
    film.show(BOARD, 10)
    (rest,) = [one for one in film.roll(touching) if isinstance(one, AtRest)]
    assert [die.value for die in rest.reading.dice] == [None] * asked_about


def test_what_looks_like_a_die_in_the_first_picture_hides_no_board() -> None:
    """A gleam on a checker, say, seen again and again: dice are compared with that board."""
    boards: list[np.ndarray] = []

    def gleam(
        image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        boards.append(np.zeros(1) if before is None else before)
        lone = replace(read(lay({(300.0, 300.0): 5}), calibration, None)[0], value=None, guess=None)
        return (lone, *read(image, calibration, None))

    film = Film()
    film.tracker = Tracker(POSE, gleam)
    film.show(BOARD, 10)
    boards.clear()
    film.roll(ROLL)
    assert boards
    assert all(np.array_equal(before, BOARD) for before in boards)


def faceless(
    image: np.ndarray, calibration: Calibration, before: np.ndarray | None
) -> tuple[DieSeen, ...]:
    """A die without a face wherever the board differs from that before."""
    changed = np.zeros(image.shape, np.uint8) if before is None else cv2.absdiff(image, before)
    alike = np.where(changed.max(axis=2, keepdims=True) > 40, (0, 0, 120), (9, 9, 9))
    found = read(alike.astype(np.uint8), calibration, None)
    return tuple(replace(die, value=None, guess=None, flat=None, support=None) for die in found)


def started(*frames: tuple[np.ndarray, int]) -> list[Event]:
    """What a tracker tells whose first frames are these, each shown so many times."""
    tracker, said, seq = Tracker(POSE, read), list[Event](), 0
    for image, count in frames:
        for _ in range(count):
            seq += 1
            said += tracker.feed(Frame(seq, seq * 33_333_333, image, small_of(image)))
    return said


def test_dice_that_lay_there_when_the_camera_started_were_not_rolled() -> None:
    """Though something flew over the board before it first came to rest."""
    flying = [(lay(ROLL | {(150.0 + 30 * k, 480.0): 1}), 1) for k in range(5)]
    said = started((lay(ROLL), 1), *flying, (lay(ROLL), 12))
    (rest,) = [one for one in said if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, Placed)
    assert not rest.reading.rolled


def test_dice_thrown_as_the_camera_started_were_rolled() -> None:
    flying = [
        (lay({(x - 13 * k, y + 17 * k): v for (x, y), v in ROLL.items()}), 1)
        for k in range(9, 0, -1)
    ]
    said = started((BOARD, 1), *flying, (lay(ROLL), 12))
    assert AtRest in story(said)


def test_a_pause_between_two_movements_is_no_slow_camera() -> None:
    """Dice that appear after four still frames may have been laid meanwhile."""
    film = Film()
    film.show(lay({(150.0, 480.0): 1}))
    film.show(lay({(150.0, 480.0): 1}), 4)
    said = film.show(lay(ROLL), 12)
    assert [type(one) for one in said if isinstance(one, AtRest | Placed)] == [Placed]


@pytest.mark.parametrize("over", [sheet, lambda image: hand(250, 300, image)])
def test_what_lay_over_the_field_for_long_hides_nothing_once_it_is_gone(
    over: Callable[[np.ndarray], np.ndarray],
) -> None:
    film = Film()
    said = film.show(over(BOARD), 17 * SECONDS)
    assert [one for one in story(said) if one is not CheckersMoved] == [Covered]
    film.show(BOARD, 10)
    assert AtRest in story(film.roll(ROLL))


def test_dice_laid_beside_what_stays_on_the_field_are_read() -> None:
    """And told once, though it goes later."""
    film = Film()
    film.show(sheet(BOARD), 10)
    film.show(sheet(lay({(x, y - 60): value for (x, y), value in ROLL.items()})))
    said = film.show(sheet(lay(ROLL)), 3 * SECONDS)
    (rest,) = [one for one in said if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, Placed)
    assert [die.value for die in rest.reading.dice] == [5, 2]
    assert {AtRest, Placed, Lifted, OneLifted}.isdisjoint(story(film.show(lay(ROLL), 12)))
    assert Lifted in story(film.show(BOARD, 12))


@pytest.mark.parametrize("paused", [0, 12, 2 * SECONDS, 3 * SECONDS])
def test_dice_thrown_once_the_board_is_set_up_anew_are_read(paused: int) -> None:
    """Sixteen checkers lie where none did at the last rest: they cover the field, and no die."""
    film = Film()
    anew = set_up(BOARD)
    said = film.show(anew, paused) + film.show(set_up(BOARD, 25))  # the last is pushed straight
    for step in range(9, 0, -1):
        flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in ROLL.items()}
        said += film.show(lay(flying, anew))
    said += film.show(lay(ROLL, anew), 3 * SECONDS)
    (rest,) = [one for one in said if isinstance(one, AtRest | Placed)]
    assert isinstance(rest, AtRest)
    assert [die.value for die in rest.reading.dice] == [5, 2]
    thrown_ns = (film.seq - 3 * SECONDS) * film.period_ns
    assert rest.reading.last_at_ns - thrown_ns < (
        300_000_000 if paused > SECONDS else 2_300_000_000
    )


def test_a_slow_camera_reads_dice_thrown_onto_a_board_just_set_up() -> None:
    film = Film(SLOW_NS)
    film.show(set_up(BOARD), 5)
    said = film.show(lay(ROLL, set_up(BOARD)), 20)
    assert [one for one in story(said) if one in {AtRest, Placed}] == [AtRest]


def test_what_covers_the_known_dice_is_never_the_board() -> None:
    film = Film()
    film.roll(ROLL)
    jacket = lay(ROLL)
    jacket[200 + AT[1] : 400 + AT[1], 600 + AT[0] : 900 + AT[0]] = (190, 160, 170)
    assert story(film.show(jacket, 3 * SECONDS)) == [Covered]
    assert story(film.show(lay(ROLL), 12)) == []


def test_dice_below_what_became_part_of_the_board_lie_there_until_it_shows_them_gone() -> None:
    film = Film()

    def covered(image: np.ndarray) -> np.ndarray:
        out = image.copy()
        out[200 + AT[1] : 400 + AT[1], 600 + AT[0] : 900 + AT[0]] = (190, 160, 170)
        return out

    def checker(image: np.ndarray, y: int) -> np.ndarray:
        at = (200 + AT[0], y + AT[1])
        return np.asarray(cv2.circle(image.copy(), at, 20, (230, 230, 230), -1), np.uint8)

    was, moved = checker(BOARD, 450), checker(BOARD, 300)
    film.show(was, 12)
    for step in range(9, 0, -1):
        film.show(lay({(x - 13 * step, y + 17 * step): v for (x, y), v in ROLL.items()}, was))
    said = film.show(lay(ROLL, was), 12) + film.show(covered(was), 17 * SECONDS)
    said += film.reach(200, 380, covered(was), covered(moved)) + film.show(covered(moved), 12)
    said += film.show(lay(ROLL, moved), 12) + film.show(moved, 12)
    assert story(said) == [AtRest, Covered, CheckersMoved, CheckersMoved, Lifted]


@pytest.mark.parametrize("left", [640, 740])
def test_what_lies_on_a_known_die_lifts_none(left: int) -> None:
    """A score sheet over half of both, or over one."""
    film = Film()
    film.roll(ROLL)
    over = lay(ROLL)
    over[260 + AT[1] : 460 + AT[1], left + AT[0] : 960 + AT[0]] = (220, 220, 220)
    said = film.show(over, 3 * SECONDS)
    assert [one for one in story(said) if one is not CheckersMoved] == [Covered]
    assert story(film.show(lay(ROLL), 12)) == []


def test_dice_thrown_as_what_covered_the_field_is_taken_off_are_rolled() -> None:
    film = Film()
    film.show(sheet(BOARD), 36)
    assert AtRest in story(film.roll({(x - 480, y): value for (x, y), value in ROLL.items()}))


def test_what_is_pushed_about_on_the_field_is_not_the_board() -> None:
    film = Film()
    pushed = (np.roll(sheet(BOARD), 60 * (k % 2), axis=1) for k in range(4))
    assert story([one for image in pushed for one in film.show(image, SECONDS)]) == [Covered]


def test_what_covered_the_field_and_went_hides_no_throw() -> None:
    film = Film()
    film.show(set_up(BOARD), 20)
    film.show(BOARD, 12)
    assert AtRest in story(film.roll(ROLL))


def test_a_hand_that_lies_over_the_field_for_seconds_is_not_the_board() -> None:
    """It reaches in over the picture's edge; dice beside it are read once it is gone."""
    film = Film()
    said = film.show(hand(250, 300), 3 * SECONDS) + film.show(
        hand(252, 300, lay(ROLL)), 3 * SECONDS
    )
    assert {AtRest, Placed}.isdisjoint(story(said))
    assert Placed in story(film.show(lay(ROLL), 12))


def test_a_hand_in_the_first_frame_blinds_nobody() -> None:
    dice = [
        (lay({(x - 13 * k, y + 17 * k): v for (x, y), v in ROLL.items()}), 1)
        for k in range(9, 0, -1)
    ]
    said = started((hand(300, 300), 2), (BOARD, 3 * SECONDS), *dice, (lay(ROLL), 12))
    assert [one for one in story(said) if one is not Covered][-1] is AtRest


def test_a_hand_that_comes_before_the_first_rest_empties_no_board() -> None:
    """It rests over the dice, stirs, and rests there again."""
    over = hand(750, 290, lay(ROLL)), hand(756, 290, lay(ROLL))
    said = started((lay(ROLL), 1), (over[0], 20), (over[1], 2), (over[0], 20))
    assert story(said) == [Covered]


def test_a_cup_over_the_dice_is_a_cover_and_no_lift() -> None:
    film = Film()
    near = {(738.0, 290.0): 5, (762.0, 270.0): 2}
    film.roll(near)
    said = film.show(cup(lay(near)), 12)
    assert story(said) == [Covered]
    assert story(film.show(lay(near), 12)) == []
    assert Lifted in story(film.show(BOARD, 12))


def test_dice_thrown_as_a_lamp_is_switched_are_not_lost() -> None:
    """In one unbroken motion: nothing is known to have flown, so they count as laid."""
    film = Film()
    gain = np.linspace(0.3, 1.8, WIDE)[None, :, None]  # from one side

    def lit(image: np.ndarray) -> np.ndarray:
        return np.clip(image * gain, 0, 255).astype(np.uint8)

    said: list[Event] = []
    for k in range(15, 0, -1):
        flying = {(x - 13 * k, y + 17 * k): v for (x, y), v in ROLL.items()}
        said += film.show(lay(flying, lit(BOARD)))
    said += film.show(lay(ROLL, lit(BOARD)), 14)
    assert LampSwitched in story(said)
    (rest,) = [one for one in said if isinstance(one, AtRest | Placed)]
    assert sorted(die.value or 0 for die in rest.reading.dice) == [2, 5]


def test_nothing_is_read_before_the_board_was_still_for_80_ms() -> None:
    """However many frames a camera gives."""
    film = Film(16_666_667)
    film.show(BOARD, 20)
    for k in range(9, 0, -1):
        film.show(lay({(x - 13 * k, y + 17 * k): v for (x, y), v in ROLL.items()}))
    first_ns = (film.seq + 1) * film.period_ns
    (rest,) = [one for one in film.show(lay(ROLL), 20) if isinstance(one, AtRest)]
    assert rest.reading.first_at_ns - first_ns >= 80_000_000


def test_busy_is_told_at_most_once_a_motion() -> None:
    film = Film()
    said = film.show(hand(700, 400)) + film.show(hand(720, 400)) + film.show(hand(740, 400))
    assert [type(one) for one in said].count(Busy) == 1
