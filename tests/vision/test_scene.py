"""The renderer against independent geometry: OpenCV's own projection and marker detector."""

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.laid import white
from kits.rigs import renderer_of, rig_of

from vision.errors import SceneInvalid
from vision.scene import (
    CheckerAt,
    CubeAt,
    DiePath,
    DiePose,
    Renderer,
    Rig,
    Scene,
    backdrop,
    lay_out,
    opening,
    showing,
    truth,
)
from vision.scene.die import face_normals, nearest_top
from vision.scene.pose import about, after, matrix, slerp

SEEDS = (1, 4, 11, 20)


def flat(rig: Rig, value: int, x: float, y: float, yaw: float = 0.3) -> DiePath:
    size = rig.style.die_mm
    return DiePath.resting(DiePose(x, y, -size / 2, showing(value, rig.style.chirality, yaw)))


def middle_of_right(rig: Rig) -> tuple[float, float]:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def rodrigues_by_hand(turn: tuple[float, float, float, float], v: np.ndarray) -> np.ndarray:
    """Rotate a vector by a unit quaternion the textbook way: v + 2w(u x v) + 2u x (u x v)."""
    w, u = turn[0], np.array(turn[1:])
    return v + 2 * w * np.cross(u, v) + 2 * np.cross(u, np.cross(u, v))


