"""Light inside a clear die: bent at its faces, mirrored by them, stopped by its pips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.scene.trace import Array, furthest

BOUNCES = 4
"""Walls a ray may meet inside a die before it is lost in its body."""

Beyond = Callable[[Array, Array], Array]
"""Light (3, n) that comes to places of the surface along rays that leave them, both (3, n)."""


@dataclass(frozen=True, slots=True)
class Glass:
    """index: of refraction; dye (3,): light left after one half side of body, BGR; far: how
    bright the pips are from within; murk: what a half side of body scatters of the light, as the
    exponent of its loss; glow (3,): light of what it scatters."""

    index: float
    dye: Array
    far: float
    murk: float
    glow: Array


def inside(
    place: Array,
    rays: Array,
    ink: Callable[[Array], Array],
    glass: Glass,
    up: Array,
    beyond: Beyond,
) -> Array:
    """Light (3, n) gathered along rays within the cube |x_i| <= 1, wall by wall.

    place, rays (3, n) in the die's axes, rays of length 1; ink: how much of a place is pip;
    up (3,): away from the table.
    """
    n = place.shape[1]
    left = np.ones((3, n), np.float32)
    light = np.zeros((3, n), np.float32)
    dye = np.log(np.maximum(glass.dye, 1e-3))[:, None]
    deep = np.exp(dye * 1.2)  # light comes to the far pips through the body, too
    for bounce in range(BOUNCES):
        with np.errstate(divide="ignore", invalid="ignore"):
            away = np.where(rays >= 0, 1 - place, -1 - place) / rays
        away = np.where(np.isfinite(away) & (away > 1e-5), away, 1e6)
        axis = furthest(-away)
        way = away.min(axis=0)
        place = place + rays * way
        clear = np.exp(-glass.murk * way)
        left = left * np.exp(dye * way)
        light += left * (1 - clear) * glass.glow[:, None]
        left = left * clear
        wall = np.zeros_like(place)
        wall[axis, np.arange(n)] = np.sign(rays[axis, np.arange(n)])
        upward = up @ wall
        glow = glass.far * (0.30 + 0.55 * np.clip(upward, 0, 1) + 0.15 * (np.abs(upward) < 0.5))
        mark = ink(place)
        light += left * mark * glow * (0.25 + 0.75 * deep)
        left = left * (1 - mark)
        cosine = np.abs((rays * wall).sum(axis=0))
        through = glass.index * np.sqrt(np.maximum(1 - cosine**2, 0)) < 1
        gone = (through | (bounce == BOUNCES - 1)).astype(np.float32)
        out = bent_out(rays, wall, cosine, glass.index)
        light += left * gone * beyond(place, out) * 0.8
        left = left * (1 - gone)
        rays = rays - 2 * (rays * wall).sum(axis=0) * wall
        place = np.clip(place, -1, 1)
    return np.asarray(light, np.float32)


def bent_in(rays: Array, normal: Array, facing: Array, index: float) -> Array:
    """Rays (3, n) behind a face that they meet with the cosine `facing` (Snell)."""
    ratio = 1 / index
    root = np.sqrt(np.maximum(1 - ratio**2 * (1 - facing**2), 0))
    return np.asarray(ratio * rays + (ratio * facing - root) * normal, np.float32)


def bent_out(rays: Array, wall: Array, cosine: Array, index: float) -> Array:
    """Rays (3, n) beyond a wall that they leave with `cosine`; along it where none leaves."""
    root = np.sqrt(np.maximum(1 - index**2 * (1 - cosine**2), 0))
    return np.asarray(index * rays + (root - index * cosine) * wall, np.float32)
