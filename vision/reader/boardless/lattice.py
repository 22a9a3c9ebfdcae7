"""A face seen at a slant: the pips of one value on a lattice, and none where it has none.

A lattice is its middle and two arms: pips lie at the middle plus -1, 0 or 1 of each arm. Lengths
are in sides of the die, from the middle of the patch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.reader.boardless.pips import MIDDLE_PX, SIDE_PX, Spots, all_spots
from vision.reader.face import PATTERNS, turn
from vision.view import Picture, Singles

USUAL_PITCH = 0.25
LEAST_PITCH = 0.16  # makers differ, and the side is known to a fifth
MOST_PITCH = 0.36
OFF_MIDDLE = 0.22
LEAST_ASPECT = 0.6  # of the arms: a face seen at 50 degrees
MOST_SKEW = {True: 0.45, False: 0.6}  # cosine between the arms; of four pips and more, of fewer
ASTRAY = 0.07  # how far a spot may lie from its place
UNEVEN = 0.45  # the weakest pip over the strongest
DOUBT = 0.6  # what is no pip over the weakest one
FACE_ARMS = 1.6  # how far the face reaches
AROUND_ARMS = 2.9  # and another one's first pips
ON_SITE = 0.3
AS_ROUND = 0.7
OF_TRIPLES = 9  # the strongest spots
OF_PAIRS = 8
OF_ONES = 3
LOOKED_AT = 3  # of each value
LONELY = (0.0, 0.5, 0.9, 0.7, 0.5, 0.0, 0.0)
"""What a pip just outside takes from each value's quality: it may belong to a larger one."""

SITES = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
# In arms:
_SITE = 0.25  # how far a site reaches
_BETWEEN = 0.55  # and what lies between all
_LONE = 0.7  # around a lone pip
_REACH = 1.55  # samples of a face
_PIP_RADII = (0.3, 0.4, 0.5)
_SOFTNESS = 0.3
_ACROSS = 17


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """One value on one lattice (3, 2).

    least, most: the weakest pip and the strongest of what should be none, over the strongest
    pip, all nine fitted together; rival: as most, of the sites alone where a larger value has
    pips that has all of these, too; explained: part of the face's contrast that pips explain;
    core: of what lies right around a single pip, for more pips as explained; even: the weakest
    spot over the strongest; astray: how far the spot lies off that fits worst; roundness: of the
    worst spot; beside: the strongest round spot just outside over the weakest; veil: how near the
    brightest or darkest of those rivals comes to the faintest pip's level, from the body's: glare
    hides a missing pip.
    """

    value: int
    lattice: Floats
    least: float
    most: float
    rival: float
    explained: float
    core: float
    even: float
    astray: float
    roundness: float
    beside: float
    veil: float

    @property
    def middle(self) -> tuple[float, float]:
        return float(self.lattice[0, 0]), float(self.lattice[0, 1])

    @property
    def pitch(self) -> float:
        """The mean length of the arms."""
        return float(np.linalg.norm(self.lattice[1:], axis=1).mean())

    @property
    def aspect(self) -> float:
        """The face's least width over its largest, 1 from above."""
        widths = np.linalg.svd(self.lattice[1:], compute_uv=False)
        return float(widths[1] / widths[0])

    @property
    def upright(self) -> float:
        """The cosine of the angle under which the face is seen, by its pips' shape or, where
        there are enough, their places; makers set those of a 6 closer one way than the other."""
        pips = float(np.sqrt(np.clip(self.roundness, 0.0, 1.0)))
        return max(pips, self.aspect) if self.value > 3 else pips

    @property
    def quality(self) -> float:
        """About 2 for a face as drawn, below 1 for chance."""
        return self._quality(self.most, self.explained)

    @property
    def printed(self) -> float:
        """As `quality`, where letters may stand between the pips of what is surely a die."""
        return self._quality(self.rival, self.core)

    def _quality(self, most: float, explained: float) -> float:
        lonely = LONELY[self.value] * min(self.beside, 1.0)
        size = 3.0 * float(np.log(self.pitch / USUAL_PITCH)) ** 2
        shape = min(self.roundness, 0.5) + 0.3 * self.even - 4.0 * self.astray
        return min(self.least, 0.8) - max(most, 0.0) + explained + shape - lonely - size