@pytest.mark.parametrize("seed", range(40))
def test_every_rig_sees_the_whole_board_from_nearly_above(seed: int) -> None:
    rig = Rig.draw(seed)
    told = truth(rig, Scene(), 0)
    w, h = rig.board.size_mm
    z = -rig.board.rim_height_mm
    line_of_sight = rig.camera.R.T @ [0, 0, 1]
    assert 2 <= math.degrees(math.acos(line_of_sight[2])) <= 8
    assert np.allclose(rig.camera.R @ rig.camera.R.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(rig.camera.R) == pytest.approx(1)
    outline = np.array([[0, 0, z], [w, 0, z], [w, h, z], [0, h, z]])
    px = cv2.projectPoints(
        outline, cv2.Rodrigues(rig.camera.R)[0], rig.camera.t_mm, rig.camera.K, rig.camera.dist
    )[0].reshape(-1, 2)
    assert np.allclose(told["board"]["corners_px"], px, atol=0.01)
    assert px.min() >= 0
    assert (px <= [1279, 719]).all()
    assert np.ptp(px[:, 1]) > 0.9 * 720, "the board fills the picture"


def test_a_camera_projects_as_opencv_does_through_any_lens() -> None:
    places = np.random.default_rng(5).uniform((-200, -200, -60), (900, 700, 30), (40, 3))
    camera = replace(Rig.draw(3).camera, dist=np.array([-0.21, 0.08, 0.004, -0.006, 0.03]))
    px, _ = cv2.projectPoints(
        places, cv2.Rodrigues(camera.R)[0], camera.t_mm, camera.K, camera.dist
    )
    assert np.allclose(camera.project(places), px.reshape(-1, 2), atol=1e-9)
    assert camera.project(places.reshape(8, 5, 3)).shape == (8, 5, 2)


def test_a_lens_that_dims_the_corners_dims_board_and_dice_there() -> None:
    rig = Rig.draw(5)
    x0, y0, _, _ = rig.board.halves["picture_left"]
    pose = DiePose(x0 + 14.0, y0 + 14.0, -rig.style.die_mm / 2)
    scene = Scene((), (DiePath.resting(pose),))
    seen = []
    for vignette in (0.0, 0.4):
        dimmed = replace(rig, sensor=replace(rig.sensor, vignette=vignette, noise=0.0))
        seen.append(renderer_of(dimmed).clean(scene, 0.0).astype(float))
    u, v = np.rint(rig.camera.project(pose.corners_mm(rig.style.die_mm)).mean(axis=0)).astype(int)
    for x, y in ((u, v), (u, v + 34), (640, 360)):
        place = np.s_[y - 4 : y + 5, x - 4 : x + 5]
        bare, dim = (((picture[place] / 255) ** 2.2).mean() for picture in seen)
        out = ((x - 640) ** 2 + (y - 360) ** 2) / (640**2 + 360**2)
        assert dim / bare == pytest.approx(1 - 0.4 * out, abs=0.03)


def test_the_empty_board_has_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is traced some rows at a time."""
    rig = Rig.draw(9, 640, 360)
    drawn = []
    for rows in (360, 7):
        monkeypatch.setattr(backdrop, "BAND_PX", rows)
        drawn.append(backdrop.draw_backdrop(rig))
    whole, parts = drawn
    assert np.allclose(parts.albedo, whole.albedo, atol=2e-3)
    assert (np.abs(parts.albedo - whole.albedo) > 1e-6).mean() < 1e-3
    assert np.allclose(parts.depth_mm, whole.depth_mm)


def test_a_larger_picture_shows_the_same_rig() -> None:
    small, large = Rig.draw(7), Rig.draw(7, 1920, 1080)
    corners = small.board.marker_corners_mm()
    assert np.allclose(
        (small.camera.project(corners) + 0.5) * 1.5 - 0.5, large.camera.project(corners), atol=1e-6
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_markers_are_found_where_the_truth_says(seed: int) -> None:
    rig = rig_of(seed)
    picture = renderer_of(rig).frame(Scene(), 0, np.random.default_rng(seed))
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters
    )
    found, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    told = {m["id"]: np.array(m["corners_px"]) for m in truth(rig, Scene(), 0)["markers"]}
    for corners, identity in zip(found, ids.ravel(), strict=True):
        off = corners.reshape(4, 2) - told[int(identity)]
        assert np.abs(off).max() < 1.0
        # The detector draws all four corners inwards a little; their mean is free of that.
        assert np.abs(off.mean(axis=0)).max() < 0.3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_is_drawn_where_the_truth_says(seed: int) -> None:
    """What changes in the picture when a die is put down: its outline and shadow, no more."""
    rig = rig_of(seed)
    renderer = renderer_of(rig)
    x, y = middle_of_right(rig)
    scene = Scene(dice=(flat(rig, 3, x, y),))
    changed = cv2.absdiff(renderer.clean(scene, 0), renderer.clean(Scene(), 0)).max(axis=2)
    told = truth(rig, scene, 0)["dice"][0]
    face = np.zeros_like(changed)
    cv2.fillConvexPoly(face, np.rint(told["top_face_px"]).astype(np.int32), 255)
    inner = cv2.erode(face, np.ones((5, 5)))
    assert (changed[inner > 0] > 8).mean() > 0.6
    far = np.ones_like(changed)
    u, v = (round(c) for c in told["center_px"])
    cv2.circle(far, (u, v), 75, 0, -1)
    assert changed[far > 0].max() == 0
    half = told["size_mm"] / 2
    corners = np.array(
        [
            scene.dice[0].rest.centre_mm
            + rodrigues_by_hand(scene.dice[0].rest.quaternion, (np.array(s) * 2 - 1) * half)
            for s in np.ndindex(2, 2, 2)
        ]
    )
    camera = rig.camera
    px = cv2.projectPoints(corners, cv2.Rodrigues(camera.R)[0], camera.t_mm, camera.K, camera.dist)[
        0
    ].reshape(-1, 2)
    low, high = px.min(axis=0), px.max(axis=0)
    assert told["bbox_px"] == pytest.approx([*low, *(high - low)], abs=0.01)


@pytest.mark.parametrize("chirality", ["ccw", "cw"])
def test_opposite_faces_sum_to_seven_and_run_the_right_way(chirality: str) -> None:
    normals = face_normals(chirality)
    for value in range(1, 7):
        assert np.allclose(normals[value - 1], -normals[6 - value])
    # Seen from outside the corner of 1, 2, 3 a counter-clockwise order has 1 x 2 = 3.
    handed = np.dot(np.cross(normals[0], normals[1]), normals[2])
    assert handed == (1 if chirality == "ccw" else -1)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("chirality", ["ccw", "cw"])
def test_the_top_value_follows_from_the_rotation(value: int, chirality: str) -> None:
    rng = np.random.default_rng(value)
    normals = face_normals(chirality)
    for _ in range(30):
        lean = float(rng.uniform(0, 0.7))
        toward = rng.uniform(0, 2 * math.pi)
        tip = about((math.cos(toward), math.sin(toward), 0.0), lean)
        turn = after(tip, showing(value, chirality, float(rng.uniform(0, 6.3))))
        heights = [-rodrigues_by_hand(turn, n)[2] for n in normals]
        top, tilt = nearest_top(DiePose(0, 0, 0, turn), chirality)
        assert top == int(np.argmax(heights)) + 1 == value
        assert tilt == pytest.approx(math.degrees(lean), abs=1e-4)
        assert np.allclose(matrix(turn) @ normals[0], rodrigues_by_hand(turn, normals[0]))


def test_each_top_face_shows_as_many_pips_as_its_value() -> None:
    """One white die filling half the picture: the same camera with a much longer lens."""
    rig = white()
    x, y = middle_of_right(rig)
    long = rig.camera.K.copy()
    long[[0, 1], [0, 1]] *= 14
    camera = replace(rig.camera, K=long, dist=np.zeros(5), width=640, height=640)
    long[:2, 2] += 320 - camera.project(np.array([x, y, -7.0]))
    near = replace(rig, camera=camera)
    renderer = Renderer(near)
    for value in range(1, 7):
        scene = Scene(dice=(flat(near, value, x, y),))
        picture = renderer.clean(scene, 0)
        corners = truth(near, scene, 0)["dice"][0]["top_face_px"]
        square = np.array([[0, 0], [200, 0], [200, 200], [0, 200]], np.float32)
        to_square = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
        face = cv2.cvtColor(cv2.warpPerspective(picture, to_square, (200, 200)), cv2.COLOR_BGR2GRAY)
        dark = (face[10:190, 10:190] < 110).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        pips = [s for s in stats[1:] if s[cv2.CC_STAT_AREA] > 200]
        assert len(pips) == value, f"{count - 1} spots on the {value}"
        assert all(0.8 < s[cv2.CC_STAT_WIDTH] / s[cv2.CC_STAT_HEIGHT] < 1.25 for s in pips)


def test_side_faces_towards_the_lamp_are_brighter() -> None:
    """Two sides of a white die on its edge: the one that faces the lamp gets more light."""
    rig = white()
    x, y = middle_of_right(rig)
    tipped = after(about((0.0, 1.0, 0.0), math.pi / 4), showing(1, rig.style.chirality, 0.0))
    scene = Scene(dice=(DiePath.resting(DiePose(x, y, -10.0, tipped)),))
    px = rig.camera.project(np.array([[x - 4.5, y, -14.5], [x + 4.5, y, -14.5]]))
    for lamp_x in (x - 900, x + 900):
        lit = replace(rig, light=replace(rig.light, x_mm=lamp_x, y_mm=y, z_mm=-900.0))
        picture = renderer_of(lit).clean(scene, 0).mean(axis=2)
        left, right = (
            np.percentile(picture[round(v) - 3 : round(v) + 4, round(u) - 1 : round(u) + 2], 80)
            for u, v in px
        )
        assert (left > right + 8) if lamp_x < x else (right > left + 8)


def test_a_shadow_falls_away_from_the_lamp() -> None:
    drawn = next(r for r in map(Rig.draw, range(500)) if r.style.board == "cream_club")
    x, y = middle_of_right(drawn)
    lamp = replace(drawn.light, x_mm=x - 900, y_mm=y, z_mm=-900.0, radius_mm=30.0)
    rig = replace(drawn, light=lamp)
    renderer = Renderer(rig)
    with_die = renderer.clean(Scene(dice=(flat(rig, 2, x, y, 0.0),)), 0).astype(float)
    bare = renderer.clean(Scene(), 0).astype(float)
    size = rig.style.die_mm
    beside = rig.camera.project(np.array([[x + size, y, 0.0], [x - size - 3, y, 0.0]]))
    shade = [
        (with_die / bare)[round(v) - 1 : round(v) + 2, round(u) - 1 : round(u) + 2].mean()
        for u, v in beside
    ]
    assert shade[0] < 0.9
    assert shade[1] > 0.97


def test_the_same_seed_draws_the_same_picture_and_noise_differs_by_frame() -> None:
    drawn = [Rig.draw(seed, 640, 360) for seed in (3, 3, 4)]
    scene = Scene(opening(drawn[0].board), (), CubeAt(1, 300, 250))
    first, again, another = map(Renderer, drawn)
    pictures = [
        renderer.frame(scene, 0, np.random.default_rng(seed))
        for renderer, seed in ((first, 1), (again, 1), (again, 2))
    ]
    assert np.array_equal(pictures[0], pictures[1])
    assert not np.array_equal(pictures[0], pictures[2])
    other = another.frame(scene, 0, np.random.default_rng(1))
    assert np.abs(other.astype(int) - pictures[0]).mean() > 3
    spread = (pictures[2].astype(float) - pictures[0]).std() / math.sqrt(2)
    assert 0.5 * drawn[0].sensor.noise < spread < 1.5 * drawn[0].sensor.noise


def test_a_wall_does_not_cut_what_stands_before_it() -> None:
    """A die close to the outer wall, which the camera sees behind it, keeps its whole top face."""
    rig = white()
    x1 = rig.board.halves["picture_right"][2]
    _, y = middle_of_right(rig)
    scene = Scene(dice=(flat(rig, 1, x1 - rig.style.die_mm / 2 - 0.2, y, 0.0),))
    renderer = renderer_of(rig)
    changed = cv2.absdiff(renderer.clean(scene, 0), renderer.clean(Scene(), 0)).max(axis=2)
    face = np.array(truth(rig, scene, 0)["dice"][0]["top_face_px"])
    middle = face.mean(axis=0)
    for corner in face:
        u, v = np.rint(middle + (corner - middle) * 0.8).astype(int)
        assert changed[v, u] > 8


def test_what_lay_there_before_leaves_no_trace() -> None:
    """A renderer that has drawn other positions draws the same picture as a fresh one."""
    rig = Rig.draw(6, 640, 360)
    checkers = opening(rig.board)
    x, y = middle_of_right(rig)
    wanted = Scene(checkers[4:], (flat(rig, 2, x, y),), CubeAt(4, 40, 250))
    used = Renderer(rig)
    before = [
        used.clean(s, 0)
        for s in (Scene(checkers), Scene(checkers[:9], (flat(rig, 5, x + 9, y),)), wanted)
    ]
    assert np.array_equal(before[-1], Renderer(rig).clean(wanted, 0))
    assert not np.array_equal(before[0], before[-1])


def test_checkers_lie_on_their_points_in_the_picture() -> None:
    rig = Rig.draw(2)
    renderer = Renderer(rig)
    checkers = lay_out(rig.board, {4: (1, 3), 20: (0, 6)}, bar=(1, 2), off=(4, 0))
    assert len(checkers) == 16
    bare = renderer.clean(Scene(), 0)
    told = truth(rig, Scene(checkers), 0)["checkers"]
    drawn = renderer.clean(Scene(checkers), 0)
    for seen in told[:12]:
        u, v = (round(c) for c in seen["px"])
        window = np.s_[v - 5 : v + 6, u - 5 : u + 6]
        assert np.abs(drawn[window].astype(int) - bare[window]).mean() > 8
    columns = [c["mm"][0] for c in told[:3]]
    x0, _, x1, _ = rig.board.halves["picture_left"]
    assert columns == pytest.approx([x0 + 4.5 * (x1 - x0) / 6] * 3)
    for checker in told[:8]:
        edge = checker["mm"][1] - rig.board.checker_diameter_mm / 2
        assert rig.board.halves["picture_left"][1] <= edge, "on the felt, not in the rim"
        far = checker["mm"][1] + rig.board.checker_diameter_mm / 2
        assert far <= rig.board.halves["picture_left"][3]
    assert told[8]["height_mm"] == pytest.approx(rig.board.checker_thickness_mm * 1.5), "2nd layer"
    for a in checkers:
        for b in checkers:
            if a is not b and abs(a.z_mm - b.z_mm) < 1:
                gap = math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)
                assert gap >= rig.board.checker_diameter_mm


def test_a_path_turns_by_the_shorter_arc_at_a_steady_rate() -> None:
    a, b = about((0, 0, 1), 0.2), about((0, 0, 1), 1.4)
    for part in (0.0, 0.25, 0.5, 1.0):
        assert np.allclose(matrix(slerp(a, b, part)), matrix(about((0, 0, 1), 0.2 + 1.2 * part)))
    backwards = (-b[0], -b[1], -b[2], -b[3])
    assert np.allclose(matrix(slerp(a, backwards, 0.5)), matrix(about((0, 0, 1), 0.8)))
    path = DiePath(((0.0, DiePose(0, 0, 0, a)), (100.0, DiePose(10, 0, 0, b))))
    assert path.pose_at(-5).x_mm == 0
    assert path.pose_at(25).x_mm == pytest.approx(2.5)
    assert path.pose_at(500).x_mm == 10
    still = DiePath(((0.0, DiePose(0, 0, 0, a)), (100.0, DiePose(10, 0, 0, a))))
    assert still.speed_mm_s(50, 14.0) == pytest.approx(100)


@pytest.mark.parametrize("times", [(), (1.0, 1.0), (2.0, 1.0)])
def test_a_path_needs_rising_times(times: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="rising"):
        DiePath(tuple((t, DiePose(0, 0, 0)) for t in times))


def test_a_scene_survives_json() -> None:
    rig = Rig.draw(9)
    moving = DiePath(((0.0, DiePose(1, 2, -3)), (50.5, DiePose(4, 5, -6, about((1, 2, 3), 0.7)))))
    scene = Scene(opening(rig.board), (moving, flat(rig, 4, 300, 250)), CubeAt(16, 10.5, 20, -3))
    again = Scene.from_json(json.loads(json.dumps(scene.to_json())))
    assert again == scene
    assert Scene.from_json(Scene().to_json()) == Scene()


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ([], "object"),
        ({"dices": []}, "dices"),
        ({"checkers": [[2, 1, 1, 1]]}, "player"),
        ({"checkers": [[0, 1, 1]]}, "4 numbers"),
        ({"checkers": [[0, 1, True, 1]]}, "True"),
        ({"checkers": [[0, 1, float("nan"), 1]]}, "nan"),
        ({"dice": [[]]}, "rising"),
        ({"dice": [[[0, 1, 1, 1, 1, 1, 0, 0]]]}, "length 1"),
        ({"dice": 4}, "list"),
        ({"cube": {"value": 3, "x_mm": 0, "y_mm": 0, "turn_deg": 0}}, "not 3"),
        ({"cube": {"value": 2}}, "turn_deg"),
    ],
)
def test_a_wrong_scene_is_refused_in_words(message: object, words: str) -> None:
    with pytest.raises(SceneInvalid, match=words):
        Scene.from_json(message)


def test_truth_names_what_carries_a_die() -> None:
    rig = Rig.draw(2)
    board, size = rig.board, rig.style.die_mm
    at = CheckerAt(0, *board.point_xyz(20, 0))
    up = showing(4, rig.style.chirality, 0.5)
    x, y = middle_of_right(rig)
    places = {
        "surface": (x, y, -size / 2, "picture_right"),
        "checker": (at.x_mm, at.y_mm, -board.checker_thickness_mm - size / 2, "picture_right"),
        "bar": (board.width_mm / 2, y, -board.rim_height_mm - size / 2, "bar"),
        "rim": (x, 14.0, -board.rim_height_mm - size / 2, "off"),
        "table": (-60.0, y, board.table_depth_mm - size / 2, "off"),
        "none": (x, y, -100.0, "picture_right"),
    }
    for support, (px, py, pz, zone) in places.items():
        scene = Scene((at,), (DiePath.resting(DiePose(px, py, pz, up)),))
        told = truth(rig, scene, 0)["dice"][0]
        assert (told["support"], told["zone"], told["top"]) == (support, zone, 4)
    stacked = Scene(
        dice=(
            DiePath.resting(DiePose(x, y, -size / 2, up)),
            DiePath.resting(DiePose(x, y, -1.5 * size, up)),
        )
    )
    assert [d["support"] for d in truth(rig, stacked, 0)["dice"]] == ["surface", "die"]
