"""Dice whose places the nets know and whose faces the search overlooked: small, faint, glaring.

The nets say only where. The face is read there as everywhere else, by its pips and its square,
but of any size a die may have; and it counts only if the second reader, asked at the place that
the pips gave, sees the same value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.checkers import checkers_near
from vision.reader.cube import evidence, seam, shown_mean
from vision.reader.face import (
    COARSE,
    NARROW,
    Face,
    Templates,
    correlate,
    refine,
    rough_templates,
    sample,
)
from vision.reader.find import DICE, SAME_PLACE, SIZE_STEP_MM, USUAL_DIE_MM, Found, is_free
from vision.reader.lean import lean_of
from vision.reader.look import LEAST_FIT, PATCH_PX_PER_MM, SEAM_SIDES, Look, close_look
from vision.reader.opinion import AGREES, Second
from vision.reader.square import Outline
from vision.reader.suspects import plain_places
from vision.reader.view import Picture, View, patch

OFF_MM = 4.0
"""So far off may a place be that the nets told."""
SIDES_MM = (12.25, 13.25, 14.25, 15.25)
"""A face is still told by a pattern that is half a step too large or too small."""
SMALLEST_MM, LARGEST_MM = 11.5, 17.0
CLOSE_SIDES_MM = np.arange(-0.6, 0.61, 0.3)
POSES = 4
"""So many of one place are looked at closely."""
LEAST_COARSE = 0.45
CERTAIN, NEARLY_CERTAIN = 0.96, 0.94
"""So sure the second reader must be of a face that the search did not find; and of one whose
square stands out as much as its pips."""
WORSE = 0.15
"""By so much in fit and edges a face must be worse to be no other explanation."""
CERTAIN_MM = 0.15
"""A side known as well is not measured again."""
MOST = 3
"""So many places are looked at."""
UNKNOWN = Outline((0.0,) * 4, (0.0,) * 4)

_OFF = np.arange(-OFF_MM, OFF_MM + 0.1, 1.6)
_POSES = np.array([(x, y, a) for x in _OFF for y in _OFF for a in np.arange(0, 90, 15.0)])
_YAWS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
_LONE_YAWS = np.arange(0.0, 90.0, 6.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """A pose (3,) that may be a face's, of which polarity, size and value, and how well it fits."""

    pose: Floats
    bright: bool
    side_mm: float
    value: int
    fit: float


