"""What is around a die, by areas counted point by point, and what that says of how it lies."""

import cv2
import numpy as np
import pytest

from vision.calibration import Board, Calibration, Rect
from vision.reader.checkers import MAYBE_ROUND, Disc, checkers_near
from vision.reader.face import Face
from vision.reader.lean import Lean
from vision.reader.opinion import Opinion
from vision.reader.support import MAYBE_ON_DIE, ON_DIE, half_of, judge, overlap_mm, rest_of
from vision.reading import Support

RADIUS = 19.0
BOARD = Board(
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
CLEAR = Lean(flat=0.7, gain=-0.02, edges=0.66, pips=0.9, yaw_deg=0.0)
FAINT = Lean(flat=0.45, gain=0.07, edges=0.5, pips=0.88, yaw_deg=0.0)
LEANING = Lean(flat=0.42, gain=0.2, edges=0.6, pips=0.9, yaw_deg=0.0)
FLAT, DOUBTED, TILTED, SURE = (Opinion((0.0,) * 7, askew) for askew in (0.02, 0.41, 0.85, 0.99))


def face(x: float, y: float, yaw: float = 0.0) -> Face:
    return Face(x, y, yaw, 14.0, True, (0.0, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1), 40.0)


def told(
    at: Face,
    lean: Lean,
    discs: list[Disc] | None = None,
    others: list[Face] | None = None,
    opinion: Opinion = FLAT,
    alone: bool = False,
) -> tuple[bool | None, Support | None]:
    discs = discs or []
    half = half_of(at, discs, BOARD)
    rest = rest_of(at, half, discs, others or [], BOARD)
    return judge(lean, rest, half, opinion, alone)


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


def test_a_die_alone_on_the_field_is_flat() -> None:
    assert told(face(150.0, 200.0, 30.0), FAINT) == (True, Support.SURFACE)


def test_a_die_alone_that_seems_to_lean_is_asked_about() -> None:
    at = face(150.0, 200.0, 30.0)
    assert told(at, LEANING) == (None, None)
    assert told(at, CLEAR, opinion=TILTED) == (None, None)
    assert told(at, LEANING, opinion=TILTED) == (False, None)
    assert told(at, CLEAR, opinion=SURE) == (False, None)


def test_a_free_die_is_asked_about_on_less_evidence_than_one_beside_something() -> None:
    """Nothing else tells why it should lean."""
    assert told(face(150.0, 200.0), CLEAR, opinion=DOUBTED)[0] is None
    assert (
        told(face(150.0, 200.0), CLEAR, [Disc(179.0, 200.0, RADIUS, 1.0)], opinion=DOUBTED)[0]
        is True
    )


@pytest.mark.parametrize(("log_odds", "flat"), [(-0.2, True), (0.6, True), (0.9, None)])
def test_beside_something_a_die_may_seem_to_lean_a_little(
    log_odds: float, flat: bool | None
) -> None:
    """CLEAR edges take 0.24 off what the net says."""
    says = Opinion((0.0,) * 7, float(1 / (1 + np.exp(-log_odds))))
    by = [Disc(179.0, 200.0, RADIUS, 1.0)]
    assert told(face(150.0, 200.0), CLEAR, by, opinion=says)[0] is flat


@pytest.mark.parametrize(
    ("log_odds", "off_wall_mm", "flat"),
    [(-0.4, 5.0, True), (-0.1, 5.0, None), (-0.4, 10.0, None)],
)
def test_by_a_wall_a_die_may_seem_to_lean_less_and_more_than_alone(
    log_odds: float, off_wall_mm: float, flat: bool | None
) -> None:
    says = Opinion((0.0,) * 7, float(1 / (1 + np.exp(-log_odds))))
    at = face(320.0 + 7.0 + off_wall_mm, 200.0)
    assert told(at, CLEAR, opinion=says)[0] is flat
    beside = [Disc(at.x + 29.0, 200.0, RADIUS, 1.0)]
    assert told(at, CLEAR, beside, opinion=says)[0] is True


@pytest.mark.parametrize(
    ("on_die", "lies"),
    [
        (MAYBE_ON_DIE - 0.01, (True, Support.SURFACE)),
        (MAYBE_ON_DIE, (None, None)),
        (ON_DIE - 0.01, (None, None)),
        (ON_DIE, (False, Support.DIE)),
    ],
)
def test_only_a_lone_die_can_lie_on_one_that_nobody_saw(
    on_die: float, lies: tuple[bool | None, Support | None]
) -> None:
    at, opinion = face(150.0, 200.0), Opinion((0.0,) * 7, 0.02, on_die)
    assert told(at, CLEAR, opinion=opinion, alone=True) == lies
    assert told(at, CLEAR, opinion=opinion) == (True, Support.SURFACE)
    assert told(face(150.0, -30.0), CLEAR, opinion=opinion, alone=True)[1] is not Support.DIE


def test_a_die_over_a_checker_is_carried_by_it() -> None:
    assert told(face(150.0, 200.0), CLEAR, [Disc(165.0, 200.0, RADIUS, 0.95)]) == (
        False,
        Support.CHECKER,
    )
    doubtful = told(face(150.0, 200.0), CLEAR, [Disc(165.0, 200.0, RADIUS, 0.86)])
    assert doubtful == (None, None)


def test_a_die_whose_middle_is_over_the_bar_is_not_flat_on_the_field() -> None:
    assert told(face(300.0, 200.0), CLEAR) == (False, Support.BAR)
    assert told(face(282.0, 200.0), CLEAR) == (False, Support.BAR)
    assert told(face(272.0, 200.0), CLEAR) == (True, Support.SURFACE)
    assert told(face(276.0, 200.0), CLEAR)[0] is None  # reaches into the bar


def test_a_die_on_the_rim_is_not_called_flat() -> None:
    assert half_of(face(15.0, 200.0), [], BOARD) == "off"
    assert told(face(15.0, 200.0), CLEAR)[0] is None
    assert told(face(36.0, 200.0), CLEAR) == (True, Support.SURFACE)
    assert told(face(34.0, 200.0), CLEAR)[0] is None  # reaches three millimetres into the wall


def test_a_die_raised_by_a_checker_is_not_called_off() -> None:
    raised = face(26.0, 200.0)
    assert half_of(raised, [], BOARD) == "off"
    assert half_of(raised, [Disc(50.0, 200.0, RADIUS, 1.0)], BOARD) == "picture_left"
    assert told(raised, CLEAR, [Disc(50.0, 200.0, RADIUS, 1.0)])[0] is not True


@pytest.mark.parametrize("beside", ["checker", "wall", "die"])
def test_what_may_lean_on_something_does_so_if_the_evidence_together_says_it(beside: str) -> None:
    at = face(150.0, 200.0) if beside != "wall" else face(40.0, 200.0)
    discs = [Disc(179.0, 200.0, RADIUS, 1.0)] if beside == "checker" else []
    others = [face(164.3, 200.0)] if beside == "die" else []
    assert told(at, CLEAR, discs, others) == (True, Support.SURFACE)
    assert told(at, LEANING, discs, others)[0] is None
    assert told(at, CLEAR, discs, others, TILTED)[0] is None
    assert told(at, LEANING, discs, others, TILTED)[0] is False
    assert told(at, CLEAR, discs, others, SURE)[0] is False


@pytest.mark.parametrize("askew", [0.02, 0.2, 0.5, 0.75])
def test_the_more_its_edges_lean_the_surer_the_net_must_be_that_a_die_is_flat(askew: float) -> None:
    at, opinion = face(150.0, 200.0), Opinion((0.0,) * 7, askew)
    told_flat = [
        told(at, Lean(0.6, gain, 0.6, 0.9, 0.0), opinion=opinion)[0] is True
        for gain in (-0.1, -0.02, 0.02, 0.06, 0.12, 0.2)
    ]
    assert told_flat == sorted(told_flat, reverse=True)
    assert not told_flat[-1]
    assert told_flat[0] is (askew < 0.5)


def test_what_reaches_over_a_thing_is_not_flat_however_it_looks() -> None:
    at, over = face(150.0, 200.0), [Disc(174.0, 200.0, RADIUS, 1.0)]
    assert told(at, CLEAR, over)[0] is None
    assert told(at, LEANING, over, [], TILTED) == (False, Support.CHECKER)


@pytest.mark.parametrize(("apart_mm", "flat"), [(14.2, True), (12.2, True), (11.8, None)])
def test_dice_that_touch_may_seem_to_reach_into_each_other_a_little(
    apart_mm: float, flat: bool | None
) -> None:
    others = [face(150.0 + apart_mm, 200.0)]
    assert told(face(150.0, 200.0), CLEAR, [], others)[0] is flat


LENS = np.array([[1800.0, 0.0, 1151.5], [0.0, 1800.0, 647.5], [0.0, 0.0, 1.0]])
EYE = np.array([-300.0, -260.0, 820.0])
CAMERA = Calibration(LENS, np.zeros(5), np.eye(3), EYE, BOARD, 2304, 1296)
AROUND = np.radians(np.arange(0, 360, 3))
RIM_MM = np.column_stack([200 + 19 * np.cos(AROUND), 200 + 19 * np.sin(AROUND)])


def on_checkers_px(outline_mm: np.ndarray) -> np.ndarray:
    """Where an outline (n, 2) on top of a checker shows, whole pixels."""
    points = np.column_stack([outline_mm, np.full(len(outline_mm), -9.5)])
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


@pytest.mark.parametrize(("merged_deg", "told"), [(40.0, True), (60.0, True), (140.0, False)])
def test_a_fifth_of_a_checkers_edge_may_be_lost(merged_deg: float, told: bool) -> None:
    at = [one for one in seen_on_a_checker(merged_deg) if abs(one.x - 200.0) < 2.0]
    assert bool(at) is told, at


def test_of_a_dark_checker_on_dark_felt_much_of_the_edge_may_be_lost() -> None:
    (found,) = seen_in_the_dark(cv2.FILLED)
    assert (found.x, found.y) == pytest.approx((200.0, 200.0), abs=1.0)
    assert found.round < MAYBE_ROUND


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
