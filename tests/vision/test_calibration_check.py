"""Residuals of markers on rigs whose truth is known, and how large dice are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, CalibrationError, Rect
from vision.calibration.check import STRAYED_MM, die_px, marker_fit, squares_mm, strayed_mm
from vision.scene import Rig


def world_of(seed: int, width: int = 1280, height: int = 720) -> Calibration:
    rig = Rig.draw(seed, width, height)
    drawn, camera = rig.board, rig.camera
    board = BoardPlan(
        drawn.size_mm,
        drawn.rim_height_mm,
        Rect(*drawn.halves["picture_left"]),
        Rect(*drawn.halves["picture_right"]),
        Rect(*drawn.bar),
        drawn.marker_mm,
        drawn.marker_inset_mm,
        drawn.checker_diameter_mm,
    )
    return Calibration(camera.K, camera.dist, camera.R, camera.t_mm, board, width, height)


def markers_of(world: Calibration) -> dict[int, np.ndarray]:
    return {i: world.project(world.board.marker_corners(i)) for i in range(4)}


@pytest.mark.parametrize("planned", [True, False])
@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
def test_markers_in_their_places_miss_by_nothing(planned: bool, missing: int | None) -> None:
    world = world_of(3)
    markers = {i: corners for i, corners in markers_of(world).items() if i != missing}
    found = marker_fit(world, markers, planned=planned)
    assert found is not None
    assert found.rms_px < 1e-3
    assert sorted(found.seen) == sorted(markers)


@pytest.mark.parametrize("planned", [True, False])
def test_a_marker_that_slipped_shows(planned: bool) -> None:
    world = world_of(3)
    markers = markers_of(world)
    markers[2] = markers[2] + (6.0, 0.0)
    found = marker_fit(world, markers, planned=planned)
    assert found is not None
    miss = {i: float(np.linalg.norm(found.posed[i] - markers[i], axis=1).max()) for i in markers}
    assert miss[2] > 2.5
    assert miss[0] < 1.0
    if planned:
        assert found.rms_px == pytest.approx(3.0, abs=0.01), "one of four by six"


def test_a_pose_beside_the_board_shows() -> None:
    world = world_of(3)
    markers = markers_of(world)
    off = replace(world, t_mm=world.t_mm + (3.0, 0.0, 0.0))
    found = marker_fit(off, markers, planned=True)
    assert found is not None
    assert found.rms_px == pytest.approx(3.0 * world.px_per_mm, rel=0.1)


@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
def test_markers_in_their_places_have_not_strayed(missing: int | None) -> None:
    world = world_of(3)
    markers = {i: corners for i, corners in markers_of(world).items() if i != missing}
    assert strayed_mm(world, markers) < 1e-3


@pytest.mark.parametrize("missing", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("pushed_mm", [(20.0, 0.0, 0.0), (0.0, -20.0, 0.0)])
def test_a_camera_pushed_since_shows(
    pushed_mm: tuple[float, float, float], missing: int | None
) -> None:
    """Along the board the markers stay squares: only their middle tells."""
    world = world_of(3)
    markers = {i: corners for i, corners in markers_of(world).items() if i != missing}
    off = replace(world, t_mm=world.t_mm + pushed_mm)
    assert strayed_mm(off, markers) == pytest.approx(20.0, rel=0.05)


def test_a_camera_turned_by_half_since_shows() -> None:
    world = world_of(3)
    markers = markers_of(world)
    turned = {i: np.roll(markers[(i + 2) % 4], 2, axis=0) for i in markers}
    assert strayed_mm(world, turned) > STRAYED_MM


def test_a_camera_tilted_since_shows() -> None:
    """The markers are no squares of one size any more."""
    world = world_of(3)
    turn, _ = cv2.Rodrigues(np.array([0.05, 0.0, 0.0]))
    tilted = replace(world, R=turn @ world.R, t_mm=turn @ world.t_mm)
    assert strayed_mm(tilted, markers_of(world)) > STRAYED_MM


@pytest.mark.parametrize("nearer_mm", [-300.0, 300.0])
def test_a_camera_raised_or_lowered_since_shows(nearer_mm: float) -> None:
    """The markers are squares of a rectangle still, beyond the board or far inside."""
    world = world_of(3)
    off = replace(world, t_mm=world.t_mm + (0.0, 0.0, nearer_mm))
    assert strayed_mm(off, markers_of(world)) > STRAYED_MM


@pytest.mark.parametrize("marker", range(4))
def test_one_marker_says_what_it_can(marker: int) -> None:
    world = world_of(3)
    alone = {marker: markers_of(world)[marker]}
    assert strayed_mm(world, alone) < 1e-3
    for side in (-80.0, 80.0):
        off = replace(world, t_mm=world.t_mm + (side, 0.0, 0.0))
        assert strayed_mm(off, alone) > STRAYED_MM


def test_markers_of_one_side_say_what_they_can() -> None:
    world = world_of(3)
    left = {i: corners for i, corners in markers_of(world).items() if i in (0, 3)}
    assert strayed_mm(world, left) < 1e-3
    assert strayed_mm(world, {}) == 0.0


def test_without_markers_there_is_no_fit() -> None:
    assert marker_fit(world_of(3), {}, planned=True) is None


def test_a_die_is_as_wide_as_its_projection() -> None:
    world = world_of(5)
    least, most = die_px(world, 14.0)
    assert least <= 14.0 * world.px_per_mm * 1.02
    assert most >= 14.0 * world.px_per_mm * 0.98
    assert 2 * least > most
    twice = die_px(world_of(5, 2560, 1440), 14.0)
    assert twice == pytest.approx((2 * least, 2 * most), rel=1e-6)
    assert die_px(world, 16.0)[0] == pytest.approx(least * 16 / 14, rel=0.02)


def test_a_picture_too_small_is_refused_in_words() -> None:
    with pytest.raises(CalibrationError, match=r"pixels wide in its 400 x 225, 8 are the least"):
        die_px(world_of(5, 400, 225))


def test_squares_lie_in_the_half_and_have_a_dies_size() -> None:
    half = Rect(30.0, 40.0, 300.0, 480.0)
    squares = squares_mm(half, 14.0)
    assert len(squares) == 5
    for square in squares:
        assert np.ptp(square[:, 0]) == np.ptp(square[:, 1]) == 14.0
        assert all(half.contains(x, y) for x, y, _z in square)
        assert (square[:, 2] == 0).all()
