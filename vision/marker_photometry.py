"""Light and lens measured on the markers: black and white of known shape on known places."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats

CELLS = 6
"""A marker of DICT_4X4_50 with its black border."""
INKED = 8
"""Points a cell of the drawn pattern."""
FINE = 2
"""Samples of the drawn pattern for each pixel, each way."""
WIDEST = 24.0
ROOM = 0.6 / CELLS
"""Width of the white paper around a marker, in marker widths."""
PAD = 0.5
GAMMA = 2.2
"""Near enough to what cameras do to light between black and white."""
STEPS = 12
LEAST_PART = 0.1
"""A pattern that explains no more of the picture than the rest is covered or no such marker."""
LEAST_STEP = 0.2
"""Of white's light: with a smaller step between white and black it is no marker."""

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Paper:
    """One marker's black and white as seen.

    white, black: light (3,) of blue, green, red, 0..1 of what the sensor takes. spread (2, 2):
    covariance of the blur in px², beyond a pixel's own; `None` where it cannot be measured.
    """

    white: Floats
    black: Floats
    spread: Floats | None


def linear(levels: NDArray[Any]) -> Floats:
    """Levels 0..255 as light 0..1."""
    return np.asarray((np.asarray(levels, np.float64) / 255) ** GAMMA)


def level(light: Floats) -> Floats:
    """Light 0..1 as levels 0..255."""
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA))


def papers(picture: Picture, markers: Mapping[int, Floats]) -> dict[int, Paper]:
    """Black and white of each marker in a BGR picture; markers as from `find_markers`."""
    found = {i: _paper(picture, i, corners) for i, corners in markers.items()}
    return {i: paper for i, paper in found.items() if paper is not None}


def _paper(picture: Picture, marker: int, corners: Floats) -> Paper | None:
    side = float(np.linalg.norm(corners[0] - corners[2])) / math.sqrt(2)
    low = np.floor(corners.min(axis=0) - PAD * side).astype(int)
    high = np.ceil(corners.max(axis=0) + PAD * side).astype(int)
    if low.min() < 0 or high[0] >= picture.shape[1] or high[1] >= picture.shape[0]:
        return None
    part = picture[low[1] : high[1], low[0] : high[0]]
    pattern = _Pattern(marker, corners - low, part.shape[:2])
    x = pattern.fitted(linear(part).mean(axis=2))
    white, black = pattern.levels(linear(part), np.zeros(11) if x is None else x)
    if float((white - black).max()) < LEAST_STEP * float(white.max()):
        return None
    if x is None:
        return Paper(white, black, None)
    return Paper(white, black, np.array([[x[0], x[1]], [x[1], x[2]]]))


class _Pattern:
    """A marker as it would be seen. x (11,): the blur's covariance xx, xy, yy px², and how far
    each corner is from where it was found, px."""

    def __init__(self, marker: int, corners: Floats, shape: tuple[int, ...]) -> None:
        words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        cells = cv2.aruco.generateImageMarker(words, marker, CELLS)
        inked = np.kron(cells, np.ones((INKED, INKED), np.uint8)).astype(np.float32) / 255
        self._inked = np.pad(inked, 2 * INKED, constant_values=1.0)
        self._corners, self._shape = corners, shape
        flat = self._places(corners)
        self._near = ((flat > -ROOM) & (flat < 1 + ROOM)).all(axis=-1)
        y, x = np.nonzero(self._near)
        self._at = np.column_stack([x - x.mean(), y - y.mean()])

    def _places(self, corners: Floats) -> Floats:
        """Each pixel on the marker, whose own corners are (0, 0) and (1, 1)."""
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        to_square = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
        y, x = np.mgrid[0 : self._shape[0], 0 : self._shape[1]].astype(np.float64)
        points = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
        flat = cv2.perspectiveTransform(points, to_square)
        return np.asarray(flat, np.float64).reshape(*self._shape, 2)

    def shade(self, x: Floats) -> Floats:
        """How white each pixel near the marker is, (N,)."""
        edge, far = 2 * INKED - 0.5, (2 + CELLS) * INKED - 0.5
        own = np.array([(edge, edge), (far, edge), (far, far), (edge, far)], np.float32)
        fine = (self._corners + x[3:].reshape(4, 2) + 0.5) * FINE - 0.5
        warp = cv2.getPerspectiveTransform(own, fine.astype(np.float32))
        size = (self._shape[1] * FINE, self._shape[0] * FINE)
        drawn = cv2.warpPerspective(self._inked, warp, size, borderValue=1.0)
        soft = cv2.filter2D(drawn, -1, _kernel(x[:3] * FINE**2))
        pixels = cv2.resize(soft, self._shape[::-1], interpolation=cv2.INTER_AREA)
        return np.asarray(pixels[self._near], np.float64)

    def _basis(self, x: Floats) -> Floats:
        """Black and white, each with a slope of the light across the marker; (N, 6)."""
        white = self.shade(x)[:, None]
        return np.hstack([white, 1 - white, white * self._at, (1 - white) * self._at])

    def levels(self, seen: Floats, x: Floats) -> tuple[Floats, Floats]:
        """Light of white and black (3,), in a picture (h, w, 3) of light."""
        found = np.linalg.lstsq(self._basis(x), seen[self._near], rcond=None)[0]
        return np.asarray(found[0]), np.asarray(found[1])

    def fitted(self, lit: Floats) -> Floats | None:
        """x by Levenberg and Marquardt's method; `None` where the pattern does not explain it."""
        seen = lit[self._near]
        scale = math.sqrt(float(np.square(seen - seen.mean()).sum())) + 1e-9

        def miss(x: Floats) -> Floats:
            basis = self._basis(x)
            rest = basis @ np.linalg.lstsq(basis, seen, rcond=None)[0] - seen
            return np.append(rest / scale, 0.02 * x[3:])

        x, damping = np.array([0.5, 0.0, 0.5, *np.zeros(8)]), 1e-3
        now, steps = miss(x), np.eye(len(x)) * 0.02
        slope: Floats | None = None
        for _ in range(STEPS):
            if slope is None:
                slope = np.column_stack([(miss(x + step) - now) / 0.02 for step in steps])
            normal = slope.T @ slope
            rise = damping * np.diag(np.diag(normal) + 1e-9)
            tried = x + np.clip(np.linalg.solve(normal + rise, -slope.T @ now), -2.0, 2.0)
            then = miss(tried)
            if then @ then < now @ now:
                small = now @ now - then @ then < 1e-3 * (now @ now)
                x, now, damping, slope = tried, then, damping / 5, None
                if small:
                    break
            else:
                damping *= 8
        return x if float(now @ now) < LEAST_PART else None


def _kernel(spread: Floats) -> NDArray[np.float32]:
    """A Gaussian of covariance xx, xy, yy px²; never narrower than a fifth of a pixel."""
    shape = np.array([[spread[0], spread[1]], [spread[1], spread[2]]])
    wide, axes = np.linalg.eigh(shape)
    wide = np.clip(wide, 0.04, WIDEST**2)
    reach = math.ceil(3 * math.sqrt(float(wide.max())))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    along = np.stack([x, y], axis=-1) @ axes
    bell = np.exp(-(along**2 / wide).sum(axis=-1) / 2)
    return np.asarray(bell / bell.sum(), np.float32)
