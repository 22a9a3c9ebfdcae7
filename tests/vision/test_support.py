"""What is around a die, by areas counted point by point, and what that says of how it lies."""

import cv2
import numpy as np
import pytest

from vision.calibration import Board, Calibration, Rect
from vision.reader.face import Face
from vision.reader.lean import Lean
from vision.reader.look import Look
from vision.reader.opinion import Opinion
from vision.reader.square import Outline
from vision.reader.support import Disc, checkers_near, half_of, judge, overlap_mm, rest_of
from vision.reading import Half, Support

BOARD = Board(
    (600.0, 520.0),
    17.0,
    Rect(30, 30, 280, 490),
    Rect(320, 30, 570, 490),
    Rect(280, 30, 320, 490),
    18.0,
    5.0,
    38.0,
    14.0,
)
CLEAR = Lean(flat=0.7, gain=-0.02, tilt_deg=8.0, edges=0.66, pips=0.9)
FAINT = Lean(flat=0.45, gain=0.07, tilt_deg=12.0, edges=0.5, pips=0.88)
LEANING = Lean(flat=0.42, gain=0.2, tilt_deg=30.0, edges=0.6, pips=0.9)
FLAT, TILTED = (Opinion((0.0,) * 7, tilted) for tilted in (0.02, 0.98))


def face(x: float, y: float, yaw: float = 0.0) -> Face:
    return Face(x, y, yaw, 14.0, True, (0.0, 0.1, 0.1, 0.1, 0.9, 0.1, 0.1), 40.0)


def look(at: Face, strength: float = 10.0) -> Look:
    return Look(at, Outline((strength,) * 4, (0.5,) * 4))


def told(
    at: Face,
    lean: Lean,
    discs: list[Disc] | None = None,
    others: list[Face] | None = None,
    opinion: Opinion | None = None,
) -> tuple[bool | None, Support | None]:
    discs = discs or []
    half = half_of(at, discs, BOARD)
    rest = rest_of(at, half, discs, others or [], BOARD)
    return judge(look(at), lean, lean if rest.beside else None, rest, half, opinion)


def rounded(at: Face, points: np.ndarray) -> np.ndarray:
    """Whether points lie in a square with corners of a radius of 0.15 sides, counted plainly."""
    yaw = np.radians(at.yaw_deg)
    back = np.array([(np.cos(yaw), np.sin(yaw)), (-np.sin(yaw), np.cos(yaw))])
    x, y = np.abs(back @ (points - (at.x, at.y)).T)
    beyond = np.hypot(np.maximum(x - 4.9, 0), np.maximum(y - 4.9, 0))
    return beyond <= 2.1


@pytest.mark.parametrize("yaw", [0.0, 17.0, 45.0, 80.0])
@pytest.mark.parametrize("away", [15.0, 22.0, 25.9, 27.5, 30.0])
def test_overlap_is_how_deep_a_disc_reaches_in(yaw: float, away: float) -> None:
    at, way = face(200.0, 200.0, yaw), np.radians(33.0)
    disc = Disc(200.0 + away * np.cos(way), 200.0 + away * np.sin(way), 1.0)
    grid = np.stack(np.meshgrid(*[np.arange(185.0, 215.0, 0.1)] * 2), axis=-1).reshape(-1, 2)
    body = grid[rounded(at, grid)]
    nearest = np.hypot(body[:, 0] - disc.x, body[:, 1] - disc.y).min()
    assert overlap_mm(at, disc, 19.0) == pytest.approx(19.0 - nearest, abs=0.15)


def test_dice_that_touch_reach_into_each_other_by_nothing() -> None:
    at = face(200.0, 200.0)
    for other, deep in (
        (face(214.0, 203.0), 0.0),
        (face(212.0, 200.0), 2.0),
        (face(218.0, 200.0), -4.0),
    ):
        rest = rest_of(at, Half.PICTURE_LEFT, [], [other], BOARD)
        assert rest.die == pytest.approx(deep, abs=0.05)


def test_a_die_alone_on_the_field_is_flat() -> None:
    assert told(face(150.0, 200.0, 30.0), FAINT) == (True, Support.SURFACE)


def test_a_die_alone_that_seems_to_lean_is_asked_about() -> None:
    assert told(face(150.0, 200.0, 30.0), LEANING) == (None, None)


def test_a_die_over_a_checker_is_carried_by_it() -> None:
    assert told(face(150.0, 200.0), CLEAR, [Disc(165.0, 200.0, 0.95)]) == (False, Support.CHECKER)
    doubtful = told(face(150.0, 200.0), CLEAR, [Disc(165.0, 200.0, 0.82)])
    assert doubtful == (None, None)


def test_a_die_on_the_bar_is_on_the_bar_and_one_at_its_edge_is_asked_about() -> None:
    assert told(face(300.0, 200.0), CLEAR) == (False, Support.BAR)
    assert told(face(282.0, 200.0), CLEAR)[0] is None


