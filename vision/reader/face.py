"""One face of a die: where it lies and which of the six patterns it shows, how surely."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.reader import thresholds as at
from vision.view import Singles, View

# Over the die's side. Makers' pips have a radius of 0.05-0.13 and lie 0.20-0.30 off the middle.
PIP_RADII = (0.045, 0.07, 0.095)
PITCHES = (0.2, 0.22, 0.245, 0.27, 0.295)
SOFTNESS = 0.06  # width of a pip's blurred edge at 14-30 px a die
# Half width of the sampled square: the rounded edge of the die stays out. A die of few pixels has
# a wider blur, and a very round one a wider edge.
REACH = 0.42
NARROW = 0.37
FINE = 19  # samples across a face
COARSE = 11
HOPELESS = 0.5  # a fit that a closer look never makes good
ONE_THREAD = 250_000  # products; OpenBLAS starts threads above 262,144
NOISE = 1.5  # grey levels: noise must not look like a perfect face
BODY = 3
"""Parts of a face beside its pattern: two slopes and a level."""

PATTERNS: tuple[tuple[int, tuple[int, ...]], ...] = (  # value, sites 0-8 in reading order
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)


@dataclass(frozen=True, eq=False)
class Templates:
    """unit (G*G, 2): sample places over the die's side; rows (N, G*G): patterns of zero mean
    and unit norm; value (N,); pitch and radius (N,) over the side."""

    unit: Floats
    rows: Singles
    value: NDArray[np.int64]
    pitch: Floats
    radius: Floats

    @cached_property
    def places(self) -> Singles:
        """The sample places and ones (G*G, 3), to be turned, stretched and moved."""
        return np.column_stack([self.unit, np.ones(len(self.unit))]).astype(np.float32)

    @cached_property
    def rows_and_body(self) -> Singles:
        """The rows and below them what a face without pips is made of, its level and two slopes,
        (N + 3, G*G)."""
        body, _ = np.linalg.qr(np.column_stack([np.ones(len(self.unit)), self.unit]))
        return np.vstack([self.rows, body.T]).astype(np.float32)

    def only(self, keep: NDArray[np.bool_]) -> Templates:
        return Templates(
            self.unit, self.rows[keep], self.value[keep], self.pitch[keep], self.radius[keep]
        )


@cache
def templates(across: int, reach: float = REACH) -> Templates:
    """The nine patterns at every pitch, on a grid of `across` samples a side."""
    axis = np.linspace(-reach, reach, across)
    unit = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    rows, values, pitches, radii = [], [], [], []
    for pitch, radius, (value, pips) in product(PITCHES, PIP_RADII, PATTERNS):
        face = np.sum([_pip(unit, site, pitch, radius) for site in pips], axis=0)
        face -= face.mean()
        rows.append(face / np.linalg.norm(face))
        values.append(value)
        pitches.append(pitch)
        radii.append(radius)
    return Templates(
        unit, np.array(rows, np.float32), np.array(values), np.array(pitches), np.array(radii)
    )


@cache
def rough_templates(across: int, reach: float = REACH) -> Templates:
    """Enough of the patterns to walk to the right pose."""
    patterns = templates(across, reach)
    return patterns.only(np.isin(patterns.pitch, PITCHES[::2]) & (patterns.radius == PIP_RADII[1]))


@cache
def round_template() -> Templates:
    """A single pip on a disc instead of a square: the same at every yaw."""
    square = templates(COARSE)
    inside = np.linalg.norm(square.unit, axis=1) < REACH
    pip = square.rows[:1, inside]
    pip = pip - pip.mean()
    return replace(
        square.only(np.arange(len(square.value)) == 0),
        unit=square.unit[inside],
        rows=pip / np.linalg.norm(pip),
    )


@dataclass(frozen=True, slots=True)
class Square:
    """Where a face lies. x, y: its middle, mm on the plane of the view; yaw_deg 0-90; side_mm."""

    x: float
    y: float
    yaw_deg: float
    side_mm: float

    def corners_mm(self, grown_mm: float = 0.0) -> Floats:
        """The four corners (4, 2), mm, of the square grown by so much on each side."""
        half = self.side_mm / 2 + grown_mm
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        return square @ turn(self.yaw_deg).T + (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Face(Square):
    """A square with pips.

    bright: pips lighter than the body; fits: best correlation of each value, index 1-6 (0
    unused); contrast: rms grey levels over the face; clean: every site clearly shows a pip or
    clearly none; reach: how far from the middle it was looked at, over the side.
    """

    bright: bool
    fits: tuple[float, ...]
    contrast: float
    clean: bool = False
    reach: float = REACH

    @property
    def value(self) -> int:
        return int(np.argmax(self.fits[1:])) + 1

    @property
    def best_fit(self) -> float:
        return max(self.fits[1:])

    @property
    def margin(self) -> float:
        """How far the best value is ahead of the next."""
        first, second = sorted(self.fits[1:], reverse=True)[:2]
        return first - second


def sites(view: View, face: Face) -> Floats:
    """How much of a pip each of the nine sites shows, (9,) in reading order, the largest 1.

    All nine are fitted together, so the blur of a pip does not count for its neighbours; the
    body may slope in brightness.
    """
    pose = np.array([[face.x, face.y, face.yaw_deg]])
    grey = sample(view, pose, face.side_mm, templates(FINE))[0]
    columns, inverses = _site_model()
    parts = np.einsum("mpg,g->mp", inverses, grey)
    missed = grey - np.einsum("mgp,mp->mg", columns, parts)
    best = parts[int(np.square(missed).sum(axis=1).argmin()), 3:]
    pips = best if face.bright else -best
    return np.asarray(pips / max(float(pips.max()), 1e-6), np.float64)


def middle_and_beyond(view: View, face: Face, beyond: Floats) -> tuple[float, float]:
    """How much of a pip the middle shows, and how much one at whichever of other places (N, 2),
    sides of the die off the middle as the face is turned, suits best: all fitted together, the
    largest pip of the nine sites 1."""
    pose = np.array([[face.x, face.y, face.yaw_deg]])
    patterns = templates(FINE)
    grey = sample(view, pose, face.side_mm, patterns)[0]
    columns, inverses = _site_model()
    missed = grey - np.einsum("mgp,mp->mg", columns, np.einsum("mpg,g->mp", inverses, grey))
    best = int(np.square(missed).sum(axis=1).argmin())
    radius = [radius for _pitch, radius in product(PITCHES, PIP_RADII)][best]
    fits = []
    for place in beyond:
        model = np.column_stack([columns[best], _blurred(patterns.unit, place, radius)])
        parts, *_ = np.linalg.lstsq(model, grey, rcond=None)
        fits.append((float(np.square(grey - model @ parts).sum()), parts[3:]))
    pips = min(fits, key=lambda fit: fit[0])[1] * (1 if face.bright else -1)
    shown = pips / max(float(pips[:9].max()), 1e-6)
    return float(shown[4]), float(shown[9])


@cache
def _site_model() -> tuple[Floats, Floats]:
    """For each of M pitches and radii: columns (M, G*G, 3 + 9), level, slopes and nine pips; and
    the least-squares inverses (M, 3 + 9, G*G)."""
    unit = templates(FINE).unit
    body = [np.ones(len(unit)), unit[:, 0], unit[:, 1]]
    columns = np.array(
        [
            np.column_stack([*body, *(_pip(unit, site, pitch, radius) for site in range(9))])
            for pitch, radius in product(PITCHES, PIP_RADII)
        ]
    )
    return columns, np.linalg.pinv(columns)


def _pip(unit: Floats, site: int, pitch: float, radius: float) -> Floats:
    """One blurred pip, 1 inside and 0 outside, on the sample places."""
    return _blurred(unit, np.array([site % 3 - 1, site // 3 - 1]) * pitch, radius)


def _blurred(unit: Floats, place: Floats, radius: float) -> Floats:
    distance = np.linalg.norm(unit - place, axis=1)
    return np.asarray(1 / (1 + np.exp(2 * (distance - radius) / SOFTNESS)), np.float64)


def is_clean(shown: Floats, value: int) -> bool:
    """Whether nine sites (9,) show exactly one of the patterns of a value."""
    for patterns, pips in PATTERNS:
        there = np.zeros(9, np.bool_)
        there[list(pips)] = True
        if (
            patterns == value
            and shown[there].min() >= at.PIP_SHOWS
            and shown[~there].max() <= at.PIP_ABSENT
        ):
            return True
    return False


def turn(yaw_deg: float) -> Floats:
    """Rotation (2, 2) by yaw, x towards y."""
    c, s = np.cos(np.radians(yaw_deg)), np.sin(np.radians(yaw_deg))
    return np.array([(c, -s), (s, c)])


def sample(view: View, poses: Floats, side_mm: float, patterns: Templates) -> Singles:
    """Grey of the faces at poses (N, 3: x mm, y mm, yaw deg) where patterns know it, (N, G*G)."""
    n = len(poses)
    angle, stretch = np.radians(poses[:, 2]), side_mm * view.scale
    c, s = stretch * np.cos(angle), stretch * np.sin(angle)
    rows = np.empty((2 * n, 3), np.float32)
    rows[:n, 0], rows[:n, 1], rows[n:, 0], rows[n:, 1] = c, -s, s, c
    rows[:n, 2], rows[n:, 2] = view.to_px(poses[:, :2]).T
    px = _products(rows, patterns.places)
    got = cv2.remap(view.grey, px[:n], px[n:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(got, np.float32)


def correlate(faces: Singles, bright: bool, patterns: Templates) -> Singles:
    """Correlation of faces (N, G*G) with each template, (N, T), in -1..1.

    A body that slopes in brightness counts as plain: patterns are symmetric and have no slope.
    """
    found = _products(faces, patterns.rows_and_body)
    body = found[:, -BODY:]
    plain = np.einsum("ij,ij->i", faces, faces) - np.einsum("ij,ij->i", body, body)
    norm = np.sqrt(np.maximum(plain, 0.0)) + NOISE * math.sqrt(faces.shape[1])
    return np.asarray(found[:, :-BODY] / (norm if bright else -norm)[:, None], np.float32)


def _products(rows: Singles, others: Singles) -> Singles:
    """Products of each row (N, G) with each of others (T, G), (N, T).

    A few rows at once: for so small a matrix a BLAS keeps to this thread, and threads of its own
    would spin longer than they work.
    """
    few = max(1, ONE_THREAD // others.size)
    if len(rows) <= few:
        return np.asarray(rows @ others.T, np.float32)
    found = np.empty((len(rows), len(others)), np.float32)
    for i in range(0, len(rows), few):
        np.matmul(rows[i : i + few], others.T, out=found[i : i + few])
    return found


_BESIDE_IT = [(x, y, 0) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
_AROUND = np.array([(0, 0, 0), *_BESIDE_IT, (0, 0, -1), (0, 0, 1)], np.float64)
"""Where a better pose is sought; the first is to stay."""


def refine(view: View, pose: Floats, bright: bool, side_mm: float, reach: float = REACH) -> Face:
    """Walk x, y and yaw from a pose (3,) to the best correlation and score all values there."""
    best = np.asarray(pose, np.float64)
    for step_mm, step_deg, across in ((0.6, 5.0, COARSE), (0.3, 2.5, FINE), (0.15, 1.25, FINE)):
        patterns = rough_templates(across, reach)
        for _ in range(3):
            poses = best + _AROUND * (step_mm, step_mm, step_deg)
            fit = correlate(sample(view, poses, side_mm, patterns), bright, patterns).max(axis=1)
            i = int(fit.argmax())
            if fit[i] < HOPELESS:
                break
            if i == 0:
                break
            best = poses[i]
    return score(view, best, bright, side_mm, reach)


def score(view: View, pose: Floats, bright: bool, side_mm: float, reach: float = REACH) -> Face:
    """The fits of all six values at one pose, each value at the pitch that suits it best."""
    patterns = templates(FINE, reach)
    faces = sample(view, pose[None], side_mm, patterns)
    fit = correlate(faces, bright, patterns)[0]
    fits = (0.0, *(float(fit[patterns.value == value].max()) for value in range(1, 7)))
    x, y, yaw = (float(part) for part in pose)
    contrast = float(faces.std())
    return Face(x, y, yaw % 90, side_mm, bright, fits, contrast, reach=reach)


def rival(view: View, face: Face, enough: float = 0.0) -> float:
    """The best fit of any larger value whose face may lie a little beside this one, on a die as
    large or larger: rows of a 6 look like a 3 or a 2, and two pips of a 4 like a 2. One so near
    in fit is enough."""
    if face.value > 3:
        return 0.0
    patterns = _larger(face.value)
    best = 0.0
    for larger in LARGER:
        if best > face.best_fit - enough:
            break
        side = larger * face.side_mm
        poses = np.array([(face.x, face.y, face.yaw_deg)]) + np.column_stack(
            [_BESIDE[:, :2] * side @ turn(face.yaw_deg).T, _BESIDE[:, 2]]
        )
        fit = correlate(sample(view, poses, side, patterns), face.bright, patterns)
        best = max(best, float(fit.max()))
    return best


LARGER = (1.0, 1.15, 1.3)
"""Factors by which a measured side may be off."""
_BESIDE = np.array(
    [
        (x, y, a)
        for x in np.linspace(-0.3, 0.3, 7)
        for y in np.linspace(-0.3, 0.3, 7)
        for a in (0, 45)
    ]
)


@cache
def _larger(value: int) -> Templates:
    """Enough of the patterns of larger values."""
    patterns = templates(COARSE)
    usual = np.isin(patterns.pitch, PITCHES[::2]) & (patterns.radius != PIP_RADII[0])
    return patterns.only((patterns.value > value) & usual)
