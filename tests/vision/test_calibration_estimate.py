"""Camera and board from the markers alone, against rigs whose truth is known."""

from __future__ import annotations

import json
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibration import Calibration, CalibrationError, Rect
from vision.calibration.estimate import estimate, from_corners
from vision.calibration.partial_calibration import Given, read_given
from vision.lab.truth import calibration_of
from vision.scene import Rig, Scene, lay_out, render, truth

SEEDS = (11, 13)
DIE_TOP_MM = 14.0


@pytest.fixture(scope="module")
def boards() -> list[tuple[np.ndarray, dict[str, Any], Calibration]]:
    """Pictures of boards with some checkers, their truths and true calibrations."""
    found = []
    for seed in SEEDS:
        rig = Rig.draw(seed)
        scene = Scene(lay_out(rig.board, {0: (0, 2), 5: (1, 4), 12: (1, 3), 18: (0, 4)}))
        facts = truth(rig, scene, 0.0)
        picture = render(rig, scene, 0.0, np.random.default_rng(seed))
        found.append((picture, facts, calibration_of(facts, with_die_size=True)))
    return found


def file_of(facts: dict[str, Any], *keys: str) -> Given:
    board = facts["board"]
    whole = facts["camera"] | board | {"bar_mm": board["rects_mm"]["bar"]}
    return read_given(json.dumps({key: whole[key] for key in keys}))


def places(board: Any) -> np.ndarray:
    """Points all over a board at the height of a die's top, (N, 3) mm."""
    width, height = board.size_mm
    xs, ys = np.meshgrid(np.linspace(60, width - 60, 4), np.linspace(60, height - 60, 4))
    return np.column_stack([xs.ravel(), ys.ravel(), np.full(16, -DIE_TOP_MM)])


def outer(board: Any) -> np.ndarray:
    """The frame's outer corners (4, 3) mm, clockwise from the top-left."""
    (width, height), rim = board.size_mm, board.rim_height_mm
    return np.array([(0, 0, -rim), (width, 0, -rim), (width, height, -rim), (0, height, -rim)])


def misplaced_mm(found: Calibration, true: Calibration) -> np.ndarray:
    """How far dice are put from where they are, (N,), when only the scale is forgiven."""
    points = places(true.board)
    scale = np.array(found.board.size_mm) / true.board.size_mm
    seen = found.field_points(true.project(points), DIE_TOP_MM) / scale
    return np.asarray(np.linalg.norm(seen - points[:, :2], axis=1))


def test_markers_alone_place_dice_to_a_few_millimetres_and_a_scale(boards: Any) -> None:
    for picture, _, true in boards:
        found = estimate(picture)
        assert misplaced_mm(found, true).max() < 5.0
        assert np.array(found.board.size_mm) == pytest.approx(true.board.size_mm, rel=0.09)


def test_the_halves_are_found_in_the_picture(boards: Any) -> None:
    """A die in the middle of a half lies in it, one in the middle of the bar on the bar."""
    apart = []
    for picture, _, true in boards:
        found = estimate(picture)
        for rect in (true.board.picture_left, true.board.picture_right, true.board.bar):
            middle = ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
            px = true.project(np.array([(*middle, 0.0)]))
            x, y = found.field_points(px)[0]
            assert found.half_of(x, y) == true.half_of(*middle)
        scale = found.board.size_mm[0] / true.board.size_mm[0]
        for side in ("picture_left", "picture_right"):
            got, want = getattr(found.board, side), getattr(true.board, side)
            apart += [abs(got.left / scale - want.left), abs(got.right / scale - want.right)]
    assert np.median(apart) < 2.5


@pytest.mark.parametrize("seed", [900110003, 900110005, 900110006, 900110011])
def test_the_innermost_walls_bound_the_field(seed: int) -> None:
    """Whatever the halves' shape, with bear-off trays and without."""
    rig = Rig.draw(seed, 1920, 1080)
    facts = truth(rig, Scene(lay_out(rig.board, {0: (0, 2), 5: (1, 4), 18: (0, 4)})), 0.0)
    picture = render(rig, Scene(()), 0.0, np.random.default_rng(seed))
    given = file_of(facts, "K", "dist", "R", "t_mm", "size_mm", "rim_height_mm", "bar_mm")
    found = estimate(picture, given).board
    x0, _, x1, _ = rig.board.halves["picture_left"]
    assert found.picture_left.left == pytest.approx(x0, abs=3.0)
    assert found.picture_left.right == pytest.approx(x1, abs=3.0)


