"""What came to lie beside a die since the board was bare, painted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect
from vision.reader.checkers import Disc
from vision.reader.face import Face
from vision.reader.foreign_objects import thing_mm

SIDE_MM = 14.0
REACH_MM = 9.8
BOARD = BoardPlan(
    (620.0, 520.0),
    17.0,
    Rect(30, 30, 290, 490),
    Rect(330, 30, 590, 490),
    Rect(290, 30, 330, 490),
    20.0,
    4.0,
    40.0,
    SIDE_MM,
)
CAMERA = Calibration(
    np.array([[1960.0, 0, 1279.5], [0, 1960.0, 719.5], [0, 0, 1]]),
    np.zeros(5),
    np.eye(3),
    np.array([-310.0, -260.0, 860.0]),
    BOARD,
    2560,
    1440,
)
FELT = (60, 110, 50)
FACE = Face(330.0, 250.0, 0.0, SIDE_MM, True, (0.0, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1), 40.0)
OTHER = Face(351.0, 250.0, 0.0, SIDE_MM, True, FACE.fits, 40.0)
BARE = np.full((1440, 2560, 3), FELT, np.uint8)


def box(image: np.ndarray, x: float, y: float, side: float, colour: tuple[int, ...]) -> None:
    """A square about a place of the plane one die high."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 + (x, y)
    px = CAMERA.project(np.column_stack([corners, np.full(4, -SIDE_MM)]))
    cv2.fillConvexPoly(image, px.round().astype(np.int32), colour)


def found(
    things: list[tuple[float, float, float, tuple[int, ...]]],
    others: tuple[Face, ...] = (),
    discs: tuple[Disc, ...] = (),
) -> float:
    image = BARE.copy()
    for thing in things:
        box(image, *thing)
    box(image, FACE.x, FACE.y, SIDE_MM, (40, 35, 160))
    return thing_mm(image, BARE, CAMERA, FACE, others, discs, REACH_MM)


GREY = (200, 200, 200)


def test_beside_a_die_that_came_alone_there_is_nothing() -> None:
    assert found([]) == -np.inf


@pytest.mark.parametrize("colour", [GREY, (0, 0, 0), (20, 20, 200), (30, 90, 120)])
def test_a_coin_beside_a_die_is_as_far_as_it_lies(colour: tuple[int, ...]) -> None:
    x = FACE.x + SIDE_MM / 2 + 5.0 + 4.0  # 5 mm off, 8 wide
    assert found([(x, FACE.y, 8.0, colour)]) == pytest.approx(-5.0, abs=0.8)


def test_a_crumb_is_no_thing_that_carries_a_die() -> None:
    assert found([(FACE.x + 15.0, FACE.y, 3.0, GREY)]) == -np.inf
    assert found([(FACE.x + 15.0, FACE.y, 7.0, GREY)]) > -np.inf


def test_what_lies_out_of_reach_is_left_out() -> None:
    assert found([(FACE.x + 26.0, FACE.y, 8.0, GREY)]) == -np.inf


@pytest.mark.parametrize(("times", "is_thing"), [(0.45, False), (0.75, False), (0.15, True)])
def test_a_shadow_is_no_thing_and_what_is_blacker_is_one(times: float, is_thing: bool) -> None:
    dark = tuple(round(times * part) for part in FELT)
    assert (found([(FACE.x + 15.0, FACE.y, 9.0, dark)]) > -np.inf) is is_thing


def test_dice_and_checkers_are_no_things() -> None:
    other = (OTHER.x, OTHER.y, SIDE_MM, (40, 35, 160))
    assert found([other]) > -np.inf
    assert found([other], others=(OTHER,)) == -np.inf
    assert found([other], discs=(Disc(OTHER.x, OTHER.y, 12.0, 1.0),)) == -np.inf
