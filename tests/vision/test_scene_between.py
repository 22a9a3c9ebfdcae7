"""What dice and the field do to each other's light, and dice beside one another."""

from __future__ import annotations

import numpy as np
import pytest
from kits.felt import colours, lying, plain

from vision.scene import DiePose, Rig
from vision.scene.light import sky_ways
from vision.scene.style import Colour

WHITE: Colour = (220.0, 220.0, 220.0)
GREY: Colour = (120.0, 120.0, 120.0)
RED: Colour = (40.0, 40.0, 200.0)


def rig(between: float, field: Colour = GREY, body: Colour = WHITE) -> Rig:
    return plain(field, between, body=body, pip=body, clear=False)


def test_ways_to_the_sky_are_as_dense_as_they_light_level_ground() -> None:
    ways = sky_ways(2000)
    assert np.linalg.norm(ways, axis=1) == pytest.approx(1)
    assert ways[:, 2].max() < -0.44  # up
    assert ways[:, :2].mean(axis=0) == pytest.approx(0, abs=0.01)
    for height in (1.0, 2.0, 4.0):  # a long wall so high, at 1: a textbook's view factor
        blocked = (ways[:, 0] > 0) & (-ways[:, 2] < height * ways[:, 0])
        hidden = 0.5 * (1 - 1 / np.hypot(1, height))
        assert 0.8 * blocked.mean() + 0.1 == pytest.approx(hidden, abs=0.05)


def test_the_field_is_darker_beside_a_die_and_as_light_as_ever_far_from_it() -> None:
    at = lying(rig(0.0), 60.0, 100.0)
    size = rig(0.0).style.die_mm
    lamp = rig(0.0).light.position_mm
    toward = np.sign(lamp[:2] - (at.x_mm, at.y_mm))  # where the lamp's own shadow does not fall
    places = np.array([(at.x_mm + toward[0] * off * size, at.y_mm, 0.0) for off in (0.7, 1.2, 4)])
    plain, kept = (colours(rig(between), [at], places).mean(axis=1) for between in (0.0, 1.0))
    left = kept / plain
    assert left[0] < 0.96
    assert left[0] < left[1] < left[2]
    assert left[2] == pytest.approx(1, abs=0.01)


def test_the_field_lends_its_colour_to_the_sides_and_not_to_the_top() -> None:
    at = lying(rig(0.0), 25.0, 60.0)
    size = rig(0.0).style.die_mm
    places = np.array([(0.3, 0.3, -1.0), (0.5, 0.0, -0.5)]) * size + (at.x_mm, at.y_mm, 0)
    top, side = colours(rig(0.0, RED), [at], places)
    lent_top, lent_side = colours(rig(1.0, RED), [at], places)
    assert lent_top == pytest.approx(top, abs=1)
    assert lent_side[2] - lent_side[1] > side[2] - side[1] + 10


@pytest.mark.parametrize("seed", [11, 26, 92])
def test_dice_near_one_another_are_all_there(seed: int) -> None:
    """In each of these one die was painted over by the windows of others, that met its own only
    once they had been joined."""
    on = rig(0.0, body=RED)
    rng = np.random.default_rng(seed)
    poses: list[DiePose] = []
    for x, y, yaw in rng.uniform((20, 20, 0), (170, 300, 6), (12, 3)).tolist():
        pose = lying(on, x, y, yaw)
        if all(np.hypot(pose.x_mm - p.x_mm, pose.y_mm - p.y_mm) > 24 for p in poses):
            poses.append(pose)
    seen = colours(on, poses, np.array([(at.x_mm, at.y_mm, -on.style.die_mm) for at in poses]))
    assert (seen[:, 2] > seen[:, 1] + 40).all()