def find_known(
    image: Picture,
    calibration: Calibration,
    view: View,
    where: Picture,
    told: list[Found],
    found: list[Found],
    second: Second,
) -> list[Found]:
    """The dice told already, others where the nets see some, and of those found the rest.

    view: an overview; where: mask (h, w) of it, to look in.
    """
    kept = [*told]
    side = calibration.board.die_mm
    sides = SIDES_MM if side is None else (side,)
    seen: list[Seen] = []
    for place in plain_places(image, calibration, side or USUAL_DIE_MM, -view.left_mm):
        if len(seen) < MOST and _is_shown(view, where, place) and _is_new(place, kept):
            seen += _shown_at(image, calibration, place, sides, second)
    if seen and side is None:  # the dice of a roll are alike
        side = float(np.median([one.look.face.side_mm for one in seen]))
    for one in sorted(seen, key=lambda one: -one.look.face.fit):
        assert side is not None
        look = one.look
        if abs(look.face.side_mm - side) > SIZE_STEP_MM:
            look = _again(one.shown, calibration, look, side)
        if look.sure and is_free(look, kept):
            discs = checkers_near(image, calibration, look.face)
            lean = lean_of(one.shown, calibration, look.face)
            kept.append(Found(look, discs, lean))
    for die in found:
        if (die.look.likely or len(kept) < DICE) and is_free(die.look, kept):
            kept.append(die)
    return kept


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A look, and the picture it was taken at: the one given or its negative."""

    look: Look
    shown: Picture


def _is_shown(view: View, where: Picture, place_mm: Floats) -> bool:
    x, y = view.to_px(place_mm).round().astype(int)
    high, wide = where.shape
    return bool(0 <= x < wide and 0 <= y < high and where[y, x])


def _is_new(place_mm: Floats, kept: list[Found]) -> bool:
    """No die that was found lies there."""
    faces = [die.look.face for die in kept]
    x, y = place_mm
    return all(np.hypot(face.x - x, face.y - y) > SAME_PLACE * face.side_mm for face in faces)


def _shown_at(
    image: Picture,
    calibration: Calibration,
    place_mm: Floats,
    sides_mm: tuple[float, ...],
    second: Second,
) -> list[Seen]:
    """The one face about a place on which both readers agree, in the picture or its negative."""
    seen: list[Seen] = []
    shares: list[float] = []
    for negative in (False, True):
        shown = np.asarray(255 - image, np.uint8) if negative else image
        for look in looks_at(shown, calibration, place_mm, sides_mm):
            seen.append(Seen(look, shown))
            shares.append(_share(image, calibration, look.face, second))
        told = certain(seen, shares)
        if told is not None:
            return [told]
    return []


def certain(seen: list[Seen], shares: list[float]) -> Seen | None:
    """The clearest face of which both readers are sure, if no other is possible."""
    both = [one for one, share in zip(seen, shares, strict=True) if share >= AGREES]
    sure = [
        one
        for one, share in zip(seen, shares, strict=True)
        if one.look.sure and share >= (NEARLY_CERTAIN if _squarely(one.look) else CERTAIN)
    ]
    if not sure or len({one.look.face.value for one in both}) > 1:
        return None
    told = max(sure, key=lambda one: _clear(one.look))
    return None if any(_doubts(one.look, told.look) for one in seen) else told


def _squarely(look: Look) -> bool:
    return look.square.weakest >= look.face.contrast


def _doubts(other: Look, told: Look) -> bool:
    """Whether another face about the place is hardly worse and of a larger value: a few of its
    pips look like a smaller one, to both readers."""
    larger = other.sure and other.face.value > told.face.value
    return larger and _clear(other) > _clear(told) - WORSE


def _clear(look: Look) -> float:
    return look.face.fit + look.edges


def _share(image: Picture, calibration: Calibration, face: Face, second: Second) -> float:
    """How likely the second reader takes a face for one of its value."""
    pose = np.array([(face.x, face.y, face.yaw_deg)])
    return second(image, calibration, pose, face.side_mm)[0].shares[face.value]


def looks_at(
    image: Picture, calibration: Calibration, place_mm: Floats, sides_mm: tuple[float, ...]
) -> list[Look]:
    """The faces that may lie about a place (2,) on the plane one die high.

    sides_mm: of which size the die may be.
    """
    middle = sides_mm[len(sides_mm) // 2]
    at = (float(place_mm[0]), float(place_mm[1]))
    width = SEAM_SIDES * middle + 2 * OFF_MM
    view = patch(image, calibration, at, width, PATCH_PX_PER_MM, middle, fine=False)
    steps = seam(view, calibration, middle)
    looks = []
    for start in _starts(view, at, sides_mm):
        face = refine(view, start.pose, start.bright, start.side_mm, NARROW)
        if face.fit < LEAST_FIT:
            continue
        yaws = _LONE_YAWS if face.value == 1 else face.yaw_deg + _YAWS
        sides = start.side_mm + CLOSE_SIDES_MM
        poses = np.zeros((len(yaws) * len(sides), 5))
        poses[:, :2], poses[:, 2] = (face.x, face.y), np.repeat(yaws, len(sides))
        shown = shown_mean(*evidence(steps, poses, np.tile(sides, len(yaws))))
        best = int(shown.argmax())
        face = replace(face, yaw_deg=float(poses[best, 2]) % 90)
        rough = Look(face, UNKNOWN, edges=float(shown[best]))
        looks.append(_measured(image, calibration, rough, float(sides[best % len(sides)])))
    return [one for one in looks if SMALLEST_MM <= one.face.side_mm <= LARGEST_MM]


def _measured(image: Picture, calibration: Calibration, rough: Look, side_mm: float) -> Look:
    """A closer look, at the size that the square has then."""
    look = _again(image, calibration, rough, side_mm)
    side = side_mm * (look.square.width + look.square.height) / 2
    return look if abs(side - side_mm) < CERTAIN_MM else _again(image, calibration, look, side)


def _again(image: Picture, calibration: Calibration, look: Look, side_mm: float) -> Look:
    """The same face looked at as one of so large a die."""
    again = close_look(image, calibration, look.face, side_mm)
    return replace(again, edges=look.edges, known=True)


def _starts(view: View, at: tuple[float, float], sides_mm: tuple[float, ...]) -> list[_Start]:
    """The likeliest poses of a face about a place, no two of which are alike."""
    found: list[_Start] = []
    known = rough_templates(COARSE, NARROW)
    poses = _POSES + (*at, 0.0)
    for side in sides_mm:
        found += _fitting(view, poses, side, known)
    found.sort(key=lambda one: -one.fit)
    taken: list[_Start] = []
    for one in found:
        if len(taken) < POSES and not any(_alike(one, other) for other in taken):
            taken.append(one)
    return taken


def _fitting(view: View, poses: Floats, side_mm: float, known: Templates) -> list[_Start]:
    faces = sample(view, poses, side_mm, known.unit)
    found = []
    for bright in (True, False):
        fits = correlate(faces, bright, known)
        best = fits.argmax(axis=1)
        fit = fits[np.arange(len(fits)), best]
        found += [
            _Start(poses[i], bright, side_mm, int(known.value[best[i]]), float(fit[i]))
            for i in np.flatnonzero(fit > LEAST_COARSE)
        ]
    return found


def _alike(one: _Start, other: _Start) -> bool:
    """Both walk to the same face."""
    near = np.abs(one.pose[:2] - other.pose[:2]).max() < 2.0
    return bool(near and one.bright == other.bright and one.value == other.value)
