"""Camera and plan from clicked corners, against rigs whose truth is known."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from vision.calibration import Calibration, CalibrationError, Floats, Rect
from vision.calibration.clicked import corners_of, from_clicks, missed_px
from vision.calibration.corner_clicks import CORNERS, INNER, OUTER
from vision.calibration.estimate import estimate
from vision.calibration.partial_calibration import Given, read_given
from vision.lab.clicks import off_mm, seen_corners
from vision.lab.truth import calibration_of
from vision.scene import Rig, Scene, truth

BLANK = np.zeros((720, 1280, 3), np.uint8)
"""Where the field ends is clicked, and not looked up."""
SEEDS = range(40, 52)


def true_of(seed: int) -> Calibration:
    rig = Rig.draw(seed)
    return calibration_of(truth(rig, Scene(), 0.0))


@pytest.fixture(scope="module")
def true() -> Calibration:
    return true_of(41)


@pytest.fixture
def exact(true: Calibration) -> Floats:
    return seen_corners(true, np.random.default_rng(0), 0.0)


def worst_mm(found: Calibration, true: Calibration) -> float:
    off = off_mm(found, true)
    assert off.sides_mm is not None
    assert off.bar_mm is not None
    return float(max(off.sides_mm.max(), off.bar_mm.max()))


def refused(corners: Floats, given: Given | None = None) -> str:
    with pytest.raises(CalibrationError) as said:
        from_clicks(corners, BLANK, given)
    assert str(said.value).count("\n") == 0
    return str(said.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fields_corners_place_halves_and_bar_to_a_click(seed: int) -> None:
    true = true_of(seed)
    corners = seen_corners(true, np.random.default_rng(seed), 2.0)
    found = from_clicks(corners[OUTER:], BLANK)
    # the largest of 16 normal errors of 2 px is some 5 px; walls at a corner share them
    assert worst_mm(found, true) < 5.0 / true.px_per_mm
    assert missed_px(found, corners[OUTER:]) < 2 * 2.0


def test_exact_corners_and_a_known_lens_leave_half_a_millimetre(
    true: Calibration, exact: Floats
) -> None:
    lens = Given(K=true.K, dist=true.dist, rim_height_mm=true.board.rim_height_mm)
    assert worst_mm(from_clicks(exact[OUTER:], BLANK, lens), true) < 0.5
    assert worst_mm(from_clicks(exact, BLANK, lens), true) < 0.5


def test_a_told_size_gives_the_scale(true: Calibration, exact: Floats) -> None:
    board = true.board
    lens = Given(K=true.K, dist=true.dist, rim_height_mm=board.rim_height_mm)
    sized = Given(
        K=true.K, dist=true.dist, rim_height_mm=board.rim_height_mm, size_mm=board.size_mm
    )
    wide = board.picture_left.right - board.picture_left.left
    for given, close in ((lens, 0.1), (sized, 0.004)):
        half = from_clicks(exact, BLANK, given).board.picture_left
        assert half.right - half.left == pytest.approx(wide, rel=close)
    found = from_clicks(exact, BLANK, sized).board
    for name in ("picture_left", "picture_right", "bar"):
        one, other = getattr(found, name), getattr(board, name)
        for side in ("left", "top", "right", "bottom"):
            assert getattr(one, side) == pytest.approx(getattr(other, side), abs=1.0), name


def test_walls_that_hide_the_field_behind_them_are_reckoned_with() -> None:
    """Of the bar a camera beside the middle sees the top, not the foot."""
    rig = Rig.draw(43)
    true = calibration_of(truth(rig, Scene(), 0.0))
    corners = seen_corners(true, np.random.default_rng(0), 0.0)
    feet = np.array(
        [
            (x, y, 0.0)
            for half in (true.board.picture_left, true.board.picture_right)
            for x, y in (
                (half.left, half.top),
                (half.right, half.top),
                (half.right, half.bottom),
                (half.left, half.bottom),
            )
        ]
    )
    hidden = np.linalg.norm(true.project(feet) - corners[OUTER:], axis=1)
    assert hidden.max() > 1.0, "else this rig tells nothing"
    lens = Given(K=true.K, dist=true.dist, rim_height_mm=true.board.rim_height_mm)
    found = from_clicks(corners[OUTER:], BLANK, lens)
    assert np.linalg.norm(corners_of(found)[OUTER:] - corners[OUTER:], axis=1).max() < 0.1
    assert worst_mm(found, true) < 0.5


@pytest.mark.parametrize("hidden", range(OUTER, OUTER + INNER))
def test_any_one_corner_of_the_field_may_be_hidden(
    true: Calibration, exact: Floats, hidden: int
) -> None:
    exact[hidden] = np.nan
    assert worst_mm(from_clicks(exact[OUTER:], BLANK), true) < 3.0


def test_hidden_corners_of_the_frame_leave_what_is_clicked_to_tell(
    true: Calibration, exact: Floats
) -> None:
    """A score board over the picture's right side, as streams have it."""
    exact[[1, 2]] = np.nan
    found = from_clicks(exact, BLANK)
    assert worst_mm(found, true) < 3.0
    margin = true.board.picture_left.left / true.board.size_mm[1]
    assert found.board.picture_left.left / found.board.size_mm[1] == pytest.approx(margin, abs=0.01)


