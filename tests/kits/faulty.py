"""Pictures with one thing wrong, made in light as a camera would take them."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
GAMMA = 2.2


def light_of(picture: Picture) -> NDArray[np.float32]:
    return ((np.arange(256, dtype=np.float32) / 255) ** GAMMA)[picture]


def taken(light: NDArray[np.float32], noise: float = 1.0) -> Picture:
    levels = 255 * np.clip(light, 0, 1) ** np.float32(1 / GAMMA)
    grain = np.random.default_rng(1).standard_normal(levels.shape, np.float32)
    return np.asarray(cv2.addWeighted(levels, 1, grain, noise, 0, dtype=cv2.CV_8U), np.uint8)


def dimmed(picture: Picture, times: float) -> Picture:
    return taken(light_of(picture) * np.float32(times))


def defocused(picture: Picture, radius_px: float) -> Picture:
    """A lens off focus shows every point as a disc."""
    reach = math.ceil(radius_px) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return taken(cv2.filter2D(light_of(picture), -1, disc / disc.sum()))


def shaken(picture: Picture, length_px: float, angle: float) -> Picture:
    """Moved evenly in one direction while the shutter was open."""
    steps = np.linspace(-length_px / 2, length_px / 2, 4 * math.ceil(length_px) + 1)
    reach = math.ceil(length_px / 2) + 1
    side = np.arange(-reach, reach + 1)
    # each moment's share of a place falls to the pixels around it as it is near to them
    across, down = (
        np.maximum(0, 1 - np.abs(side - way * steps[:, None]))
        for way in (math.cos(angle), math.sin(angle))
    )
    trail = (down.T @ across / len(steps)).astype(np.float32)
    return taken(cv2.filter2D(light_of(picture), -1, trail, borderType=cv2.BORDER_REPLICATE))


def coloured(picture: Picture, blue: float, green: float, red: float) -> Picture:
    return taken(light_of(picture) * np.array([blue, green, red], np.float32))


def mirrored(picture: Picture, x: float, y: float, radius_px: float) -> Picture:
    """A lamp's soft reflection, thrice as bright as white paper in its middle."""
    down, across = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    spot = 3 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * radius_px**2))
    return taken(light_of(picture) + spot[..., None].astype(np.float32))


def veiled(picture: Picture, light: float, times: float = 1.0) -> Picture:
    """Stray light over everything."""
    return taken(times * light_of(picture) + np.float32(light))