def test_a_size_given_gives_the_scale(boards: Any) -> None:
    for picture, facts, true in boards:
        found = estimate(picture, file_of(facts, "K", "dist", "size_mm", "rim_height_mm"))
        points = places(true.board)
        seen = found.field_points(true.project(points), DIE_TOP_MM)
        assert np.linalg.norm(seen - points[:, :2], axis=1).max() < 5.0


def test_a_whole_file_needs_no_markers(boards: Any) -> None:
    keys = ("K", "dist", "R", "t_mm", "size_mm", "rim_height_mm", "bar_mm")
    for picture, facts, true in boards:
        found = estimate(np.full_like(picture, 90), file_of(facts, *keys))
        points = places(true.board)
        assert found.project(points) == pytest.approx(true.project(points), abs=0.05)
        assert found.board.bar == true.board.bar


@pytest.mark.parametrize("hidden", range(4))
def test_any_three_markers_are_enough(boards: Any, hidden: int) -> None:
    picture, facts, true = boards[0]
    covered = picture.copy()
    corners = np.array(facts["markers"][hidden]["corners_px"])
    cv2.circle(covered, corners.mean(axis=0).round().astype(int).tolist(), 30, (60, 80, 90), -1)
    assert misplaced_mm(estimate(covered), true).max() < 6.0


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_picture_stood_on_end_shows_the_same_board_from_the_same_height(
    boards: Any, turn: int
) -> None:
    for picture, _, _ in boards:
        upright = estimate(picture)
        on_end = estimate(np.asarray(cv2.rotate(picture, turn), np.uint8))
        assert on_end.camera_mm == pytest.approx(upright.camera_mm, abs=8.0)
        assert on_end.board.size_mm == pytest.approx(upright.board.size_mm, abs=2.0)


def test_two_markers_are_too_few_and_the_sentence_names_them(boards: Any) -> None:
    picture, facts, _ = boards[1]
    covered = picture.copy()
    for hidden in (0, 2):
        corners = np.array(facts["markers"][hidden]["corners_px"])
        cv2.circle(covered, corners.mean(axis=0).round().astype(int).tolist(), 30, (60, 80, 90), -1)
    with pytest.raises(CalibrationError, match="Only markers 1, 3 of 0-3"):
        estimate(covered)


def moved(facts: dict[str, Any], part: str, key: str, value: object) -> dict[str, Any]:
    """The truth with one thing of camera or board changed."""
    return facts | {part: facts[part] | {key: value}}


def test_a_camera_that_cannot_see_the_board_so_is_refused(boards: Any) -> None:
    picture, facts, _ = boards[0]
    keys = ("K", "dist", "R", "t_mm", "size_mm", "rim_height_mm")
    metres = [part / 1000 for part in facts["camera"]["t_mm"]]
    aside = [facts["camera"]["t_mm"][0] + 2000, *facts["camera"]["t_mm"][1:]]
    for t_mm, said in (
        (metres, "above the rim"),
        ([0.0, 0.0, 0.0], "above the rim"),
        ([0.0, 0.0, -900.0], "above the rim"),
        (aside, "in a picture of"),
    ):
        with pytest.raises(CalibrationError, match=said):
            estimate(picture, file_of(moved(facts, "camera", "t_mm", t_mm), *keys))


@pytest.mark.parametrize("bar_mm", [(-500, 0, 1500, 500), (250, -40, 300, 400), (0, 40, 30, 400)])
def test_a_bar_beside_the_board_is_refused(boards: Any, bar_mm: tuple[float, ...]) -> None:
    picture, _, _ = boards[0]
    with pytest.raises(CalibrationError, match="bar_mm"):
        estimate(picture, Given(size_mm=(620.0, 520.0), bar_mm=Rect(*bar_mm)))


