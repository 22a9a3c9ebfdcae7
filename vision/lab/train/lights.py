"""Light that rigs are not drawn with: harder, of more colours, from two lamps."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.scene.rig import Light, Rig

TWO_LAMPS = 0.5
"""Share of rigs with two lamps: each die throws two shadows, each in the other lamp's colour."""
CAST = 0.3
"""Largest deviation of blue and red from green in a lamp or the light from around."""


def other_lights(rig: Rig, rng: np.random.Generator) -> tuple[Light, ...]:
    """One lamp or two over a rig, as much light in all as its own gives."""
    light = _tinted(other_light(rig.light, rng), rng)
    if rng.random() >= TWO_LAMPS:
        return (light,)
    part = float(rng.uniform(0.4, 0.8))
    angle, reach = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(150, 1150))
    beside = replace(
        other_light(rig.light, rng),
        x_mm=rig.board.width_mm / 2 + reach * math.cos(angle),
        y_mm=rig.board.height_mm / 2 + reach * math.sin(angle),
        between=light.between,
    )
    return light.dimmed(part), _tinted(beside, rng).dimmed(1 - part)


def other_light(light: Light, rng: np.random.Generator) -> Light:
    """Half of all lamps harder: less of the light comes from around, and sides that look away
    from the lamp are nearly black. In four of five, dice and field share it (`Light.between`)."""
    if rng.random() < 0.8:
        light = replace(light, between=float(rng.uniform(0.4, 1.0)))
    if rng.random() < 0.5:
        return light
    hard = light.shared(float(rng.uniform(0.6, 0.995)))
    z_mm = -float(rng.uniform(500, 1700))
    radius_mm = math.exp(float(rng.uniform(math.log(4), math.log(200))))
    return replace(hard, z_mm=z_mm, radius_mm=radius_mm)


def _tinted(light: Light, rng: np.random.Generator) -> Light:
    """Lamp and light from around of other colours: shadows of a warm lamp are cold."""
    lamp, around = (1 + CAST * float(rng.uniform(-1, 1)) * np.array([1, 0, -1]) for _ in range(2))
    b, g, r = (float(v) for v in np.array(light.lamp) * lamp)
    blue, green, red = (float(v) for v in np.array(light.ambient) * around)
    return replace(light, lamp=(b, g, r), ambient=(blue, green, red))
