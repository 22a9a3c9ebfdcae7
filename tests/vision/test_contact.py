"""What is around a die, by areas counted point by point."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.calibration import BoardPlan, Calibration, Rect
from vision.reader import thresholds
from vision.reader.checkers import Disc, checkers_near
from vision.reader.contact import but_what_did_not_lie, half_of, overlap_mm, rest_of
from vision.reader.face import Face
from vision.reader.reach import REACH_SIDES, furthest_mm, reach_mm

RADIUS = 19.0
BOARD = BoardPlan(
    (600.0, 520.0),
    17.0,
    Rect(30, 30, 280, 490),
    Rect(320, 30, 570, 490),
    Rect(280, 30, 320, 490),
    18.0,
    5.0,
    2 * RADIUS,
    14.0,
)


def face(x: float, y: float, yaw: float = 0.0) -> Face:
    return Face(x, y, yaw, 14.0, True, (0.0, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1), 40.0)


def rounded(at: Face, points: np.ndarray) -> np.ndarray:
    """Whether points lie in a square with corners of a radius of 0.15 sides, counted plainly."""
    yaw = np.radians(at.yaw_deg)
    back = np.array([(np.cos(yaw), np.sin(yaw)), (-np.sin(yaw), np.cos(yaw))])
    x, y = np.abs(back @ (points - (at.x, at.y)).T)
    beyond = np.hypot(np.maximum(x - 4.9, 0), np.maximum(y - 4.9, 0))
    return beyond <= 2.1


@pytest.mark.parametrize("yaw", [0.0, 17.0, 45.0, 80.0])
@pytest.mark.parametrize("away", [15.0, 22.0, 25.9, 27.5, 30.0])
@pytest.mark.parametrize("radius", [17.5, RADIUS])
def test_overlap_is_how_deep_a_disc_reaches_in(yaw: float, away: float, radius: float) -> None:
    at, way = face(200.0, 200.0, yaw), np.radians(33.0)
    disc = Disc(200.0 + away * np.cos(way), 200.0 + away * np.sin(way), radius, 1.0)
    grid = np.stack(np.meshgrid(*[np.arange(185.0, 215.0, 0.1)] * 2), axis=-1).reshape(-1, 2)
    body = grid[rounded(at, grid)]
    nearest = np.hypot(body[:, 0] - disc.x, body[:, 1] - disc.y).min()
    assert overlap_mm(at, disc) == pytest.approx(radius - nearest, abs=0.15)


def test_dice_that_touch_reach_into_each_other_by_nothing() -> None:
    at = face(200.0, 200.0)
    for other, deep in (
        (face(214.0, 203.0), 0.0),
        (face(212.0, 200.0), 2.0),
        (face(218.0, 200.0), -4.0),
    ):
        rest = rest_of(at, "picture_left", [], [other], BOARD)
        assert rest.die == pytest.approx(deep, abs=0.05)


def test_a_die_raised_by_a_checker_is_not_called_off() -> None:
    raised = face(26.0, 200.0)
    assert half_of(raised, [], BOARD) == "off"
    assert half_of(raised, [Disc(50.0, 200.0, RADIUS, 1.0)], BOARD) == "picture_left"


def test_the_room_of_a_die_is_that_of_its_corner_nearest_a_wall() -> None:
    at = face(45.0, 200.0, 45.0)
    assert rest_of(at, "picture_left", [], [], BOARD).room == pytest.approx(15 - 7 * np.sqrt(2))
    on_bar = face(290.0, 200.0)
    assert rest_of(on_bar, "bar", [], [], BOARD).room == pytest.approx(10.0)


def test_only_sure_checkers_carry_for_certain() -> None:
    at = face(150.0, 200.0)
    sure, doubtful = Disc(180.0, 200.0, RADIUS, 0.95), Disc(165.0, 200.0, RADIUS, 0.8)
    rest = rest_of(at, "picture_left", [sure, doubtful], [], BOARD)
    assert rest.checker == pytest.approx(-4.0, abs=0.05)
    assert rest.maybe_checker == rest.beside == pytest.approx(11.0, abs=0.05)


@pytest.mark.parametrize(("side_px", "sure"), [(30.0, True), (16.0, False)])
def test_a_checker_under_a_small_die_has_to_be_rounder(side_px: float, *, sure: bool) -> None:
    at, under = face(150.0, 200.0), Disc(165.0, 200.0, RADIUS, 0.89)
    rest = rest_of(at, "picture_left", [under], [], BOARD, side_px=side_px)
    assert (rest.checker > 0) is sure
    assert rest.maybe_checker == pytest.approx(11.0, abs=0.05)


def test_a_leaning_die_reaches_no_further_than_geometry_lets_it() -> None:
    """A cube of side 1 on an edge of its bottom, tipped against a wall that it just touches: how
    far off the wall its top face seems to be, seen from above as if it stood level."""
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    reaches = []
    for tip in np.radians(np.arange(0.0, 45.01, 0.5)):
        turned = corners @ np.array([(np.cos(tip), np.sin(tip)), (-np.sin(tip), np.cos(tip))])
        lower, top = turned[:2], turned[2:]
        wall = lower[1, 0]  # the raised edge of its bottom
        reaches.append(wall - top[:, 0].mean() - 0.5)
    assert max(reaches) == pytest.approx(REACH_SIDES, abs=1e-3)
    assert reaches[0] == pytest.approx(0.0)


@pytest.mark.parametrize("side_mm", [12.0, 14.0, 16.0])
def test_checkers_are_sought_as_far_as_a_leaning_die_reaches(side_mm: float) -> None:
    """Whichever way the die is turned: to its corner, and from there as far as it reaches."""
    for yaw_deg in range(0, 46, 5):
        die = Face(0.0, 0.0, yaw_deg, side_mm, True, (0.0,) * 7, 40.0)
        x_mm = furthest_mm(side_mm) + RADIUS
        beyond_mm = -overlap_mm(die, Disc(x_mm, 0.0, RADIUS, 1.0))
        assert beyond_mm >= reach_mm(side_mm) - 1e-6
    assert beyond_mm == pytest.approx(reach_mm(side_mm))


LENS = np.array([[1800.0, 0.0, 1151.5], [0.0, 1800.0, 647.5], [0.0, 0.0, 1.0]])
EYE = np.array([-300.0, -260.0, 820.0])
CAMERA = Calibration(LENS, np.zeros(5), np.eye(3), EYE, BOARD, 2304, 1296)
AROUND = np.radians(np.arange(0, 360, 3))
RIM_MM = np.column_stack([200 + 19 * np.cos(AROUND), 200 + 19 * np.sin(AROUND)])


def on_checkers_px(outline_mm: np.ndarray, height_mm: float = 9.5) -> np.ndarray:
    """Where an outline (n, 2) on top of a checker shows, whole pixels."""
    points = np.column_stack([outline_mm, np.full(len(outline_mm), -height_mm)])
    return np.asarray(np.rint(CAMERA.project(points)), np.int32)


def seen_on_a_checker(merged_deg: float, pieces: int = 0) -> list[Disc]:
    """Checkers told near a die that hides part of one; as much of its edge again, on its other
    side, has the colour of what is behind it. pieces: of so many other-coloured ones it has
    some, as no checker has."""
    left = 200 - 19 * np.cos(np.radians(merged_deg / 2)) - (0.0 if merged_deg else 5.0)
    behind = np.array([(150.0, 150.0), (left, 150.0), (left, 250.0), (150.0, 250.0)])
    picture = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    cuts = np.array_split(np.arange(len(RIM_MM)), pieces)[1::2] if pieces else []
    for outline, shade in (
        (behind, (40, 40, 160)),
        (RIM_MM, (40, 40, 160)),
        *((np.vstack([RIM_MM[cut], [(200.0, 200.0)]]), (150, 190, 230)) for cut in cuts),
        (face(219.0, 200.0).corners_mm(), (90, 90, 90)),
    ):
        cv2.fillConvexPoly(picture, on_checkers_px(outline), shade)
    return checkers_near(picture, CAMERA, face(219.0, 200.0))


def test_the_part_of_a_checkers_edge_that_a_die_hides_does_not_count_against_it() -> None:
    (found,) = seen_on_a_checker(0.0)
    assert (found.x, found.y) == pytest.approx((200.0, 200.0), abs=1.0)
    assert found.round > 0.93


@pytest.mark.parametrize("height_mm", [7.5, 12.0])
def test_a_checker_lies_where_its_own_height_says(height_mm: float) -> None:
    """By the usual height it would be seen a millimetre off, as far from the camera's middle."""
    picture = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    cv2.fillConvexPoly(picture, on_checkers_px(RIM_MM - 140.0, height_mm), (40, 40, 160))
    board = replace(BOARD, checker_height_mm=height_mm)
    off_mm = []
    for world in (replace(CAMERA, board=board), CAMERA):
        (found,) = checkers_near(picture, world, face(95.0, 60.0))
        off_mm.append(np.hypot(found.x - 60.0, found.y - 60.0))
    assert off_mm[0] < 0.35
    assert off_mm[1] > 0.6