@pytest.mark.parametrize(
    ("hidden", "open_at"),
    [
        ((4, 7), "the left half's"),
        ((9, 10), "the right half's"),
        ((5, 6), "the left half's"),
        ((4, 5, 6, 7), "the left half's"),
    ],
)
def test_what_the_rest_does_not_fix_is_named(
    exact: Floats, hidden: tuple[int, ...], open_at: str
) -> None:
    exact[list(hidden)] = np.nan
    said = refused(exact[OUTER:])
    assert f"leaves {open_at}" in said
    assert "click it, too" in said


def test_the_frame_fixes_a_wall_of_the_field_no_more_than_usual_rims_do(exact: Floats) -> None:
    exact[[4, 7]] = np.nan
    assert "the left half's" in refused(exact)


def test_a_told_plan_needs_no_more_than_five_corners(true: Calibration, exact: Floats) -> None:
    board = true.board
    given = Given(
        K=true.K,
        dist=true.dist,
        size_mm=board.size_mm,
        rim_height_mm=board.rim_height_mm,
        bar_mm=board.bar,
        halves_mm=(board.picture_left, board.picture_right),
    )
    exact[OUTER + 5 :] = np.nan
    assert "open by" in refused(exact[OUTER:])
    found = from_clicks(exact[OUTER:], BLANK, given)
    assert found.board.picture_right == board.picture_right
    assert worst_mm(found, true) < 0.5
    wider = Rect(board.bar.left - 25, board.bar.top, board.bar.right - 25, board.bar.bottom)
    left = Rect(*(getattr(board.picture_left, side) for side in ("left", "top")), wider.left, 500.0)
    wrong = Given(size_mm=board.size_mm, bar_mm=wider, halves_mm=(left, board.picture_right))
    whole = seen_corners(true, np.random.default_rng(0), 0.0)
    assert "known of the board contradict each other by" in refused(whole[OUTER:], wrong)


def test_fewer_than_four_corners_are_too_few(exact: Floats) -> None:
    exact[OUTER + 3 :] = np.nan
    assert refused(exact[OUTER:]).startswith("3 corners were clicked, and 4 are the least")
    exact[3] = np.nan
    assert "3 corners were clicked" in refused(exact[:OUTER])


def test_another_number_than_boards_have_is_told() -> None:
    assert refused(np.zeros((5, 2))).startswith("5 corners were given")


LEFT = list(range(OUTER, OUTER + 4))
RIGHT = list(range(OUTER + 4, OUTER + INNER))


def turned(corners: list[int], by: int) -> list[int]:
    return corners[by:] + corners[:by]


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (RIGHT + LEFT, "right of the other half; give the four corners"),
        (LEFT[::-1] + RIGHT[::-1], "run anti-clockwise"),
        (turned(LEFT[::-1], 3) + turned(RIGHT[::-1], 3), "run anti-clockwise"),
        (turned(RIGHT[::-1], 2) + turned(LEFT[::-1], 2), "run anti-clockwise"),
        (turned(LEFT, 1) + turned(RIGHT, 1), "begin each four at the corner"),
        (turned(RIGHT, 2) + turned(LEFT, 2), "begin each four at the corner"),
        ([LEFT[0], LEFT[2], LEFT[1], LEFT[3], *RIGHT], "does not lie right of"),
        ([*LEFT[:3], RIGHT[3], *RIGHT[:3], LEFT[3]], "does not lie"),
        ([LEFT[0], LEFT[0], *LEFT[2:], *RIGHT], "does not lie right of"),
    ],
)
def test_corners_in_another_order_are_told_from_each_other(
    exact: Floats, order: list[int], says: str
) -> None:
    said = refused(exact[order])
    assert says in said
    assert any(f"{x:.0f},{y:.0f}" in said for x, y in exact[order])


