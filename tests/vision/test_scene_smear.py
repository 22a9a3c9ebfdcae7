"""A moving die against its own sharp pictures, averaged over the time the shutter is open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.scene import DiePath, DiePose, Renderer, Rig, Scene
from vision.scene.die import showing

GAMMA = 2.2
EXPOSURE_MS = 20.0


def tossed(rig: Rig, sides: float) -> tuple[DiePath, tuple[int, int, int, int]]:
    """A die that flies so many sides to the right while the shutter is open, high above the felt
    where it casts no shadow; and the box px of where it goes: left, top, right, bottom."""
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    x, y, z = (x0 + x1) / 2, (y0 + y1) / 2, -160.0
    size = rig.style.die_mm
    turn = showing(5, rig.style.chirality, 0.4)
    far = sides * size
    path = DiePath(
        ((-EXPOSURE_MS, DiePose(x - far, y, z, turn)), (EXPOSURE_MS, DiePose(x + far, y, z, turn)))
    )
    reach = far / 2 + 1.2 * size
    box = np.array([(x - reach, y - 1.2 * size, z), (x + reach, y + 1.2 * size, z)])
    (left, top), (right, bottom) = rig.camera.project(box).round().astype(int)
    return path, (int(left), int(top), int(right), int(bottom))


def light(picture: np.ndarray) -> np.ndarray:
    """Grey levels as amounts of light, 0..1."""
    return (picture.astype(np.float64) / 255) ** GAMMA


@pytest.mark.parametrize(("sides", "poses"), [(0.6, 5), (2.5, 24)])
def test_a_smear_is_the_mean_of_its_moments(sides: float, poses: int) -> None:
    drawn = next(r for r in map(Rig.draw, range(500)) if r.style.dice == "white")
    rig = replace(drawn, sensor=replace(drawn.sensor, exposure_ms=EXPOSURE_MS))
    path, (left, top, right, bottom) = tossed(rig, sides)
    smeared = Renderer(rig, poses).clean(Scene((), (path,)), 0.0)
    sharp = Renderer(replace(rig, sensor=replace(rig.sensor, exposure_ms=0.0)))
    here = (slice(top, bottom), slice(left, right))
    times = (np.arange(40) + 0.5) / 40 * EXPOSURE_MS - EXPOSURE_MS / 2
    mean = np.mean([light(sharp.clean(Scene((), (path,)), float(t))[here]) for t in times], axis=0)
    contrast = np.abs(mean - light(sharp.clean(Scene(), 0.0)[here])).max()
    assert contrast > 0.1
    apart = np.abs(light(smeared[here]) - mean)
    assert apart.max() < 0.2 * contrast
    assert apart.mean() < 0.02 * contrast


def test_a_die_that_bounces_while_the_shutter_is_open_shows_where_it_turned() -> None:
    """Further out than where it was first and last."""
    drawn = Rig.draw(1, 1280, 720)
    rig = replace(drawn, sensor=replace(drawn.sensor, exposure_ms=EXPOSURE_MS))
    turn = showing(3, rig.style.chirality, 0.5)
    path = DiePath(
        tuple(
            (t_ms, DiePose(x, 200.0, -60.0, turn))
            for t_ms, x in (
                (-EXPOSURE_MS / 2, 200.0),
                (0.0, 175.0),
                (EXPOSURE_MS / 2, 210.0),
            )
        )
    )
    renderer = Renderer(rig, 24)
    x, y = rig.camera.project(np.array([[172.0, 200.0, -60.0]]))[0].round().astype(int)
    bare, smeared = (
        renderer.clean(scene, 0.0)[y, x].astype(int) for scene in (Scene(), Scene((), (path,)))
    )
    assert np.abs(smeared - bare).max() > 5
