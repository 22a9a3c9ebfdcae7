"""Where the finder is asked: once, where the camera sees something, and further off by strips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kits.painted import BOARD, PLAN, POSE

from vision.calibration import Floats
from vision.learned import find
from vision.reader.detections import DIE_PX, Detections
from vision.view import Picture

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
