"""The pose from the markers, against an independent projection."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, CalibrationError, Rect, stored
from vision.calibration.markers import find_markers
from vision.calibration.pose import Known, calibrate
from vision.scene import Rig, Scene, render

BOARD = BoardPlan(
    size_mm=(620.0, 520.0),
    rim_height_mm=17.0,
    picture_left=Rect(30, 30, 290, 490),
    picture_right=Rect(330, 30, 590, 490),
    bar=Rect(290, 30, 330, 490),
    marker_mm=20.0,
    marker_inset_mm=4.0,
    checker_mm=40.0,
    die_mm=14.0,
)
SIZE = (1280, 720)
# Black squares of 20 mm, 4 mm inside the rim's outer edges and 17 mm above the field.
MARKERS = {
    i: np.array([(x, y, -17.0), (x + 20, y, -17.0), (x + 20, y + 20, -17.0), (x, y + 20, -17.0)])
    for i, (x, y) in enumerate([(4.0, 4.0), (596.0, 4.0), (596.0, 496.0), (4.0, 496.0)])
}


def camera_at(x_mm: float, y_mm: float, height_mm: float, turn_deg: float) -> Calibration:
    """A camera over the board, leaning back over its middle and turned a little."""
    lens = np.array([[985.0, 0, 634.0], [0, 985.0, 366.0], [0, 0, 1]])
    eye, aim = np.array([x_mm, y_mm, -height_mm]), np.array([310.0, 260.0, 0.0])
    z = (aim - eye) / np.linalg.norm(aim - eye)
    turn = np.radians(turn_deg)
    x = np.array([np.cos(turn), np.sin(turn), 0.0])
    x -= (x @ z) * z
    x /= np.linalg.norm(x)
    rotation = np.array([x, np.cross(z, x), z])
    dist = np.array([-0.03, 0.004, 0.0, 0.0, 0.0])
    return Calibration(lens, dist, rotation, -rotation @ eye, BOARD, *SIZE)


def picture(
    truth: Calibration, hidden: tuple[int, ...] = (), slipped: tuple[int, ...] = ()
) -> np.ndarray:
    """The markers on white stickers, drawn through the whole camera model at twice the size.

    Those of `slipped` stick 12 mm from their places.
    """
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    big = np.full((SIZE[1] * 2, SIZE[0] * 2, 3), 70, np.uint8)
    for marker in set(range(4)) - set(hidden):
        tile = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(words, marker, 120), 15, 15, 15, 15, 0, value=(255,)
        )
        corners = MARKERS[marker] + (12.0 if marker in slipped else 0.0, 0.0, 0.0)
        grow = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * BOARD.marker_mm / 8
        there = (truth.project(corners + grow) + 0.5) * 2 - 0.5
        here = np.array([(-0.5, -0.5), (149.5, -0.5), (149.5, 149.5), (-0.5, 149.5)])
        warp = cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32))
        size = (big.shape[1], big.shape[0])
        colour = cv2.cvtColor(tile, cv2.COLOR_GRAY2BGR)
        laid = cv2.warpPerspective(colour, warp, size)
        mask = cv2.warpPerspective(np.full(tile.shape, 255, np.uint8), warp, size)
        big[mask > 127] = laid[mask > 127]
    return cv2.resize(big, SIZE, interpolation=cv2.INTER_AREA)


def board_points() -> np.ndarray:
    """Points all over the field and the rim, (N, 3) mm."""
    xs, ys = np.meshgrid(np.linspace(0, 620, 6), np.linspace(0, 520, 6))
    field = np.column_stack([xs.ravel(), ys.ravel(), np.zeros(36)])
    return np.vstack([field, field - (0, 0, BOARD.rim_height_mm)])


CAMERAS = [(310, 260, 880, 0), (250, 300, 840, 3), (400, 200, 900, -4), (310, 420, 860, 1)]


@pytest.mark.parametrize("hidden", [(), (0,), (1,), (2,), (3,)])
@pytest.mark.parametrize("camera", CAMERAS)
def test_pose_is_found_within_a_pixel(
    camera: tuple[float, float, float, float], hidden: tuple[int, ...]
) -> None:
    truth = camera_at(*camera)
    found = calibrate(picture(truth, hidden), known=Known(BOARD, truth.K, truth.dist))
    apart = np.linalg.norm(found.project(board_points()) - truth.project(board_points()), axis=1)
    # A corner without its marker is carried by the other three.
    assert apart.max() < (1.0 if not hidden else 1.6)
    assert np.median(apart) < 1.0


@pytest.mark.parametrize("slipped", range(4))
def test_a_marker_that_slipped_is_refused(slipped: int) -> None:
    truth = camera_at(*CAMERAS[1])
    with pytest.raises(CalibrationError, match="miss the board's plan"):
        calibrate(picture(truth, slipped=(slipped,)), known=Known(BOARD, truth.K, truth.dist))


def test_a_marker_found_too_large_hardly_moves_the_pose() -> None:
    """Rig 2's first marker is half in shadow; its corners are found 4 px outside the truth."""
    rig = Rig.draw(2, *SIZE, "picture_left")
    board = rig.board
    plan = BoardPlan(
        board.size_mm,
        board.rim_height_mm,
        Rect(*board.halves["picture_left"]),
        Rect(*board.halves["picture_right"]),
        Rect(*board.bar),
        board.marker_mm,
        board.marker_inset_mm,
        board.checker_diameter_mm,
    )
    seen = render(rig, Scene(), 0, np.random.default_rng(2))
    found = calibrate(seen, known=Known(plan, np.array(rig.camera.K), np.array(rig.camera.dist)))
    points = np.array([(x, y, 0.0) for x in (100, 350, 550) for y in (100, 250, 450)])
    apart = np.linalg.norm(found.project(points) - rig.camera.project(points), axis=1)
    assert apart.max() < 1.5