@pytest.mark.parametrize(("merged_deg", "told"), [(40.0, True), (60.0, True), (140.0, False)])
def test_a_fifth_of_a_checkers_edge_may_be_lost(merged_deg: float, told: bool) -> None:
    at = [one for one in seen_on_a_checker(merged_deg) if abs(one.x - 200.0) < 2.0]
    assert bool(at) is told, at


def test_what_a_dies_sides_hide_of_a_checker_does_not_make_it_uneven() -> None:
    """Seen aslant they lie over its edge beyond the face, and some more of it is lost elsewhere."""
    die = replace(face(59.0, 62.0), side_mm=18.0)
    top = die.corners_mm()
    body = np.concatenate([np.column_stack([top, np.full(4, z)]) for z in (0.0, -die.side_mm)])
    lost = 65.0 + RADIUS * np.cos(np.radians(27.5))
    behind = np.array([(120.0, 20.0), (lost, 20.0), (lost, 110.0), (120.0, 110.0)])
    picture = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    for outline, shade in (
        (on_checkers_px(behind), (40, 40, 160)),
        (on_checkers_px(RIM_MM - 135.0), (40, 40, 160)),
        (cv2.convexHull(np.rint(CAMERA.project(body)).astype(np.int32)), (90, 90, 90)),
    ):
        cv2.fillConvexPoly(picture, outline, shade)
    found = checkers_near(picture, CAMERA, die)
    (one,) = (disc for disc in found if np.hypot(disc.x - 65.0, disc.y - 65.0) < 2.0)
    assert thresholds.CHECKER_MAYBE < one.round < thresholds.CHECKER_SURE


