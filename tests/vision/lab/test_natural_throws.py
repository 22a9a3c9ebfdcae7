"""Dice thrown by the engine: they lie as dice do, and touch what the geometry says they touch."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from kits.solid import deepest_mm

from vision.lab.natural import frames
from vision.lab.natural.ends import end_of
from vision.lab.natural.positions import BAR, OFF, POSITIONS, laid
from vision.lab.natural.stuff import SURFACES
from vision.lab.natural.throws import LEVEL_DEG, Tabletop, Throw
from vision.scene import CheckerAt, DiePose, Rig
from vision.scene.die import nearest_top, support_height_mm
from vision.scene.pose import matrix

HALF = "picture_right"
SUNK_MM = 0.05
"""So deep at most a die at rest sinks into what carries it."""
REACH_MM = 1.7
"""Between a sharp box and a sharp cylinder lies at most the round edge of each."""


def drawn(seed: int, die_mm: float = 14.0) -> Rig:
    rig = Rig.draw(seed)
    return replace(rig, style=replace(rig.style, die_mm=die_mm, finish=None))


def throws(position: str, count: int, seed: int = 1) -> tuple[Tabletop, list[Throw]]:
    rig = drawn(seed)
    table = Tabletop(rig, "felt", laid(rig.board, position))
    rng = np.random.default_rng(seed)
    return table, [table.throw(HALF, rng) for _ in range(count)]


@pytest.fixture(scope="module")
def crowded() -> tuple[Tabletop, list[Throw]]:
    """Until one leans on a checker and one lies on it, as one in fifty and one in ten does."""
    rig = drawn(1, 16.0)
    table = Tabletop(rig, "felt", laid(rig.board, "primes"))
    rng = np.random.default_rng(1)
    thrown, ends = [], set[str]()
    while len(thrown) < 60 or (len(thrown) < 600 and not {"leans_checker", "on_checker"} <= ends):
        thrown.append(table.throw(HALF, rng))
        ends |= {end_of(die) for die in thrown[-1].dice}
    return table, thrown


def test_the_engines_frame_is_the_boards_upside_down() -> None:
    """Places and axes of dice, through the engine's own matrices."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        turn = rng.normal(size=4)
        turn /= np.linalg.norm(turn)
        place = rng.normal(size=3) * 100
        pose = frames.pose_of(place, turn)
        engines = np.empty(9)
        mujoco.mju_quat2Mat(engines, turn)
        flip = np.diag([1.0, -1.0, -1.0])
        assert pose.centre_mm == pytest.approx(flip @ place)
        assert matrix(pose.quaternion) == pytest.approx(flip @ engines.reshape(3, 3))
        assert frames.to_engine(*pose.centre_mm) == pytest.approx(tuple(place))


@pytest.mark.parametrize("surface", SURFACES)
def test_a_die_alone_ends_level_on_the_field(surface) -> None:
    table = Tabletop(drawn(3), surface)
    rng = np.random.default_rng(5)
    half = table.rig.style.die_mm / 2
    ends = Counter[str]()
    for _ in range(40):
        throw = table.throw(HALF, rng)
        assert throw.took_ms is not None
        for die in throw.dice:
            ends[end_of(die)] += 1
            if die.touches == {"surface"}:
                assert die.tilt_deg < 0.2
                assert die.path.rest.z_mm == pytest.approx(-half, abs=SUNK_MM)
    assert ends["free"] > 70
    assert not ends["leans_nothing"]


def test_what_lies_still_has_spent_its_energy() -> None:
    """From a hand's throw to nothing, never more than it had."""
    table = Tabletop(drawn(3), "felt")
    rng = np.random.default_rng(2)
    for _ in range(5):
        for die in table.throw(HALF, rng).dice:
            times, poses = zip(*die.path.keyframes, strict=True)
            heights = -np.array([pose.z_mm for pose in poses])
            places = np.array([pose.centre_mm for pose in poses])
            speeds = np.linalg.norm(np.diff(places, axis=0), axis=1) / 0.01
            energy = 9810 * (heights[1:] + heights[:-1]) / 2 + speeds**2 / 2
            assert times[-1] == 0
            assert speeds[-1] < 30
            assert energy[-1] < 0.5 * energy[0]
            assert energy.max() < 1.6 * energy[0]  # what its spin had is not reckoned


def test_a_throw_follows_from_its_draws() -> None:
    table, (first, *_) = throws("primes", 1)
    table.throw(HALF, np.random.default_rng(9))
    again = table.throw(HALF, np.random.default_rng(1))
    fresh = throws("primes", 1)[1][0]
    assert first == again == fresh
    assert first != table.throw(HALF, np.random.default_rng(2))


def test_no_die_stands_in_a_checker(crowded: tuple[Tabletop, list[Throw]]) -> None:
    """Of the box within its round edges."""
    table, thrown = crowded
    board = table.rig.board
    inner = table.rig.style.die_mm - 1.0
    for throw in thrown:
        for die in throw.dice:
            assert deepest_mm(die.path.rest, inner, board, throw.checkers) < SUNK_MM


def gap_to_checker(pose: DiePose, table: Tabletop, at: CheckerAt) -> float:
    """From a die's surface to a checker's at the nearest of points all over the die, mm."""
    half = table.rig.style.die_mm / 2
    along = np.linspace(-half, half, 21)
    grid = np.array(np.meshgrid(along, along, along)).reshape(3, -1).T
    points = grid[np.abs(grid).max(axis=1) > half - 1e-9]
    x, y, z = (pose.centre_mm + points @ matrix(pose.quaternion).T).T
    board = table.rig.board
    out = np.hypot(x - at.x_mm, y - at.y_mm) - board.checker_diameter_mm / 2
    above = np.abs(z - at.z_mm) - board.checker_thickness_mm / 2
    apart = np.hypot(np.maximum(out, 0), np.maximum(above, 0)) + np.minimum(
        np.maximum(out, above), 0
    )
    return float(apart.min())


