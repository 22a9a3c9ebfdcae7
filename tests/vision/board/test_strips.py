"""Strips of points and bar: where each place of the board lies in them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.board.strips import (
    HIGH_PX,
    PITCH_PX,
    WALL_PX,
    WIDE_PX,
    cut_strips,
    pitch_mm,
    places,
)
from vision.lab.truth import calibration_of
from vision.scene import Scene, lay_out, truth

RIG = rig_of(760)
WORLD = calibration_of(truth(RIG, Scene(), 0.0))
MIDDLE = (WIDE_PX - 1) / 2


def test_a_picture_has_26_strips() -> None:
    every = places(WORLD.board)
    assert [place.on_bar for place in every] == [False] * 24 + [True] * 2
    assert [place.way for place in every] == [1] * 12 + [-1] * 12 + [1, -1]
    x = [place.x_mm for place in every[:12]]
    assert x == sorted(x)
    assert x == [place.x_mm for place in every[12:24]]
    assert all(RIG.board.point_x_mm(point) == pytest.approx(x[point]) for point in range(12))


@pytest.mark.parametrize("point", [0, 5, 6, 11, 12, 17, 18, 23])
def test_a_checkers_top_lies_where_the_strip_has_it(point: int) -> None:
    """A bright mark in the picture at each checker's top middle comes to its place in the strip."""
    board = replace(WORLD.board, checker_height_mm=RIG.board.checker_thickness_mm)
    world = replace(WORLD, board=board)
    place, pitch = places(board)[point], pitch_mm(board)
    for level in range(5):
        x, y, _ = RIG.board.point_xyz(point, level)
        px = world.project(np.array([[x, y, -place.height_mm]]))[0]
        picture = np.zeros((world.height, world.width, 3), np.uint8)
        cv2.circle(picture, (round(px[0] * 16), round(px[1] * 16)), 60, (255,) * 3, -1, 8, 4)
        seen = cut_strips(picture, world).pictures[point, ..., 0].astype(float)
        rows, columns = np.indices(seen.shape)
        found = (columns * seen).sum() / seen.sum(), (rows * seen).sum() / seen.sum()
        assert found == pytest.approx(place.to_strip(x, y, pitch), abs=0.5)
        assert found[0] == pytest.approx(MIDDLE, abs=0.5)


def test_the_wall_is_at_the_top_of_every_strip_of_a_point() -> None:
    """And next to it the checkers that lie by the wall, in a picture of any size."""
    everywhere = {point: (point % 2, 1) for point in range(24)}
    scene = Scene(lay_out(RIG.board, everywhere))
    for width in (1280, 2304):
        rig = rig_of(760, width, width * 9 // 16)
        world = calibration_of(truth(rig, scene, 0.0))
        picture = renderer_of(rig).clean(scene, 0.0)
        strips = cut_strips(picture, world).pictures
        at = round(WALL_PX + rig.board.checker_diameter_mm * PITCH_PX / pitch_mm(world.board) / 2)
        spots = strips[:24, at - 3 : at + 4, 17:23].reshape(24, -1, 3)
        tones = np.median(spots, axis=1)
        colours = [np.median(tones[player::2], axis=0) for player in (0, 1)]
        for point in range(24):
            off = [float(np.linalg.norm(tones[point] - colour)) for colour in colours]
            assert off[point % 2] < off[1 - point % 2], point


def test_the_shape_names_the_bar_and_how_far_the_camera_stands_aside() -> None:
    shape = cut_strips(np.zeros((720, 1280, 3), np.uint8), WORLD).shape
    assert shape[:, 0].tolist() == [0.0] * 24 + [1.0] * 2
    assert shape[:24, 2] == pytest.approx(PITCH_PX, abs=0.2)
    assert (shape[:, 1] > HIGH_PX / 2).all()
    eye = WORLD.camera_mm
    assert (shape[:12, 3] > 0).tolist() == [
        eye[0] > RIG.board.point_x_mm(point) for point in range(12)
    ]
    assert (shape[12:24, 3] > 0).tolist() == [
        eye[0] < RIG.board.point_x_mm(point) for point in range(12)
    ]
    assert (shape[:24, 4] > 0).all(), "the camera stands over the board"
