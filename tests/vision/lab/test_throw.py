"""Throws end as asked, by geometry computed here and not by the planner's own."""

import math
from itertools import combinations, product
from typing import get_args

import numpy as np
import pytest
from kits.solid import SLACK_MM, deepest_mm

from vision.errors import ThrowImpossible
from vision.lab.natural.leaning import seen_from
from vision.lab.throw import Outcome, plan_lift, plan_throw
from vision.scene import CheckerAt, CubeAt, DiePath, DiePose, Rig, Scene, leaning, opening, truth
from vision.scene import throw as scene_throw
from vision.scene.die import nearest_top, showing
from vision.scene.pose import matrix

SEEDS = range(6)
LATE_MS = 5000.0


def throw(seed: int, outcome: str, half: str = "picture_right", values=(5, 2)) -> tuple:
    rig = Rig.draw(seed, mixer=None if seed % 2 else half)
    board = rig.board
    checkers = opening(board)
    empty = Scene(checkers, (), CubeAt(1, board.width_mm / 2, board.height_mm / 2))
    dice = plan_throw(
        rig, empty, values=values, half=half, outcome=outcome, rng=np.random.default_rng(seed)
    )
    scene = Scene(checkers, dice, empty.cube)
    return rig, scene, truth(rig, scene, LATE_MS)["dice"]


def corners(pose: DiePose, size: float) -> np.ndarray:
    signs = np.array(list(product((-1, 1), repeat=3))) * size / 2
    return pose.centre_mm + signs @ matrix(pose.quaternion).T


def gap_between(a: np.ndarray, b: np.ndarray) -> float:
    """Widest separation of two upright boxes' outlines along their own side directions (mm)."""
    best = -math.inf
    for box in (a, b):
        for axis in (box[1] - box[0], box[2] - box[0], box[4] - box[0]):
            flat = axis[:2]
            if np.linalg.norm(flat) < 1:
                continue
            along = flat / np.linalg.norm(flat)
            p, q = a[:, :2] @ along, b[:, :2] @ along
            best = max(best, q.min() - p.max(), p.min() - q.max())
    return best


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("half", ["picture_left", "picture_right"])
def test_flat_dice_lie_free_in_the_wanted_half(seed: int, half: str) -> None:
    rig, scene, dice = throw(seed, "flat", half)
    x0, y0, x1, y1 = rig.board.halves[half]
    boxes = [corners(path.rest, rig.style.die_mm) for path in scene.dice]
    for die, box, value in zip(dice, boxes, (5, 2), strict=True):
        assert die["top"] == value
        assert die["tilt_deg"] < 0.5
        assert (die["support"], die["zone"]) == ("surface", half)
        assert not die["in_motion"]
        assert box[:, 2].max() == pytest.approx(0, abs=1e-6)
        assert (box[:, :2] > [x0, y0]).all()
        assert (box[:, :2] < [x1, y1]).all()
        for checker in scene.checkers:
            away = np.hypot(box[:, 0] - checker.x_mm, box[:, 1] - checker.y_mm)
            assert away.min() > rig.board.checker_diameter_mm / 2
    assert gap_between(*boxes) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_leaning_die_stands_between_felt_and_checker(seed: int) -> None:
    rig, scene, dice = throw(seed, "lean_checker")
    board, size = rig.board, rig.style.die_mm
    die, rest = dice[-1], scene.dice[-1].rest
    box = corners(rest, size)
    assert die["top"] is None
    assert die["nearest_top"] == 2
    assert 20 <= die["tilt_deg"] <= 44
    assert die["support"] == "checker"
    assert {"checker", "surface"} <= set(die["touches"])
    assert box[:, 2].max() == pytest.approx(0, abs=1e-6)
    assert -2 * SLACK_MM < deepest_mm(rest, size, board, scene.checkers) < SLACK_MM
    # It stays up: the centre of mass lies between its foot and the checker.
    foot = box[box[:, 2] > -2.0][:, :2].mean(axis=0)
    places = np.array([(c.x_mm, c.y_mm) for c in scene.checkers])
    nearest = places[np.linalg.norm(places - rest.centre_mm[:2], axis=1).argmin()]
    along = (nearest - foot) / np.linalg.norm(nearest - foot)
    assert 0 < (rest.centre_mm[:2] - foot) @ along < np.linalg.norm(nearest - foot)
    assert dice[0]["support"] == "surface"


def test_leaning_dice_are_as_thrown_ones_were() -> None:
    """Some, by the engine: tipped as seen from the checker, as the kept rests have it."""
    board = Rig.draw(2).board
    at = CheckerAt(0, 300.0, 200.0, -board.checker_thickness_mm / 2)
    kept = leaning.rests()
    assert len(kept) >= 40
    for number, one in enumerate(kept):
        for rest in (one, one.mirrored):
            way = 0.37 * number
            turn = rest.turned(showing(1 + number % 6, "ccw", 0.0), way)
            pose = leaning.against(board, at, 14.0, turn, way)
            value, tilt = nearest_top(pose, "ccw")
            assert value == 1 + number % 6
            assert tilt == pytest.approx(math.degrees(one.tip_rad), abs=0.01)
            again = seen_from(at, pose, one.height)
            assert again.tip_rad == pytest.approx(rest.tip_rad)
            turned = (again.about_rad - rest.about_rad + math.pi) % (2 * math.pi)
            assert turned == pytest.approx(math.pi, abs=1e-6)
            quarter = (again.yaw_rad - rest.yaw_rad + math.pi / 4) % (math.pi / 2)
            assert quarter == pytest.approx(math.pi / 4, abs=1e-6)
            assert -SLACK_MM < deepest_mm(pose, 14.0, board, (at,)) < SLACK_MM


