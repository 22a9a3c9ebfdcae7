"""What a lamp and the light from around make of a surface."""

from __future__ import annotations

import numpy as np

from vision.scene.pose import Floats
from vision.scene.rig import Light
from vision.scene.trace import Array, Hits

_DARK = np.float32(1e-6)
"""Practically zero, with a logarithm."""


def toward(light: Light, place_mm: Floats, into: Array) -> Array:
    """Unit direction to the lamp from a place, turned by `into`, shape (3,)."""
    way = light.position_mm - place_mm
    return np.asarray(into @ (way / np.linalg.norm(way)), np.float32)


def shade(hits: Hits, lamp: Array, up: Array, light: Light) -> Array:
    """Light on the surface over light on level ground there, shape (n,)."""
    direct = np.clip(lamp @ hits.normal, 0, None) / float(up @ lamp)
    around = 0.55 + 0.45 * (up @ hits.normal)
    whole = light.lamp[1] + light.ambient[1]
    return np.asarray((light.lamp[1] * direct + light.ambient[1] * around) / whole, np.float32)


def shine(hits: Hits, rays: Array, lamp: Array, power: float) -> Array:
    """How much of the lamp a surface that is not quite smooth mirrors, shape (n,)."""
    back = -rays / np.linalg.norm(rays, axis=0)
    middle = back + lamp[:, None]
    middle /= np.linalg.norm(middle, axis=0)
    along = np.clip((middle * hits.normal).sum(axis=0), _DARK, 1)
    return np.asarray(np.exp(np.float32(power) * np.log(along)), np.float32)
