"""Dice in pictures without a board, drawn at sizes nobody tells the reader."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.reader.boardless import read_bare

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
    dice: list[tuple[int, float, float, float]],
    side: float,
    size: tuple[int, int],
    cloth: tuple[int, int, int] = CLOTH,
) -> np.ndarray:
    """Faces (value, x px, y px, yaw deg) of one size on cloth, with some noise."""
    big = np.full((size[1] * ZOOM, size[0] * ZOOM, 3), cloth, np.uint8)
    for value, x, y, yaw in dice:
        c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
        turn = np.array([(c, s), (-s, c)])
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * side / 2 @ turn + (x, y)
        cv2.fillConvexPoly(big, (square * ZOOM).round().astype(np.int32), BODY, cv2.LINE_AA)
        for pip in PIPS[value]:
            at = (np.array(pip) * 0.26 * side @ turn + (x, y)) * ZOOM
            radius = round(0.1 * side * ZOOM)
            cv2.circle(big, at.round().astype(int).tolist(), radius, PIP, -1, cv2.LINE_AA)
    return photographed(big)


def photographed(big: np.ndarray) -> np.ndarray:
    """What was drawn ZOOM times too large, with some noise."""
    small = cv2.resize(big, None, fx=1 / ZOOM, fy=1 / ZOOM, interpolation=cv2.INTER_AREA)
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
        assert (die.half, die.flat, die.support, die.center_mm) == ("off", None, None, None)
    assert certain >= 2
    assert len([die for die in found if die.value is not None]) == certain


@pytest.mark.parametrize("value", range(1, 7))
def test_one_cropped_die(value: int) -> None:
    found = read_bare(drawn([(value, 33.0, 31.0, 25.0)], 46.0, (64, 64)))
    assert [die.guess for die in found] == [value]


@pytest.mark.parametrize("value", range(2, 7))
def test_a_crop_may_hold_no_more_than_the_face(value: int) -> None:
    found = read_bare(drawn([(value, 29.5, 29.5, 0.0)], 80.0, (60, 60)))
    assert found
    assert {die.value for die in found} <= {None, value}
    for x, y, wide, high in (die.bbox_px for die in found):
        assert (x >= 0, y >= 0, x + wide <= 60, y + high <= 60) == (True,) * 4
    if value > 3:
        assert [die.guess for die in found] == [value]


def test_cloth_has_no_dice() -> None:
    assert read_bare(drawn([], 30.0, (200, 160))) == ()


def values(picture: np.ndarray) -> list[int]:
    return [die.value for die in read_bare(picture) if die.value is not None]


def test_grain_and_knots_have_no_values() -> None:
    rng = np.random.default_rng(3)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (300, 400)), (0, 0), 9, sigmaY=1.2)
    wood = 150 + grain[:, :, None] * (0.8, 1.0, 1.2)
    for x, y in rng.uniform(40, 260, (12, 2)):
        cv2.circle(wood, (int(x), int(y)), int(rng.integers(2, 7)), (60, 70, 90), -1, cv2.LINE_AA)
    assert values(np.clip(wood, 0, 255).astype(np.uint8)) == []


def around_a_spot(shape: str, radius: float) -> np.ndarray:
    """A white spot on dark red in the middle of something drawn on cloth."""
    big = np.full((200 * ZOOM, 200 * ZOOM, 3), CLOTH, np.uint8)
    middle, reach = (100 * ZOOM, 100 * ZOOM), round(radius * ZOOM)
    if shape == "disc":
        cv2.circle(big, middle, reach, BODY, -1, cv2.LINE_AA)
    elif shape == "square":
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach + middle
        cv2.fillConvexPoly(big, corners, BODY, cv2.LINE_AA)
    cv2.circle(big, middle, round(0.2 * reach), PIP, -1, cv2.LINE_AA)
    return photographed(big)


def test_a_spot_is_a_one_only_in_a_square() -> None:
    assert values(around_a_spot("square", 16.0)) == [1]
    assert values(around_a_spot("disc", 18.0)) == []
    assert values(around_a_spot("nothing", 16.0)) == []


def test_pips_of_a_large_die_are_no_small_dice() -> None:
    found = read_bare(drawn([(5, 120.0, 120.0, 20.0)], 110.0, (240, 240)))
    assert [die.guess for die in found] == [5]


def test_no_size_is_read_in_a_blank_or_tiny_picture() -> None:
    for size in ((8, 8), (8, 300), (300, 8), (17, 40)):
        assert values(np.full((*size, 3), 128, np.uint8)) == []


def test_touching_dice_are_told_apart() -> None:
    dice = [(4, 100.0, 100.0, 0.0), (6, 131.0, 100.0, 0.0), (5, 100.0, 131.0, 0.0)]
    found = read_bare(drawn(dice, 30.0, (240, 240)))
    for value, x, y, _ in dice:
        (die,) = [one for one in found if np.hypot(*np.subtract(one.center_px, (x, y))) < 10]
        assert die.guess == value
        assert die.value in {None, value}


PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "data" / "photos"


@pytest.mark.night
@pytest.mark.parametrize(
    ("photos", "every", "answered"), [("byler_d6", 12, 0.45), ("damiantab_carpet", 6, 0.5)]
)
def test_photographs_are_read_right_or_asked_about(
    photos: str, every: int, answered: float
) -> None:
    place = PHOTOS / photos
    if not place.is_dir():
        pytest.skip(f"no photographs at {place}")
    pictures = sorted((place / "images").glob("*.jpg"))
    labels = known = 0
    for path in pictures[: len(pictures) // 2 : every]:
        picture = cv2.imread(str(path))
        height, width = picture.shape[:2]
        lines = (place / "labels" / f"{path.stem}.txt").read_text().splitlines()
        boxes = np.array([line.split() for line in lines], float)
        labels += len(boxes)
        for die in read_bare(picture):
            if die.value is None:
                continue
            known += 1
            away = boxes[:, 1:3] * (width, height) - die.center_px
            nearest = int(np.hypot(*away.T).argmin())
            assert boxes[nearest, 0] + 1 == die.value, (path.name, die.center_px)
            assert (np.abs(away[nearest]) < 0.6 * boxes[nearest, 3:] * (width, height)).all()
    assert known >= answered * labels
