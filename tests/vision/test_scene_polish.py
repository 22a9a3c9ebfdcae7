"""What the sides of polished dice mirror of the field."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, showing
from vision.scene.pose import Floats

SEED = 33
GREEN, RED = (60.0, 200.0, 60.0), (40.0, 40.0, 200.0)


def rig(polish: float) -> Rig:
    """Red dice without gleam on a green field of one colour."""
    drawn = Rig.draw(SEED, 2304, 1296)
    plain = replace(drawn.style, field=GREEN, point_a=GREEN, point_b=GREEN)
    style = replace(plain, body=RED, clear=False, polish=polish, rounding=1.74)
    return replace(drawn, style=style)


def seen(polish: float) -> tuple[Floats, Floats]:
    """Colours, BGR, of the top face's and of the seen side's middle, of a 1 far from the camera's
    foot."""
    on = rig(polish)
    x0, y0, _, _ = on.board.halves["picture_left"]
    size = on.style.die_mm
    pose = DiePose(x0 + 25.0, y0 + 60.0, -size / 2, showing(1, on.style.chirality, 0.0))
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