@pytest.mark.parametrize("outcome", get_args(Outcome))
def test_no_die_stands_in_a_checker(outcome: str) -> None:
    for seed in SEEDS:
        rig, scene, _ = throw(seed, outcome)
        for path in scene.dice:
            deep = deepest_mm(path.rest, rig.style.die_mm, rig.board, scene.checkers)
            assert deep < SLACK_MM


@pytest.mark.parametrize("seed", SEEDS)
def test_many_dice_never_share_a_place(seed: int) -> None:
    rig, scene, _ = throw(seed, "flat", values=(1, 2, 3, 4, 5, 6) * 6)
    boxes = [corners(path.rest, rig.style.die_mm) for path in scene.dice]
    assert min(gap_between(a, b) for a, b in combinations(boxes, 2)) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_other_outcomes_end_where_they_say(seed: int) -> None:
    ends = {
        "wrong_half": ("surface", "picture_left"),
        "off_board": ("table", "off"),
        "on_bar": ("bar", "bar"),
        "on_checker": ("checker", "picture_right"),
        "on_die": ("die", "picture_right"),
        "touching": ("surface", "picture_right"),
    }
    for outcome, end in ends.items():
        rig, scene, dice = throw(seed, outcome)
        assert [(d["support"], d["zone"]) for d in dice] == [("surface", "picture_right"), end]
        assert [d["top"] for d in dice] == [5, 2]
        u, v = dice[-1]["center_px"]
        assert 0 < u < rig.camera.width
        assert 0 < v < rig.camera.height
        if outcome == "touching":
            boxes = [corners(p.rest, rig.style.die_mm) for p in scene.dice]
            assert 0 < gap_between(*boxes) < 1
            assert "die" in dice[0]["touches"]


@pytest.mark.parametrize("outcome", ["flat", "lean_checker", "off_board"])
def test_dice_fly_before_they_rest(outcome: str) -> None:
    rig, scene, _ = throw(3, outcome)
    size = rig.style.die_mm
    for t in range(0, 840, 40):
        told = truth(rig, scene, t)["dice"]
        assert all(d["in_motion"] for d in told), t
        assert all(d["support"] == "none" for d in told)
    assert not any(d["in_motion"] for d in truth(rig, scene, 910)["dice"])
    for path in scene.dice:
        lowest = [corners(path.pose_at(t), size)[:, 2].max() for t in range(0, 900, 7)]
        assert max(lowest) < rig.board.table_depth_mm + 0.5, "no die sinks into the table"
        seen = {truth(rig, Scene(dice=(path,)), t)["dice"][0]["nearest_top"] for t in range(700)}
        assert len(seen) > 2, "it tumbles"
        assert max(-path.pose_at(t).z_mm for t in range(0, 300, 20)) > 40


def test_the_same_draw_gives_the_same_throw() -> None:
    assert throw(4, "flat")[1] == throw(4, "flat")[1]
    rig = Rig.draw(4)
    first, second = (
        plan_throw(
            rig,
            Scene(),
            values=(1,),
            half="picture_left",
            outcome="flat",
            rng=np.random.default_rng(seed),
        )
        for seed in (1, 2)
    )
    assert first != second


def test_a_board_without_room_refuses() -> None:
    rig = Rig.draw(1)
    none = Scene()
    with pytest.raises(ThrowImpossible, match="picture_left"):
        plan_throw(
            rig,
            none,
            values=(3, 3),
            half="picture_left",
            outcome="lean_checker",
            rng=np.random.default_rng(0),
        )
    x0, y0, x1, y1 = rig.board.halves["picture_left"]
    step = rig.board.checker_diameter_mm
    crowd = tuple(
        CheckerAt(0, x, y, -4.0)
        for x in np.arange(x0 + step / 2, x1, step)
        for y in np.arange(y0 + step / 2, y1, step)
    )
    with pytest.raises(ThrowImpossible, match="free felt"):
        plan_throw(
            rig,
            Scene(crowd),
            values=(3, 3),
            half="picture_left",
            outcome="flat",
            rng=np.random.default_rng(0),
        )
    with pytest.raises(ValueError, match="1 to 6"):
        plan_throw(
            rig,
            none,
            values=(0, 3),
            half="picture_left",
            outcome="flat",
            rng=np.random.default_rng(0),
        )


@pytest.mark.parametrize("plan", [plan_throw, scene_throw.plan_throw])
def test_an_unknown_end_is_refused(plan) -> None:
    with pytest.raises(ValueError, match="not 'upright'"):
        plan(
            Rig.draw(1),
            Scene(),
            values=(3, 3),
            half="picture_left",
            outcome="upright",
            rng=np.random.default_rng(0),
        )


@pytest.mark.parametrize("outcome", get_args(scene_throw.Outcome))
def test_an_end_of_the_demos_is_the_same_throw(outcome: str) -> None:
    rig = Rig.draw(4)
    there = Scene(opening(rig.board))
    asked = {"values": (5, 2), "half": "picture_right", "outcome": outcome}
    demos, labs = (
        plan(rig, there, **asked, rng=np.random.default_rng(4))
        for plan in (scene_throw.plan_throw, plan_throw)
    )
    assert demos == labs


def test_a_lifted_die_leaves_the_picture() -> None:
    rig, scene, _ = throw(2, "flat")
    lifted = plan_lift(scene.dice[0], after_ms=100)
    assert lifted.pose_at(50) == scene.dice[0].rest
    gone = truth(rig, Scene(dice=(DiePath.resting(lifted.rest),)), 0)["dice"][0]
    assert gone["bbox_px"][1] > rig.camera.height
