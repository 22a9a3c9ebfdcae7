"""Dice in pictures without a board, drawn at sizes nobody tells the reader."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reader.bare import read_bare
from vision.reading import Half

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
ZOOM = 4
BODY, PIP, CLOTH = (40, 35, 160), (235, 235, 235), (90, 120, 80)


def drawn(
    dice: list[tuple[int, float, float, float]], side: float, size: tuple[int, int]
) -> np.ndarray:
    """Faces (value, x px, y px, yaw deg) of one size on cloth, with some noise."""
    big = np.full((size[1] * ZOOM, size[0] * ZOOM, 3), CLOTH, np.uint8)
    for value, x, y, yaw in dice:
        c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
        turn = np.array([(c, s), (-s, c)])
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 @ turn + (x, y)
        cv2.fillConvexPoly(big, (square * ZOOM).round().astype(np.int32), BODY, cv2.LINE_AA)
        for pip in PIPS[value]:
            at = (np.array(pip) * 0.26 * side @ turn + (x, y)) * ZOOM
            radius = round(0.1 * side * ZOOM)
            cv2.circle(big, at.round().astype(int).tolist(), radius, PIP, -1, cv2.LINE_AA)
    small = cv2.resize(big, size, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1).normal(0, 1.5, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side", [24.0, 41.0, 70.0])
@pytest.mark.parametrize("known", [False, True])
def test_dice_of_any_size_are_read_right_or_asked(side: float, known: bool) -> None:
    dice = [(4, 90.0, 90.0, 10.0), (6, 230.0, 120.0, 40.0), (3, 150.0, 230.0, 75.0)]
    found = read_bare(drawn(dice, side, (320, 320)), side if known else None)
    certain = 0
    for value, x, y, _ in dice:
        (die,) = [one for one in found if np.hypot(*np.subtract(one.center_px, (x, y))) < side / 2]
        assert die.guess == value
        certain += die.value == value
        assert die.bbox_px[2] == pytest.approx(side * 1.25, rel=0.3)
        assert (die.half, die.flat, die.support, die.center_mm) == (Half.OFF, None, None, None)
    assert certain >= 2
    assert len([die for die in found if die.value is not None]) == certain


@pytest.mark.parametrize("value", range(1, 7))
def test_one_cropped_die(value: int) -> None:
    found = read_bare(drawn([(value, 33.0, 31.0, 25.0)], 46.0, (64, 64)))
    assert [die.guess for die in found] == [value]


def test_cloth_has_no_dice() -> None:
    assert read_bare(drawn([], 30.0, (200, 160))) == ()