@pytest.mark.parametrize(
    ("behind", "sure"), [("stripe", False), ("field", True), ("checker", True)]
)
def test_the_round_end_of_a_point_under_a_die_is_no_sure_checker(behind: str, sure: bool) -> None:
    """The die hides where its stripe goes on, and the edge of its shadow looks like the rest of a
    circle; a checker in its place ends behind the die, or another of its colour lies there."""
    stripe = np.array([(181.0, 200.0), (219.0, 200.0), (219.0, 300.0), (181.0, 300.0)])
    die = replace(face(200.0, 217.0), side_mm=18.0)
    orange, ground = (40, 90, 150), (150, 170, 180)
    picture = np.full((1296, 2304, 3), ground, np.uint8)
    cv2.fillConvexPoly(picture, on_checkers_px(RIM_MM), orange)
    if behind == "stripe":
        cv2.fillConvexPoly(picture, on_checkers_px(stripe), orange)
        cv2.polylines(picture, [on_checkers_px(RIM_MM)], True, (30, 70, 120), 2)
    if behind == "checker":
        cv2.fillConvexPoly(picture, on_checkers_px(RIM_MM + (0.0, 40.0)), orange)
    cv2.fillConvexPoly(picture, on_checkers_px(die.corners_mm()), (60, 30, 110))
    found = checkers_near(picture, CAMERA, die)
    (one,) = (disc for disc in found if np.hypot(disc.x - 200.0, disc.y - 200.0) < 2.0)
    assert (one.round >= thresholds.CHECKER_SURE) is sure
    assert one.round >= thresholds.CHECKER_MAYBE


def test_of_a_dark_checker_on_dark_felt_much_of_the_edge_may_be_lost() -> None:
    (found,) = seen_in_the_dark(cv2.FILLED)
    assert (found.x, found.y) == pytest.approx((200.0, 200.0), abs=1.0)
    assert found.round < thresholds.CHECKER_MAYBE


def test_a_circle_as_faint_that_is_only_a_line_is_none() -> None:
    assert seen_in_the_dark(2) == []


def seen_in_the_dark(thick_px: int) -> list[Disc]:
    """Checkers told about the middle of one hardly brighter than the felt, whose edge is drawn so
    thick and is lost along a quarter."""
    picture = np.full((1296, 2304, 3), (24, 24, 24), np.uint8)
    cv2.drawContours(picture, [on_checkers_px(RIM_MM)], 0, (30, 34, 30), thick_px)
    soft = cv2.GaussianBlur(picture, (0, 0), 12.0)
    right = on_checkers_px(np.array([(212.0, 200.0)]))[0, 0]
    picture[:, right:] = soft[:, right:]
    return checkers_near(np.asarray(picture, np.uint8), CAMERA, face(200.0, 200.0))


def test_a_circle_of_several_colours_is_a_checker_only_if_its_edge_is_nearly_whole() -> None:
    def at_the_middle(merged_deg: float) -> list[Disc]:
        found = seen_on_a_checker(merged_deg, 5)
        return [one for one in found if abs(one.x - 200.0) < 2.0]

    assert at_the_middle(0.0)
    assert not at_the_middle(60.0)


DARK = (20, 22, 18)


