"""Where rim, bar and field are found, on rendered boards whose plan is known and on drawn ones."""

from __future__ import annotations

from dataclasses import astuple, replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect, markers
from vision.calibration.estimate import estimate
from vision.calibration.markers import find_markers
from vision.calibration.plan import measured_plan
from vision.lab.truth import calibration_of
from vision.reader import read
from vision.scene import Rig, Scene, lay_out, opening, render, truth
from vision.scene.throw import plan_throw

# Full points along the walls: ten checkers make a line almost as long as a wall.
CROWDED = {0: (0, 5), 5: (1, 5), 11: (0, 5), 12: (1, 5), 6: (1, 3), 17: (1, 2), 23: (0, 5)}
SEEDS = {600060091: CROWDED, 600060021: None}
SIZE_MM = (740.0, 540.0)


@pytest.fixture(scope="module")
def boards() -> list[tuple[np.ndarray, dict[str, Any], Calibration]]:
    """Pictures of boards, their truths and true calibrations."""
    found = []
    for seed, points in SEEDS.items():
        rig = Rig.draw(seed, 1920, 1080)
        scene = Scene(opening(rig.board) if points is None else lay_out(rig.board, points))
        facts = truth(rig, scene, 0.0)
        picture = render(rig, scene, 0.0, np.random.default_rng(seed))
        found.append((picture, facts, calibration_of(facts, with_die_size=True)))
    return found


def drawn(inner_step: int, rim_mm: int = 30) -> np.ndarray:
    """A board from straight above, 1 px a mm: the frame's edges plain, at top and bottom as wide
    as said, and a line that steps so much 60 mm further in, on either side."""
    picture = np.full((540, 740, 3), 60, np.uint8)
    top, bottom = rim_mm, 539 - rim_mm
    cv2.rectangle(picture, (30, top), (709, bottom), (160, 160, 160), -1)
    cv2.rectangle(picture, (90, top), (649, bottom), (160 + inner_step,) * 3, -1)
    cv2.rectangle(picture, (345, top), (394, bottom), (60, 60, 60), -1)
    return picture


def above(px_per_mm: float = 1.0, size_mm: tuple[float, float] = SIZE_MM) -> Calibration:
    """A camera straight and far above, so that a wall's foot and top are one."""
    far = 1e6
    nowhere = Rect(0.0, 0.0, *size_mm)
    plan = BoardPlan(size_mm, 17.0, nowhere, nowhere, nowhere, 20.0, 5.0, 0.0)
    width, height = (round(side * px_per_mm) for side in size_mm)
    middle = (width - 1) / 2, (height - 1) / 2
    lens = np.array([[far * px_per_mm, 0, middle[0]], [0, far * px_per_mm, middle[1]], [0, 0, 1]])
    eye = np.array([-(size_mm[0] - 1) / 2, -(size_mm[1] - 1) / 2, far])
    return Calibration(lens, np.zeros(5), np.eye(3), eye, plan, width, height)


def test_rim_and_sides_are_walls_and_no_row_of_checkers(boards: Any) -> None:
    for picture, _, true in boards:
        found = estimate(picture)
        scale = found.board.size_mm[0] / true.board.size_mm[0]
        assert found.board.doubt_mm == 0.0
        got, want = found.board.picture_left, true.board.picture_left
        for side in ("left", "top", "bottom"):
            assert getattr(got, side) / scale == pytest.approx(getattr(want, side), abs=3.0)


def test_corners_of_markers_are_found_in_large_pictures(boards: Any) -> None:
    for picture, facts, _ in boards:
        found = find_markers(picture)
        assert len(found) == 4
        for marker in facts["markers"]:
            assert np.abs(found[marker["id"]] - marker["corners_px"]).max() < 1.5