def test_two_markers_are_too_few() -> None:
    truth = camera_at(*CAMERAS[0])
    with pytest.raises(CalibrationError, match="Only markers 0, 3"):
        calibrate(picture(truth, (1, 2)), known=Known(BOARD, truth.K, truth.dist))


def test_markers_that_contradict_the_plan_are_refused() -> None:
    truth = camera_at(*CAMERAS[0])
    other = BoardPlan(
        **{**{f: getattr(BOARD, f) for f in BOARD.__slots__}, "size_mm": (620.0, 480.0)}
    )
    with pytest.raises(CalibrationError, match="miss the board's plan"):
        calibrate(picture(truth), known=Known(other, truth.K, truth.dist))


def test_an_unknown_lens_still_places_a_die_to_the_checker() -> None:
    truth = camera_at(*CAMERAS[0])
    found = calibrate(picture(truth), known=Known(BOARD))
    for place in ((100.0, 100.0), (500.0, 400.0), (310.0, 260.0)):
        px = truth.project(np.array([(*place, -14.0)]))[0]
        assert np.hypot(*(np.array(found.field_point(px, 14.0)) - place)) < 5.0


def test_markers_are_named_clockwise_from_the_top_left() -> None:
    truth = camera_at(*CAMERAS[0])
    markers = find_markers(picture(truth))
    assert sorted(markers) == [0, 1, 2, 3]
    for i, corners in markers.items():
        assert np.abs(corners - truth.project(MARKERS[i])).max() < 0.6


@pytest.mark.parametrize("height_mm", [0.0, 14.0, 40.0])
def test_field_point_undoes_project(height_mm: float) -> None:
    truth = camera_at(*CAMERAS[2])
    for x, y in ((0.0, 0.0), (600.0, 20.0), (123.0, 456.0)):
        px = truth.project(np.array([(x, y, -height_mm)]))[0]
        assert truth.field_point((px[0], px[1]), height_mm) == pytest.approx((x, y), abs=1e-3)


def test_projection_follows_the_stated_model() -> None:
    truth = camera_at(*CAMERAS[1])
    point = np.array([500.0, 90.0, -14.0])
    x, y, z = truth.R @ point + truth.t_mm
    r2 = (x / z) ** 2 + (y / z) ** 2
    radial = 1 + truth.dist[0] * r2 + truth.dist[1] * r2**2
    expected = [985.0 * x / z * radial + 634.0, 985.0 * y / z * radial + 366.0]
    assert truth.project(point)[0] == pytest.approx(expected, abs=1e-6)


def test_halves_as_the_camera_sees_them() -> None:
    assert BOARD.half_of(100, 100) == "picture_left"
    assert BOARD.half_of(400, 100) == "picture_right"
    assert BOARD.half_of(310, 100) == "bar"
    assert BOARD.half_of(10, 100) == "off"
    assert BOARD.half_of(700, 100) == "off"


def test_json_keeps_every_number() -> None:
    truth = camera_at(*CAMERAS[3])
    again = stored.from_json(stored.to_json(truth))
    assert again.board == truth.board
    assert (again.width, again.height) == SIZE
    for name in ("K", "dist", "R", "t_mm"):
        assert np.array_equal(getattr(again, name), getattr(truth, name))


@pytest.mark.parametrize("text", ["", "{}", '{"K": [1, 2]}', "[]"])
def test_a_broken_file_is_told_in_words(text: str) -> None:
    with pytest.raises(CalibrationError, match="calibrate again"):
        stored.from_json(text)


@pytest.mark.parametrize("paper", [0.8, 1.2])
def test_a_bright_papers_spread_hides_no_marker(paper: float) -> None:
    """Cells of three pixels, blurred; in grey levels their white spreads into the black."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    light = np.full((2880, 2880), 0.03)
    for i, (x, y) in enumerate(((600, 600), (2003, 605), (2006, 2001))):
        light[y - 48 : y + 192, x - 48 : x + 192] = paper
        pattern = cv2.aruco.generateImageMarker(words, i, 144)
        light[y : y + 144, x : x + 144] = np.where(pattern > 0, paper, 0.03)
    soft = cv2.GaussianBlur(light, (0, 0), 7.0)
    small = cv2.resize(soft, (360, 360), interpolation=cv2.INTER_AREA)
    grey = np.round(255 * np.clip(small, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    assert sorted(find_markers(grey)) == [0, 1, 2]
