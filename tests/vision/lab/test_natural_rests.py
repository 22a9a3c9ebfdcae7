"""Rests kept for the demo: as the engine's throws had them, and thrown dice are told for what they
are."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from kits.solid import SLACK_MM, deepest_mm

from vision.lab.natural import rests as search
from vision.lab.natural.throws import Tabletop, Throw, ThrownDie
from vision.scene import CheckerAt, DiePath, DiePose, Rig, Scene, opening, rests
from vision.scene.die import nearest_top, showing
from vision.scene.throw import Outcome, plan_throw

RIG = replace(Rig.draw(2), style=replace(Rig.draw(2).style, die_mm=14.0))
BOARD = RIG.board
AT = CheckerAt(0, 300.0, 200.0, -BOARD.checker_thickness_mm / 2)


def near(one: float, other: float, turn: float) -> bool:
    """Angles that are the same but for whole turns of so much."""
    return abs((one - other + turn / 2) % turn - turn / 2) < 2e-3


def test_leaning_dice_are_as_thrown_ones_were() -> None:
    """Tipped, seen from the checker, as the kept rests have it."""
    kept = rests.stored_rests().leaning
    assert len(kept) >= 40
    for number, one in enumerate(kept):
        for rest in (one, one.mirrored):
            way = 0.37 * number
            turn = rest.turned(showing(1 + number % 6, "ccw", 0.0), way)
            pose = rests.against(BOARD, AT, 14.0, turn, way)
            value, tilt = nearest_top(pose, "ccw")
            assert value == 1 + number % 6
            assert tilt == pytest.approx(math.degrees(one.tip_rad), abs=0.01)
            again = search.seen_from(AT, pose, one.height)
            assert again.tip_rad == pytest.approx(rest.tip_rad)
            assert near(again.about_rad, rest.about_rad, 2 * math.pi)
            assert near(again.yaw_rad, rest.yaw_rad, math.pi / 2)
            assert -SLACK_MM < deepest_mm(pose, 14.0, BOARD, (AT,)) < SLACK_MM


def kept_like(name: str, found: rests.Level) -> bool:
    """Whether a rest is one of those that are kept, seen from any side of what it lies by."""
    for one in getattr(rests.stored_rests(), name):
        for rest in (one, one.mirrored):
            for quarter in range(4):
                x, y, _ = rest.place_on(0.0, 0.0, quarter * math.pi / 2, 1.0)
                apart = math.dist((x, y), (found.x, found.y))
                if name == "beside_die":  # slid until they touch
                    apart = math.hypot(x, y) * abs(
                        math.sin(math.atan2(y, x) - math.atan2(found.y, found.x))
                    )
                if apart < 2e-3 and near(rest.yaw_rad, found.yaw_rad, math.pi / 2):
                    return True
    return False


@pytest.mark.parametrize("outcome", ["on_checker", "on_bar", "touching", "on_die"])
def test_an_end_is_one_of_the_throws(outcome: Outcome) -> None:
    there = opening(BOARD)
    for seed in range(12):
        first, last = (
            path.rest
            for path in plan_throw(
                RIG,
                Scene(there),
                values=(5, 2),
                half="picture_left",
                outcome=outcome,
                rng=np.random.default_rng(seed),
            )
        )
        if outcome == "on_checker":
            under = min(there, key=lambda c: math.dist((c.x_mm, c.y_mm), (last.x_mm, last.y_mm)))
            found = search.upon(under, last, BOARD.checker_diameter_mm / 2)
            assert kept_like("on_checker", found)
        elif outcome == "on_bar":
            die = ThrownDie(DiePath.resting(last), 0.0, frozenset({"bar"}), "bar")
            ((_, rest),) = search.on_bar(BOARD, die)
            assert isinstance(rest, rests.Level)
            assert kept_like("on_bar", rest)
        else:
            name = "on_die" if outcome == "on_die" else "beside_die"
            assert kept_like(name, search.among(first, last, 14.0))


def lying(x: float, y: float, z: float, touches: str, yaw: float = 0.3) -> ThrownDie:
    pose = DiePose(x, y, z, showing(4, "ccw", yaw))
    return ThrownDie(DiePath.resting(pose), 0.0, frozenset(touches.split()), BOARD.zone(x, y))


def thrown(*dice: ThrownDie) -> Throw:
    return Throw(dice, (AT, replace(AT, x_mm=AT.x_mm + 60.0)), 500.0, askew=False)


@pytest.mark.parametrize(
    ("x", "touches", "found"),
    [
        (304.0, "checker", ["on_checker"]),
        (330.0, "checker", []),  # over the gap between two
        (304.0, "checker rim", []),
        (304.0, "surface", []),
    ],
)
def test_a_die_on_one_checker_and_nothing_else_is_kept(x: float, touches: str, found: list) -> None:
    die = lying(x, 200.0, -BOARD.checker_thickness_mm - 7.0, touches)
    wide = replace(BOARD, checker_diameter_mm=56.0)
    rig = replace(RIG, board=wide)
    kept = list(search.by_checker(rig, thrown(die), die))
    assert [name for name, _ in kept] == found
    if found:
        assert kept[0][1] == rests.Level(pytest.approx(4.0 / 28.0), 0.0, pytest.approx(0.3))


def test_two_dice_are_kept_once_and_by_the_one_that_lies_flat() -> None:
    first, beside = lying(100.0, 100.0, -7.0, "surface die"), lying(0, 0, -7.0, "surface die")
    c, s = math.cos(0.3), math.sin(0.3)
    beside = lying(100.0 + 14 * c, 100.0 + 14 * s, -7.0, "surface die")
    over = lying(100.0 + 4 * c, 100.0 + 4 * s, -21.0, "die", yaw=0.5)

    def found(*dice: ThrownDie) -> list[search.Found]:
        every = (search.by_dice(14.0, thrown(*dice), number) for number in range(len(dice)))
        return [one for some in every for one in some]

    ((name, rest),) = found(first, beside)
    assert name == "beside_die"
    assert isinstance(rest, rests.Level)
    assert math.hypot(rest.x, rest.y) == pytest.approx(1.0)
    ((name, rest),) = found(lying(100.0, 100.0, -7.0, "surface die"), over)
    assert name == "on_die"
    assert isinstance(rest, rests.Level)
    assert math.hypot(rest.x, rest.y) == pytest.approx(4 / 14)
    assert found(lying(100.0, 100.0, -7.0, "bar die"), over) == []
    assert found(first, lying(180.0, 100.0, -7.0, "surface die")) == []


def test_what_is_kept_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the command writes the first that its throws come to, and how they were made."""
    before = rests.stored_rests()

    def throws_that_find(*names: str):
        return lambda _seed: cycle((name, one) for name in names for one in getattr(before, name))

    file = tmp_path / "rests.json"
    monkeypatch.setattr(rests, "FILE", file)
    monkeypatch.setattr(search, "of_two", throws_that_find("leaning", "on_checker"))
    many = throws_that_find("on_bar", "beside_die", "on_die")
    monkeypatch.setattr(search, "of_many", many)
    rests.stored_rests.cache_clear()
    try:
        search.main(["--seed", "7"])
        assert rests.stored_rests() == before
        assert '"made": "python -m vision.lab.natural.rests --seed 7"' in file.read_text()
    finally:
        rests.stored_rests.cache_clear()


def test_a_cup_throws_as_many_dice_as_there_are() -> None:
    table = Tabletop(RIG, "felt", dice=9)
    throw = table.throw("picture_right", np.random.default_rng(1))
    assert len(throw.dice) == 9
    starts = [die.path.keyframes[0][1].centre_mm for die in throw.dice]
    apart = [math.dist(a, b) for n, a in enumerate(starts) for b in starts[:n]]
    assert min(apart) == pytest.approx(1.8 * 14.0, rel=1e-3)
    assert max(apart) < 1.8 * 14.0 * 2 * math.sqrt(3) + 0.1
    here = [die for die in throw.dice if die.zone == "picture_right" and die.level]
    assert len(here) >= 6
