"""What the pixels at each site of a face show: whether they are too bright or too dark to measure,
and their colour.

A highlight on a dark pip takes it away, and one on a dark body looks like a pip; in a deep shadow
pips disappear; a pip whose paint is worn, or a maker's sign, has a colour of its own. Only
measures; decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.face import Face, turn
from vision.view import Picture

PITCH = 0.25
"""Distance from one row of pips to the next, over the die's side."""
PIP = 0.1
"""A pip's radius, over the die's side."""
RINGS = (0.0, 0.3, 0.6, 0.9)
"""Radii at which a pip is sampled, over its own; twelve places on each."""


@dataclass(frozen=True, slots=True)
class Blown:
    """At the sites of pips in reading order, (9,): shares of pixels that are too bright to measure,
    0..1, of those that are too dark, and the mean BGR levels of each."""

    bright: tuple[float, ...]
    dark: tuple[float, ...]
    colours: tuple[tuple[float, float, float], ...]

    @property
    def grey(self) -> tuple[float, ...]:
        """Mean levels of all channels."""
        return tuple(sum(colour) / 3 for colour in self.colours)

    def in_negative(self) -> Blown:
        """The same of the picture's negative."""
        return Blown(
            self.dark, self.bright, tuple((255 - b, 255 - g, 255 - r) for b, g, r in self.colours)
        )


def blown(image: Picture, calibration: Calibration, face: Face) -> Blown:
    """Measure the face as found, on nearest pixels: interpolated levels were not measured."""
    mm = _PLACES * face.side_mm @ turn(face.yaw_deg).T + (face.x, face.y)
    px = calibration.project(np.column_stack([mm, np.full(len(mm), -face.side_mm)]))
    x, y = px.astype(np.float32).T.reshape(2, SITES, -1)
    seen = cv2.remap(image, x, y, cv2.INTER_NEAREST)
    bright, dark = seen.min(axis=2) >= at.WHITE, seen.max(axis=2) <= at.BLACK
    return Blown(
        tuple(bright.mean(axis=1).tolist()),
        tuple(dark.mean(axis=1).tolist()),
        tuple((b, g, r) for b, g, r in seen.mean(axis=1).tolist()),
    )


def _places() -> Floats:
    """Where each site's pixels are looked up, one site after the other (N, 2), over the side."""
    ways = np.linspace(0, 2 * np.pi, 13)[:-1]
    circle = PIP * np.column_stack([np.cos(ways), np.sin(ways)])
    pip = np.concatenate([ring * circle for ring in RINGS])
    sites = [np.array([x, y]) for y, x in product((-PITCH, 0.0, PITCH), repeat=2)]
    return np.concatenate([site + pip for site in sites])


SITES = 9
_PLACES = _places()
