"""A candidate seen sharply: which face it shows, in which square, and whether that is a die."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.cube import evidence, seam, shown_mean
from vision.reader.face import NARROW, Face, is_clean, refine, rival, score, sites
from vision.reader.search import Candidate
from vision.reader.square import Outline, outlines
from vision.view import Picture, View, patch

PATCH_PX_PER_MM = 3.0
PATCH_SIDES = 1.9
"""Width of what is looked at, in die sides: the top face alone."""
SEAM_SIDES = 2.7
"""The same for the whole die."""


FINE_FIT = 0.8
CLEAR_EDGES = 0.45
"""Edges of a die whose size may be believed."""
FEW_PX = 24
"""A die of fewer is blurred far into its face."""
LEAST_FIT = 0.7
"""Least fit of a pattern."""

ROUNDED_MM = 0.35
"""How much larger the side is than its rounded edges show."""

_LONE_YAWS = np.arange(0.0, 90.0, 5.0)
_CLOSE_YAWS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
SIDES_MM = np.array([11.5, 12.5, 13.5, 14.5, 15.5, 16.5])


@dataclass(frozen=True, slots=True)
class Look:
    """A face, the square around it, how much of a flat cube's edges showed, 0..1, and the fit of
    a larger value a little beside it; proposed: the net that reads faces sees this value there,
    and others a die, or the search found it; negative: found in the picture's negative."""

    face: Face
    square: Outline
    edges: float = 0.0
    rival: float = 0.0
    proposed: bool = False
    negative: bool = False

    @property
    def merit(self) -> float:
        """Merit: of several looks at one place the largest counts."""
        square = self.square
        size = abs(square.width - 1) + abs(square.height - 1)
        return self.face.best_fit - size - square.off_centre + min(square.weakest, 20.0) / 100


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A look, and the picture it was taken at: the one given, its negative, or one of them in
    which the face's own pips are brought out."""

    look: Look
    shown: Picture
    brought_out: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rough:
    """A candidate's first look, at a die's usual size. by_side (S,): how much of a flat cube's
    edges shows, 0..1, for each of SIDES_MM."""

    face: Face
    by_side: Floats

    @property
    def edges(self) -> float:
        """At the size that suits it best."""
        return float(self.by_side.max())

    @property
    def fine(self) -> bool:
        """Several pips in order."""
        return self.face.value > 1 and self.face.best_fit >= FINE_FIT

    @property
    def clear(self) -> bool:
        """A die whose size may be believed."""
        return self.face.best_fit >= FINE_FIT and self.edges >= CLEAR_EDGES


def rough_look(
    image: Picture, calibration: Calibration, candidate: Candidate, die_mm: float
) -> Rough | None:
    """A first look at a place; None if nothing there is like a face."""
    x, y, yaw = candidate.pose
    width = SEAM_SIDES * die_mm
    wide = patch(image, calibration, (x, y), width, PATCH_PX_PER_MM, die_mm, fine=False)
    few = calibration.px_per_mm * die_mm < FEW_PX
    if candidate.lone:
        face = score(wide, candidate.pose, candidate.bright, die_mm)
        yaws = _LONE_YAWS
    else:
        face = _refined(wide, np.array([x, y, yaw]), candidate.bright, die_mm, few)
        yaws = face.yaw_deg + _CLOSE_YAWS
        if face.best_fit < LEAST_FIT:
            return None
    steps = seam(wide, calibration, die_mm)
    poses = np.zeros((len(yaws) * len(SIDES_MM), 5))
    poses[:, :2], poses[:, 2] = (face.x, face.y), np.repeat(yaws, len(SIDES_MM))
    shown = shown_mean(*evidence(steps, poses, np.tile(SIDES_MM, len(yaws))))
    shown = shown.reshape(len(yaws), len(SIDES_MM))
    best = int(shown.max(axis=1).argmax())
    if candidate.lone:
        pose = np.array([face.x, face.y, yaws[best]])
        face = _refined(wide, pose, candidate.bright, die_mm, few)
        if face.best_fit < LEAST_FIT:
            return None
    face = replace(face, yaw_deg=float(yaws[best]) % 90)
    return Rough(face, shown.max(axis=0))


def _refined(wide: View, pose: Floats, bright: bool, die_mm: float, few: bool) -> Face:
    """Refine a face; one of `few` pixels without its blurred edge if that hides it."""
    face = refine(wide, pose, bright, die_mm)
    if face.best_fit >= LEAST_FIT or not few:
        return face
    return refine(wide, pose, bright, die_mm, NARROW)


def by_squares(looks: Iterable[Look]) -> float | None:
    """The side of a roll's dice, all of one size, by the sides of their squares; `None` without
    any."""
    sides = [
        one.face.side_mm * size for one in looks for size in (one.square.width, one.square.height)
    ]
    return float(np.median(sides)) if sides else None


def by_edges(dice: list[Rough]) -> float | None:
    """The side at which most of their edges shows, between those tried; `None` at either end."""
    shown = np.sum([one.by_side for one in dice], axis=0)
    best = int(np.argmax(shown))
    if not dice or best in {0, len(SIDES_MM) - 1}:
        return None
    before, here, after = shown[best - 1 : best + 2]
    beyond = (before - after) / (2 * (before - 2 * here + after))
    return float(SIDES_MM[best] + beyond * (SIDES_MM[1] - SIDES_MM[0]) + ROUNDED_MM)


def close_look(image: Picture, calibration: Calibration, rough: Face, die_mm: float) -> Look:
    """A roughly known face at the dice's own size."""
    place = (rough.x, rough.y)
    near = patch(image, calibration, place, PATCH_SIDES * die_mm, PATCH_PX_PER_MM, die_mm)
    face = refine(near, np.array([*place, rough.yaw_deg]), rough.bright, die_mm, rough.reach)
    return _looked(near, face)


def _looked(near: View, face: Face) -> Look:
    yaw, square = _squarest(near, face, face.yaw_deg + _CLOSE_YAWS)
    if face.value == 1:  # its pip does not show its yaw, so its sides must
        face = score(near, np.array([face.x, face.y, yaw]), face.bright, face.side_mm, face.reach)
    clean = is_clean(sites(near, face), face.value)
    return Look(replace(face, clean=clean), square, rival=rival(near, face, at.VALUE_AHEAD))


def _squarest(view: View, face: Face, yaws_deg: Floats) -> tuple[float, Outline]:
    """The yaw at which the four sides stand out most; no single strong side decides it."""
    squares = outlines(view, face, yaws_deg)
    clear = [sum(min(step, 30.0) for step in square.strength) for square in squares]
    best = int(np.argmax(clear))
    return float(yaws_deg[best]), squares[best]
