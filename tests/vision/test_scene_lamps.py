"""Two lamps over a board: their light adds up, and each throws its own shadow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kits.felt import lying, plain
from kits.rigs import renderer_of

from vision.lab.train.lights import other_lights
from vision.scene import DiePath, Rig, Scene
from vision.scene.pose import Floats

GREY, WHITE = (120.0, 120.0, 120.0), (230.0, 230.0, 230.0)


def rig() -> Rig:
    return plain(GREY, body=WHITE, clear=False)


def picture(on: Rig) -> Floats:
    pose = lying(on, 110.0, 200.0)
    return renderer_of(on).clean(Scene((), (DiePath.resting(pose),)), 0.0).astype(float)


def test_two_halves_of_a_lamp_are_that_lamp() -> None:
    on = rig()
    half = on.light.dimmed(0.5)
    whole, halves = picture(on), picture(replace(on, light=half, more=(half,)))
    assert np.abs(whole - halves).max() <= 2
    assert np.abs(whole - halves).mean() < 0.01


def shadows(on: Rig) -> tuple[Floats, Floats]:
    """Linear light (3,) BGR of the felt left and right of a die, over what falls there without."""
    pose, size = lying(on, 110.0, 200.0), on.style.die_mm
    beside = [[pose.x_mm + way * 0.9 * size, pose.y_mm, 0.0] for way in (-1, 1)]
    x, y = np.rint(on.camera.project(np.array(beside))).astype(int).T
    bare = renderer_of(on).clean(Scene((), ()), 0.0).astype(float)
    left, right = (picture(on)[y, x] / 255) ** 2.2 / (bare[y, x] / 255) ** 2.2
    return left, right


def test_each_lamp_throws_a_shadow_in_the_other_lamps_colour() -> None:
    on = rig()
    lamp = replace(on.light.shared(0.8), y_mm=200.0, z_mm=-700.0, radius_mm=20.0)
    x_mm = on.board.halves["picture_left"][0] + 110.0
    warm = replace(lamp, x_mm=x_mm - 700.0, lamp=(0.2, 0.4, 0.6)).dimmed(0.5)
    cold = replace(lamp, x_mm=x_mm + 700.0, lamp=(0.6, 0.4, 0.2)).dimmed(0.5)
    left, right = shadows(replace(on, light=warm, more=(cold,)))
    assert max(left.mean(), right.mean()) < 0.85
    assert left[2] > left[0] + 0.1  # the cold lamp's shadow: warm
    assert right[0] > right[2] + 0.1
    left, right = shadows(replace(on, light=warm))
    assert left == pytest.approx(1, abs=0.06)
    assert right.max() < 0.6


def test_other_lights_give_as_much_light_as_the_rigs_own() -> None:
    rng = np.random.default_rng(3)
    counts = []
    for seed in range(40):
        drawn = Rig.draw(seed)
        lights = other_lights(drawn, rng)
        counts.append(len(lights))
        green = sum(light.lamp[1] + light.ambient[1] for light in lights)
        assert green == pytest.approx(drawn.light.lamp[1] + drawn.light.ambient[1])
    assert set(counts) == {1, 2}