def read_face(patch: Picture) -> dict[int, Fit]:
    """The best fit of each value that fits at all; patch (PATCH_PX, PATCH_PX, 3) uint8."""
    drafts = [draft for spots in all_spots(patch) for draft in _drafts(spots)]
    best: dict[int, Fit] = {}
    for value in range(1, 7):
        several = sorted((one for one in drafts if one.value == value), key=lambda one: -one.merit)
        fits = [fit for one in several[:LOOKED_AT] if (fit := _fitted(one)) is not None]
        if fits:
            best[value] = max(fits, key=lambda fit: fit.quality)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """pattern: its index; there (9,): which sites bear pips."""

    merit: float
    value: int
    pattern: int
    there: NDArray[np.bool_]
    lattice: Floats
    grey: Singles
    even: float
    astray: float
    roundness: float
    beside: float


def _drafts(spots: Spots) -> Iterator[_Draft]:
    """For each pattern the lattice on which the spots fit best."""
    groups = (
        _possible(_of_ones(spots.at[:OF_ONES]), MOST_SKEW[False]),
        _possible(_of_pairs(spots.at[:OF_PAIRS]), MOST_SKEW[False]),
        _possible(_of_triples(spots.at[:OF_TRIPLES]), MOST_SKEW[True]),
    )
    lattices = np.concatenate(groups)
    if not len(lattices):
        return
    group = np.repeat(np.arange(3), [len(one) for one in groups])
    seats = _Seats(lattices, spots)
    merit = np.where(group[:, None] == _GROUP, seats.merit(), -np.inf)
    for pattern, best in enumerate(merit.argmax(axis=0)):
        if merit[best, pattern] > -np.inf:
            yield seats.draft(int(best), pattern, float(merit[best, pattern]))


_VALUE = np.array([value for value, _ in PATTERNS])
_THERE = np.array([np.isin(np.arange(9), pips) for _, pips in PATTERNS])
_GROUP = np.select([_VALUE == 1, _VALUE < 4], [0, 1], 2)
_HELD = ~(_THERE[:, None] & ~_THERE).any(axis=2)
_RIVALS = (_HELD[:, :, None] & ~_THERE[:, None] & _THERE).any(axis=1)
"""For each pattern: its value, the sites (9,) that bear pips, what its lattices are built on, which
others have all of its pips, and where those have more."""


class _Seats:
    """Which spots sit on the sites of T lattices, and which beside them."""

    def __init__(self, lattices: Floats, spots: Spots) -> None:
        self._lattices, self._spots = lattices, spots
        middles, arms = lattices[:, None, 0], lattices[:, 1:]
        away = (middles + SITES @ arms)[:, :, None] - spots.at
        apart = np.hypot(away[..., 0], away[..., 1])
        self._nearest = apart.argmin(axis=2)
        self._astray = apart.min(axis=2)
        self._strength = np.where(self._astray < ASTRAY, spots.strength[self._nearest], 0.0)
        self._arms = (spots.at - middles) @ np.linalg.inv(arms)  # (T, n, 2): spots in arms
        off_site = np.abs(self._arms - np.clip(np.rint(self._arms), -1, 1)).max(axis=2) > ON_SITE
        near_face = np.abs(self._arms).max(axis=2) < FACE_ARMS
        self._clutter = np.where(near_face & off_site, spots.strength, 0.0).max(axis=1)

    def merit(self) -> Floats:
        """How well each pattern fits on each lattice, (T, patterns), minus infinity: not at all."""
        strength = self._strength[:, None]
        weakest = np.where(_THERE, strength, np.inf).min(axis=2)
        strongest = np.where(_THERE, strength, 0.0).max(axis=2)
        none = np.where(_THERE, 0.0, strength).max(axis=2)
        none = np.maximum(none, self._clutter[:, None])
        astray = np.where(_THERE, self._astray[:, None], 0.0).max(axis=2)
        fair = (weakest > UNEVEN * strongest) & (none < DOUBT * weakest)
        strongest, weakest = np.maximum(strongest, 1e-6), np.maximum(weakest, 1e-6)
        lengths = np.linalg.norm(self._lattices[:, 1:], axis=2)
        square = lengths.min(axis=1, keepdims=True) / lengths.max(axis=1, keepdims=True)
        even = weakest / strongest
        merit = even - none / weakest - 4 * astray + 0.5 * square + 0.2 * np.log(weakest)
        return np.where(fair, merit, -np.inf)

    def draft(self, best: int, pattern: int, merit: float) -> _Draft:
        spots, there, value = self._spots, _THERE[pattern], int(_VALUE[pattern])
        lattice = self._lattices[best]
        seated = self._nearest[best][there]
        if value >= 4:
            columns = np.column_stack([np.ones(len(seated)), SITES[there]])
            lattice = np.linalg.lstsq(columns, spots.at[seated], rcond=None)[0]
        strength = self._strength[best][there]
        roundness = float(spots.roundness[seated].min())
        others = np.abs(self._arms[best]).max(axis=1) < AROUND_ARMS
        others[seated] = False
        if value > 1:  # pips of a side face are narrow
            others &= spots.roundness > AS_ROUND * roundness
        return _Draft(
            merit,
            value,
            pattern,
            there,
            lattice,
            spots.grey,
            float(strength.min() / strength.max()),
            float(self._astray[best][there].max()),
            roundness,
            float(spots.strength[others].max(initial=0.0) / strength.min()),
        )


