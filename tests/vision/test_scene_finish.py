"""What ground dice mirror of the lamp and of the sky."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kits.felt import colours, lying, plain

from vision.scene import Rig
from vision.scene.pose import Floats
from vision.scene.style import Finish
from vision.scene.trace import box

HALF_MM = 7.0
ROUND = 0.2
"""Half sides over which edges are round here."""


def test_a_round_edge_turns_like_a_cylinder_half_way_to_the_next_face() -> None:
    radius = ROUND * HALF_MM
    x = HALF_MM - np.array([radius + 0.2, radius - 0.1, 0.6 * radius, 0.3 * radius, 0.01])
    rays = np.stack([x, 0 * x, np.full_like(x, 993.0)]).astype(np.float32) / np.float32(993.0)
    eye = np.array([0.0, 0.0, -1000.0], np.float32)
    hits = box(eye, rays, np.full(3, HALF_MM, np.float32), 1.74, ROUND)
    lean_deg = np.degrees(np.arctan2(hits.normal[0], -hits.normal[2]))
    over = np.clip((x - (HALF_MM - radius)) / radius, 0, 1)
    assert lean_deg == pytest.approx(np.minimum(np.degrees(np.arcsin(over)), 45.0), abs=0.1)


def on_side(finish: Finish | None) -> Rig:
    """Dark dice on dark felt in the light of a lamp that stands to the right."""
    rig = plain((20.0, 20.0, 20.0), body=(20.0, 20.0, 20.0), clear=False, finish=finish)
    x, y, _ = rig.camera.centre_mm  # the mirroring normal is that of an edge along y
    light = replace(rig.light.shared(0.6), x_mm=float(x) + 1300.0, y_mm=float(y), z_mm=-900.0)
    return replace(rig, light=replace(light, radius_mm=40.0))


def seen(rig: Rig) -> tuple[float, float, float]:
    """Grey of a die's top beside its pip, and the brightest of its edge towards the lamp and of the
    one away from it."""
    y_mm = float(rig.camera.centre_mm[1]) - rig.board.halves["picture_left"][1]
    at, half = lying(rig, 200.0, y_mm), rig.style.die_mm / 2
    across = np.linspace(0.1, 1.5, 21)

    def beside(way: float) -> Floats:
        x = at.x_mm + way * (half - across)
        return np.stack([x, np.full_like(x, at.y_mm), np.full_like(x, -2 * half)], 1)

    top = np.array([[at.x_mm, at.y_mm + 0.6 * half, -2 * half]])
    grey = colours(rig, [at], np.concatenate([top, beside(1.0), beside(-1.0)])).mean(axis=1)
    return float(grey[0]), float(grey[1:22].max()), float(grey[22:].max())


def test_an_edge_shines_on_the_side_of_the_lamp() -> None:
    top, towards, _ = seen(on_side(None))
    dull = towards - top
    top, towards, away = seen(on_side(Finish(edge=ROUND, gleam=300.0)))
    assert towards - top > dull + 40
    assert away < towards - 40


def test_a_wide_lamp_is_mirrored_wide_and_dim() -> None:
    rig = on_side(Finish(edge=ROUND, gleam=800.0))
    small, wide = (
        seen(replace(rig, light=replace(rig.light, radius_mm=radius)))[1] for radius in (10, 500)
    )
    assert small > wide + 40


def test_a_dark_top_mirrors_the_sky_in_part() -> None:
    """Light of level ground is 1: a top adds its mirrored part of what comes from around."""
    tops = {}
    for mirror in (0.0, 0.04, 0.08):
        finish = None if mirror == 0 else Finish(edge=ROUND, gleam=300.0, mirror=mirror)
        rig = on_side(finish)
        tops[mirror] = (seen(rig)[0] / 255) ** 2.2 / rig.sensor.gain[1]
    sky = rig.light.ambient[1]
    assert tops[0.08] - tops[0.04] == pytest.approx(0.04 * sky, rel=0.3)
    assert tops[0.04] > tops[0.0]
