"""How a die lies, against cubes drawn with a camera model and a rotation of their own."""

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect
from vision.reader.cube import evidence, seam, shown_mean, top_points
from vision.reader.decision.face import is_upright
from vision.reader.face import Face
from vision.reader.lean import lean_of
from vision.view import View, patch

SIDE = 14.0
BOARD = BoardPlan(
    (600.0, 520.0),
    17.0,
    Rect(30, 30, 280, 490),
    Rect(320, 30, 570, 490),
    Rect(280, 30, 320, 490),
    18.0,
    5.0,
    38.0,
)
LENS = np.array([[1800.0, 0.0, 1151.5], [0.0, 1800.0, 647.5], [0.0, 0.0, 1.0]])
CAMERA = Calibration(
    LENS, np.zeros(5), np.eye(3), np.array([-300.0, -260.0, 820.0]), BOARD, 2304, 1296
)
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))}
FACES = (  # normal, and the two ways along the face
    ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)


def px(points: np.ndarray) -> np.ndarray:
    """Pinhole, written out."""
    camera = points + (-300.0, -260.0, 820.0)
    return camera[..., :2] / camera[..., 2:] * 1800.0 + (1151.5, 647.5)


def turned(yaw: float, tilt: float, way: float) -> np.ndarray:
    """Yaw about the vertical, then a tilt about the level axis `way` degrees from x."""
    axis = np.array([np.cos(np.radians(way)), np.sin(np.radians(way)), 0.0])
    tilted, _ = cv2.Rodrigues(np.radians(tilt) * axis)
    about_z, _ = cv2.Rodrigues(np.radians(yaw) * np.array([0.0, 0.0, 1.0]))
    return tilted @ about_z