def _fitted(draft: _Draft) -> Fit | None:
    """The face itself, sampled on the lattice, as a body's level, slopes, bends and nine pips."""
    unit, _ = _samples()
    px = ((draft.lattice[0] + unit @ draft.lattice[1:]) * SIDE_PX + MIDDLE_PX).astype(np.float32)
    flags, edge = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    seen = cv2.remap(draft.grey, px[:, :1], px[:, 1:], flags, borderMode=edge)[:, 0]
    columns, inverses = _models()
    parts = inverses @ seen
    missed = np.square(seen - np.einsum("rgp,rp->rg", columns, parts)).sum(axis=1)
    best = int(missed.argmin())
    pips = parts[best, 6:]
    strongest = float(pips[draft.there].max())
    if strongest <= 0:
        return None
    plain = np.square(seen - columns[best, :, :6] @ (_samples()[1] @ seen))
    left = np.square(seen - columns[best] @ parts[best])
    near = _near_middle() if draft.value == 1 else np.ones(len(seen), np.bool_)
    rivals = _RIVALS[draft.pattern]
    return Fit(
        draft.value,
        draft.lattice,
        float(pips[draft.there].min()) / strongest,
        float(pips[~draft.there].max()) / strongest,
        float(pips[rivals].max(initial=0.0)) / strongest,
        1 - float(left.sum()) / max(float(plain.sum()), 1e-6),
        1 - float(left[near].sum()) / max(float(plain[near].sum()), 1e-6),
        draft.even,
        draft.astray,
        draft.roundness,
        draft.beside,
        _veil(np.asarray(seen, np.float64), draft.there, rivals),
    )


def _veil(seen: Floats, there: NDArray[np.bool_], rivals: NDArray[np.bool_]) -> float:
    """See Fit; seen (G,): the face's samples."""
    on_site, between = _sites()
    levels = on_site @ seen - float(np.median(seen[between]))
    return float(np.abs(levels[rivals]).max(initial=0.0) / max(float(levels[there].min()), 1e-6))


@cache
def _sites() -> tuple[Floats, NDArray[np.bool_]]:
    """The mean over each site (9, G); which samples lie between all sites."""
    unit, _ = _samples()
    away = np.linalg.norm(unit[:, None] - SITES, axis=2)
    near = away.T < _SITE
    return near / near.sum(axis=1, keepdims=True), np.asarray((away > _BETWEEN).all(axis=1))


@cache
def _near_middle() -> NDArray[np.bool_]:
    """Which samples lie about the middle's pip, nearer than anything is printed."""
    return np.asarray(np.linalg.norm(_samples()[0], axis=1) < _LONE, np.bool_)