def test_contacts_agree_with_geometry(crowded: tuple[Tabletop, list[Throw]]) -> None:
    table, thrown = crowded
    size = table.rig.style.die_mm
    seen = Counter[str]()
    for throw in thrown:
        for die in throw.dice:
            rest = die.path.rest
            end = end_of(die)
            seen[end] += 1
            gap = min(gap_to_checker(rest, table, at) for at in throw.checkers)
            if end.endswith("checker"):
                assert -REACH_MM < gap < REACH_MM
            if gap > REACH_MM:
                assert "checker" not in die.touches
            lowest = -support_height_mm(rest.quaternion, size) - rest.z_mm
            if "surface" in die.touches:
                assert abs(lowest) < 1.0
            if end == "free":
                assert abs(lowest) < SUNK_MM + 0.1
            if end.startswith("leans"):
                assert die.tilt_deg >= LEVEL_DEG
                assert die.touches & {"checker", "rim", "bar", "die"}
    assert seen["free"] > 80
    assert seen["leans_checker"] >= 1
    assert seen["on_checker"] >= 1


def test_checkers_go_where_dice_push_them(crowded: tuple[Tabletop, list[Throw]]) -> None:
    table, thrown = crowded
    board = table.rig.board
    pushed = [
        (was, now)
        for throw in thrown
        for was, now in zip(table.checkers, throw.checkers, strict=True)
        if was != now
    ]
    assert pushed
    for was, now in pushed:
        assert was.player == now.player
        assert math.dist((was.x_mm, was.y_mm), (now.x_mm, now.y_mm)) < 30
        assert now.z_mm == pytest.approx(was.z_mm, abs=0.1)
    for throw in thrown:
        low = [c for c in throw.checkers if c.z_mm > -board.checker_thickness_mm]
        for n, a in enumerate(low):
            for b in low[n + 1 :]:
                apart = math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
                assert apart > board.checker_diameter_mm - 0.1


def test_checkers_are_pushed_when_a_die_first_reaches_one(
    crowded: tuple[Tabletop, list[Throw]],
) -> None:
    """Then a die is beside one that was moved."""
    table, thrown = crowded
    moved = 0
    for throw in thrown:
        pushed = [
            was for was, now in zip(table.checkers, throw.checkers, strict=True) if was != now
        ]
        if not pushed:
            continue
        moved += 1
        first_ms = throw.dice[0].path.keyframes[0][0]
        assert first_ms < throw.pushed_ms <= 0.0
        near = [
            math.hypot(at.x_mm - checker.x_mm, at.y_mm - checker.y_mm)
            for die in throw.dice
            for at in (die.path.pose_at(throw.pushed_ms),)
            for checker in pushed
        ]
        reach = table.rig.board.checker_diameter_mm / 2 + table.rig.style.die_mm * math.sqrt(3) / 2
        assert min(near) < reach + 10.0
    assert moved >= 10


def test_every_value_comes_as_often() -> None:
    """Chi square of 5 degrees of freedom: beyond 20.5 once in a thousand."""
    table = Tabletop(drawn(6), "cork")
    rng = np.random.default_rng(11)
    count = Counter[int]()
    for _ in range(200):
        for die in table.throw(HALF, rng).dice:
            count[nearest_top(die.path.rest, "ccw")[0]] += 1
    expected = sum(count.values()) / 6
    assert sum((count[v] - expected) ** 2 / expected for v in range(1, 7)) < 20.5


@pytest.mark.parametrize("half", ["picture_left", "picture_right"])
def test_a_baffle_box_throws_into_its_half(half) -> None:
    ends = Counter[str]()
    for seed in range(4):
        rig = replace(drawn(seed), mixer=half)
        table = Tabletop(rig, "felt", laid(rig.board, "bear_off"))
        rng = np.random.default_rng(seed)
        for _ in range(8):
            throw = table.throw(half, rng)
            assert all(p.z_mm < -80 for die in throw.dice for _, p in die.path.keyframes[:1])
            for die in throw.dice:
                ends["here" if die.zone == half else end_of(die)] += 1
    assert ends["here"] > 55


def test_both_players_cups_throw_into_their_right_half() -> None:
    rig = drawn(2)
    table = Tabletop(rig, "felt")
    rng = np.random.default_rng(4)
    for half, from_bottom in (("picture_right", True), ("picture_left", False)):
        throws = [table.throw(half, rng) for _ in range(15)]
        zones = Counter(die.zone for throw in throws for die in throw.dice)
        assert zones[half] > 24
        starts = [die.path.keyframes[0][1].y_mm for throw in throws for die in throw.dice]
        middle = rig.board.height_mm / 2
        assert all((y > middle) == from_bottom for y in starts)


def test_positions_hold_all_checkers_and_no_point_is_shared() -> None:
    board = drawn(1).board
    for name, sides in POSITIONS.items():
        assert [sum(side.values()) for side in sides] == [15, 15], name
        taken = [{p for p in side if p not in (BAR, OFF)} for side in sides]
        assert not taken[0] & {25 - p for p in taken[1]}, name
        for swapped in (False, True):
            assert Counter(c.player for c in laid(board, name, swapped=swapped)) == {0: 15, 1: 15}


def test_a_checker_that_nothing_hits_stands_where_it_stood() -> None:
    table, thrown = throws("bear_off", 6)
    quiet = [t for t in thrown if all(end_of(die) == "free" for die in t.dice)]
    assert quiet
    assert any(throw.checkers == table.checkers for throw in quiet)