def test_a_half_beside_the_board_is_refused(boards: Any) -> None:
    picture, facts, _ = boards[0]
    right = [400.0, 30.0, facts["board"]["size_mm"][0] + 9, 450.0]
    plain = facts["camera"] | {
        "size_mm": facts["board"]["size_mm"],
        "picture_left_mm": [30.0, 30.0, 300.0, 450.0],
        "picture_right_mm": right,
    }
    with pytest.raises(CalibrationError, match="picture_right_mm in the calibration is 400, 30"):
        estimate(picture, read_given(json.dumps(plain)))


def test_a_file_says_for_which_size_of_picture_it_is(boards: Any) -> None:
    """A sixth less leaves the middle of its lens within the picture."""
    picture, facts, _ = boards[1]
    height, width = picture.shape[:2]
    plain = {key: facts["camera"][key] for key in ("K", "dist", "R", "t_mm")}
    plain |= {"size_mm": facts["board"]["size_mm"], "width": width, "height": height}
    assert estimate(picture, read_given(json.dumps(plain))).width == width
    other = read_given(json.dumps(plain | {"width": width * 5 // 6, "height": height * 5 // 6}))
    with pytest.raises(CalibrationError, match=f"this one is {width} x {height}"):
        estimate(picture, other)
    with pytest.raises(CalibrationError, match=f"this one is {width} x {height}"):
        from_corners(np.zeros((4, 2)), picture, other)


def test_a_file_for_another_size_of_picture_is_told(boards: Any) -> None:
    picture, facts, _ = boards[1]
    small = np.ascontiguousarray(picture[::4, ::4])
    with pytest.raises(CalibrationError, match="another size"):
        estimate(small, file_of(facts, "K"))


def test_tapped_corners_do_without_markers(boards: Any) -> None:
    for picture, facts, true in boards:
        tapped = true.project(outer(true.board)).round()
        found = from_corners(tapped, picture)
        assert misplaced_mm(found, true).max() < 6.0
        exact = from_corners(tapped, picture, file_of(facts, "K", "dist", "size_mm"))
        points = places(true.board)
        seen = exact.field_points(true.project(points), DIE_TOP_MM)
        assert np.linalg.norm(seen - points[:, :2], axis=1).max() < 5.0


@pytest.mark.parametrize("seed", range(20, 40))
def test_loosely_tapped_corners_of_an_unknown_lens_will_do(seed: int) -> None:
    rig, rng = Rig.draw(seed), np.random.default_rng(seed)
    tapped = rig.camera.project(outer(rig.board)) + rng.uniform(-8, 8, (4, 2))
    found = from_corners(tapped, np.zeros((720, 1280, 3), np.uint8))
    assert found.board.size_mm[1] == pytest.approx(rig.board.size_mm[1], rel=0.15)


@pytest.mark.parametrize(
    ("nonsense", "said"),
    [
        ({"bar_mm": [-500, -10, -400, -5]}, "bar_mm"),
        ({"K": [[100_000, 0, 640], [0, 100_000, 360], [0, 0, 1]]}, "above the rim"),
        ({"K": [[60, 0, 640], [0, 60, 360], [0, 0, 1]]}, "above the rim"),
    ],
)
def test_beside_tapped_corners_too_nonsense_is_refused(
    boards: Any, nonsense: dict[str, object], said: str
) -> None:
    for picture, _, true in boards:
        tapped = true.project(outer(true.board)).round()
        with pytest.raises(CalibrationError, match=said):
            from_corners(tapped, picture, read_given(json.dumps(nonsense)))


@pytest.mark.parametrize(
    "corners",
    [
        [(10, 10), (500, 10), (500, 400)],
        [(10, 10), (10, 400), (500, 400), (500, 10)],
        [(10, 10), (500, 400), (500, 10), (10, 400)],
        [(10, 10), (12, 10), (12, 12), (10, 12)],
    ],
)
def test_corners_that_are_none_are_refused(corners: list[tuple[int, int]]) -> None:
    with pytest.raises(CalibrationError, match="clockwise"):
        from_corners(np.array(corners, float), np.zeros((480, 640, 3), np.uint8))
