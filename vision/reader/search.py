"""Where a face may be: pip-sized spots, then the poses that pairs of them or single ones allow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.reader.face import (
    COARSE,
    PIP_RADII,
    Templates,
    correlate,
    rough_templates,
    round_template,
    sample,
)
from vision.view import Picture, Singles, View

FAINTEST = 4.0  # grey levels of blob response; felt and noise stay below most of the time
CREST = 0.7  # of a spot's height may be left a pip's width away
HIGH_BESIDE = 0.85
MOST_SPOTS = 400
WIDER = 1.7
"""Over a spot's blur: what it is compared with."""
RING = 1.9
"""How far around it must be lower, over the same blur."""
BLUR_SEES = 4.0
"""Reach of a blur to each side, sigmas. With 3 it takes a millisecond less, and of 611 rolls
one that is read is asked about."""
_ROUND = np.array([(np.cos(way), np.sin(way)) for way in np.radians(np.arange(0, 360, 45))])
# Every value from 2 to 6 has two pips on a diagonal, so far apart over the die's side.
DIAGONAL = (0.185 * 2 * np.sqrt(2), 0.305 * 2 * np.sqrt(2))
EVEN_STRENGTH = 0.45  # the weaker of two pips of one face, over the stronger
COARSE_FIT = 0.5
COARSE_FIT_OF_ONE = 0.7
MOST_CANDIDATES = 16
MOST_LONE = 10
BAND_PX = 200
"""Rows looked at together, with those around them that the blurs see."""
APART_MM = {True: 2.5, False: 7.0}


Spots = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pose worth a closer look: pose (3,) x mm, y mm, yaw deg; value: what it looks like."""

    pose: Floats
    bright: bool
    value: int
    fit: float

    @property
    def lone(self) -> bool:
        """A single spot, whose yaw is unknown."""
        return self.value == 1


def find_candidates(view: View, die_mm: float, where: Picture | None) -> list[Candidate]:
    """Poses at which the coarse view looks like a face, best first, one per place.

    where: mask (h, w) of the view to look in, `None` for all of it.
    """
    return candidates_at(view, die_mm, spots_in(view, die_mm, where))


def spots_in(view: View, die_mm: float, where: Picture | None) -> tuple[Spots, Spots]:
    """What may be pips of a die about so large: places (N, 2) mm and strengths (N,), bright ones
    and dark ones."""
    sigma = max(0.9, max(PIP_RADII) * die_mm * view.scale / 1.5)
    bright, dark = blobs(view.grey, where, sigma)
    return (view.to_mm(bright[0]), bright[1]), (view.to_mm(dark[0]), dark[1])


def candidates_at(view: View, die_mm: float, both: tuple[Spots, Spots]) -> list[Candidate]:
    """As `find_candidates`, of spots that were found."""
    found: list[Candidate] = []
    for bright, (spots, strength) in zip((True, False), both, strict=True):
        if not len(spots):
            continue
        lone = np.column_stack([spots, np.zeros(len(spots))])
        found += _fitting(view, lone, bright, die_mm, round_template(), COARSE_FIT_OF_ONE)
        pairs = _diagonals(spots, strength, die_mm)
        patterns = rough_templates(COARSE)
        several = patterns.only(patterns.value > 1)
        found += _fitting(view, pairs, bright, die_mm, several, COARSE_FIT)
    found.sort(key=lambda candidate: -candidate.fit)
    return _few_per_place(found)


def blobs(
    grey: Singles, where: Picture | None, sigma: float
) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Bright and dark spots: places (N, 2) px and strengths (N,), the strongest first and no more
    than MOST_SPOTS.

    Some rows at a time: fresh memory for all of a board takes longer to get than to fill. Only what
    lies around the mask is blurred.
    """
    ring = np.rint(RING * sigma * _ROUND).astype(int)
    reach = int(ring.max())
    around = math.ceil((1 + WIDER) * BLUR_SEES * sigma) + reach + 1
    here = np.full(grey.shape, 255, np.uint8) if where is None else where
    x, y, wide, high = cv2.boundingRect(here)
    left, right = max(x - around, 0), x + wide + around
    found = [np.empty((0, 3))]
    for top in range(y, y + high, BAND_PX):
        first, own = max(top - around, 0), slice(top, min(top + BAND_PX, y + high))
        near = _blurred(grey[first : own.stop + around, left:right], sigma)
        response = near - _blurred(near, WIDER * sigma)
        edged = cv2.copyMakeBorder(response, *(reach,) * 4, cv2.BORDER_REPLICATE)
        inside = np.zeros(edged.shape, np.bool_)
        inner = inside[reach:-reach, reach:-reach]
        inner[top - first : own.stop - first] = here[own, left:right] > 0
        peaks = _peaks(np.asarray(edged, np.float32), inside, ring)
        found.append(peaks + (left - reach, first - reach, 0))
    spots = np.concatenate(found)
    bright = spots[:, 2] > 0
    return _strongest(spots[bright]), _strongest(spots[~bright])


