"""Calibration files: any key may lack, and what cannot be one is refused by name."""

from __future__ import annotations

import json

import numpy as np
import pytest

from vision.calibration import Rect
from vision.calibration.partial_calibration import CalibrationFileInvalid, read_given

WHOLE = {
    "K": [[1790.0, 0, 1150.0], [0, 1790.0, 645.0], [0, 0, 1]],
    "dist": [0.01, -0.003, 0, 0, 0],
    "R": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "t_mm": [-346.0, -265.0, 820.0],
    "size_mm": [698.8, 515.7],
    "rim_height_mm": 15.3,
    "bar_mm": [325.8, 27.85, 373.0, 487.85],
}


def test_every_key_is_taken_over() -> None:
    given = read_given(json.dumps(WHOLE))
    assert np.array_equal(given.K, np.array(WHOLE["K"]))  # type: ignore[arg-type]
    assert np.array_equal(given.dist, np.array(WHOLE["dist"]))  # type: ignore[arg-type]
    assert np.array_equal(given.t_mm, np.array(WHOLE["t_mm"]))  # type: ignore[arg-type]
    assert given.size_mm == (698.8, 515.7)
    assert given.rim_height_mm == 15.3
    assert given.bar_mm == Rect(325.8, 27.85, 373.0, 487.85)


@pytest.mark.parametrize("key", WHOLE)
def test_any_key_may_lack_or_be_null(key: str) -> None:
    for plain in ({k: v for k, v in WHOLE.items() if k != key}, WHOLE | {key: None}):
        given = read_given(json.dumps(plain))
        assert getattr(given, key) is None
        assert all(getattr(given, other) is not None for other in WHOLE if other != key)


def test_shapes_as_opencv_writes_them() -> None:
    given = read_given(json.dumps({"dist": [[0.1, 0.2, 0, 0]], "t_mm": [[1.0], [2.0], [3.0]]}))
    assert given.dist is not None
    assert given.dist.tolist() == [0.1, 0.2, 0, 0, 0]
    assert given.t_mm is not None
    assert given.t_mm.tolist() == [1, 2, 3]


HALVES = {
    "picture_left_mm": [30.0, 27.85, 325.8, 487.85],
    "picture_right_mm": [373.0, 27.85, 668.8, 487.85],
}


def test_a_file_may_hold_both_halves_and_need_not() -> None:
    assert read_given(json.dumps(WHOLE)).halves_mm is None
    halves = read_given(json.dumps(WHOLE | HALVES)).halves_mm
    assert halves == (Rect(30.0, 27.85, 325.8, 487.85), Rect(373.0, 27.85, 668.8, 487.85))


@pytest.mark.parametrize("key", [*HALVES, "size_mm"])
def test_halves_count_together_and_with_the_boards_size(key: str) -> None:
    plain = {name: value for name, value in (WHOLE | HALVES).items() if name != key}
    with pytest.raises(CalibrationFileInvalid, match=f"{key} in the calibration is unknown"):
        read_given(json.dumps(plain))


def test_halves_that_leave_no_bar_are_refused() -> None:
    wide = {"picture_left_mm": [30.0, 27.85, 375.0, 487.85]}
    with pytest.raises(CalibrationFileInvalid, match="ends at 375 and picture_right_mm begins"):
        read_given(json.dumps(WHOLE | HALVES | wide))


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        ({"K": [[1, 2], [3, 4]]}, "K"),
        ({"K": [[0, 0, 0], [0, 0, 0], [0, 0, 1]]}, "K"),
        ({"R": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}, "R"),
        ({"t_mm": "far"}, "t_mm"),
        ({"t_mm": [1, 2]}, "t_mm"),
        ({"t_mm": [1, 2, float("nan")]}, "t_mm"),
        ({"dist": [0] * 20}, "dist"),
        ({"dist": [0, 0, 0, 0, 0, 0.5]}, "dist"),
        ({"size_mm": [600, 0]}, "size_mm"),
        ({"size_mm": ["700", "600"]}, "size_mm"),
        ({"size_mm": [700, True]}, "size_mm"),
        ({"rim_height_mm": 10**400}, "rim_height_mm"),
        ({"dist": "0"}, "dist"),
        ({"K": WHOLE["K"], "width": 2304}, "height"),
        ({"K": WHOLE["K"], "height": 1296}, "width"),
        ({"size_mm": [[1, 2], [3]]}, "size_mm"),
        ({"rim_height_mm": -3}, "rim_height_mm"),
        ({"bar_mm": [1, 2, 3]}, "bar_mm"),
        ({"picture_left_mm": [30, 40, 20, 90]}, "picture_left_mm"),
        ({"picture_right_mm": "all"}, "picture_right_mm"),
        ([], "list"),
        (3, "int"),
    ],
)
def test_what_cannot_be_one_is_refused_by_name(plain: object, named: str) -> None:
    with pytest.raises(CalibrationFileInvalid, match=named):
        read_given(json.dumps(plain))


@pytest.mark.parametrize("text", ["", "{", "\x00", "K: 3"])
def test_what_is_no_json_is_told(text: str) -> None:
    with pytest.raises(CalibrationFileInvalid, match="no JSON"):
        read_given(text)
