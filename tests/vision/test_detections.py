"""Where the finder is asked: once, where the camera sees something, and further off by strips."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.laid import flat, middle, shot, world_of
from kits.painted import BOARD, PLAN, POSE
from kits.rigs import rig_of

from vision.calibration import Floats
from vision.learned import find
from vision.reader.detections import DIE_PX, PART_PX, Detections, parts_of
from vision.reader.scene_state import changes, changes_near
from vision.view import Picture, View, overview

RED = (0, 0, 255)
FAR_MM = 300.0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """The pictures that a finder of red spots was asked about."""
    shown: list[Picture] = []

    def places(picture: Picture, px_per_die: float, _least: float) -> Floats:
        assert px_per_die == DIE_PX
        shown.append(picture)
        red = (np.abs(picture.astype(int) - RED).max(axis=2) < 60).astype(np.uint8)
        _, _, _, middles = cv2.connectedComponentsWithStats(red)
        return np.column_stack([middles[1:], np.full(len(middles) - 1, 0.9)])

    monkeypatch.setattr(find, "places", places)
    return shown


def detections(*spots_mm: tuple[float, float]) -> Detections:
    """Of a board with spots on the plane one die high."""
    image = BOARD.copy()
    for x, y in spots_mm:
        px = POSE.project(np.array([[x, y, -PLAN.usual_die_mm]]))[0]
        cv2.circle(image, tuple(int(v) for v in px.round()), 7, RED, -1)
    return Detections(image, POSE, PLAN.usual_die_mm)


def test_dice_on_the_board_and_beside_it_are_found_in_one_look(asked: list[Picture]) -> None:
    spots = [(200.0, 300.0), (1040.0, 100.0)]
    nets = detections(*spots)
    found = nets.places(60.0)
    assert sorted(found[:, :2].tolist()) == [pytest.approx(spot, abs=1.5) for spot in spots]
    assert nets.places(5.0)[:, :2].tolist() == [pytest.approx(spots[0], abs=1.5)]
    assert len(asked) == 1


@pytest.mark.parametrize("spot", [(1110.0, 300.0), (-110.0, 20.0), (1110.0, 590.0)])
def test_far_off_only_what_was_not_seen_is_looked_at(
    spot: tuple[float, float], asked: list[Picture]
) -> None:
    nets = detections((200.0, 300.0), spot)
    assert len(nets.places(60.0)) == 1
    near = asked[0].size
    found = nets.places(FAR_MM)
    assert sorted(found[:, :2].tolist()) == sorted(
        [pytest.approx((200.0, 300.0), abs=1.5), pytest.approx(spot, abs=1.5)],
        key=lambda place: place.expected[0],
    )
    assert sum(picture.size for picture in asked[1:]) < 0.4 * near


@pytest.mark.usefixtures("asked")
def test_a_die_that_both_looks_show_is_found_once() -> None:
    """40 mm beside the board; the second starts two dice nearer than the first ends."""
    assert len(detections((1040.0, 300.0)).places(FAR_MM)) == 1


@pytest.mark.usefixtures("asked")
def test_a_die_across_the_border_of_both_looks_is_found() -> None:
    """60 mm beside the board; the part of it that the first look shows may be found, too."""
    for x in np.arange(1052.0, 1069.0, 2.0):
        found = detections((x, 300.0)).places(FAR_MM)
        assert np.abs(found[:, 0] - x).min() < 4.0


def test_what_the_camera_does_not_see_is_not_looked_at(asked: list[Picture]) -> None:
    """It sees as much as 140 mm beside the board, and 60 above it."""
    detections().places(FAR_MM)
    seen_mm = (BOARD.shape[1], BOARD.shape[0])
    px_per_mm = DIE_PX / PLAN.usual_die_mm
    near = [
        min(side + 120.0, seen) * px_per_mm
        for side, seen in zip(PLAN.size_mm, seen_mm, strict=True)
    ]
    assert asked[0].shape[1::-1] == pytest.approx(near, rel=0.01)
    for picture in asked:
        assert all(side.any() for side in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))


def about(spot_mm: tuple[float, float]) -> tuple[View, Picture]:
    """An overview, and a mask of it about a spot."""
    view = overview(BOARD, POSE, PLAN.usual_die_mm, 5.0, 1.4)
    where = np.zeros(view.grey.shape, np.uint8)
    x, y = view.to_px(np.array(spot_mm)).round().astype(int).tolist()
    cv2.circle(where, (x, y), 15, 255, -1)
    return view, where


def test_where_only_what_changed_is_sought_the_finder_is_shown_no_more(
    asked: list[Picture],
) -> None:
    spots = [(200.0, 300.0), (700.0, 120.0)]
    all_of_it = detections(*spots).places(5.0)
    nets = detections(*spots)
    nets.keep_to(*about(spots[1]))
    (found,) = nets.places(5.0)
    assert found[:2] == pytest.approx(all_of_it[all_of_it[:, 0] > 400][0, :2], abs=0.2)
    whole, part = asked
    assert part.size < whole.size / 8
    nowhere = detections(*spots)
    view, where = about(spots[1])
    nowhere.keep_to(view, np.zeros_like(where))
    assert len(nowhere.places(5.0)) == 0
    assert len(asked) == 2, "where nothing changed no net is asked"


def test_a_part_of_the_board_shows_the_net_what_all_of_it_shows() -> None:
    """What lies further off than it sees changes nothing. Of this rig all of the board is shown in
    whole cells of the part's grid."""
    rig = rig_of(705)
    rig = replace(rig, camera=replace(rig.camera, dist=np.zeros(5)))  # a part bends less
    x, y = middle(rig)
    picture = shot(rig, (flat(rig, 3, x, y), flat(rig, 6, x - 40, y + 90)))
    world = world_of(rig)
    all_of_it = Detections(picture, world, rig.style.die_mm)
    part = Detections(picture, world, rig.style.die_mm)
    view = overview(picture, world, rig.style.die_mm, 5.0, 1.4)
    where = np.zeros(view.grey.shape, np.uint8)
    column, row = view.to_px(np.array([x - 9, y - 9])).round().astype(int).tolist()
    where[row, column] = 255  # the die lies at the border of what is told
    part.keep_to(view, where)
    near = [one for one in all_of_it.places(5.0) if np.hypot(*(one[:2] - (x, y))) < 10]
    found = [one for one in part.places(5.0) if np.hypot(*(one[:2] - (x, y))) < 10]
    assert len(near) == 1
    assert np.allclose(near, found, atol=1e-3)