@cache
def _samples() -> tuple[Floats, Floats]:
    """Places (G, 2) on a face, in arms; the least-squares inverse (6, G) of a body without pips."""
    axis = np.linspace(-_REACH, _REACH, _ACROSS)
    unit = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    return unit, np.asarray(np.linalg.pinv(_body(unit)), np.float64)


def _body(unit: Floats) -> Floats:
    x, y = unit.T
    return np.column_stack([np.ones(len(unit)), x, y, x * y, x**2, y**2])


@cache
def _models() -> tuple[Floats, Floats]:
    """For each pip radius: columns (G, 6 + 9), body and pips; and their inverse (6 + 9, G)."""
    unit, _ = _samples()
    away = np.linalg.norm(unit[:, None] - SITES, axis=2)
    columns = np.array(
        [
            np.column_stack([_body(unit), 1 / (1 + np.exp(2 * (away - radius) / _SOFTNESS))])
            for radius in _PIP_RADII
        ]
    )
    return columns, np.asarray(np.linalg.pinv(columns), np.float64)


def _possible(lattices: Floats, skew: float) -> Floats:
    """The lattices of about the die's size, in its middle, that a face may look like."""
    if not len(lattices):
        return lattices
    arms = lattices[:, 1:]
    lengths = np.linalg.norm(arms, axis=2)
    least, most = lengths.min(axis=1), lengths.max(axis=1)
    cosine = np.abs((arms[:, 0] * arms[:, 1]).sum(axis=1)) / (least * most + 1e-9)
    fair = (most < MOST_PITCH) & (most > LEAST_PITCH) & (least > LEAST_ASPECT * most)
    fair &= (cosine < skew) & (np.linalg.norm(lattices[:, 0], axis=1) < OFF_MIDDLE)
    return np.asarray(lattices[fair], np.float64)


def _of_triples(at: Floats) -> Floats:
    """Lattices (T, 3, 2) with three corners on spots."""
    corner, one, other = at[_triples(len(at))].swapaxes(0, 1)
    return np.stack([(one + other) / 2, (one - corner) / 2, (other - corner) / 2], axis=1)


@cache
def _triples(n: int) -> NDArray[np.int64]:
    """Triples (T, 3) of n spots: a corner and its two neighbours."""
    some = [
        (i, j, k) for i in range(n) for j, k in combinations([m for m in range(n) if m != i], 2)
    ]
    return np.array(some, np.int64).reshape(-1, 3)


def _of_pairs(at: Floats) -> Floats:
    """Lattices (T, 3, 2) with opposite corners on spots, at every slant."""
    i, k = np.triu_indices(len(at), 1)
    middle, half = (at[i] + at[k]) / 2, (at[k] - at[i]) / 2
    across = np.einsum("fij,nj->nfi", _crossed(), half)
    along = np.broadcast_to(half[:, None], across.shape)
    middles = np.broadcast_to(middle[:, None], across.shape)
    return np.stack([middles, (along - across) / 2, (along + across) / 2], axis=2).reshape(-1, 3, 2)


def _of_ones(at: Floats) -> Floats:
    """Lattices (T, 3, 2) around single spots, turned and slanted."""
    middles = np.repeat(at, len(_turned()), axis=0)[:, None]
    return np.concatenate([middles, np.tile(_turned(), (len(at), 1, 1))], axis=1)


@cache
def _turned() -> Floats:
    """Arms (T, 2, 2) of the usual length."""
    yaws = (0.0, 22.5, 45.0, 67.5)
    arms = [(slant @ turn(yaw)).T * USUAL_PITCH for slant in _slants() for yaw in yaws]
    return np.array(arms)


@cache
def _crossed() -> Floats:
    """One half diagonal of a square to the other (F, 2, 2), for each slant."""
    return np.array([slant @ turn(90.0) @ np.linalg.inv(slant) for slant in _slants()])


@cache
def _slants() -> Floats:
    """How a square shrinks (F, 2, 2) when it is seen from aside."""
    found = [np.eye(2)]
    for ratio in (0.82, 0.68):
        for way in range(0, 180, 30):
            found.append(turn(way) @ np.diag([1.0, ratio]) @ turn(way).T)
    return np.array(found)
