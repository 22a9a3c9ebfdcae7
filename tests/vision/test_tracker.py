"""Motion, rest and lift, on frames with times passed in. Most use a reader of painted squares."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect
from vision.frame import Frame
from vision.lab.truth import calibration_of
from vision.reading import DieSeen, Reading, Support
from vision.scene import CheckerAt, DiePath, Rig, Scene, lay_out, truth
from vision.scene.render import Renderer
from vision.scene.throw import plan_throw
from vision.tracker import (
    AtRest,
    Busy,
    CheckersMoved,
    Empty,
    Event,
    Lifted,
    OneLifted,
    Placed,
    Repositioned,
    Rolling,
    Tracker,
)

PERIOD_NS = 33_000_000
FELT, DIE, CHECKER = (60, 110, 50), (30, 30, 200), (220, 220, 220)
Spot = tuple[int, float, float]

PLAN = BoardPlan(
    size_mm=(1280.0, 720.0),
    rim_height_mm=15.0,
    picture_left=Rect(40.0, 40.0, 620.0, 680.0),
    picture_right=Rect(660.0, 40.0, 1240.0, 680.0),
    bar=Rect(620.0, 40.0, 660.0, 680.0),
    marker_mm=30.0,
    marker_inset_mm=5.0,
    checker_mm=40.0,
    die_mm=16.0,
)
FLAT = Calibration(
    K=np.array([[4000.0, 0.0, 639.5], [0.0, 4000.0, 359.5], [0.0, 0.0, 1.0]]),
    dist=np.zeros(5),
    R=np.eye(3),
    t_mm=np.array([-639.5, -359.5, 4000.0]),
    board=PLAN,
    width=1280,
    height=720,
)
"""A camera so high that a millimetre is a pixel."""


def painted(
    dice: list[Spot],
    checkers: list[tuple[float, float]] = (),
    blanks: list[tuple[float, float]] = (),
) -> np.ndarray:
    """Dice (value, x, y in px) as squares whose red tells the value, round checkers, and things
    like dice that nobody can read."""
    image = np.full((720, 1280, 3), FELT, np.uint8)
    for x, y in checkers:
        cv2.circle(image, (int(x), int(y)), 20, CHECKER, -1)
    for x, y in blanks:
        cv2.rectangle(image, (int(x) - 8, int(y) - 8), (int(x) + 8, int(y) + 8), CHECKER, -1)
    for value, x, y in dice:
        corner = (int(x) - 8, int(y) - 8)
        cv2.rectangle(image, corner, (int(x) + 8, int(y) + 8), (0, 0, 100 + 20 * value), -1)
    return image


def read_painted(
    image: np.ndarray, _calibration: Calibration, _before: np.ndarray | None
) -> tuple[DieSeen, ...]:
    """A reader that is always sure: one millimetre is one pixel."""
    mask = ((image[..., 0] == 0) & (image[..., 1] == 0)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    dice = []
    for x, y, w, h, _area in stats[1:count]:
        middle = (float(x + w / 2 - 0.5), float(y + h / 2 - 0.5))
        value = round((int(image[int(middle[1]), int(middle[0]), 2]) - 100) / 20)
        half = "picture_left" if middle[0] < 640 else "picture_right"
        box = (int(x), int(y), int(w), int(h))
        dice.append(DieSeen(value, value, half, True, Support.SURFACE, 1.0, middle, middle, box))
    return tuple(sorted(dice, key=lambda die: die.center_px))


class Film:
    """Feeds frames at 30 a second and keeps what the tracker said."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self.seq = -1

    def show(self, image: np.ndarray, frames: int = 1) -> list[Event]:
        small = cv2.cvtColor(
            cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA),
            cv2.COLOR_BGR2GRAY,
        )
        said: list[Event] = []
        for _ in range(frames):
            self.seq += 1
            said += self._tracker.feed(Frame(self.seq, self.seq * PERIOD_NS, image, small))
        return said

    def roll(self, dice: list[Spot], lying: list[Spot] = ()) -> list[Event]:
        """Dice fly in from below for eight frames, then lie for nine."""
        said: list[Event] = []
        for step in range(8, 0, -1):
            flying = [(v, x - 9 * step, y + 14 * step) for v, x, y in dice]
            said += self.show(painted([*lying, *flying]))
        return said + self.show(painted([*lying, *dice]), 9)


@pytest.fixture
def film() -> Film:
    return Film(Tracker(FLAT, read_painted))


def readings(said: list[Event]) -> list[Reading]:
    told = AtRest | Placed | Repositioned
    return [event.reading for event in said if isinstance(event, told)]


