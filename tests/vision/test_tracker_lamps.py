"""What is told as a lamp is switched: of dice, of checkers, of arms, of what it mirrors."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, POSE, ROLL, Dice, hand, lay, read, story
from kits.renewed_kit import Changing, Look, lit, the_one

from vision.calibration import Calibration
from vision.reading import DieSeen
from vision.tracker import AtRest, Covered, Event, LampSwitched, OneLifted, Placed, Tracker

SPOT = (slice(AT[1] + 290, AT[1] + 310), slice(AT[0] + 240, AT[0] + 260))
"""Of a die's size, on the left half of the field."""


@pytest.fixture
def film() -> Changing:
    return Changing()


def evenly(times: float) -> Look:
    return lambda image: np.clip(image * times, 0, 255).astype(np.uint8)


def dimmed(film: Changing, to: Look, frames: int, image: np.ndarray) -> list[Event]:
    """The light becomes what it is `to` be little by little, and stays so."""
    said: list[Event] = []
    for k in range(1, frames):
        film.look = blended(to, k / frames)
        said += film.show(image)
    return said + film.becomes(to, image)


def blended(to: Look, part: float) -> Look:
    return lambda image: np.asarray(cv2.addWeighted(image, 1 - part, to(image), part, 0), np.uint8)


def shadowed(image: np.ndarray) -> np.ndarray:
    """Brighter, but for the shadow of something as large as a few checkers."""
    out = lit(1.25)(image)
    part = out[AT[1] + 200 : AT[1] + 270, AT[0] + 200 : AT[0] + 270]
    part[:] = (part * 0.6).astype(np.uint8)
    return out


def mirrored(image: np.ndarray) -> np.ndarray:
    """Brighter, and so large a light in the field that it may be a hand."""
    out = lit(1.25)(image)
    out[250:400, 300:520] = 255
    return out


def red_light(image: np.ndarray) -> np.ndarray:
    """Brighter, and a red light mirrored in the field, which the reader takes for a die."""
    out = lit(1.25)(image)
    out[SPOT] = (0, 0, 160)
    return out


def unsure(
    image: np.ndarray, calibration: Calibration, before: np.ndarray | None
) -> tuple[DieSeen, ...]:
    """The reader, but sure of no die on the left half."""
    dice = read(image, calibration, before)
    return tuple(
        replace(die, value=None, flat=None, confidence=0.0) if die.half == "picture_left" else die
        for die in dice
    )


def test_dice_that_lie_there_are_told_though_a_lamp_is_switched_before_anything_rested(
    film: Changing,
) -> None:
    film.tracker = Tracker(POSE, read)
    said = film.show(lay(ROLL), 2) + film.becomes(lit(1.25), lay(ROLL))
    assert story(said) == [LampSwitched, Placed]


def test_dice_a_hand_laid_are_told_though_a_lamp_is_switched_as_it_goes(film: Changing) -> None:
    said: list[Event] = []
    for far in (300, 200, 100, 0):
        said += film.show(hand(750, 280 + far))
    said += film.show(hand(750, 280, lay(ROLL)), 12)
    film.look = lit(0.6)
    said += film.show(hand(750, 480, lay(ROLL))) + film.show(lay(ROLL), 15)
    assert story(said) == [Covered, LampSwitched, Placed]


def test_a_lamp_switched_on_and_off_again_is_told_each_time_beside_an_arm(film: Changing) -> None:
    film.show(hand(250, 300), 15)
    for look in (evenly(0.7), evenly(1.0)):
        assert LampSwitched in story(film.becomes(look, hand(250, 300)))


def test_a_shadow_that_a_slow_lamp_casts_is_no_checker(film: Changing) -> None:
    assert story(dimmed(film, shadowed, 12, BOARD)) == [LampSwitched]


def test_dice_thrown_at_the_moment_a_lamp_is_switched_are_told(film: Changing) -> None:
    said: list[Event] = []
    for step in (3, 2, 1):
        film.look = lit(1.0 if step > 1 else 0.6)
        flying = {(x - 30 * step, y + 30 * step): value for (x, y), value in ROLL.items()}
        said += film.show(lay(flying))
    said += film.show(lay(ROLL), 15)
    assert {AtRest, Placed} & set(story(said))


@pytest.mark.parametrize("frames", [1, 7])
def test_what_a_lamp_mirrors_in_the_field_is_no_hand_once_it_is_bright(
    film: Changing, frames: int
) -> None:
    """It takes a quarter of a second to."""
    assert story(dimmed(film, mirrored, frames, BOARD)) == [LampSwitched]


def test_what_a_lamp_mirrors_in_the_field_is_no_die_of_the_next_roll(film: Changing) -> None:
    assert story(film.becomes(red_light, BOARD)) == [LampSwitched]
    rolled = the_one(film.roll(ROLL), AtRest)
    assert [die.half for die in rolled.reading.dice] == ["picture_right"] * 2


def test_what_a_slow_lamp_mirrors_in_the_field_is_no_die_that_was_put_there(
    film: Changing,
) -> None:
    """Though a hand may have put one there: it takes one out meanwhile."""
    film.tracker = Tracker(POSE, unsure)
    film.show(BOARD, 10)
    film.roll(ROLL)
    left: Dice = {(700.0, 300.0): 5}
    said: list[Event] = []
    for k in range(16):
        film.look = blended(red_light, k / 16)
        said += film.show(hand(800, 260 + 40 * abs(8 - k), lay(ROLL if k < 8 else left)))
    said += film.becomes(red_light, lay(left))
    assert story(said) == [OneLifted, LampSwitched]


def test_a_die_nobody_can_read_counts_though_a_lamp_is_switched_as_it_is_thrown(
    film: Changing,
) -> None:
    """By itself, beside one that lies."""
    film.tracker = Tracker(POSE, unsure)
    film.show(BOARD, 10)
    film.roll({(700.0, 260.0): 2})
    for step in range(9, 0, -1):
        film.look = lit(1.0 if step > 4 else 0.7)
        film.show(lay({(300.0 - 13 * step, 300.0 + 17 * step): 5, (700.0, 260.0): 2}))
    rolled = the_one(film.show(lay({(300.0, 300.0): 5, (700.0, 260.0): 2}), 15), AtRest)
    assert [die.value is None for die in rolled.reading.dice] == [True, False]
