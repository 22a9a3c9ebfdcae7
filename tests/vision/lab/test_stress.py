"""The operations do what they are named for, and are counted so that nothing wrong hides."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.lab.disturbed import AWAY_SIDES, OPERATIONS, DisturbedRoll
from vision.lab.figures import Shot
from vision.lab.stress import ASKED, RIGHT, VOID, WRONG, Result, became, lines
from vision.lab.truth import calibration_of
from vision.scene import DiePath, DiePose, Scene, opening, showing, truth


@cache
def roll() -> DisturbedRoll:
    """A 4-1 on the right half, checkers as at the opening."""
    rig = rig_of(761, 1920, 1080)
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    side = rig.style.die_mm
    dice = tuple(
        DiePath.resting(
            DiePose((x0 + x1) / 2 + off, (y0 + y1) / 2, -side / 2, showing(value, "cw", 0.4))
        )
        for value, off in ((4, -30.0), (1, 30.0))
    )
    scene = Scene(opening(rig.board), dice)
    told = truth(rig, scene, 0.0)
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(1))
    return DisturbedRoll(
        np.asarray(picture, np.uint8), told, calibration_of(told, with_die_size=True)
    )


def changed(name: str, seed: int = 1) -> np.ndarray:
    """How far each pixel goes."""
    made = OPERATIONS[name].do(roll(), np.random.default_rng(seed))
    assert made is not None
    assert (made.shape, made.dtype) == (roll().picture.shape, np.uint8)
    return np.abs(made.astype(int) - roll().picture).sum(axis=2)


def test_there_are_twenty() -> None:
    assert len(OPERATIONS) == 20
    assert sum(each.third for each in OPERATIONS.values()) == 7


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_changes_the_picture_and_the_same_way_each_time(name: str) -> None:
    first = changed(name)
    assert (first > 20).any()
    assert np.array_equal(first, changed(name))


BARE = [name for name, each in OPERATIONS.items() if each.third and "sleeve" not in name]


@pytest.mark.parametrize("name", BARE)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_third_die_lies_away_from_the_two_on_their_half(name: str, seed: int) -> None:
    rows, columns = np.nonzero(changed(name, seed) > 60)
    here = float(np.median(columns)), float(np.median(rows))
    assert roll().world.board.half_of(*roll().world.field_points(np.array([here]), 0.0)[0, :2]) == (
        "picture_right"
    )
    side = np.hypot(*np.subtract(*_die(0)["top_face_px"][:2]))
    assert all(math.dist(here, each["center_px"]) > (AWAY_SIDES - 1) * side for each in _dice())


@pytest.mark.parametrize("name", ["glare on a pip", "worn pip", "logo", "red one and four"])
def test_what_befalls_a_face_stays_on_it(name: str) -> None:
    rows, columns = np.nonzero(changed(name))
    side = np.hypot(*np.subtract(*_die(0)["top_face_px"][:2]))
    for at in zip(columns, rows, strict=True):
        assert min(math.dist(at, each["center_px"]) for each in _dice()) < side


@pytest.mark.parametrize(
    ("said", "values", "third", "is_now"),
    [
        ("valid", (4, 1), False, RIGHT),
        ("valid", (5, 1), False, WRONG),
        ("valid", (4, 1), True, WRONG),
        ("unsure", None, False, ASKED),
        ("unsure", None, True, ASKED),
        ("cocked", None, False, VOID),
        ("in_motion", None, False, VOID),
        ("cocked", None, True, ASKED),
    ],
)
def test_what_is_said_is_counted(
    said: str, values: tuple[int, ...] | None, third: bool, is_now: str
) -> None:
    about: Any = {"why": "", "ms": 1.0, "style": "", "light": "", "colour": "", "kind": ""}
    about |= {"die_px": 30.0, "tilt_deg": 0.0, "carried": False, "miss_mm": (), "found": ""}
    shot = Shot("1", "valid", (4, 1), said, values, **about)
    assert became(shot, third=third) == is_now


def test_the_table_names_what_is_wrong_first() -> None:
    some = [
        Result("dust", "1", RIGHT, "valid (4, 1)"),
        Result("dust", "2", VOID, "cocked"),
        Result("logo", "1", WRONG, "valid (5, 1)"),
    ]
    told = list(lines(some))
    assert told[:2] == ["wrong: logo, 1: valid (5, 1)", "called void: dust, 2: cocked"]
    assert "| dust | 2 | 1 | 0 | 1 | 0 |" in told
    assert "| logo | 1 | 0 | 0 | 0 | 1 |" in told
    assert len(told) == 4 + len(OPERATIONS)


def _dice() -> list[dict[str, Any]]:
    dice: list[dict[str, Any]] = roll().truth["dice"]
    return dice


def _die(nth: int) -> dict[str, Any]:
    return _dice()[nth]