def story(said: list[Event]) -> list[type[Event]]:
    """All but what only says that something moves."""
    return [type(event) for event in said if not isinstance(event, Busy | Rolling)]


ROLL: list[Spot] = [(5, 300, 300), (2, 400, 250)]


def test_a_roll_is_told_once_with_the_frames_it_rests_on(film: Film) -> None:
    film.show(painted([]), 9)
    said = film.roll(ROLL)
    assert [type(event) for event in said] == [Busy, Rolling, AtRest]
    (reading,) = readings(said)
    assert [die.value for die in reading.dice] == [5, 2]
    assert reading.rolled
    first, _, last = reading.frame_seqs
    assert (reading.first_at_ns, reading.last_at_ns) == (first * PERIOD_NS, last * PERIOD_NS)
    assert last - first == 2
    assert first >= 6 + 8
    assert film.show(painted(ROLL), 40) == []


def test_dice_that_start_again_are_read_only_after_they_stop(film: Film) -> None:
    film.show(painted([]), 9)
    for step in range(4):
        film.show(painted([(4, 500 + 20 * step, 300)]))
    film.show(painted([(4, 560, 300)]), 5)  # rocks on its edge, looked at once or twice
    film.show(painted([(4, 566, 300)]))
    film.show(painted([(4, 572, 300)]))
    stopped = film.seq
    (reading,) = readings(film.show(painted([(4, 572, 300)]), 10))
    assert reading.frame_seqs[0] > stopped


def test_the_frozen_picture_shows_the_dice(film: Film) -> None:
    film.show(painted([]), 9)
    *_, rest = film.roll(ROLL)
    assert isinstance(rest, AtRest)
    assert np.array_equal(rest.picture, painted(ROLL))


