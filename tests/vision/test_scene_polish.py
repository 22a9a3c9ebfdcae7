"""What the sides of polished dice mirror of the field."""

from __future__ import annotations

import numpy as np
import pytest
from kits.felt import lying, plain
from kits.rigs import renderer_of

from vision.scene import DiePath, Rig, Scene
from vision.scene.around import Around
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
    picture = renderer_of(on).clean(scene, 0.0).astype(float)
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


def test_a_die_of_many_pixels_mirrors_what_its_parts_do() -> None:
    """OpenCV looks up 32,766 places at once at most; a large die near the rim has more."""
    on = rig(1.0)
    light = np.random.default_rng(1).random((200, 200, 3)).astype(np.float32)
    around = Around(on.camera, light, 400, 300)
    x, y = np.meshgrid(np.linspace(100, 140, 250), np.linspace(80, 120, 160))
    places = np.stack([x.ravel(), y.ravel(), np.full(x.size, -9.0)])
    ways = np.broadcast_to(np.array([[0.2], [0.1], [1.0]], np.float32), places.shape)
    parts = [around.field(part, ways[:, :500]) for part in np.split(places, x.size // 500, 1)]
    assert np.array_equal(around.field(places, ways), np.concatenate(parts, axis=1))
