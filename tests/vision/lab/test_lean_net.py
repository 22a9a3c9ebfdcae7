"""What the net says of how dice lie, on rigs that nobody fitted to, and the crop it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect
from vision.lab.train import leaning
from vision.lab.train.leaning import STORED_PX, LeanCrops
from vision.learned import lean
from vision.learned.lean import (
    DOUBTFUL,
    INPUT_PX,
    MODEL,
    OTHERS,
    SIDE_PX,
    Lies,
    cut,
    look_at_crops,
    look_together,
)
from vision.reader.thresholds import ON_DIE

BOARD = BoardPlan(
    (600.0, 520.0),
    17.0,
    Rect(30, 30, 280, 490),
    Rect(320, 30, 570, 490),
    Rect(280, 30, 320, 490),
    18.0,
    5.0,
    38.0,
)
LENS = np.array([[1800.0, 0.0, 1151.5], [0.0, 1800.0, 647.5], [0.0, 0.0, 1.0]])
CAMERA = Calibration(
    LENS, np.zeros(5), np.eye(3), np.array([-300.0, -260.0, 820.0]), BOARD, 2304, 1296
)
HELD_OUT = (900_101, 900_102, 900_103)
MORE = (900_104, 900_105, 900_106)
FOG_PX = 3.0
FOG_KEEPS = 0.4


@cache
def crops(seed: int) -> LeanCrops:
    return leaning.crops(seed)


@pytest.fixture(scope="module")
def found() -> LeanCrops:
    """Dice as the nets see them."""
    found = LeanCrops.together([crops(seed) for seed in HELD_OUT])
    edge = (STORED_PX - INPUT_PX) // 2
    return replace(found, image=found.image[:, edge:-edge, edge:-edge])


@pytest.fixture(scope="module")
def foggy(found: LeanCrops) -> LeanCrops:
    """The same, so blurred and pale that a net is in doubt about some."""
    soft = [cv2.GaussianBlur(image, (0, 0), FOG_PX) for image in found.image]
    pale = 128 + FOG_KEEPS * (np.array(soft, np.float32) - 128)
    return replace(found, image=pale.astype(np.uint8))


def look_by(said: Callable[[np.ndarray, np.ndarray], list[Lies]], found: LeanCrops) -> np.ndarray:
    """Log-odds (N, 3): askew, on another die, askew to the net that sees it least."""
    shares = np.array(said(found.image.astype(np.float32), found.view.astype(np.float64)))
    return np.asarray(np.log(shares / (1 - shares)))


@pytest.mark.parametrize("said", [look_at_crops, look_together])
def test_dice_askew_are_told_from_level_ones(
    found: LeanCrops, said: Callable[[np.ndarray, np.ndarray], list[Lies]]
) -> None:
    odds = look_by(said, found)[:, 0]
    askew, level = odds[found.tilt_deg >= 8], odds[found.tilt_deg < 1]
    assert len(askew) > 15
    assert len(level) > 80
    assert np.mean(askew > 0) > 0.9
    assert np.mean(level < 0) > 0.9


def test_where_the_first_net_is_in_doubt_all_are_asked(
    foggy: LeanCrops, monkeypatch: pytest.MonkeyPatch
) -> None:
    each = []
    for model in (MODEL, *OTHERS):
        monkeypatch.setattr(lean, "MODEL", model)
        each.append(look_by(look_at_crops, foggy))
    monkeypatch.undo()
    together = look_by(look_together, foggy)
    first, others = each[0][:, 0], [one[:, 0] for one in each[1:]]
    doubt = (first > DOUBTFUL[0]) & (first < DOUBTFUL[1])
    assert 10 < doubt.sum() < 0.6 * len(doubt)
    assert together[~doubt, :2] == pytest.approx(each[0][~doubt, :2], abs=1e-3)
    assert together[doubt, :2] == pytest.approx(np.mean(each, axis=0)[doubt, :2], abs=1e-3)
    least = np.where(first > DOUBTFUL[0], np.minimum(first, np.min(others, axis=0)), first)
    assert together[:, 2] == pytest.approx(least, abs=1e-3)
    assert (least < first - 1).sum() > 10


def test_together_they_err_less(foggy: LeanCrops) -> None:
    known = (foggy.tilt_deg < 1) | (foggy.tilt_deg >= 8)
    wrong_way = np.where(foggy.tilt_deg < 1, 1.0, -1.0)[known]
    loss = [
        np.log1p(np.exp(wrong_way * look_by(said, foggy)[known, 0])).mean()
        for said in (look_at_crops, look_together)
    ]
    assert loss[1] < loss[0]


@pytest.mark.parametrize(
    "seeds", [HELD_OUT, pytest.param((*HELD_OUT, *MORE), marks=pytest.mark.night)]
)
def test_a_die_on_another_one_is_told_from_dice_on_the_field(seeds: tuple[int, ...]) -> None:
    on, off = [], []
    edge = (STORED_PX - INPUT_PX) // 2
    for seed in seeds:
        found = crops(seed)
        image = found.image[:, edge:-edge, edge:-edge].astype(np.float32)
        said = np.array(
            [lies.on_die for lies in look_at_crops(image, found.view.astype(np.float64))]
        )
        on += said[found.on_die].tolist()
        off += said[~found.on_die].tolist()
    assert len(on) > 5
    assert np.mean(np.array(on) >= ON_DIE) > 0.6
    assert np.mean(np.array(off) >= ON_DIE) < 0.02


def marked(x: float, y: float, yaw_deg: float) -> np.ndarray:
    """A square one die high whose middle shows white, on a field that brightens to the right."""
    picture = np.tile(np.linspace(40, 90, 2304, dtype=np.uint8)[None, :, None], (1296, 1, 3))
    c, s = np.cos(np.radians(yaw_deg)), np.sin(np.radians(yaw_deg))
    for half, shade in ((7.0, 160), (2.0, 255)):
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        plane = square @ np.array([(c, s), (-s, c)]) + (x, y)
        px = CAMERA.project(np.column_stack([plane, np.full(4, -14.0)]))
        cv2.fillConvexPoly(picture, np.rint(px).astype(np.int32), (shade,) * 3)
    return picture


@pytest.mark.parametrize(("x", "y"), [(90.0, 90.0), (510.0, 110.0), (470.0, 430.0), (80.0, 400.0)])
@pytest.mark.parametrize("yaw", [0.0, 25.0, 70.0])
def test_a_die_is_turned_upright_and_seen_from_one_side(x: float, y: float, yaw: float) -> None:
    crop = cut(marked(x, y, yaw), CAMERA, (x, y), yaw, 14.0)
    assert 0 <= crop.view[1] <= crop.view[0]
    away = np.hypot(x - 300.0, y - 260.0) / (820.0 - 14.0)
    assert np.hypot(*crop.view) == pytest.approx(away, abs=1e-6)
    grey = crop.image[..., 0]
    middle = INPUT_PX / 2 - 0.5
    for off in (SIDE_PX / 2 - 2, -SIDE_PX / 2 + 2):
        assert grey[int(middle + off), int(middle)] == pytest.approx(160, abs=8)
        assert grey[int(middle), int(middle + off)] == pytest.approx(160, abs=8)
    for off in (SIDE_PX / 2 + 3, -SIDE_PX / 2 - 3):
        assert grey[int(middle + off), int(middle)] < 130
        assert grey[int(middle), int(middle + off)] < 130


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_die_of_four_sides_has_one_crop(quarters: int) -> None:
    picture = marked(150.0, 140.0, 20.0)
    once = cut(picture, CAMERA, (150.0, 140.0), 20.0, 14.0)
    again = cut(picture, CAMERA, (150.0, 140.0), 20.0 + 90 * quarters, 14.0)
    assert np.abs(once.image - again.image).max() <= 2
    assert once.view == pytest.approx(again.view)


def test_no_dice_are_no_question() -> None:
    for said in (look_at_crops, look_together):
        assert said(np.zeros((0, INPUT_PX, INPUT_PX, 3), np.float32), np.zeros((0, 2))) == []
