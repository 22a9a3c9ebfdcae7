"""A number that decides a picture is found, and is as it was afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.lab.moved import decided, moved
from vision.reader import thresholds
from vision.scene import DiePath, DiePose, Scene, showing, truth


@pytest.fixture
def roll(tmp_path: Path) -> Path:
    """The truth of a 4-1 on the right half, with its picture beside it."""
    rig = rig_of(761, 1920, 1080)
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    dice = tuple(
        DiePath.resting(
            DiePose(
                (x0 + x1) / 2 + off,
                (y0 + y1) / 2,
                -rig.style.die_mm / 2,
                showing(value, rig.style.chirality, 0.4),
            )
        )
        for value, off in ((4, -30.0), (1, 30.0))
    )
    scene = Scene((), dice)
    path = tmp_path / "00000.json"
    roll_facts = {"roller": "bottom", "roll_status": "valid", "values": [4, 1], "light": "lamp"}
    facts = truth(rig, scene, 0.0) | roll_facts | {"kind": "throw", "sub": None}
    path.write_text(json.dumps(facts))
    picture = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(1))
    cv2.imwrite(str(path.with_suffix(".jpg")), picture)
    return path


def test_a_number_that_decides_a_picture_is_found(roll: Path) -> None:
    found = list(decided([roll], ["SECOND_ALLOWS", "CAME_MOST"], "whole"))
    assert {one.name for one in found} == {"SECOND_ALLOWS"}
    assert {one.answer for one in found} == {"valid (4, 1)"}
    assert all("valid" not in one.moved_answer for one in found)


@pytest.mark.parametrize(
    ("name", "factor", "value"), [("MORE_LIKELY", 3.0, 1.2), ("SMALL", 0.5, 12.0)]
)
def test_a_moved_number_comes_back(name: str, factor: float, value: float) -> None:
    kept = getattr(thresholds, name)
    with moved(name, factor):
        assert getattr(thresholds, name) == pytest.approx(value)
    assert getattr(thresholds, name) is kept


def test_a_bar_and_an_unknown_name_are_refused() -> None:
    for name in ("ONE_FINE", "NO_SUCH_NUMBER"):
        with pytest.raises(KeyError), moved(name, 2.0):
            pass
