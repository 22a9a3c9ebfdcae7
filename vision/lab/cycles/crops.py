"""Dice close up for nets to learn from: many on one board, a small picture and a label of each."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from vision.lab.cycles import around
from vision.lab.cycles.boards import (
    EXPOSURE_MS,
    Described,
    checker_things,
    die_look,
    die_stuff,
    die_thing,
    dressed,
    setting,
    top_face,
)
from vision.lab.cycles.styles import Styles
from vision.lab.natural.strewn import Way, strewn
from vision.lab.natural.throws import ThrownDie
from vision.scene import DiePath, DiePose, Rig, truth
from vision.scene.die import nearest_top
from vision.scene.posed import Scene

WAYS: dict[Way, float] = {
    "above": 0.22,
    "checker": 0.36,
    "wall": 0.14,
    "die": 0.08,
    "level": 0.1,
    "over": 0.1,
}
DICE = 14
SIDES = 4.4
"""How wide a crop is, in sides of its die."""
SLIDING = 0.15
SLID_PX = (1.2, 9.0)
HANDS = 0.3
"""Share of boards with a hand over a die."""


def crops_scene(
    styles: Styles, seed: int, name: str, number: int, rng: np.random.Generator
) -> Described:
    """Dice of many sets, of one size, strewn over a board."""
    del number
    here = setting(styles, seed, name, rng)
    rig = dressed(here.rig, styles.dice[int(rng.integers(len(styles.dice)))], rng)
    throw = strewn(rig, here.checkers, here.cube, DICE, WAYS, rng)
    exposure_ms = float(rng.uniform(*EXPOSURE_MS))
    spec = dict(here.spec) | {"stuffs": dict(here.spec["stuffs"])}
    things = [one for one in spec["things"] if not one["id"].startswith("checker")]
    for n, at in enumerate(throw.checkers):
        things += checker_things(rig.board, here.checker_style, n, at)
    dice, sets = [], []
    for n, die in enumerate(throw.dice):
        look = die_look(styles.dice[int(rng.integers(len(styles.dice)))], rng)[int(rng.integers(2))]
        slides = die.flat and rng.random() < SLIDING
        path = (
            _sliding(die.path.rest, rig, exposure_ms, rng)
            if slides
            else DiePath.resting(die.path.rest)
        )
        spec["stuffs"][f"die{n}"] = die_stuff(look, rig, f"{name}-die{n}.png", here.pictures)
        things.append(die_thing(n, path, rig, exposure_ms))
        dice.append(path)
        sets.append(look.name)
    over = _hand_over(dice, rng) if dice and rng.random() < HANDS else []
    things += over
    facts = truth(rig, Scene(throw.checkers, tuple(dice), here.cube), 0.0)
    looks, labels = [], {}
    for n, die in enumerate(throw.dice):
        pose = dice[n].pose_at(0.0)
        window = _window(rig, pose)
        if window is None:
            continue
        file = f"{name}-{n:02}"
        true = facts["dice"][n]
        hidden = around.hidden_part(around.cover_of(over), rig.camera, top_face(pose, rig))
        looks.append({"file": file, "adds": [], "lacks": [], "stuffs": {}, "windows": [window]})
        labels[file] = _label(rig, die, pose, true, window) | {
            "set": sets[n],
            "covered": max(hidden, 1.0 if _is_under(n, dice, rig) else 0.0),
            "slid_px": _slid_px(rig, dice[n], exposure_ms),
            "light": here.light,
            "board": here.board.name,
            "source": f"cycles-{name}",
        }
    spec |= {"things": things, "whole": False, "looks": looks}
    return Described(spec, labels, here.pictures)


def _label(
    rig: Rig, die: ThrownDie, pose: DiePose, true: dict[str, Any], window: list[int]
) -> dict[str, Any]:
    """The truth about a crop's die, and the calibration of the crop as a picture of its own."""
    value, tilt = nearest_top(pose, rig.style.chirality)
    x0, y0, x1, y1 = window
    shifted = rig.camera.K.copy()
    shifted[:2, 2] -= (x0, y0)
    touches = sorted(die.touches)
    side = rig.camera.K[0, 0] * rig.style.die_mm / float(rig.camera.t_mm[2])
    board = rig.board
    return {
        "value": value,
        "tilt_deg": tilt,
        "support": "surface" if die.flat else true["support"],
        "touches": touches,
        "on_die": die.level and "die" in touches and "surface" not in touches,
        "zone": die.zone,
        "seen_px": side,
        "die_mm": rig.style.die_mm,
        "chirality": rig.style.chirality,
        "pose": [*pose.centre_mm.tolist(), *pose.quaternion],
        "top_face_px": (rig.camera.project(top_face(pose, rig)) - (x0, y0)).tolist(),
        "camera": {
            "width": x1 - x0,
            "height": y1 - y0,
            "K": shifted.tolist(),
            "dist": [0.0] * 5,
            "R": rig.camera.R.tolist(),
            "t_mm": rig.camera.t_mm.tolist(),
        },
        "plan": {
            "size_mm": list(board.size_mm),
            "rim_height_mm": board.rim_height_mm,
            "marker_mm": board.marker_mm,
            "marker_inset_mm": board.marker_inset_mm,
            "checker_mm": board.checker_diameter_mm,
            "rects_mm": {**{k: list(r) for k, r in board.halves.items()}, "bar": list(board.bar)},
        },
    }


