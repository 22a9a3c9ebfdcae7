"""Dice that nets learn from: they lie, and go there, as the physics engine has it."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from kits.solid import deepest_mm
from kits.tracked_files import tracked_files

from vision.lab.natural.ends import end_of
from vision.lab.natural.strewn import Way, strewn
from vision.lab.natural.throws import Throw
from vision.lab.train import moving, strewing
from vision.lab.train.strewing import FLYING, LYING, earlier, paths, strewn_dice, topped
from vision.scene import Rig, opening
from vision.scene.die import nearest_top

DICE = 12


def drawn(seed: int = 3) -> Rig:
    rig = Rig.draw(seed, 640, 360)
    return replace(rig, style=replace(rig.style, die_mm=14.0, finish=None))


def left(ways: dict[Way, float], count: int) -> list[Throw]:
    rig, rng = drawn(), np.random.default_rng(2)
    return [strewn(rig, opening(rig.board), None, DICE, ways, rng) for _ in range(count)]


@pytest.fixture(scope="module")
def fallen() -> list[Throw]:
    return left(LYING, 8)


def test_dice_lie_on_the_board_and_in_nothing(fallen: list[Throw]) -> None:
    rig = drawn()
    for throw in fallen:
        assert len(throw.dice) == DICE
        for die in throw.dice:
            sunk = deepest_mm(die.path.rest, rig.style.die_mm - 1.0, rig.board, throw.checkers)
            assert sunk < 0.1
    zones = Counter(die.zone for throw in fallen for die in throw.dice)
    assert zones["off"] < 0.1 * zones.total()


def test_what_lies_askew_touches_more_than_the_field(fallen: list[Throw]) -> None:
    askew = [die for throw in fallen for die in throw.dice if not die.level]
    assert len(askew) > 6
    assert all(die.touches & {"checker", "rim", "bar", "die"} for die in askew)


@pytest.mark.parametrize(
    ("ways", "end", "least"),
    [
        ({"checker": 1.0}, "leans_checker", 0.1),
        ({"wall": 1.0}, "leans_rim", 0.02),
        ({"level": 0.5, "over": 0.5}, "on_die", 0.05),
        ({"above": 1.0}, "free", 0.5),
    ],
)
def test_each_way_has_its_ends(ways: dict[Way, float], end: str, least: float) -> None:
    ends = Counter(end_of(die) for throw in left(ways, 4) for die in throw.dice)
    assert ends[end] >= least * ends.total()


def test_dice_follow_from_their_draws(fallen: list[Throw]) -> None:
    assert left(LYING, 1)[0] == fallen[0]


def test_a_die_under_another_is_covered_and_the_other_lies_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(strewing, "LYING", {"level": 0.5, "over": 0.5})
    rig, rng = drawn(), np.random.default_rng(5)
    found = [strewn_dice(rig, opening(rig.board), None, DICE, rng)[1] for _ in range(4)]
    on = [die for some in found for die in some if die.on_die]
    covered = [die for some in found for die in some if die.covered]
    assert on
    assert len(covered) >= len(on)
    for some in found:
        for die in some:
            if die.on_die:
                apart = [
                    np.hypot(die.pose.x_mm - o.pose.x_mm, die.pose.y_mm - o.pose.y_mm)
                    for o in some
                    if o.covered
                ]
                assert min(apart) < rig.style.die_mm


@pytest.mark.parametrize("chirality", ["ccw", "cw"])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_with_another_value_up_takes_the_same_room(
    fallen: list[Throw], chirality, value: int
) -> None:
    for die in fallen[0].dice:
        rest = die.path.rest
        other = topped(rest, value, chirality)
        assert nearest_top(other, chirality)[0] == value
        was, now = (sorted(map(tuple, p.corners_mm(14.0).round(6).tolist())) for p in (rest, other))
        assert np.array(was) == pytest.approx(np.array(now), abs=1e-5)


def test_ones_are_as_frequent_as_they_are_wished() -> None:
    rig, rng = drawn(), np.random.default_rng(5)
    found = [strewn_dice(rig, opening(rig.board), None, DICE, rng, 1.0)[1] for _ in range(2)]
    values = [nearest_top(die.pose, rig.style.chirality)[0] for some in found for die in some]
    assert set(values) == {1}


def test_dice_fly_where_the_engine_has_them() -> None:
    rig, rng = drawn(), np.random.default_rng(7)
    thrown = paths(rig, opening(rig.board), None, DICE, FLYING, rng)
    ways = [{pose for _, pose in path.keyframes} for path in thrown]
    flying = moving.flights(thrown, rig.style, 15.0, rng)
    assert len(flying) > DICE / 2
    for path in flying:
        assert moving.smear_sides(path, rig.style, 15.0) >= moving.LEAST_SMEAR
        assert any({pose for _, pose in path.keyframes} == way for way in ways)
    tilts = [nearest_top(path.pose_at(0.0), "ccw")[1] for path in flying]
    assert max(tilts) > 20


def test_another_instant_of_a_path_is_at_nought() -> None:
    rig, rng = drawn(), np.random.default_rng(7)
    path = paths(rig, opening(rig.board), None, 2, FLYING, rng)[0]
    assert earlier(path, -100.0).pose_at(0.0) == path.pose_at(-100.0)


def test_no_step_of_the_training_poses_a_die_itself() -> None:
    """But for boards on which checkers are counted: dice only hide some of them there."""
    files = [each for each in tracked_files("vision/lab/train/*.py") if each.name != "counting.py"]
    assert len(files) > 20
    for file in files:
        called = {
            node.func.id
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"DiePose", "plan_throw", "about", "support_height_mm"}, file.name
