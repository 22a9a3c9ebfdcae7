"""What the sides of polished dice mirror of the field."""

from __future__ import annotations

import numpy as np
import pytest
from felt import lying, plain

from vision.scene import DiePath, Renderer, Rig, Scene
from vision.scene.pose import Floats

GREEN, RED = (60.0, 200.0, 60.0), (40.0, 40.0, 200.0)


def rig(polish: float) -> Rig:
    """Red dice without gleam on a green field of one colour."""
    return plain(GREEN, body=RED, clear=False, polish=polish)


def seen(polish: float) -> tuple[Floats, Floats]:
    """Colours, BGR, of the top face's and of the seen side's middle, of a 1 far from the camera's
    foot."""
    on = rig(polish)
    pose, size = lying(on, 25.0, 60.0), on.style.die_mm
    scene = Scene((), (DiePath.resting(pose),))
    picture = Renderer(on).clean(scene, 0.0).astype(float)
    top = np.array([pose.x_mm + 0.3 * size, pose.y_mm + 0.3 * size, -size])
    side = np.array([pose.x_mm + size / 2, pose.y_mm, -size / 2])
    on_top, on_side = (at(picture, on.camera.project(place[None])[0]) for place in (top, side))
    return on_top, on_side


def at(picture: Floats, px: Floats) -> Floats:
    x, y = np.rint(px).astype(int)
    return np.asarray(picture[y - 1 : y + 2, x].mean(axis=0))


def test_a_polished_side_seen_edge_on_shows_the_field_and_the_top_does_not() -> None:
    top, side = seen(0.0)
    polished_top, polished_side = seen(1.0)
    assert polished_top == pytest.approx(top, abs=1.0)
    assert side[2] > side[1]  # red
    assert polished_side[1] > side[1] + 15  # greener
    assert polished_side[2] < side[2]


def test_the_more_it_is_polished_the_more_it_shows() -> None:
    greens = [seen(polish)[1][1] for polish in (0.0, 0.3, 0.6, 1.0)]
    assert greens == sorted(greens)