def test_a_corner_that_went_astray_is_looked_up_again(
    boards: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = markers._settled

    def astray(grey: Any, rough: Any) -> Any:
        corners = settled(grey, rough)
        corners[2] += (4.0, 0.0)
        return corners

    monkeypatch.setattr(markers, "_settled", astray)
    for picture, facts, _ in boards:
        found = find_markers(picture)
        for marker in facts["markers"]:
            assert np.abs(found[marker["id"]] - marker["corners_px"]).max() < 1.5


def test_a_line_as_clear_as_the_frame_bounds_the_field() -> None:
    board = measured_plan(drawn(95), above(), None)
    assert board.picture_left.left == pytest.approx(90.0, abs=2.0)
    assert board.doubt_mm == 0.0


@pytest.mark.parametrize("rim_mm", [24, 38])
def test_the_rims_at_top_and_bottom_are_no_copies_of_the_sides(rim_mm: int) -> None:
    board = measured_plan(drawn(4, rim_mm), above(), None)
    assert board.picture_left.top == pytest.approx(rim_mm, abs=3.0)
    assert board.picture_left.bottom == pytest.approx(540 - rim_mm, abs=3.0)
    assert board.picture_left.left == pytest.approx(30.0, abs=2.0)


def test_a_finer_picture_shows_the_same_walls() -> None:
    coarse, fine = drawn(4, 26), cv2.resize(drawn(4, 26), None, fx=3, fy=3)
    once, again = measured_plan(coarse, above(), None), measured_plan(fine, above(3.0), None)
    for half in ("picture_left", "picture_right"):
        one, other = astuple(getattr(once, half)), astuple(getattr(again, half))
        assert other == pytest.approx(one, abs=1.0)


def test_a_faint_line_is_no_wall() -> None:
    board = measured_plan(drawn(4), above(), None)
    assert board.picture_left.left == pytest.approx(30.0, abs=2.0)
    assert board.doubt_mm == 0.0


def two_lines(steps: dict[int, int], gap: range = range(0)) -> np.ndarray:
    """740 x 640 mm from straight above: on either side faint lines, so far in and so many grey
    levels each; the outermost has none where the rows of the gap run."""
    picture = np.full((640, 740, 3), 60, np.uint8)
    for i, (inset, step) in enumerate(sorted(steps.items())):
        rows = [y for y in range(640) if i or y not in gap]
        picture[np.ix_(rows, range(inset, 740 - inset))] += np.uint8(step)
    return picture


def left_of(picture: np.ndarray, half_bar: float, rim: float) -> float:
    bar = Rect(370.0 - half_bar, rim, 370.0 + half_bar, 640.0 - rim)
    return measured_plan(picture, above(1.0, (740.0, 640.0)), bar).picture_left.left


def test_of_two_lines_as_likely_that_of_a_frame_of_one_width_bounds_the_field() -> None:
    """A half has its usual shape midway between both, 36.5 mm in."""
    assert left_of(two_lines({30: 5, 43: 7}), 25.0, 30.0) == pytest.approx(30.0, abs=2.0)
    assert left_of(two_lines({30: 3, 43: 7}), 25.0, 30.0) == pytest.approx(43.0, abs=2.0)


def test_of_two_lines_as_likely_that_without_gaps_bounds_the_field() -> None:
    """That with a gap of a third steps more over the whole board. A half has its usual shape
    midway between both, 35 mm in."""
    third = range(200, 413)
    assert left_of(two_lines({30: 9, 40: 5}, third), 20.0, 24.0) == pytest.approx(40.0, abs=2.0)
    assert left_of(two_lines({30: 8, 40: 5}), 20.0, 24.0) == pytest.approx(30.0, abs=2.0)


def test_between_two_walls_nothing_is_surely_off_or_on_the_field() -> None:
    """A line half as clear as the frame, where it gives the halves their usual shape."""
    world = above()
    board = measured_plan(drawn(11), world, None)
    assert board.picture_left.left == pytest.approx(90.0, abs=2.0)
    assert board.doubt_mm == pytest.approx(60.0, abs=3.0)
    assert board.half_of(60.0, 270.0) == "picture_left"
    assert board.half_of(680.0, 270.0) == "picture_right"
    assert board.picture_left.room_mm(60.0, 270.0) < 0
    for x, y in ((20.0, 270.0), (720.0, 270.0), (60.0, 20.0)):
        assert board.half_of(x, y) == "off"


def test_a_die_between_two_walls_is_asked_about() -> None:
    rig = Rig.draw(600060091)
    scene = Scene(())
    dice = plan_throw(
        rig,
        scene,
        values=(5, 3),
        half="picture_left",
        outcome="flat",
        rng=np.random.default_rng(3),
    )
    scene = Scene((), dice)
    facts = truth(rig, scene, 5000.0)
    picture = render(rig, scene, 5000.0, np.random.default_rng(3))
    true = calibration_of(facts, with_die_size=True)
    field = true.board.picture_left
    edge = max(die["center_mm"][0] for die in facts["dice"]) + 15.0  # both lie beyond it
    plan = replace(true.board, picture_left=replace(field, left=edge), doubt_mm=edge - field.left)
    surely = read(picture, true)
    assert [die.value for die in surely if die.flat] != []
    seen = read(picture, replace(true, board=plan))
    assert {die.half for die in seen} == {"picture_left"}
    assert all(die.flat is None for die in seen)