@pytest.mark.parametrize("one", range(OUTER, OUTER + INNER))
def test_a_corner_clicked_elsewhere_is_named(exact: Floats, one: int) -> None:
    exact[one] += (22.0, -19.0)
    said = refused(exact[OUTER:])
    assert said.lower().startswith(CORNERS[one])
    assert f"clicked at {exact[one, 0]:.0f},{exact[one, 1]:.0f}" in said


@pytest.mark.parametrize("at", [(-4.0, 30.0), (1290.0, 30.0), (600.0, 800.0)])
def test_a_corner_of_the_field_outside_the_picture_is_told(
    exact: Floats, at: tuple[float, float]
) -> None:
    exact[OUTER + 1] = at
    said = refused(exact[OUTER:])
    assert f"is at {at[0]:.0f},{at[1]:.0f}, outside the picture of 1280 x 720" in said


def test_a_frames_corner_may_lie_outside_the_picture(exact: Floats) -> None:
    aside = np.array([exact[0, 0] + 5, 0.0])
    found = from_clicks(exact - aside, BLANK)
    moved = found.project(np.array([(0.0, 0.0, -found.board.rim_height_mm)]))[0]
    assert moved[0] == pytest.approx(-5.0, abs=3.0)


def test_corners_on_one_line_are_told(exact: Floats) -> None:
    bottom = [i for i in range(OUTER, OUTER + INNER) if "bottom" in CORNERS[i]]
    exact[bottom] = np.nan
    said = refused(exact[OUTER:])
    assert "lie on one line, give or take" in said
    assert "at the bottom" in said


def test_a_half_outside_the_frame_is_told(exact: Floats) -> None:
    exact[0] += (150.0, 150.0)
    exact[3] += (150.0, -150.0)
    assert "outside the frame's four" in refused(exact)


def test_the_frames_four_alone_are_what_they_were(exact: Floats) -> None:
    picture = np.random.default_rng(1).integers(0, 255, BLANK.shape, np.uint8)
    found = from_clicks(exact[:OUTER], picture)
    hidden = np.full((INNER, 2), np.nan)
    again = from_clicks(np.vstack([exact[:OUTER], hidden]), picture)
    assert found.board == again.board
    frame = found.project(np.array([(0.0, 0.0, -found.board.rim_height_mm)]))[0]
    assert frame == pytest.approx(exact[0], abs=1.0)


def test_a_file_of_clicked_corners_holds_the_field_without_looking(exact: Floats) -> None:
    found = from_clicks(exact[OUTER:], BLANK)
    board = found.board
    sides = {
        key: [half.left, half.top, half.right, half.bottom]
        for key, half in (
            ("picture_left_mm", board.picture_left),
            ("picture_right_mm", board.picture_right),
            ("bar_mm", board.bar),
        )
    }
    camera = {"K": found.K.tolist(), "R": found.R.tolist(), "t_mm": found.t_mm.tolist()}
    rim = {"size_mm": list(board.size_mm), "rim_height_mm": board.rim_height_mm}
    given = read_given(json.dumps(camera | rim | sides))
    noise = np.random.default_rng(2).integers(0, 255, BLANK.shape, np.uint8)
    again = estimate(noise, given)
    assert again.board.picture_left == board.picture_left
    assert again.board.picture_right == board.picture_right
    assert again.board.bar == board.bar
    assert again.board.checker_mm == pytest.approx(board.checker_mm)
    assert again.board.doubt_mm == 0.0


def test_most_pairs_of_the_field_may_be_hidden(true: Calibration, exact: Floats) -> None:
    """All but those that leave a wall without an end, or all at one end of the board."""
    fixed = []
    for pair in itertools.combinations(range(OUTER, OUTER + INNER), 2):
        corners = exact.copy()
        corners[list(pair)] = np.nan
        try:
            found = from_clicks(corners[OUTER:], BLANK)
        except CalibrationError:
            continue
        assert worst_mm(found, true) < 5.0
        fixed.append(pair)
    assert len(fixed) >= 12
    walls = [(4, 7), (5, 6), (8, 11), (9, 10)]
    assert not set(walls) & set(fixed)
