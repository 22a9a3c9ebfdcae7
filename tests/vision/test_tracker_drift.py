"""Light that drifts while dice lie, as a cloud draws over: no lamp, and nothing is told of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, POSE, ROLL, Film, hand, lay, read, story

from vision.calibration import Calibration
from vision.frame import Frame, small_of
from vision.reading import DieSeen
from vision.tracker import CheckersMoved, Event, Lifted, Tracker
from vision.tracker.die_persistence import PatchState
from vision.tracker.memory import KEPT, Memory
from vision.tracker.motion import Motion, view_of

MOVES = 6


def lit(image: np.ndarray, times: float) -> np.ndarray:
    return np.asarray(np.clip(np.rint(image * times), 0, 255), np.uint8)


def viewed(image: np.ndarray) -> np.ndarray:
    return view_of(Frame(0, 0, image, small_of(image)))


def after(moves: int, image: np.ndarray = BOARD) -> np.ndarray:
    """A checker was moved so many times."""
    at = (200 + AT[0], 450 - 30 * moves + AT[1])
    return np.asarray(cv2.circle(image.copy(), at, 20, (190, 190, 190), -1), np.uint8)


class Clouded(Film):
    """Dice of one even colour lie while a checker is moved time and again, and the light on all of
    it becomes so many times brighter with each move. The reader is told what `lies` there."""

    def __init__(self, times: float) -> None:
        super().__init__()
        self.lies = BOARD
        self.tracker = Tracker(POSE, self._told)
        self.show(after(0), 10)
        for step in range(9, 0, -1):
            flying = {(x - 13 * step, y + 17 * step): value for (x, y), value in ROLL.items()}
            self.show(lay(flying, after(0), blank=True))
        self.lies = lay(ROLL)
        self.show(lay(ROLL, after(0), blank=True), 12)
        self.said: list[Event] = []
        for moves in range(1, MOVES + 1):
            self.said += self.show(lit(lay(ROLL, after(moves), blank=True), times**moves), 12)

    def _told(
        self, _image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        return read(self.lies, calibration, before)


LIGHTS = pytest.mark.parametrize("times", [0.93, 1.0, 1.015])


@LIGHTS
def test_a_lift_is_told_while_a_hand_still_moves_however_far_the_light_drifted(
    times: float,
) -> None:
    film = Clouded(times)
    assert story(film.said) == [CheckersMoved] * MOVES
    said: list[Event] = []
    for k in range(12):
        said += film.show(lit(hand(200 + 9 * (k % 2), 450, after(MOVES)), times**MOVES))
    assert Lifted in story(said)


@LIGHTS
def test_a_failed_look_lifts_no_dice_however_far_the_light_drifted(times: float) -> None:
    film = Clouded(times)
    film.lies = BOARD
    said = film.show(lit(lay(ROLL, after(MOVES + 1), blank=True), times ** (MOVES + 1)), 12)
    assert story(said) == [CheckersMoved]


def test_what_lies_below_a_cover_is_kept_in_the_same_light() -> None:
    memory, arm = Memory(POSE, BOARD, viewed(BOARD)), hand(250, 300)
    memory.keep(BOARD, viewed(BOARD), (), bare=True)
    memory.cover()
    memory.still, memory.still_view = arm, viewed(arm)
    memory.drift(0.8)
    dim, quiet = lit(BOARD, 0.8), Motion(False, 10**9, 30, np.zeros_like(viewed(BOARD)), 0, 0.5)
    assert memory.uncovered(viewed(dim), quiet)
    assert memory.bare is not None
    for kept in (memory.still, memory.bare):
        assert cv2.absdiff(kept, dim).max() <= 1
    assert cv2.absdiff(memory.still_view, viewed(dim)).max() <= 1


def test_a_board_is_kept_once_though_the_light_on_it_drifted() -> None:
    memory, arms = Memory(POSE, BOARD, viewed(BOARD)), [hand(250, y) for y in (300, 200)]
    for arm in arms:
        memory.cover()
        memory.still, memory.still_view = arm, viewed(arm)
    for _ in range(KEPT):
        memory.cover()
        memory.drift(0.98)
    dim = viewed(lit(BOARD, 0.98**KEPT))
    assert memory.uncovered(dim, Motion(False, 10**9, 30, np.zeros_like(dim), 0, 0.5))


def test_all_that_is_kept_is_in_the_light_of_now() -> None:
    """The last rest, and the picture the dice were read in: they still lie there."""
    memory, thrown = Memory(POSE, BOARD, viewed(BOARD)), lay(ROLL, blank=True)
    dice = read(lay(ROLL), POSE, None)
    memory.keep(thrown, viewed(thrown), dice, bare=True)
    memory.with_dice = thrown
    memory.drift(0.8)
    dim = lit(thrown, 0.8)
    assert cv2.absdiff(memory.still, dim).max() <= 1
    assert [memory.patch(die, dim) for die in dice] == [PatchState.DIE, PatchState.DIE]
