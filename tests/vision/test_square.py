"""The sides of a face, painted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reader.face import Face, turn
from vision.reader.square import Outline, outlines
from vision.view import View

SCALE, SIDE, YAW = 3.0, 14.0, 20.0
MIDDLE = np.array([20.0, 20.0])
FACE = Face(20.0, 20.0, YAW, SIDE, True, (0.0,) + (0.5,) * 6, 40.0)


def seen(*tips: tuple[float, float], wide: float = 0.0) -> Outline:
    """The outline of a light square, with a black bar out of its right side and across it from
    and to so far along it, in sides from its middle. wide: so much wider, mm."""
    fine = 8
    colour = np.full((round(40 * SCALE * fine),) * 2 + (3,), 90, np.uint8)
    half = SIDE / 2
    square = [(-half, -half), (half + wide, -half), (half + wide, half), (-half, half)]
    paint(colour, square, fine, (200, 190, 210))
    for low, high in tips:
        bar = [(0.3, low), (0.8, low), (0.8, high), (0.3, high)]
        paint(colour, [(x * SIDE, y * SIDE) for x, y in bar], fine, (0, 0, 0))
    small = cv2.resize(colour, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0), np.float32)
    (found,) = outlines(View(soft[..., 1], soft, 0.0, 0.0, SCALE), FACE, np.array([YAW]))
    return found


def paint(
    colour: np.ndarray, outline: list[tuple[float, float]], fine: int, shade: tuple[int, int, int]
) -> None:
    px = ((np.array(outline) @ turn(YAW).T + MIDDLE) * SCALE + 0.5) * fine
    cv2.fillConvexPoly(colour, np.rint(px).astype(np.int32), shade)


def test_four_sides_stand_where_they_were_painted() -> None:
    found = seen()
    assert found.reach == pytest.approx((0.5,) * 4, abs=0.01)
    assert found.weakest > 80
    wider = seen(wide=1.4)
    assert wider.reach == pytest.approx((0.6, 0.5, 0.5, 0.5), abs=0.015)


def test_what_crosses_a_third_of_a_side_decides_nothing() -> None:
    """A pip at the edge, or the tip of a shadow."""
    bare = seen()
    for tip in ((-0.33, -0.12), (-0.1, 0.1), (0.12, 0.33)):
        crossed = seen(tip)
        assert crossed.reach == pytest.approx(bare.reach, abs=0.015)
        assert crossed.strength == pytest.approx(bare.strength, rel=0.1)


def test_what_crosses_two_thirds_of_a_side_hides_it() -> None:
    assert seen((-0.33, 0.1)).weakest < 0.5 * seen().weakest