def _sliding(rest: DiePose, rig: Rig, exposure_ms: float, rng: np.random.Generator) -> DiePath:
    """A level die that goes straight on over the field while the shutter is open."""
    px_mm = rig.camera.K[0, 0] / float(rig.camera.t_mm[2])
    long_mm, way = float(rng.uniform(*SLID_PX)) / px_mm, float(rng.uniform(0, 2 * math.pi))
    u, v = long_mm * math.cos(way) / 2, long_mm * math.sin(way) / 2
    before = replace(rest, x_mm=rest.x_mm - u, y_mm=rest.y_mm - v)
    after = replace(rest, x_mm=rest.x_mm + u, y_mm=rest.y_mm + v)
    return DiePath(((-exposure_ms / 2, before), (exposure_ms / 2, after)))


def _slid_px(rig: Rig, path: DiePath, exposure_ms: float) -> float:
    ends = np.array([path.pose_at(t).centre_mm for t in (-exposure_ms / 2, exposure_ms / 2)])
    return float(np.linalg.norm(np.diff(rig.camera.project(ends), axis=0)))


def _window(rig: Rig, pose: DiePose) -> list[int] | None:
    """A window around a die, where the picture has all of it."""
    camera = rig.camera
    x, y = camera.project(pose.centre_mm)
    half = math.ceil(SIDES / 2 * camera.K[0, 0] * rig.style.die_mm / float(camera.t_mm[2]))
    x0, y0 = round(float(x)) - half, round(float(y)) - half
    inside = (
        x0 >= 0 and y0 >= 0 and x0 + 2 * half <= camera.width and y0 + 2 * half <= camera.height
    )
    return [x0, y0, x0 + 2 * half, y0 + 2 * half] if inside else None


def _is_under(n: int, dice: list[DiePath], rig: Rig) -> bool:
    """Whether another die lies on it."""
    own, size = dice[n].rest, rig.style.die_mm
    for other in dice:
        pose = other.rest
        apart = math.hypot(pose.x_mm - own.x_mm, pose.y_mm - own.y_mm)
        if pose.z_mm < own.z_mm - size / 2 and apart < size:
            return True
    return False


def _hand_over(dice: list[DiePath], rng: np.random.Generator) -> list[around.Thing]:
    die = dice[int(rng.integers(len(dice)))].rest
    yaw = float(rng.uniform(0, 2 * math.pi))
    palm = np.array([die.x_mm, die.y_mm, -36.0])
    palm[:2] -= float(rng.uniform(0, 80)) * np.array([math.cos(yaw), math.sin(yaw)])
    return around.hand("hand-over", "skin", palm, yaw, rng)