def dark_ones(beside: tuple[int, int, int]) -> list[Disc]:
    """Checkers told in the middle, where a dark one lies on a field of two colours, and on a point
    as dark, and a die on it hides some more. beside: the colour of one that touches it."""
    picture = np.full((1296, 2304, 3), (60, 120, 50), np.uint8)
    right = np.array([(200.0, 100.0), (300.0, 100.0), (300.0, 300.0), (200.0, 300.0)])
    point = np.array([(188.0, 200.0), (212.0, 200.0), (212.0, 300.0), (188.0, 300.0)])
    for outline, shade in (
        (right, (40, 42, 90)),
        (point, DARK),
        (RIM_MM + (27.6, -27.6), beside),
        (RIM_MM, DARK),
        (face(216.0, 206.0).corners_mm(), (60, 50, 130)),
    ):
        cv2.fillConvexPoly(picture, on_checkers_px(outline), shade)
    found = checkers_near(picture, CAMERA, face(216.0, 206.0))
    return [one for one in found if np.hypot(one.x - 200.0, one.y - 200.0) < 3.0]


def test_a_circle_of_a_sure_checkers_colour_is_one_though_much_of_its_edge_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (found,) = dark_ones(DARK)
    assert found.round < thresholds.CHECKER_MAYBE
    monkeypatch.setattr(thresholds, "CHECKER_COLOUR", -1.0)
    assert not dark_ones(DARK)


@pytest.mark.parametrize(("field", "checker"), [(40, 190), (190, 40)])
def test_light_checkers_are_told_and_dark_ones(field: int, checker: int) -> None:
    picture = np.full((1296, 2304, 3), field, np.uint8)
    cv2.fillConvexPoly(picture, on_checkers_px(RIM_MM), (checker,) * 3)
    (found,) = checkers_near(picture, CAMERA, face(222.0, 200.0))
    assert (found.x, found.y) == pytest.approx((200.0, 200.0), abs=1.0)
    assert found.round > 0.93


@pytest.mark.parametrize("part", [0.88, 0.92, 0.96, 1.0, 1.03])
def test_checkers_that_lie_loosely_are_told_too_and_each_once(part: float) -> None:
    picture = np.full((1296, 2304, 3), 40, np.uint8)
    cv2.fillConvexPoly(
        picture, on_checkers_px((200.0, 200.0) + part * (RIM_MM - 200.0)), (190,) * 3
    )
    (found,) = checkers_near(picture, CAMERA, face(200.0, 222.0))
    assert (found.x, found.y) == pytest.approx((200.0, 200.0), abs=1.0)
    assert found.radius == pytest.approx(part * RADIUS, rel=0.09)


def test_of_a_smaller_checkers_edge_less_may_be_lost() -> None:
    """Chance has more circles to choose from."""

    def seen(lost_deg: float) -> list[Disc]:
        picture = np.full((1296, 2304, 3), 40, np.uint8)
        way = np.radians(np.arange(0.0, lost_deg + 1.0, 2.0))
        lost = (200.0, 200.0) + 22.0 * np.stack([np.cos(way), np.sin(way)], axis=-1)
        small = (200.0, 200.0) + 0.88 * (RIM_MM - 200.0)
        cv2.fillConvexPoly(picture, on_checkers_px(small), (190,) * 3)
        cv2.fillConvexPoly(picture, on_checkers_px(np.vstack([lost, [(200.0, 200.0)]])), (40,) * 3)
        return [
            one for one in checkers_near(picture, CAMERA, face(200.0, 222.0)) if one.radius < 18
        ]

    assert seen(14.0)
    assert not seen(40.0)


def board_with(checkers: list[tuple[float, float]]) -> np.ndarray:
    """Light checkers on dark felt, seen from straight above."""
    picture = np.full((1296, 2304, 3), (60, 90, 60), np.uint8)
    for x, y in checkers:
        px = CAMERA.project(np.array([[x, y, -BOARD.checker_height_mm]]))[0]
        radius = round(RADIUS * CAMERA.px_per_mm)
        cv2.circle(picture, tuple(map(int, np.rint(px))), radius, (210, 220, 225), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("near", [False, True])
def test_a_checker_that_did_not_lie_there_before_the_throw_is_no_sure_one(near: bool) -> None:
    """Sides of dice and their shadow made nine tenths of a circle under a die."""
    at = face(200.0, 200.0)
    under, away = Disc(200.0, 215.0, RADIUS, 0.92), Disc(200.0, 230.0, RADIUS, 0.95)
    found = [under, away]
    lay = board_with([(203.0, 220.0)])
    assert but_what_did_not_lie(found, lay, CAMERA, at, near=near) == found
    weak, unsure = (replace(one, round=thresholds.CHECKER_MAYBE) for one in found)
    bare = but_what_did_not_lie(found, board_with([]), CAMERA, at, near=near)
    assert bare == [weak, unsure if near else away]
    faint = [replace(under, round=0.6)]
    assert but_what_did_not_lie(faint, board_with([]), CAMERA, at, near=near) == faint
