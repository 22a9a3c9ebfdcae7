"""Dice on a rig's board as a physics engine leaves them, and on their ways there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.lab.natural.strewn import Way, strewn
from vision.lab.natural.throws import ThrownDie
from vision.scene import CheckerAt, CubeAt, DiePath, DiePose, Rig, Scene
from vision.scene.die import Chirality, nearest_top, showing
from vision.scene.pose import Quaternion, after

LYING: dict[Way, float] = {
    "above": 0.15,
    "checker": 0.5,
    "wall": 0.18,
    "die": 0.05,
    "level": 0.06,
    "over": 0.06,
}
FLYING: dict[Way, float] = {"above": 1.0}
PUSHED: dict[Way, float] = {"pushed": 0.8, "above": 0.2}


@dataclass(frozen=True, slots=True)
class StrewnDie:
    """A die at rest on the board. on_die: level on another one; covered: one lies on it."""

    pose: DiePose
    on_die: bool
    covered: bool


def strewn_dice(
    rig: Rig,
    checkers: tuple[CheckerAt, ...],
    cube: CubeAt | None,
    dice: int,
    rng: np.random.Generator,
    ones: float | None = None,
) -> tuple[Scene, list[StrewnDie]]:
    """A scene of dice at rest, with the checkers where they pushed them, and the dice that lie on
    the board. ones: the share that shows a 1; the same as every other value where None."""
    throw = strewn(rig, checkers, cube, dice, LYING, rng)
    size, chirality = rig.style.die_mm, rig.style.chirality
    poses = [die.path.rest for die in throw.dice]
    if ones is not None:
        odds = [ones, *([(1 - ones) / 5] * 5)]
        poses = [topped(pose, int(rng.choice(6, p=odds)) + 1, chirality) for pose in poses]
    lie = [
        StrewnDie(pose, _is_on_die(die), any(is_over(other, pose, size) for other in poses))
        for die, pose in zip(throw.dice, poses, strict=True)
        if die.zone != "off"
    ]
    return Scene(throw.checkers, tuple(map(DiePath.resting, poses)), cube), lie


def _is_on_die(die: ThrownDie) -> bool:
    return die.level and "die" in die.touches and "surface" not in die.touches


def is_over(one: DiePose, other: DiePose, size: float) -> bool:
    """Whether `one` lies on `other`."""
    apart = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    return one.z_mm < other.z_mm - size / 2 and apart < size


def topped(pose: DiePose, value: int, chirality: Chirality) -> DiePose:
    """The same rest with another value up: a die's shape is the same all around."""
    w, x, y, z = showing(nearest_top(pose, chirality)[0], chirality, 0.0)
    about_itself: Quaternion = after((w, -x, -y, -z), showing(value, chirality, 0.0))
    return replace(pose, quaternion=after(pose.quaternion, about_itself))


def paths(
    rig: Rig,
    checkers: tuple[CheckerAt, ...],
    cube: CubeAt | None,
    dice: int,
    ways: dict[Way, float],
    rng: np.random.Generator,
) -> list[DiePath]:
    """The paths of dice onto the board, at rest at 0 ms."""
    throw = strewn(rig, checkers, cube, dice, ways, rng)
    return [die.path for die in throw.dice if die.zone != "off"]


def earlier(path: DiePath, t_ms: float) -> DiePath:
    """The same path with another instant of it at 0 ms."""
    return DiePath(tuple((t - t_ms, pose) for t, pose in path.keyframes))