def test_parts_of_a_mask_hold_all_of_it_and_never_meet() -> None:
    rng = np.random.default_rng(3)
    for dots in (1, 5, 30):
        mask = np.zeros((211, 307), np.uint8)
        mask[rng.integers(0, 211, dots), rng.integers(0, 307, dots)] = 255
        parts = parts_of(mask, 20.0)
        held = np.zeros_like(mask, np.int64)
        for left, top, right, bottom in parts:
            held[max(top, 0) : bottom, max(left, 0) : right] += 1
        assert held.max() == 1, "none meets another"
        for row, column in zip(*np.nonzero(mask), strict=True):
            assert any(
                left + 20 <= column < right - 20 and top + 20 <= row < bottom - 20
                for left, top, right, bottom in parts
            )
        assert dots > 1 or parts[0][2] - parts[0][0] == PART_PX + 40
    assert parts_of(np.zeros((211, 307), np.uint8), 20.0) == []


def test_what_changed_near_a_mask_is_what_changed_there() -> None:
    spots = [(200.0, 300.0), (700.0, 120.0)]
    now = detections(*spots).image
    view, where = about(spots[1])
    near, everywhere = changes_near(now, BOARD, POSE, view, where), changes(now, BOARD)
    px = POSE.project(np.array([[*spot, -PLAN.usual_die_mm] for spot in spots]))
    for (x, y), shown in zip(px.round().astype(int).tolist(), (False, True), strict=True):
        there = (slice(y - 12, y + 13), slice(x - 12, x + 13))
        assert everywhere[there].any()
        assert near[there].any() == shown
        assert not shown or (near[there] == everywhere[there]).all()
