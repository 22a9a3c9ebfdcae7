"""Real boards whose field's corners a person clicked by eye, and what lies on their bars.

The frames lie in ../shared/data/real_boards; our own renders show a hinge where they are absent.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from kiosk.dice.judged import RollerSetting, judge_seen
from vision.calibration import Calibration, Floats
from vision.calibration.clicked import corners_of, from_clicks
from vision.calibration.corner_clicks import OUTER
from vision.lab.clicks import seen_corners
from vision.lab.real_boards import FIELDS, FOLDER
from vision.lab.truth import calibration_of
from vision.reader import see
from vision.reader.detections import Detections
from vision.scene import DiePath, DiePose, Rig, Scene, showing, truth
from vision.view import Picture

HINGES = {"frame0": [(559, 131), (559, 566)], "test10": [(616, 172), (621, 582)]}
"""Their middles, px."""
HINGE_MM = 25.0
SCREW_MM = 2.2
FOUND = 0.4
"""The finder sees a die there, where its face is sought."""


def frame_of(name: str) -> Picture:
    file = FOLDER / f"{name}.jpg"
    if not file.is_file():
        pytest.skip(f"no frames of real boards at {FOLDER}")
    return np.asarray(cv2.imread(str(file)), np.uint8)


@pytest.mark.parametrize("name", FIELDS)
def test_the_field_of_a_real_board_lies_where_its_corners_are_seen(name: str) -> None:
    """Two of them reach beyond the picture with their frames, or hide a corner of it."""
    corners = np.array(FIELDS[name], np.float64)
    world = from_clicks(corners, frame_of(name))
    off_mm = np.linalg.norm(corners_of(world)[OUTER:] - corners, axis=1) / world.px_per_mm
    assert off_mm.max() < 4.0
    left, right, bar = world.board.picture_left, world.board.picture_right, world.board.bar
    assert right.right - right.left == pytest.approx(left.right - left.left, abs=8.0)
    assert 25.0 < bar.right - bar.left < 50.0


@pytest.mark.parametrize("name", ["frame0", "test8", "frame2", "frame4", "test10"])
def test_hinges_of_real_boards_lie_on_the_bar_and_are_no_dice(name: str) -> None:
    of = "test10" if name == "test10" else "frame0"
    picture = frame_of(name)
    world = from_clicks(np.array(FIELDS[name], np.float64), picture)
    hinges = np.array(HINGES[of], np.float64)
    middles = world.field_points(hinges, world.board.rim_height_mm)
    assert [world.board.half_of(x, y) for x, y in middles] == ["bar", "bar"]
    dice = np.array([die.center_px for die in see(picture, world).dice]).reshape(-1, 2)
    apart = np.linalg.norm(dice[:, None] - hinges[None], axis=2)
    assert not (apart < HINGE_MM * world.px_per_mm).any()


def hinged(picture: Picture, world: Calibration, middles_mm: list[tuple[float, float]]) -> Picture:
    """Plates of 26 x 42 mm with six dark screws each, at the height of the bar's top."""
    drawn = picture.copy()
    for middle in middles_mm:
        plate = np.array([(-13, -21), (13, -21), (13, 21), (-13, 21)]) + middle
        cv2.fillConvexPoly(drawn, fixed(on_bar(world, plate)), (175, 178, 180), cv2.LINE_AA, 4)
        screws = np.array([(x, y) for x in (-7.5, 7.5) for y in (-14, 0, 14)]) + middle
        radius = round(16 * SCREW_MM * world.px_per_mm)
        for x, y in fixed(on_bar(world, screws)):
            cv2.circle(drawn, (int(x), int(y)), radius, (40, 40, 42), -1, cv2.LINE_AA, 4)
    return drawn


def on_bar(world: Calibration, places_mm: Floats) -> Floats:
    height = np.full(len(places_mm), -world.board.rim_height_mm)
    return world.project(np.column_stack([places_mm, height]))


def fixed(px: Floats) -> np.ndarray:
    return (16 * px).round().astype(np.int32)


def die(rig: Rig, value: int, right_mm: float, down_mm: float) -> DiePath:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    place = (x0 + x1) / 2 + right_mm, (y0 + y1) / 2 + down_mm
    turn = showing(value, rig.style.chirality, 0.4 + value)
    return DiePath.resting(DiePose(*place, -rig.style.die_mm / 2, turn))


def test_screws_on_the_bar_are_no_third_die_and_the_clicked_plan_has_them_there() -> None:
    rig = rig_of(760, 1920, 1080)
    dice = (die(rig, 5, -40.0, -60.0), die(rig, 3, 30.0, 20.0))
    scene = Scene((), dice)
    true = calibration_of(truth(rig, scene, 0.0), with_die_size=True)
    bare = renderer_of(rig).frame(scene, 0.0, np.random.default_rng(rig.seed))
    bar, high = true.board.bar, true.board.size_mm[1]
    middles = [((bar.left + bar.right) / 2, share * high) for share in (0.22, 0.78)]
    picture = hinged(bare, true, middles)
    corners = seen_corners(true, np.random.default_rng(1), 1.0)
    world = from_clicks(corners, picture)

    found = Detections(picture, world, 14.0)
    at_hinges = world.field_points(on_bar(true, np.array(middles)), 14.0)
    likely = [
        one
        for one in found.places(0.0)
        if one[2] > FOUND and np.hypot(*(one[:2] - at_hinges).T).min() < HINGE_MM
    ]
    assert likely, "else this picture tells nothing"
    assert [world.board.half_of(x, y) for x, y, _ in likely] == ["bar"] * len(likely)
    assert judge_seen(see(picture, world), RollerSetting()).values == (5, 3)
