"""What goes on at real tables while dice are thrown, read and lifted."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, HAND, HIGH, POSE, ROLL, WIDE, Dice, Film, hand, lay, read
from kits.thrown_kit import SECONDS, seen_through, thrown, told

from vision.calibration import Calibration
from vision.frame import Frame, small_of
from vision.reading import DieSeen
from vision.tracker import AtRest, Event, Lifted, Placed, Repositioned, Rolling, Tracker
from vision.tracker.change import Blob, Change
from vision.tracker.die_persistence import lie_clear
from vision.tracker.flight import Flight, is_out
from vision.tracker.ground import ground_of
from vision.tracker.motion import view_of
from vision.tracker.outcome import RestKind, outcome


def going(film: Film, x: float, y: float, image: np.ndarray) -> list[Event]:
    """A hand leaves over the lower edge."""
    return [one for k in (0, 100, 200, 300) for one in film.show(hand(x, y + k, image))]


def test_what_moves_beside_the_board_keeps_nothing_from_being_told() -> None:
    """Somebody shakes a cup on the table all the while."""
    film = Film()

    def shaken(image: np.ndarray) -> np.ndarray:
        n = film.seq
        at = (50 + round(15 * np.sin(n)), 300 + round(20 * np.cos(1.3 * n)))
        return np.asarray(cv2.circle(image.copy(), at, 35, HAND, -1), np.uint8)

    said = thrown(film, ROLL, shaken)
    for board in (lay(ROLL), BOARD):
        for _ in range(2 * SECONDS):
            said += film.show(shaken(board))
    assert told(said) == [AtRest, Lifted]


def test_a_hand_that_pauses_over_the_field_after_a_throw_makes_it_no_laying() -> None:
    film = Film()
    said = thrown(film, ROLL)
    for k in (300, 200, 100, 0):
        said += film.show(hand(250, 300 + k, lay(ROLL)))
    said += film.show(hand(250, 300, lay(ROLL)), 12) + going(film, 250, 300, lay(ROLL))
    assert told(said + film.show(lay(ROLL), 12)) == [AtRest]


def test_dice_that_stop_under_the_hand_that_threw_them_were_rolled() -> None:
    film = Film()
    said = thrown(film, ROLL, lambda image: hand(690, 330, image))
    said += film.show(hand(690, 330, lay(ROLL)), 12) + going(film, 690, 330, lay(ROLL))
    assert told(said + film.show(lay(ROLL), 12)) == [AtRest]


def test_dice_picked_up_and_thrown_before_the_hand_is_gone_were_rolled() -> None:
    film = Film()
    film.roll(ROLL)
    for k in (300, 200, 100, 0):
        film.show(hand(750, 280 + k, lay(ROLL)))
    anew = {(600.0, 150.0): 5, (640.0, 200.0): 2}
    said = [one for k in range(9) for one in film.show(hand(750 + 6 * (k % 2), 280))]
    for step in range(9, 0, -1):
        flying = {(x + 9 * step, y + 8 * step): value for (x, y), value in anew.items()}
        said += film.show(hand(750, 280, lay(flying)))
    said += going(film, 750, 280, lay(anew)) + film.show(lay(anew), 12)
    assert told(said) == [Lifted, AtRest]


def test_dice_thrown_anew_behind_two_arms_were_rolled_though_they_show_what_they_showed() -> None:
    """A player leans over, and nobody sees how the dice are lifted."""

    def arms(image: np.ndarray, y: float) -> np.ndarray:
        out = image.copy()
        for x in (700 + AT[0], 900 + AT[0]):
            cv2.line(out, (x, HIGH + 40), (x, int(y) + AT[1]), HAND, 190)
        return out

    film, anew = Film(), {(300.0, 250.0): 5, (360.0, 300.0): 2}
    film.roll(ROLL)
    said = [one for y in range(560, 60, -100) for one in film.show(arms(lay(ROLL), y))]
    for k in range(8):
        said += film.show(arms(BOARD, 60 + 4 * (k % 2)))
    for step in range(9, -1, -1):
        flying = {(x + 9 * step, y + 8 * step): value for (x, y), value in anew.items()}
        said += film.show(arms(lay(flying), 60 + 4 * (step % 2)))
    said += film.show(arms(lay(anew), 210)) + film.show(arms(lay(anew), 360))
    assert told(said + film.show(lay(anew), 12)) == [AtRest]


def test_dice_that_a_checker_knocks_aside_were_not_rolled() -> None:
    film = Film()

    def checker(image: np.ndarray, x: int) -> np.ndarray:
        at = (x + AT[0], 300 + AT[1])
        return np.asarray(cv2.circle(image.copy(), at, 20, (230, 230, 230), -1), np.uint8)

    film.roll(ROLL)
    said = [one for x in range(600, 680, 20) for one in film.show(checker(lay(ROLL), x))]
    for k in (12, 24, 36):
        knocked = {(x + k, y + k / 2): value for (x, y), value in ROLL.items()}
        said += film.show(checker(lay(knocked), 660))
    said += film.show(checker(lay(knocked), 660), 12)
    assert [type(one) for one in said if isinstance(one, Rolling)] == [Rolling]
    assert told(said) == [Repositioned]


@pytest.mark.parametrize(
    ("loose", "on_field", "lay_px", "out"),
    [
        (True, 40, (800, 600, 20, 20), True),
        (False, 40, (800, 600, 20, 20), False),
        (True, 10, (800, 600, 20, 20), False),
        (True, 40, (412, 208, 20, 20), False),
    ],
    ids=["flies", "in the hand", "over the rim", "where one lay"],
)
def test_what_is_loose_on_the_field_away_from_the_dice_is_in_no_hand(
    loose: bool, on_field: int, lay_px: tuple[int, int, int, int], out: bool
) -> None:
    """In a view of a quarter of the picture."""
    view = view_of(Frame(0, 0, BOARD, small_of(BOARD)))
    ground = ground_of(POSE, view)
    assert ground.scale == 0.25
    blob = Blob((100, 50, 8, 8), 50, on_field, 50, False, np.ones((8, 8), np.uint8))
    flight = Flight(loose=(blob.middle,) if loose else ())
    seen = Change((blob,), 0.0, np.zeros_like(view), 1.0)
    assert is_out(flight, seen, [lay_px], ground) == out


def test_checkers_that_a_hand_uncovers_do_not_fly() -> None:
    """A player takes back two checkers, and lays back the dice lifted too early."""

    def checkers(image: np.ndarray, y: int) -> np.ndarray:
        out = image.copy()
        for x in (600, 670):
            cv2.circle(out, (x + AT[0], y + AT[1]), 20, (230, 230, 230), -1)
        return out

    film, was, moved = Film(), checkers(BOARD, 450), checkers(BOARD, 350)
    film.show(was, SECONDS)
    thrown(film, ROLL, board=was)
    film.show(lay(ROLL, was), 12)
    film.reach(640, 400, lay(ROLL, was), lay(ROLL, moved))
    film.reach(750, 280, lay(ROLL, moved), moved)
    back = lay({(760.0, 420.0): 5, (820.0, 400.0): 2}, was)
    for k in (300, 200, 100, 0):
        film.show(hand(640, 400 + k, moved))
    film.show(hand(640, 400, moved), 2)
    film.show(hand(643, 400, was), 2)
    said = film.show(hand(700, 400, was)) + film.show(hand(760, 400, was))
    said += film.show(hand(790, 410, back), 2)
    for k in range(0, 350, 50):
        said += film.show(hand(790, 410 + k, back))
    assert told(said + film.show(back, 12)) == [Repositioned]


def test_dice_thrown_beside_an_arm_that_reaches_across_the_field_were_rolled() -> None:
    """They fly inside the box around it."""
    film = Film()

    def across(image: np.ndarray, x: float, y: float) -> np.ndarray:
        out, at = image.copy(), (int(x) + AT[0], int(y) + AT[1])
        cv2.line(out, (1100 + AT[0], AT[1] - 100), at, HAND, 60)
        return np.asarray(cv2.circle(out, at, 45, HAND, -1), np.uint8)

    dice = {(600.0, 200.0): 5, (640.0, 260.0): 2}
    for k in range(8):
        film.show(across(BOARD, 500 - 20 * k, 480))
    said = thrown(film, dice, lambda image: across(image, 420 + film.seq % 2 * 6, 440))
    for k in range(10):
        said += film.show(across(lay(dice), 540 + 60 * k, 390 - 50 * k))
    assert told(said + film.show(lay(dice), 12)) == [AtRest]


def test_an_arm_over_the_fields_edge_hides_no_roll_that_lies_clear_of_it() -> None:
    film = Film()

    def arm(image: np.ndarray) -> np.ndarray:
        return hand(200, 560, image)

    film.show(hand(200, 660))
    film.show(arm(BOARD), 10)
    said = thrown(film, ROLL, arm) + film.show(arm(lay(ROLL)), 4 * SECONDS)
    said += film.reach(750, 280, arm(lay(ROLL)), arm(BOARD)) + film.show(BOARD, 12)
    assert told(said) == [AtRest, Lifted]


def test_a_roll_lies_clear_if_both_dice_came_certain_on_the_field_and_free() -> None:
    one, other = read(lay(ROLL), POSE, None)
    bare = np.zeros((HIGH // 4, WIDE // 4), np.uint8)
    beside, under = bare.copy(), np.full_like(bare, 255)
    beside[:, :40] = 255

    def clear(*dice: DieSeen, was: np.ndarray = BOARD, changed: np.ndarray = bare) -> bool:
        return lie_clear(dice, was, lay(ROLL), changed, 0.25)

    assert clear(one, other)
    assert clear(one, other, changed=beside)
    assert not clear(one, other, changed=under)
    assert not clear(one)
    assert not clear(one, replace(other, value=None))
    assert not clear(one, replace(other, half="bar"))
    assert not clear(one, other, was=lay(ROLL))


def test_dice_a_hand_lays_beside_an_arm_wait_until_it_is_gone() -> None:
    film = Film()
    film.show(hand(200, 560), 10)
    said = film.show(hand(200, 560, lay(ROLL)), SECONDS)
    assert told(said) == []
    assert told(film.show(lay(ROLL), 12)) == [Placed]


def test_one_die_beside_an_arm_may_have_the_other_under_it() -> None:
    film = Film()
    film.show(hand(200, 560), 10)
    said = thrown(film, ROLL, lambda image: hand(200, 560, image))
    alone = {place: value for place, value in ROLL.items() if value == 5}
    said += film.show(hand(200, 560, lay(alone)), SECONDS)
    assert told(said) == []


def guessing(
    image: np.ndarray, calibration: Calibration, before: np.ndarray | None
) -> tuple[DieSeen, ...]:
    """The painted reader, certain of nothing in the right half."""
    return tuple(
        replace(die, value=None, confidence=0.3) if die.half == "picture_right" else die
        for die in read(image, calibration, before)
    )


@pytest.mark.parametrize("blank", [False, True], ids=["guesses", "blank"])
def test_a_pair_thrown_beside_another_is_asked_about_though_none_of_it_is_certain(
    blank: bool,
) -> None:
    film, lying = Film(), {(250.0, 300.0): 3, (310.0, 380.0): 6}
    film.tracker = Tracker(POSE, guessing)
    film.show(BOARD, 10)
    film.roll(lying)
    said: list[Event] = []
    for step in range(9, -1, -1):
        flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in ROLL.items()}
        said += film.show(lay(flying, lay(lying), blank))
    said += film.show(lay(ROLL, lay(lying), blank), 12)
    (rest,) = [one for one in said if isinstance(one, AtRest)]
    assert [die.value for die in rest.reading.dice] == [3, 6, None, None]
    assert [die.guess for die in rest.reading.dice][2:] == ([None, None] if blank else [5, 2])


def test_beside_a_pair_that_lies_there_one_guess_or_three_are_no_throw() -> None:
    lying = read(lay({(250.0, 300.0): 3, (310.0, 380.0): 6}), POSE, None)
    places: Dice = {(620.0, 200.0): 1, (700.0, 300.0): 5, (800.0, 260.0): 2}
    came = tuple(replace(die, value=None) for die in read(lay(places), POSE, None))
    kinds = [
        outcome(lying, lying, came[:count], lying, thrown=True, pair=True).kind
        for count in (1, 2, 3)
    ]
    assert kinds == [RestKind.NOTHING, RestKind.ROLLED, RestKind.NOTHING]
    alone = outcome(lying, lying, came[:2], lying, thrown=True, pair=False)
    assert alone.kind is RestKind.NOTHING


def test_a_die_nobody_could_read_is_asked_about_beside_one_that_lay_there() -> None:
    """Else that one would count for it."""
    film, lying = Film(), {(250.0, 300.0): 3}
    film.roll(lying)
    said: list[Event] = []
    for step in range(9, -1, -1):
        blank, read_one = (
            {(x - 13 * step, y + 17 * step): value} for (x, y), value in ROLL.items()
        )
        said += film.show(lay(read_one, lay(blank, lay(lying), blank=True)))
    said += film.show(lay(read_one, lay(blank, lay(lying), blank=True)), 12)
    (rest,) = [one for one in said if isinstance(one, AtRest)]
    assert [die.value for die in rest.reading.dice] == [3, None, 2]


def test_a_picture_given_twice_is_no_measure_of_noise() -> None:
    rng = np.random.default_rng(0)

    def grainy(image: np.ndarray) -> np.ndarray:
        grain = cv2.resize(rng.normal(0, 10, (HIGH // 2, WIDE // 2)), (WIDE, HIGH))
        grain *= np.sqrt((image.mean(axis=2) + 10) / 110)
        return np.clip(image + grain[..., None], 0, 255).astype(np.uint8)

    assert AtRest in told(seen_through(Film(), grainy, alike=2))
