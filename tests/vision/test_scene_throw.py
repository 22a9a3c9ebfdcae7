"""Throws end as asked, by geometry computed here and not by the planner's own."""

import math
from dataclasses import replace
from itertools import combinations, product
from typing import get_args

import numpy as np
import pytest
from kits.solid import SLACK_MM, deepest_mm

from vision.errors import ThrowImpossible
from vision.scene import CheckerAt, CubeAt, DiePose, Rig, Scene, opening, rests, truth
from vision.scene.pose import about, matrix
from vision.scene.throw import Outcome, plan_throw

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


def in_wood(pose: DiePose, rig: Rig) -> bool:
    """Whether a corner lies under the field, in rim, bar or divider, or under the table."""
    places = corners(pose, rig.style.die_mm).tolist()
    return any(z > rig.board.ground_z_mm(x, y) + 0.02 for x, y, z in places)


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


@pytest.mark.parametrize("outcome", get_args(Outcome))
def test_no_die_stands_in_a_checker(outcome: str) -> None:
    for seed in SEEDS:
        rig, scene, _ = throw(seed, outcome)
        for path in scene.dice:
            deep = deepest_mm(path.rest, rig.style.die_mm, rig.board, scene.checkers)
            assert deep < SLACK_MM
            assert not in_wood(path.rest, rig)


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
            assert gap_between(*boxes) == pytest.approx(0.0, abs=1e-3)
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


def test_an_unknown_end_is_refused() -> None:
    with pytest.raises(ValueError, match="not 'upright'"):
        plan_throw(
            Rig.draw(1),
            Scene(),
            values=(3, 3),
            half="picture_left",
            outcome="upright",
            rng=np.random.default_rng(0),
        )


def level_rests() -> list[tuple[str, rests.Level]]:
    kept = rests.stored_rests()
    return [
        (name, rest)
        for name in ("on_checker", "on_bar", "beside_die", "on_die")
        for one in getattr(kept, name)
        for rest in (one, one.mirrored)
    ]


def test_the_middle_of_a_carried_die_is_over_what_carries_it() -> None:
    found = level_rests()
    counts = {name: sum(kind == name for kind, _ in found) for name, _ in found}
    assert counts == {"on_checker": 120, "on_bar": 48, "beside_die": 24, "on_die": 24}
    for name, rest in found:
        out = max(abs(rest.x), abs(rest.y))
        if name == "beside_die":
            assert math.hypot(rest.x, rest.y) >= 0.95
        else:
            assert out < (0.5 if name == "on_die" else 1.0), (name, rest)


def test_dice_beside_dice_touch_where_the_engine_left_them() -> None:
    """Its dice are round at their edges: where a corner touches, sharp ones lie further apart."""
    first = DiePose(200.0, 150.0, -7.0, about((0.0, 0.0, 1.0), 0.4))
    for name, rest in level_rests():
        if name != "beside_die":
            continue
        x, y, yaw = rest.place_on(first.x_mm, first.y_mm, 0.4, 14.0)
        way = math.atan2(y - first.y_mm, x - first.x_mm)
        pose = rests.beside(first, 14.0, about((0.0, 0.0, 1.0), yaw), way)
        gap = gap_between(corners(first, 14.0), corners(pose, 14.0))
        assert gap == pytest.approx(0.0, abs=1e-4)
        assert math.dist((pose.x_mm, pose.y_mm), (x, y)) < 1.0


@pytest.mark.parametrize("size_mm", [12.0, 14.0, 16.0])
def test_ends_hold_for_dice_of_any_size(size_mm: float) -> None:
    drawn = Rig.draw(5)
    rig = replace(drawn, style=replace(drawn.style, die_mm=size_mm))
    there = opening(rig.board)
    for number, (outcome, carrier) in enumerate(
        [
            *(("on_checker", "checker"), ("on_bar", "bar"), ("touching", "surface")),
            *(("on_die", "die"), ("lean_checker", "checker")),
        ]
        * 6
    ):
        dice = plan_throw(
            rig,
            Scene(there),
            values=(5, 2),
            half="picture_left",
            outcome=outcome,
            rng=np.random.default_rng(number),
        )
        last = truth(rig, Scene(there, dice), LATE_MS)["dice"][-1]
        assert last["support"] == carrier, (outcome, number)
        assert deepest_mm(dice[-1].rest, size_mm, rig.board, there) < SLACK_MM
        assert not in_wood(dice[-1].rest, rig)


def test_a_mirrored_rest_is_the_rest_in_a_mirror() -> None:
    for _, rest in level_rests():
        outlines = []
        for one, side in ((rest, 1.0), (rest.mirrored, -1.0)):
            x, y, yaw = one.place_on(0.0, 0.0, 0.0, 20.0)
            turn = about((0.0, 0.0, 1.0), yaw)
            seen = corners(DiePose(x, y, 0.0, turn), 14.0)[:, :2] * (1.0, side)
            outlines.append(sorted(map(tuple, seen.round(6).tolist())))
        assert np.array(outlines[0]) == pytest.approx(np.array(outlines[1]), abs=1e-5)


@pytest.mark.parametrize("outcome", ["on_checker", "on_bar"])
def test_a_carried_die_keeps_clear_of_what_stands_higher(outcome: Outcome) -> None:
    """On low checkers among stacks, on a bar with many checkers."""
    rig = Rig.draw(1)
    board = rig.board
    thick, wide = board.checker_thickness_mm, board.checker_diameter_mm
    x0, y0, x1, y1 = board.halves["picture_right"]
    field = [
        CheckerAt(0, x0 + (column + 0.5) * wide, y0 + (row + 0.5) * wide, -(level + 0.5) * thick)
        for column in range(int((x1 - x0) / wide))
        for row in range(int((y1 - y0) / wide))
        for level in range(1 if (column + row) % 2 else 3)
    ]
    wood_z = -board.rim_height_mm - thick / 2
    bar = [CheckerAt(1, board.width_mm / 2, y0 + n * wide * 1.6, wood_z) for n in range(1, 7)]
    for seed in range(12):
        (path,) = plan_throw(
            rig,
            Scene((*field, *bar)),
            values=(2,),
            half="picture_right",
            outcome=outcome,
            rng=np.random.default_rng(seed),
        )
        deep = deepest_mm(path.rest, rig.style.die_mm, board, (*field, *bar))
        assert deep < SLACK_MM
        if outcome == "on_bar":
            assert deep < -0.7
