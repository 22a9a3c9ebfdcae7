"""Where a face may be: pip-sized spots, then the poses that pairs of them or single ones allow."""

from __future__ import annotations

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
# Every value from 2 to 6 has two pips on a diagonal, so far apart over the die's side.
DIAGONAL = (0.185 * 2 * np.sqrt(2), 0.305 * 2 * np.sqrt(2))
EVEN_STRENGTH = 0.45  # the weaker of two pips of one face, over the stronger
COARSE_FIT = 0.5
COARSE_FIT_OF_ONE = 0.7
MOST_CANDIDATES, MOST_LONE = 16, 10
APART_MM = {True: 2.5, False: 7.0}


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
    sigma = max(0.9, max(PIP_RADII) * die_mm * view.scale / 1.5)
    near = cv2.GaussianBlur(view.grey, (0, 0), sigma)
    response = near - cv2.GaussianBlur(near, (0, 0), 1.7 * sigma)
    found: list[Candidate] = []
    for bright in (True, False):
        px, strength = _peaks(response if bright else -response, where, 1.9 * sigma)
        if not len(px):
            continue
        spots = view.to_mm(px)
        lone = np.column_stack([spots, np.zeros(len(spots))])
        found += _fitting(view, lone, bright, die_mm, round_template(), COARSE_FIT_OF_ONE)
        pairs = _diagonals(spots, strength, die_mm)
        known = rough_templates(COARSE)
        several = known.only(known.value > 1)
        found += _fitting(view, pairs, bright, die_mm, several, COARSE_FIT)
    found.sort(key=lambda candidate: -candidate.fit)
    return _few_per_place(found)


def _peaks(response: Singles, where: Picture | None, ring_px: float) -> tuple[Floats, Floats]:
    """Local maxima of the blob response: places (N, 2) px and strengths (N,), strongest first."""
    top = (response >= cv2.dilate(response, np.ones((3, 3), np.uint8))) & (response > FAINTEST)
    if where is not None:
        top &= where > 0
    ys, xs = np.divmod(np.flatnonzero(top), top.shape[1])
    alone = _alone(response, ys, xs, ring_px)
    ys, xs = ys[alone], xs[alone]
    strength = response[ys, xs]
    order = np.argsort(-strength)[:MOST_SPOTS]
    ys, xs, strength = ys[order], xs[order], strength[order]
    x = xs + _shift(response, ys, xs, 0, 1)
    y = ys + _shift(response, ys, xs, 1, 0)
    return np.column_stack([x, y]).astype(np.float64), strength.astype(np.float64)


def _alone(
    response: Singles, ys: NDArray[np.intp], xs: NDArray[np.intp], ring_px: float
) -> NDArray[np.bool_]:
    """Which maxima (N,) are spots, not the crest along an edge."""
    last_y, last_x = response.shape[0] - 1, response.shape[1] - 1
    around = []
    for angle in np.radians(np.arange(0, 360, 45)):
        y = np.clip(np.rint(ys + ring_px * np.sin(angle)).astype(int), 0, last_y)
        x = np.clip(np.rint(xs + ring_px * np.cos(angle)).astype(int), 0, last_x)
        around.append(response[y, x])
    both = np.minimum(around[:4], around[4:])  # a crest goes on to two opposite sides
    height = response[ys, xs]
    low = (both.max(axis=0) < CREST * height) & (np.max(around, axis=0) < HIGH_BESIDE * height)
    return np.asarray(low)


def _shift(
    response: Singles, ys: NDArray[np.intp], xs: NDArray[np.intp], dy: int, dx: int
) -> Floats:
    """Between pixels: the top of the parabola through a maximum and its two neighbours."""
    last_y, last_x = response.shape[0] - 1, response.shape[1] - 1
    here = response[ys, xs]
    before = response[np.maximum(ys - dy, 0), np.maximum(xs - dx, 0)]
    after = response[np.minimum(ys + dy, last_y), np.minimum(xs + dx, last_x)]
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
    view: View, poses: Floats, bright: bool, die_mm: float, known: Templates, least: float
) -> list[Candidate]:
    if not len(poses):
        return []
    fits = correlate(sample(view, poses, die_mm, known.unit), bright, known)
    best = fits.argmax(axis=1)
    fit = fits[np.arange(len(fits)), best]
    good: NDArray[np.intp] = np.flatnonzero(fit > least)
    return [Candidate(poses[i], bright, int(known.value[best[i]]), float(fit[i])) for i in good]


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