def test_a_die_on_the_rim_is_not_called_flat() -> None:
    assert half_of(face(15.0, 200.0), [], BOARD) is Half.OFF
    assert told(face(15.0, 200.0), CLEAR)[0] is None
    assert told(face(36.0, 200.0), CLEAR) == (True, Support.SURFACE)
    assert told(face(34.0, 200.0), CLEAR)[0] is None  # reaches three millimetres into the wall


def test_a_die_raised_by_a_checker_is_not_called_off() -> None:
    raised = face(26.0, 200.0)
    assert half_of(raised, [], BOARD) is Half.OFF
    assert half_of(raised, [Disc(50.0, 200.0, 1.0)], BOARD) is Half.PICTURE_LEFT
    assert told(raised, CLEAR, [Disc(50.0, 200.0, 1.0)])[0] is not True


@pytest.mark.parametrize("beside", ["checker", "wall"])
def test_what_may_lean_on_something_must_look_upright(beside: str) -> None:
    at = face(150.0, 200.0) if beside == "checker" else face(40.0, 200.0)
    discs = [Disc(179.0, 200.0, 1.0)] if beside == "checker" else []
    assert told(at, CLEAR, discs) == (True, Support.SURFACE)
    assert told(at, FAINT, discs)[0] is None
    assert told(at, FAINT, discs, [], FLAT)[0] is None
    assert told(at, LEANING, discs)[0] is False
    assert told(at, LEANING, discs, [], TILTED)[0] is False
    assert told(at, LEANING, discs, [], FLAT)[0] is None


def test_edges_of_a_die_beside_it_are_not_taken_for_a_lean() -> None:
    at, others = face(150.0, 200.0), [face(164.3, 200.0)]
    assert told(at, CLEAR, [], others) == (True, Support.SURFACE)
    assert told(at, LEANING, [], others)[0] is None
    assert told(at, LEANING, [], others, TILTED)[0] is None


def test_what_stands_side_by_side_with_a_wall_does_not_lean_on_it() -> None:
    somewhat = Lean(flat=0.62, gain=0.06, tilt_deg=15.0, edges=0.7, pips=0.88)
    assert told(face(37.5, 200.0), somewhat) == (True, Support.SURFACE)
    assert told(face(40.5, 200.0), somewhat)[0] is None
    assert told(face(48.0, 200.0), somewhat) == (True, Support.SURFACE)


def test_no_single_reader_makes_a_die_flat_or_tilted() -> None:
    at, close = face(150.0, 200.0), [Disc(176.2, 200.0, 1.0)]
    assert told(at, CLEAR, close, [], TILTED)[0] is None
    assert told(at, CLEAR, [], [], TILTED)[0] is None
    over = [Disc(174.0, 200.0, 1.0)]
    assert told(at, CLEAR, over)[0] is None
    assert told(at, CLEAR, over, [], TILTED) == (False, Support.CHECKER)


@pytest.mark.parametrize("off", [3.0, 5.0, 8.0])
def test_the_farther_off_a_thing_the_more_a_die_must_lean_on_it(off: float) -> None:
    """A cube about its far lower edge: its upper face is withdrawn from where it is raised."""
    at = face(30.0 + off + 7.0, 200.0)
    rest = rest_of(at, Half.PICTURE_LEFT, [], [], BOARD)
    lean = np.radians(rest.least_lean_deg(14.0))
    raised, upper = 14.0 * np.cos(lean), 14.0 * np.cos(lean) - 14.0 * np.sin(lean)
    assert raised - upper <= max(off, 14.0 * np.sin(np.radians(8.0)))
    assert raised - upper >= min(off - 2.5, 8.9)


def test_a_face_that_is_seen_too_large_may_be_raised() -> None:
    at = face(40.0, 200.0)
    rest = rest_of(at, Half.PICTURE_LEFT, [], [], BOARD)
    for reach, flat in ((0.5, True), (0.55, None)):
        one = Look(at, Outline((20.0,) * 4, (reach,) * 4))
        assert judge(one, CLEAR, CLEAR, rest, Half.PICTURE_LEFT, None)[0] is flat


def test_the_part_of_a_checkers_edge_that_a_die_hides_does_not_count_against_it() -> None:
    lens = np.array([[1800.0, 0.0, 1151.5], [0.0, 1800.0, 647.5], [0.0, 0.0, 1.0]])
    eye = np.array([-300.0, -260.0, 820.0])
    camera = Calibration(lens, np.zeros(5), np.eye(3), eye, BOARD, 2304, 1296)
    around = np.radians(np.arange(0, 360, 3))
    rim = np.column_stack([200 + 19 * np.cos(around), 200 + 19 * np.sin(around)])
    picture = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    for outline, height, shade in (
        (rim, 9.5, (40, 40, 160)),
        (face(219.0, 200.0).corners_mm(), 9.5, (90, 90, 90)),
    ):
        points = np.column_stack([outline, np.full(len(outline), -height)])
        cv2.fillConvexPoly(picture, np.rint(camera.project(points)).astype(np.int32), shade)
    found = checkers_near(picture, camera, face(219.0, 200.0))
    assert [(one.x, one.y) for one in found] == [pytest.approx((200.0, 200.0), abs=1.0)]
    assert found[0].round > 0.93
