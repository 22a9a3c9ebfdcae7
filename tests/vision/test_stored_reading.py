"""A kept reading comes back as it was, and a reader's version follows its code and its model."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import stored_reading
from vision.calibration import BoardPlan, Calibration, Rect
from vision.reading import DieSeen, FlatBy, Reading, Support
from vision.stored_reading import (
    VERSION_DIGITS,
    KeptInvalid,
    KeptReading,
    kept_reading,
    reader_version,
)

BOARD = BoardPlan(
    size_mm=(620.0, 520.0),
    rim_height_mm=17.0,
    picture_left=Rect(30, 30, 290, 490),
    picture_right=Rect(330, 30, 590, 490),
    bar=Rect(290, 30, 330, 490),
    marker_mm=20.0,
    marker_inset_mm=4.0,
    checker_mm=40.0,
)
LENS = np.array([[985.0, 0, 634.0], [0, 985.0, 366.0], [0, 0, 1]])
WORLD = Calibration(LENS, np.full(5, 0.1), np.eye(3), np.array([1.5, 2, 900]), BOARD, 1280, 720)
SURE = DieSeen(
    5,
    5,
    "picture_left",
    True,
    Support.SURFACE,
    0.91,
    (300.5, 200.25),
    (101.2, 88.9),
    (1, 2, 3, 4),
    FlatBy.CONTACT,
)
UNSURE = DieSeen(None, None, "off", None, None, 0.0, (0.0, 0.0), None, (0, 0, 9, 9))
READING = Reading((SURE, UNSURE), 111, 222, (7, 8, 9), True)
KEPT = kept_reading(READING, WORLD, "0123456789ab")


def test_a_reading_kept_before_it_was_known_what_told_flatness_can_be_read() -> None:
    plain = json.loads(KEPT.to_json())
    for die in plain["reading"]["dice"]:
        del die["flat_by"]
    again = KeptReading.from_json(json.dumps(plain))
    assert [die.flat_by for die in again.reading.dice] == [None, None]
    assert [die.flat for die in again.reading.dice] == [True, None]


@pytest.mark.parametrize("before", [None, "f" * 64])
def test_a_kept_reading_comes_back_whole(before: str | None) -> None:
    again = KeptReading.from_json(replace(KEPT, before=before).to_json())
    assert again.reading == READING
    assert (again.reader, again.before) == ("0123456789ab", before)
    assert again.opencv == KEPT.opencv
    assert again.calibration.board == BOARD
    for name in ("K", "dist", "R", "t_mm"):
        np.testing.assert_array_equal(getattr(again.calibration, name), getattr(WORLD, name))


def test_numbers_of_numpy_are_kept_as_numbers() -> None:
    boxed = replace(SURE, bbox_px=tuple(np.array([1, 2, 3, 4])), confidence=np.float32(0.5))
    again = KeptReading.from_json(
        kept_reading(replace(READING, dice=(boxed,)), WORLD, "").to_json()
    )
    assert again.reading.dice == (replace(SURE, confidence=0.5),)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("v",), 2),
        (("reading", "dice", 0, "value"), 7),
        (("reading", "dice", 0, "value"), "5"),
        (("reading", "dice", 0, "half"), "left"),
        (("reading", "dice", 0, "bbox_px"), [1, 2, 3]),
        (("reading", "dice", 0, "value"), True),
        (("reading", "dice", 0, "bbox_px"), [1, 2, 3, float("inf")]),
        (("reading", "dice", 0, "confidence"), None),
        (("reading", "first_at_ns"), float("inf")),
        (("reading", "frame_seqs"), [float("nan")]),
        (("reading",), None),
        (("calibration", "K"), [1.0]),
        (("calibration", "K"), [[float("nan")] * 3] * 3),
        (("calibration", "t_mm"), [0, 0, None]),
        (("calibration", "width"), float("inf")),
        (("calibration", "board", "checker_mm"), None),
        (("calibration", "board", "size_mm"), [620, 10**400]),
        (("calibration", "board", "bar", "left"), None),
        (("calibration", "board", "die_mm"), "none"),
        (("calibration", "K"), [[1e200, 0, 634], [0, 1e200, 366], [0, 0, 1]]),
        (("calibration", "dist"), [1e200, 0, 0, 0, 0]),
        (("calibration", "R"), [[9.0, 0, 0], [0, 9.0, 0], [0, 0, 9.0]]),
        (("calibration", "t_mm"), [0, 0, 1e200]),
        (("calibration", "width"), 10**9),
        (("calibration", "board", "size_mm"), [620, 1e200]),
        (("calibration", "board", "rim_height_mm"), 1e200),
        (("calibration", "board", "bar", "left"), -1e200),
        (("calibration", "board", "bar", "left"), 331),
        (("calibration", "board", "die_mm"), 1e200),
        (("calibration", "board", "die_mm"), 0),
        (("calibration", "board", "checker_mm"), 1e200),
        (("calibration", "board", "checker_height_mm"), 0.0),
        (("calibration", "board", "marker_mm"), -1),
        (("calibration", "board", "marker_inset_mm"), 1e200),
        (("calibration", "board", "doubt_mm"), -1),
    ],
)
def test_what_nobody_kept_is_told(path: tuple[str | int, ...], value: object) -> None:
    plain = json.loads(KEPT.to_json())
    inner = plain
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(KeptInvalid):
        KeptReading.from_json(json.dumps(plain))


@pytest.mark.parametrize("text", ["", "[]", "null", '{"v": 1}', "{", "[" * 100_000])
def test_what_is_no_kept_reading_is_told(text: str) -> None:
    with pytest.raises(KeptInvalid, match="leave it out"):
        KeptReading.from_json(text)


CODE = (
    *("view.py", "calibration/pose.py", "reader/face.py", "reader/boardless/acceptance.py"),
    *("tracker/follow.py", "learned/face.py", "learned/face.onnx"),
)


def files(root: Path, content: dict[str, bytes]) -> Path:
    for name, text in content.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
    return root


@pytest.mark.parametrize("name", CODE)
def test_a_version_names_code_and_model(tmp_path: Path, name: str) -> None:
    code = {one: one.encode() for one in CODE}
    version = reader_version(files(tmp_path / "one", code))
    assert len(version) == VERSION_DIGITS
    assert version == reader_version(files(tmp_path / "two", code))
    assert version != reader_version(files(tmp_path / "changed", code | {name: b"x"}))
    other = CODE[CODE.index(name) - 1]
    swapped = {name: code[other], other: code[name]}
    assert version != reader_version(files(tmp_path / "swapped", code | swapped))


@pytest.mark.parametrize("name", ["scene/rig.py", "train/net.py", "learned/README.md", "a.onnx"])
def test_a_version_names_nothing_else(tmp_path: Path, name: str) -> None:
    code = {one: one.encode() for one in CODE}
    version = reader_version(files(tmp_path / "one", code))
    assert version == reader_version(files(tmp_path / "more", code | {name: b"x"}))


def test_the_files_of_this_reader_are_where_its_version_looks() -> None:
    root = Path(stored_reading.__file__).parent
    assert [name for name in CODE if not (root / name).is_file()] == []
