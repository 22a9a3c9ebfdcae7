"""Dice on a board of one colour, and what colours they and the field show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kits.rigs import renderer_of, rig_of
from vision.scene import DiePath, DiePose, Rig, Scene, showing
from vision.scene.pose import Floats
from vision.scene.style import Colour

SEED = 33


def plain(field: Colour, between: float = 0.0, **dice: Any) -> Rig:
    """A rig with a field of one colour and sharp dice, the left half of its picture; dice: more of
    their style."""
    whole = rig_of(SEED, 2304, 1296)
    drawn = replace(whole, camera=replace(whole.camera, width=whole.camera.width // 2))
    bare = replace(drawn.style, field=field, point_a=field, point_b=field, rounding=1.74)
    light = replace(drawn.light, between=between)
    return replace(drawn, style=replace(bare, **dice), light=light)


def lying(on: Rig, x_mm: float, y_mm: float, yaw: float = 0.0) -> DiePose:
    """A 1, level, so far from the corner of the picture's left half."""
    x0, y0, _, _ = on.board.halves["picture_left"]
    turn = showing(1, on.style.chirality, yaw)
    return DiePose(x0 + x_mm, y0 + y_mm, -on.style.die_mm / 2, turn)


def colours(on: Rig, poses: list[DiePose], places: Floats) -> Floats:
    """Of places (n, 3) mm of the picture with dice there, BGR."""
    scene = Scene((), tuple(DiePath.resting(pose) for pose in poses))
    picture = renderer_of(on).clean(scene, 0.0)
    x, y = np.rint(on.camera.project(places)).astype(int).T
    return picture[y, x].astype(float)