def _blurred(grey: Singles, sigma: float) -> Singles:
    side = 2 * round(BLUR_SEES * sigma) + 1
    return np.asarray(cv2.GaussianBlur(grey, (side, side), sigma), np.float32)


def _strongest(spots: Floats) -> tuple[Floats, Floats]:
    strength = np.abs(spots[:, 2])
    best = np.argsort(-strength)[:MOST_SPOTS]
    return spots[best, :2], strength[best]


def _peaks(response: Singles, where: NDArray[np.bool_], ring: NDArray[np.int_]) -> Floats:
    """Extremes of the blob response that are spots, no crest along an edge (N, 3): x, y in px and
    strength, negative for dark ones.

    where: mask of those that count, no nearer to the border than the places (8, 2) of the ring.
    """
    size = np.abs(response)
    top = size >= cv2.dilate(size, np.ones((3, 3), np.uint8))
    top &= size > FAINTEST
    top &= where
    at, level, row = np.flatnonzero(top), response.ravel(), response.shape[1]
    way = np.sign(level[at])
    sides = way * level[at + (ring @ (1, row))[:, None]]
    both = np.minimum(sides[:4], sides[4:])  # a crest goes on to two opposite sides
    height = way * level[at]
    low = (both.max(axis=0) < CREST * height) & (sides.max(axis=0) < HIGH_BESIDE * height)
    at, sizes = at[low], size.ravel()
    y, x = np.divmod(at, row)
    return np.column_stack([x + _shift(sizes, at, 1), y + _shift(sizes, at, row), level[at]])


def _shift(level: Singles, at: NDArray[np.intp], step: int) -> Floats:
    """Between pixels: the top of the parabola through a maximum and its two neighbours."""
    before, here, after = level[at - step], level[at], level[at + step]
    bend = np.minimum(before - 2 * here + after, -1e-3)
    return np.asarray(np.clip((before - after) / (2 * bend), -0.5, 0.5), np.float64)


def _diagonals(spots: Floats, strength: Floats, die_mm: float) -> Floats:
    """Poses (N, 3) of the faces whose diagonal is a pair of spots."""
    across, down = (np.subtract.outer(along, along) for along in spots.T.astype(np.float32))
    apart = across * across + down * down
    low, high = ((limit * die_mm) ** 2 for limit in DIAGONAL)
    i, k = np.divmod(np.flatnonzero((apart > low) & (apart < high)), len(spots))
    i, k = i[i < k], k[i < k]
    even = np.minimum(strength[i], strength[k]) > EVEN_STRENGTH * np.maximum(
        strength[i], strength[k]
    )
    i, k = i[even], k[even]
    across = spots[k] - spots[i]
    yaw = np.degrees(np.arctan2(across[:, 1], across[:, 0])) - 45
    return np.column_stack([(spots[i] + spots[k]) / 2, yaw])


def _fitting(
    view: View, poses: Floats, bright: bool, die_mm: float, patterns: Templates, least: float
) -> list[Candidate]:
    if not len(poses):
        return []
    fits = correlate(sample(view, poses, die_mm, patterns), bright, patterns)
    best = fits.argmax(axis=1)
    fit = fits[np.arange(len(fits)), best]
    good: NDArray[np.intp] = np.flatnonzero(fit > least)
    return [Candidate(poses[i], bright, int(patterns.value[best[i]]), float(fit[i])) for i in good]


def _few_per_place(found: list[Candidate]) -> list[Candidate]:
    """The best of those that mean the same face; a few pips of a large value are a smaller one,
    so a place has one of each."""
    kept: list[Candidate] = []
    room = {True: MOST_LONE, False: MOST_CANDIDATES}
    for one in found:
        if room[one.lone] == 0:
            continue
        if any(
            one.value == other.value
            and np.abs(one.pose[:2] - other.pose[:2]).sum() < APART_MM[one.lone]
            for other in kept
        ):
            continue
        kept.append(one)
        room[one.lone] -= 1
    return kept