def test_moved_checkers_make_no_new_roll(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    for x in range(600, 700, 10):
        assert readings(film.show(painted(ROLL, [(x, 500)]))) == []
    assert readings(film.show(painted(ROLL, [(700, 500)]), 10)) == []


def test_lifting_is_told_once_a_fifth_of_a_second_after_the_dice_are_gone(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    film.show(painted([(5, 330, 330), (2, 430, 280)]))
    gone_ns = (film.seq + 1) * PERIOD_NS
    (lifted,) = [one for one in film.show(painted([]), 20) if not isinstance(one, Busy | Rolling)]
    assert isinstance(lifted, Lifted)
    assert 200_000_000 <= lifted.at_ns - gone_ns < 200_000_000 + PERIOD_NS


def test_an_empty_board_is_told_at_the_start(film: Film) -> None:
    assert [type(event) for event in film.show(painted([]), 10)] == [Empty]


def test_dice_that_lay_there_at_the_start_were_not_rolled(film: Film) -> None:
    (reading,) = readings(film.show(painted(ROLL), 10))
    assert not reading.rolled
    assert len(reading.dice) == 2


def test_the_opening_comes_one_die_after_the_other(film: Film) -> None:
    film.show(painted([]), 9)
    (first,) = readings(film.roll([(3, 300, 300)]))
    (both,) = readings(film.roll([(6, 900, 300)], lying=[(3, 300, 300)]))
    assert [die.value for die in first.dice] == [3]
    assert [die.value for die in both.dice] == [3, 6]
    assert first.rolled
    assert both.rolled
    assert [die.lay_before for die in both.dice] == [True, False]


def test_what_lay_there_is_no_part_of_a_throw_without_a_word(film: Film) -> None:
    """A printed label read as a die lay there; of two dice thrown one is not found."""
    film.show(painted([(1, 250, 420)]), 10)
    (reading,) = readings(film.roll([(3, 900, 300)], lying=[(1, 250, 420)]))
    assert {die.value: die.lay_before for die in reading.dice} == {1: True, 3: False}


def test_what_lay_there_from_the_start_is_no_part_of_a_throw_of_two(film: Film) -> None:
    """A label on the board, read as a die: neither the roll nor its lift waits for it."""
    label = (1, 250, 420)
    film.show(painted([label]), 10)
    (reading,) = readings(film.roll(ROLL, lying=[label]))
    assert [(die.value, die.lay_before) for die in reading.dice] == [(5, False), (2, False)]
    assert story(film.show(painted([label]), 10)) == [Lifted]
    (again,) = readings(film.roll([(6, 650, 380), (4, 900, 300)], lying=[label]))
    assert [die.value for die in again.dice] == [6, 4]


def test_dice_that_were_thrown_before_are_not_forgotten_when_two_more_are(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    lying = [(value, x, y) for value, x, y in ROLL]
    (reading,) = readings(film.roll([(6, 250, 380), (4, 350, 300)], lying=lying))
    assert sorted((die.value, die.lay_before) for die in reading.dice) == [
        (2, True),
        (4, False),
        (5, True),
        (6, False),
    ]


def test_a_reposition_is_no_roll(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    for step in range(6):
        film.show(painted([ROLL[0], (2, 400 + 10 * step, 250 + 5 * step)]))
    said = film.show(painted([ROLL[0], (2, 460, 280)]), 10)
    assert story(said) == [Repositioned]
    (reading,) = readings(said)
    assert not reading.rolled


def test_a_second_roll_after_a_lift_counts_even_with_the_same_values(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    film.show(painted([]), 9)
    (reading,) = readings(film.roll([(5, 700, 400), (2, 800, 350)]))
    assert reading.rolled


def test_one_die_lifted_and_laid_back_where_it_lay_is_no_roll(film: Film) -> None:
    film.show(painted([]), 9)
    film.roll(ROLL)
    assert story(film.show(painted(ROLL[:1]), 10)) == [OneLifted]
    assert story(film.show(painted(ROLL), 10)) == []


def test_a_failed_look_does_not_lift_dice() -> None:
    blind = [False]

    def sometimes(image: np.ndarray, calibration: Calibration, before: np.ndarray | None):  # type: ignore[no-untyped-def]
        return () if blind[0] else read_painted(image, calibration, before)

    film = Film(Tracker(FLAT, sometimes))
    film.show(painted([]), 9)
    film.roll(ROLL)
    blind[0] = True
    said = film.show(painted(ROLL, [(800, 500)]), 10)
    assert not any(isinstance(event, Lifted | AtRest) for event in said)


def test_looks_that_disagree_leave_the_value_open() -> None:
    looks = [0]

    def wavering(image: np.ndarray, calibration: Calibration, before: np.ndarray | None):  # type: ignore[no-untyped-def]
        dice = read_painted(image, calibration, before)
        looks[0] += bool(dice)
        return tuple(replace(die, value=4) if looks[0] == 2 else die for die in dice)

    film = Film(Tracker(FLAT, wavering))
    film.show(painted([]), 9)
    (reading,) = readings(film.roll([(5, 300, 300)]))
    assert [die.value for die in reading.dice] == [None]


def lifted(path: DiePath) -> DiePath:
    """The same die picked up: it rises toward the camera's edge and is gone from the picture."""
    rest = path.rest
    raised = replace(rest, y_mm=rest.y_mm + 60.0, z_mm=rest.z_mm - 80.0)
    away = replace(rest, y_mm=rest.y_mm + 900.0, z_mm=rest.z_mm - 260.0)
    return DiePath(((0.0, rest), (140.0, raised), (350.0, away)))


def test_a_rendered_turn() -> None:
    """Empty board, throw, rest, a checker moved, lift: through the renderer and the reader."""
    rig, rng = Rig.draw(23), np.random.default_rng(23)
    board = lay_out(rig.board, {0: (0, 3), 12: (1, 4), 20: (0, 2)})
    paths = plan_throw(
        rig, Scene(board), values=(6, 3), half="picture_right", outcome="flat", rng=rng
    )
    lying = tuple(replace(path, keyframes=((0.0, path.rest),)) for path in paths)
    away = tuple(lifted(path) for path in paths)
    *others, last = board
    moved = (*others, CheckerAt(last.player, *rig.board.point_xyz(17, 0)))
    calibration = calibration_of(truth(rig, Scene(board, paths), 0.0), with_die_size=True)
    renderer, film, said = Renderer(rig), Film(Tracker(calibration)), []
    for scene, ms in (
        (Scene(board), 300),
        (Scene(board, paths), 1200),
        (Scene(moved, lying), 300),
        (Scene(moved, away), 600),
    ):
        for t_ms in range(0, ms, 33):
            said += film.show(renderer.frame(scene, float(t_ms), rng))
    assert story(said) == [Empty, AtRest, CheckersMoved, Lifted]
    (reading,) = readings(said)
    assert reading.rolled
    assert sorted(die.value or 0 for die in reading.dice) == [3, 6]
    assert {die.half for die in reading.dice} == {"picture_right"}
    assert Rolling in {type(event) for event in said}


class Haunted:
    """The painted reader, which also sees at `place` something the size of a die: a faceless patch
    of change, or a face."""

    def __init__(self, place: tuple[float, float], guess: int | None) -> None:
        x, y = place
        box = (int(x) - 8, int(y) - 8, 16, 16)
        self.ghost = DieSeen(None, guess, "picture_right", None, None, 0.0, place, place, box)
        self.seen = False

    def __call__(
        self, image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        dice = read_painted(image, calibration, before)
        return (*dice, self.ghost) if self.seen else dice


def test_a_faceless_patch_alone_is_no_die_and_hides_no_lift() -> None:
    reader = Haunted((900.0, 300.0), None)
    film = Film(Tracker(FLAT, reader))
    film.show(painted([]), 9)
    film.roll(ROLL)
    reader.seen = True
    moved = [(900.0, 300.0)]  # a checker comes where the patch is, as the dice go
    said: list[Event] = []
    for step in range(4):
        said += film.show(painted([(5, 300 + 30 * step, 300)], moved))
    told = story(said + film.show(painted([], moved), 10))
    assert told == [OneLifted, Lifted, CheckersMoved]


@pytest.mark.parametrize("value", [None, 2])
def test_what_seemed_a_die_on_the_bare_board_and_outlasts_a_pair_thrown_was_none(
    value: int | None,
) -> None:
    """A corner of the board, or a label, else, would be asked about at each roll."""
    reader = Haunted((400.0, 250.0), 2)
    reader.ghost = replace(reader.ghost, value=value)
    reader.seen = True
    film = Film(Tracker(FLAT, reader))
    assert story(film.show(painted([]), 9)) == [Placed]
    (reading,) = readings(film.roll([(3, 700, 300), (6, 820, 340)]))
    assert [die.value for die in reading.dice] == [3, 6]


def test_a_faceless_patch_beside_one_face_is_reported() -> None:
    reader = Haunted((400.0, 250.0), None)
    film = Film(Tracker(FLAT, reader))
    film.show(painted([]), 9)
    reader.seen = True
    (reading,) = readings(film.roll([(5, 300, 300)]))
    assert [die.guess for die in reading.dice] == [5]  # nothing changed where the patch is
    film = Film(Tracker(FLAT, reader))
    reader.seen = False
    film.show(painted([]), 9)
    for step in range(4):
        film.show(painted([(5, 300, 340 - 10 * step)], blanks=[(400.0, 250.0 + 9 * (3 - step))]))
    reader.seen = True
    (reading,) = readings(film.show(painted([(5, 300, 300)], blanks=[(400.0, 250.0)]), 10))
    assert [die.guess for die in reading.dice] == [5, None]


def test_a_face_where_nothing_changed_is_no_die() -> None:
    reader = Haunted((900.0, 300.0), 3)
    film = Film(Tracker(FLAT, reader))
    film.show(painted([]), 9)
    reader.seen = True
    (reading,) = readings(film.roll(ROLL))
    assert [die.value for die in reading.dice] == [5, 2]


def test_checkers_moved_beside_the_dice_become_the_board_and_the_dice_do_not() -> None:
    befores: list[np.ndarray | None] = []

    def noting(
        image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        befores.append(before)
        return read_painted(image, calibration, before)

    film = Film(Tracker(FLAT, noting))
    film.show(painted([]), 9)
    film.roll(ROLL)
    film.show(painted(ROLL, [(900.0, 300.0)]), 9)
    film.show(painted([], [(900.0, 300.0)]), 9)
    background = befores[-1]
    assert background is not None
    assert tuple(background[300, 900]) == CHECKER
    assert [tuple(background[y, x]) for _value, x, y in ROLL] == [FELT, FELT]


def test_a_second_die_nobody_can_read_is_told_beside_the_first() -> None:
    reader = Haunted((400.0, 250.0), None)
    film = Film(Tracker(FLAT, reader))
    film.show(painted([]), 9)
    first = [(5, 300.0, 300.0)]
    film.roll(first)
    for step in range(4):
        film.show(painted(first, blanks=[(400.0, 250.0 + 9 * (3 - step))]))
    reader.seen = True
    (reading,) = readings(film.show(painted(first, blanks=[(400.0, 250.0)]), 10))
    assert [die.guess for die in reading.dice] == [5, None]
    assert reading.rolled


def test_a_cube_on_the_rim_that_looks_like_a_die_is_none() -> None:
    """It is turned while the dice roll, and stays there when they are lifted."""
    reader = Haunted((900.0, 22.0), 2)
    reader.ghost = replace(reader.ghost, half="off")
    film = Film(Tracker(FLAT, reader))
    film.show(painted([]), 9)
    cube = [(900.0, 22.0)]
    for step in range(6):
        film.show(painted([(v, x - 9 * (5 - step), y) for v, x, y in ROLL], cube))
    reader.seen = True
    (reading,) = readings(film.show(painted(ROLL, cube), 10))
    assert [die.value for die in reading.dice] == [5, 2]
    assert [type(event) for event in film.show(painted([], cube), 10)] == [Lifted]