def drawn(x: float, y: float, turn: np.ndarray, value: int = 5) -> np.ndarray:
    """A red die with white pips whose top face has its middle at x, y, one side above the field."""
    picture = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    top = np.array([x, y, -SIDE])
    middle = top + turn @ (0, 0, SIDE / 2)
    eye = np.array([300.0, 260.0, -820.0])
    for shade, (normal, along, down) in zip((210, 60, 150, 120, 135, 165), FACES, strict=True):
        n, u, v = turn @ normal, turn @ along, turn @ down
        centre = middle + n * SIDE / 2
        if n @ (eye - centre) <= 0:
            continue
        corners = [
            centre + SIDE / 2 * (i * u + k * v) for i, k in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        outline = np.rint(px(np.array(corners)) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, outline, (shade // 5, shade // 5, shade), cv2.LINE_AA, 4)
        if normal == (0, 0, -1):
            around = np.linspace(0, 2 * np.pi, 24)
            for i, k in PIPS[value]:
                ring = [
                    centre + (3.6 * i + 1.4 * np.cos(a)) * u + (3.6 * k + 1.4 * np.sin(a)) * v
                    for a in around
                ]
                spot = np.rint(px(np.array(ring)) * 16).astype(np.int32)
                cv2.fillConvexPoly(picture, spot, (235, 235, 235), cv2.LINE_AA, 4)
    noise = np.random.default_rng(1).normal(0, 2.0, picture.shape)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def face(x: float, y: float, yaw: float, value: int = 5) -> Face:
    fits = tuple(0.9 if one == value else 0.1 for one in range(7))
    return Face(x, y, yaw, SIDE, True, fits, 40.0)


@pytest.mark.parametrize(
    ("x", "y", "yaw"), [(90, 90, 20), (500, 120, 65), (300, 260, 0), (480, 450, 40)]
)
def test_a_cube_shows_its_edges_where_it_lies_and_nowhere_beside(
    x: float, y: float, yaw: float
) -> None:
    picture = drawn(x, y, turned(yaw, 0, 0))
    view = patch(picture, CAMERA, (x, y), 45.0, 3.0, SIDE)
    steps = seam(view, CAMERA, SIDE)
    poses = np.array(
        [(x, y, yaw, 0, 0), (x + 2, y, yaw, 0, 0), (x, y - 2, yaw, 0, 0), (x, y, yaw + 15, 0, 0)],
        float,
    )
    shown = shown_mean(*evidence(steps, poses, SIDE))
    other = shown_mean(*evidence(steps, poses[:1], np.array([SIDE - 2.5])))
    assert shown[0] > 0.7
    assert shown[0] > max(*shown[1:], *other) + 0.1


@pytest.mark.parametrize(("lean_x", "lean_y"), [(20.0, 0.0), (-25.0, 0.0), (0.0, 15.0)])
def test_a_leaning_cube_shows_its_edges_where_they_are(lean_x: float, lean_y: float) -> None:
    """It leans about its own axes, which its yaw has turned."""
    picture = drawn(480, 450, turned(30, lean_x + lean_y, 30 if lean_x else 120))
    view = patch(picture, CAMERA, (480, 450), 45.0, 3.0, SIDE)
    poses = np.array([(480, 450, 30, lean_x, lean_y), (480, 450, 30, 0, 0)], float)
    there, level = shown_mean(*evidence(seam(view, CAMERA, SIDE), poses, SIDE))
    assert there > 0.7
    assert there > level + 0.1


def test_sides_that_look_away_are_not_asked_for() -> None:
    view = patch(drawn(90, 90, turned(0, 0, 0)), CAMERA, (90, 90), 45.0, 3.0, SIDE)
    pose = np.array([[90.0, 90.0, 0.0, 0.0, 0.0]])
    _, shown = evidence(seam(view, CAMERA, SIDE), pose, SIDE)
    assert shown.sum() == 9  # left of and above the eye: the top, right and lower sides show
    below = np.array([[300.0, 260.0, 0.0, 0.0, 0.0]])
    view = patch(drawn(300, 260, turned(0, 0, 0)), CAMERA, (300, 260), 45.0, 3.0, SIDE)
    _, shown = evidence(seam(view, CAMERA, SIDE), below, SIDE)
    assert shown.sum() == 4


def test_points_of_a_leaning_top_face_are_where_the_camera_sees_them() -> None:
    view = patch(drawn(120, 130, turned(0, 0, 0)), CAMERA, (120, 130), 45.0, 3.0, SIDE)
    pose = np.array([[120.0, 130.0, 0.0, 25.0, 0.0]])
    unit = np.array([(0.0, 0.0), (0.3, 0.4)])
    got = top_points(seam(view, CAMERA, SIDE), pose, SIDE, unit)[0]
    turn = turned(0, 25, 0)
    truth = np.array([120.0, 130.0, -SIDE]) + (unit * SIDE) @ turn[:, :2].T
    seen = CAMERA.field_points(px(truth), SIDE)
    assert got == pytest.approx(view.to_px(seen), abs=0.05)


@pytest.mark.parametrize(
    ("x", "y", "yaw"), [(90, 90, 20), (500, 120, 65), (480, 450, 40), (200, 330, 80)]
)
def test_a_flat_die_looks_upright(x: float, y: float, yaw: float) -> None:
    lean = lean_of(drawn(x, y, turned(yaw, 0, 0)), CAMERA, face(x, y, yaw))
    assert is_upright(lean)
    assert lean.gain < 0.02


@pytest.mark.parametrize("tilt", [16, 24, 35])
@pytest.mark.parametrize(
    ("x", "y", "way"), [(90, 90, 30), (500, 120, 120), (480, 450, 250), (200, 330, 10)]
)
def test_a_leaning_die_is_better_explained_by_a_lean(
    x: float, y: float, way: float, tilt: float
) -> None:
    lean = lean_of(drawn(x, y, turned(20, tilt, way)), CAMERA, face(x, y, 20))
    assert lean.gain > 0.06


@pytest.mark.parametrize("off", [-30.0, -12.0, 12.0, 40.0])
@pytest.mark.parametrize(("x", "y"), [(90, 90), (500, 120), (480, 450)])
def test_a_single_pip_says_nothing_of_the_yaw_so_the_edges_do(
    x: float, y: float, off: float
) -> None:
    lean = lean_of(drawn(x, y, turned(25, 0, 0), 1), CAMERA, face(x, y, 25 + off, 1))
    assert (lean.yaw_deg - 25 + 45) % 90 - 45 == pytest.approx(0.0, abs=3.0)
    assert is_upright(lean)


def test_a_step_counts_by_the_pictures_strongest() -> None:
    stripes = np.tile(np.repeat([0.0, 1.0], 20), 3).astype(np.float32)  # an edge every 20 px
    usual = []
    for height in (0.0, 60.0, 120.0):
        colour = np.tile((80 + height * stripes)[None, :, None], (120, 1, 3))
        usual.append(seam(View(colour[..., 0], colour, 0.0, 0.0, 3.0), CAMERA, SIDE).usual)
    assert usual[0] == 3.0  # noise is no step
    assert usual[1] > 3.0
    assert usual[2] == pytest.approx(2 * usual[1])
