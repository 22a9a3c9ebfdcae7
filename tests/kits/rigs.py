"""Rigs and their renderers, made once for all tests of a file: painting a board takes long."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

from vision.scene import Renderer, Rig

DRAWN = 4
"""So many renderers are kept; one of 1920x1080 holds some 200 MB."""


@cache
def rig_of(seed: int, width: int = 1280, height: int = 720) -> Rig:
    """The rig of a seed and picture size, px; the same object each time."""
    return Rig.draw(seed, width, height)


@cache
def exposed(rig: Rig, exposure_ms: float) -> Rig:
    """The rig with another exposure; the same object each time."""
    return replace(rig, sensor=replace(rig.sensor, exposure_ms=exposure_ms))


@lru_cache(maxsize=DRAWN)
def renderer_of(rig: Rig, most_poses: int | None = None) -> Renderer:
    """The renderer of this very rig, which it knows by identity."""
    return Renderer(rig) if most_poses is None else Renderer(rig, most_poses)
