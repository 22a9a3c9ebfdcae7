"""Scenes a simulated camera is to show, and close-ups of the dice it saw."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from camera_kit import READING, Times, beats
from hypothesis import given
from hypothesis import strategies as st

from kiosk.table.camera import at_rest
from kiosk.table.camera_child import (
    CLOSE_UP_PX,
    Posed,
    PoseScene,
    around,
    seen_of,
)
from vision.scene import DiePath, DiePose, Scene
from vision.tracker import AtRest

FLAT = DiePose(100.0, 90.0, -7.0, (1.0, 0.0, 0.0, 0.0))

THROWN = Scene(
    dice=(DiePath(((0.0, DiePose(0.0, 0.0, -90.0, (0.0, 1.0, 0.0, 0.0))), (900.0, FLAT))),)
)


# --- scenes ------------------------------------------------------------------------------------


def pose(times: Times) -> None:
    """As the control socket does it; the camera's answer is in the script."""
    times.worker._posed.clear()
    times.worker._scene = PoseScene(1, THROWN)


def test_a_scene_at_rest_is_where_its_dice_came_to_lie() -> None:
    rested = at_rest(PoseScene(3, THROWN))
    assert rested == PoseScene(3, Scene(dice=(DiePath.resting(FLAT),)))
    assert rested.scene.dice[0].pose_at(0.0) == FLAT


def test_a_camera_started_again_sees_dice_lie_that_the_last_one_saw_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, Posed(1), None], beats(1)).run()
    assert times.lives[1].sent == [at_rest(PoseScene(1, THROWN))]


def test_a_scene_no_camera_has_shown_yet_is_still_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, None], beats(1)).run()
    assert times.lives[1].sent == [PoseScene(1, THROWN)]


def test_posing_waits_until_the_camera_has_taken_the_scene(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1)])
    life = times.lives[0]
    times.worker._pipe = life
    shown = threading.Thread(target=times.worker.pose, args=(THROWN,))
    shown.start()
    while not life.sent:
        assert shown.is_alive()
    assert life.sent == [PoseScene(1, THROWN)]
    assert shown.is_alive()
    times.worker._note_posed(Posed(0))
    assert shown.is_alive()
    times.worker._note_posed(Posed(1))
    shown.join(30)
    assert not shown.is_alive()


# --- close-ups -----------------------------------------------------------------------------------


WIDE, HIGH = 1200, 700

BOARD = np.dstack(
    [
        np.broadcast_to(np.arange(WIDE) % 251, (HIGH, WIDE)),
        np.broadcast_to(np.arange(WIDE) // 251, (HIGH, WIDE)),
        np.broadcast_to(np.arange(HIGH)[:, None] % 251, (HIGH, WIDE)),
    ]
).astype(np.uint8)
"""A picture whose every pixel says where it is (up to the row's multiple of 251)."""

dice_boxes = st.lists(
    st.tuples(
        st.integers(0, WIDE - 60), st.integers(0, HIGH - 60), st.integers(8, 60), st.integers(8, 60)
    ),
    min_size=1,
    max_size=4,
)


@given(dice_boxes)
def test_a_close_up_shows_every_die_about_as_wide_as_a_screen(boxes: list[Any]) -> None:
    part = around(BOARD, boxes)
    high, wide = part.shape[:2]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    top, bottom = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
    assert wide >= CLOSE_UP_PX
    assert wide <= max(CLOSE_UP_PX, WIDE)
    if wide > CLOSE_UP_PX:  # not enlarged: its pixels still say where they are
        x0 = int(part[0, 0, 0]) + 251 * int(part[0, 0, 1])
        assert x0 <= left
        assert right <= x0 + wide
        rows = {int(row) for row in part[:, 0, 2]}
        assert {y % 251 for y in range(top, bottom)} <= rows
    if high < HIGH and wide < WIDE:
        assert wide / high == pytest.approx(1.6, abs=0.05)


def test_the_dice_lie_in_the_middle_of_a_close_up_with_room_around_them() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    boxes = [(400, 300, 40, 40), (700, 320, 40, 40)]
    for x, y, wide, high in boxes:
        picture[y : y + high, x : x + wide] = 255
    part = around(picture, boxes)
    rows, columns = np.nonzero(part[:, :, 0])
    left, right = int(columns.min()), part.shape[1] - 1 - int(columns.max())
    top, bottom = int(rows.min()), part.shape[0] - 1 - int(rows.max())
    assert left == pytest.approx(right, abs=2)
    assert top == pytest.approx(bottom, abs=2)
    assert min(left, top) >= 40
    assert max(left, right) <= 80


def test_a_single_small_die_is_enlarged() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[100:120, 200:220] = 255
    part = around(picture, [(200, 100, 20, 20)])
    assert part.shape == (250, CLOSE_UP_PX, 3)
    assert 0.05 < np.count_nonzero(part > 127) / part.size < 0.25


def test_dice_have_a_close_up_and_an_empty_board_has_none() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    with_dice = seen_of(AtRest(READING, picture))
    without = seen_of(AtRest(replace(READING, dice=()), picture))
    assert with_dice.close_up is not None
    assert cv2.imdecode(np.frombuffer(with_dice.close_up, np.uint8), 1).shape[1] == CLOSE_UP_PX
    assert cv2.imdecode(np.frombuffer(with_dice.picture, np.uint8), 1).shape == (HIGH, WIDE, 3)
    assert without.close_up is None
