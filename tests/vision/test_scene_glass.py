"""Light in clear dice: how it bends, what it meets, what of it comes out in a picture."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from kits.felt import colours, lying, plain

from vision.scene.glass import Glass, bent_in, bent_out, inside
from vision.scene.pose import Floats
from vision.scene.style import Cast, Colour

WATER = np.ones(3, np.float32)
UP = np.array([0, 0, -1], np.float32)
GREY, GREEN, RED = (120.0, 120.0, 120.0), (60.0, 200.0, 60.0), (40.0, 40.0, 200.0)
CAST = Cast(purity=1.0, index=1.5, depth=0.0, far=1.0, murk=0.0, glow=1.0)


def unit(*parts: float) -> np.ndarray:
    way = np.array(parts, np.float32)[:, None]
    return way / np.linalg.norm(way)


@pytest.mark.parametrize("sine", [0.0, 0.3, 0.7, 0.95])
def test_light_bends_as_snell_says(sine: float) -> None:
    index, up = 1.5, unit(0, 0, -1)
    ray = unit(sine, 0, math.sqrt(1 - sine**2))
    within = bent_in(ray, up, -(ray * up).sum(axis=0), index)
    assert float(np.linalg.norm(within)) == pytest.approx(1, abs=1e-5)
    assert float(within[0, 0]) == pytest.approx(sine / index, abs=1e-5)
    down = -up
    again = bent_out(within, down, (within * down).sum(axis=0), index)
    assert again.ravel() == pytest.approx(ray.ravel(), abs=1e-3)


def gathered(glass: Glass, ink: float = 0.0, light: float = 1.0) -> np.ndarray:
    """What comes out of the top's middle from straight below."""
    seen = inside(
        np.array([[0], [0], [-1]], np.float32),
        unit(0, 0, 1),
        lambda place: np.full(place.shape[1], ink, np.float32),
        glass,
        UP,
        lambda _, way: np.full_like(way, light),
    )
    return np.asarray(seen[:, 0])


def test_dye_takes_its_part_of_every_half_side() -> None:
    clear = gathered(Glass(1.5, WATER, 1.0, 0.0, WATER))
    half = np.array([0.5, 0.8, 1.0], np.float32)
    assert gathered(Glass(1.5, half, 1.0, 0.0, WATER)) / clear == pytest.approx(half**2, rel=1e-4)


def test_murk_puts_its_own_light_in_the_place_of_what_it_takes() -> None:
    glow = np.array([0.1, 0.2, 0.3], np.float32)
    fog = gathered(Glass(1.5, WATER, 1.0, 50.0, glow))
    assert fog == pytest.approx(glow, rel=1e-4)
    some = gathered(Glass(1.5, WATER, 1.0, 0.5, glow), light=0.0)
    assert some == pytest.approx(glow * (1 - math.exp(-1.0)), rel=1e-4)


def test_a_far_pip_is_seen_and_nothing_through_it() -> None:
    glass = Glass(1.5, WATER, 1.0, 0.0, WATER)
    assert gathered(glass, ink=1.0, light=0.0).min() > 0.2
    assert gathered(glass, ink=1.0, light=9.0) == pytest.approx(gathered(glass, 1.0, 0.0))


def test_rays_that_meet_a_wall_too_flat_are_mirrored_and_leave_by_the_foot() -> None:
    """The side first, more than 42 degrees from its normal; light is only below."""
    light = inside(
        np.array([[0.9], [0], [-1]], np.float32),
        unit(0.3, 0, 0.95),
        lambda place: np.zeros(place.shape[1], np.float32),
        Glass(1.5, WATER, 1.0, 0.0, WATER),
        UP,
        lambda place, way: np.where(place[2] > 0.99, 1.0, 0.0) * np.ones_like(way),
    )
    below = gathered(Glass(1.5, WATER, 1.0, 0.0, WATER))
    assert light[:, 0] == pytest.approx(below)


def seen(cast: Cast | None, field: Colour) -> Floats:
    """Colours of the top's and of a side's bare middle of a clear 1, far out."""
    on = plain(field, body=RED, clear=True, cast=cast)
    pose, size = lying(on, 25.0, 60.0), on.style.die_mm
    places = np.array([(0.3, 0.3, -1.0), (0.5, 0.0, -0.5)]) * size + (pose.x_mm, pose.y_mm, 0)
    return colours(on, [pose], places)


def test_the_field_shows_through_glass_and_not_through_fog() -> None:
    glass = [seen(CAST, field)[0] for field in (GREY, GREEN)]
    assert glass[1][1] - glass[1][2] > glass[0][1] - glass[0][2] + 30  # greener
    foggy = replace(CAST, murk=30.0)
    fog = [seen(foggy, field)[0] for field in (GREY, GREEN)]
    assert fog[1] == pytest.approx(fog[0], abs=3)


def test_top_and_sides_of_fog_are_of_one_colour_and_those_of_milk_are_not() -> None:
    top, side = seen(replace(CAST, murk=30.0), GREY)
    milk_top, milk_side = seen(None, GREY)
    assert abs(top - side).max() < 0.5 * abs(milk_top - milk_side).max()


@pytest.mark.parametrize("cast", [None, replace(CAST, murk=0.2)])
def test_pips_show_through_the_body_as_bright_as_their_paint(cast: Cast | None) -> None:
    """A clear 1 has the 6 below: beside its own pip white ones shine and black ones darken."""
    beside = [
        (x, y, -1.0)
        for x in np.linspace(-0.35, 0.35, 15)
        for y in np.linspace(-0.35, 0.35, 15)
        if math.hypot(x, y) > 0.2
    ]
    tops = []
    for pip in ((240.0, 240.0, 240.0), (20.0, 20.0, 20.0)):
        on = plain(GREY, body=(60.0, 190.0, 200.0), pip=pip, clear=True, cast=cast)
        pose, size = lying(on, 150.0, 200.0), on.style.die_mm
        places = np.array(beside) * size + (pose.x_mm, pose.y_mm, 0)
        tops.append(colours(on, [pose], places).mean(axis=1))
    white, black = (np.percentile(top, [5, 50, 95]) for top in tops)
    assert white[2] - white[1] > 15
    assert black[1] - black[0] > 5
    assert black[2] - black[1] < 0.5 * (white[2] - white[1])
