"""Dice whose places the nets know and whose faces the search overlooked: small, faint, glaring.

The nets say only where. The face is read there as everywhere else, by its pips and its square,
but of any size a die may have; and it counts only if the second reader, asked at the place that
the pips gave, sees the same value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.checkers import checkers_near
from vision.reader.cube import Seam, evidence, seam, shown_mean
from vision.reader.face import NARROW, Face, refine
from vision.reader.find import (
    DICE,
    MERIT_OF_PIP,
    SAME_PLACE,
    SIZE_STEP_MM,
    USUAL_DIE_MM,
    Found,
    is_free,
)
from vision.reader.lean import lean_of
from vision.reader.look import (
    KNOWN_ONE,
    KNOWN_SEVERAL,
    PATCH_PX_PER_MM,
    SEAM_SIDES,
    Look,
    close_look,
)
from vision.reader.opinion import AGREES, Second
from vision.reader.search import find_candidates
from vision.reader.square import Outline
from vision.reader.suspects import plain_places
from vision.reader.view import Picture, View, patch

OFF_MM = 5.0
"""So far off may a place be that the nets told."""
SIDES_MM = (12.25, 13.25, 14.25, 15.25)
"""A face is still told by a pattern that is half a step too large or too small."""
SMALLEST_MM, LARGEST_MM = 11.5, 17.0
CLOSE_SIDES_MM = np.arange(-0.6, 0.61, 0.3)
POSES = 4
MORE = 16
"""So many of one place are looked at closely."""
LEAST_START = 0.6
CERTAIN, NEARLY_CERTAIN = 0.96, 0.94
"""So sure the second reader must be of a face that the search did not find; and of one whose
square stands out as much as its pips."""
CLEAR_CUBE, CLEARLY, FAINTLY = 0.55, 0.85, 0.98
WORSE = 0.15
"""By so much in fit and edges a face must be worse to be no other explanation."""
CERTAIN_MM = 0.15
"""A side known as well is not measured again."""
MOST = 3
"""So many places are looked at."""
UNKNOWN = Outline((0.0,) * 4, (0.0,) * 4)

_YAWS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
_LONE_YAWS = np.arange(0.0, 90.0, 6.0)
_NEAR, _TURNS, _SIDES = (-2.0, -1.0, 0.0, 1.0, 2.0), np.arange(0.0, 90.0, 7.5), (12.5, 14.0, 15.5)
_CLOSE = np.array(
    list(product((-0.5, 0.0, 0.5), (-0.5, 0.0, 0.5), (-3.75, 0, 3.75), (-0.75, 0, 0.75)))
)


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
    given = calibration.board.die_mm
    plain = plain_places(image, calibration, given or USUAL_DIE_MM, -view.left_mm)
    places = [at for at in _places(plain, found) if _is_shown(view, where, at)]
    seen: list[Seen] = []
    for place in places:
        if len(seen) < MOST and _is_new(place, [die.look for die in kept]):
            seen += _shown_at(image, calibration, place, given, second)
    sure = [*(die.look for die in told), *(one.look for one in seen)]
    if len(sure) == 1:  # the dice of a roll are alike
        face = sure[0].face
        for place in (*places, *_touching(image, calibration, face)):
            if len(sure) == 1 and _is_new(place, sure):
                more = _shown_at(image, calibration, place, face.side_mm, second)
                seen += more
                sure += [one.look for one in more]
    side = given or float(np.median([look.face.side_mm for look in sure] or [0.0]))
    for one in sorted(seen, key=lambda one: -one.look.face.fit):
        look = one.look
        if abs(look.face.side_mm - side) > SIZE_STEP_MM:
            again = _again(one.shown, calibration, look, side)
            look = again if again.sure else look
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


def _places(plain: Floats, found: list[Found]) -> list[Floats]:
    """Where nets see a die, and where the search found one that they do not see."""
    places = [np.array([die.look.face.x, die.look.face.y]) for die in found]
    apart = SAME_PLACE * USUAL_DIE_MM
    return [*plain, *(at for at in places if all(np.hypot(*(at - one)) > apart for one in plain))]


def _touching(image: Picture, calibration: Calibration, die: Face) -> list[Floats]:
    """Where a die that touches one may have its face; to the nets two are often one."""
    side = die.side_mm
    at = (die.x, die.y)
    view = patch(image, calibration, at, 4.5 * side, PATCH_PX_PER_MM, side, fine=False)
    near = find_candidates(view, side, None)
    near = [one for one in near if 0.9 < np.hypot(*(one.pose[:2] - at)) / side < 1.6]
    near.sort(key=lambda one: -one.fit - MERIT_OF_PIP * one.value)
    return [one.pose[:2] for one in near[:2]]


def _is_shown(view: View, where: Picture, place_mm: Floats) -> bool:
    x, y = view.to_px(place_mm).round().astype(int)
    high, wide = where.shape
    return bool(0 <= x < wide and 0 <= y < high and where[y, x])


def _is_new(place_mm: Floats, dice: list[Look]) -> bool:
    """None of these dice lies there."""
    faces = [look.face for look in dice]
    x, y = place_mm
    return all(np.hypot(face.x - x, face.y - y) > SAME_PLACE * face.side_mm for face in faces)


def _shown_at(
    image: Picture,
    calibration: Calibration,
    place_mm: Floats,
    side_mm: float | None,
    second: Second,
) -> list[Seen]:
    """The one face about a place on which both readers agree, in the picture or its negative."""
    seen: list[Seen] = []
    shares: list[float] = []
    for negative in (False, True):
        shown = np.asarray(255 - image, np.uint8) if negative else image
        for look in looks_at(shown, calibration, place_mm, side_mm):
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
        if one.look.sure and share >= _least(one.look)
    ]
    if not sure or len({one.look.face.value for one in both}) > 1:
        return None
    told = max(sure, key=lambda one: _clear(one.look))
    return None if any(_doubts(one.look, told.look) for one in seen) else told


def _least(look: Look) -> float:
    """So sure the second reader must be."""
    if look.faint and not look.passed(KNOWN_ONE, KNOWN_SEVERAL):
        return FAINTLY
    if look.edges >= CLEAR_CUBE:
        return CLEARLY
    return NEARLY_CERTAIN if look.square.weakest >= look.face.contrast else CERTAIN


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
    image: Picture, calibration: Calibration, place_mm: Floats, side_mm: float | None
) -> list[Look]:
    """The faces that may lie about a place (2,) on the plane one die high.

    side_mm: of the die, where that is known.
    """
    sides_mm = SIDES_MM if side_mm is None else (side_mm,)
    middle = sides_mm[len(sides_mm) // 2]
    at = (float(place_mm[0]), float(place_mm[1]))
    width = SEAM_SIDES * middle + 2 * OFF_MM
    view = patch(image, calibration, at, width, PATCH_PX_PER_MM, middle, fine=False)
    steps = seam(view, calibration, middle)
    looks = []
    for start in (*_starts(view, steps, at, sides_mm), *_squares(steps, at)):
        face = refine(view, start.pose, start.bright, start.side_mm, NARROW)
        if face.fit < LEAST_START:
            continue
        yaws = _LONE_YAWS if face.value == 1 else face.yaw_deg + _YAWS
        sides = start.side_mm + CLOSE_SIDES_MM if side_mm is None else np.array([side_mm])
        poses = np.zeros((len(yaws) * len(sides), 5))
        poses[:, :2], poses[:, 2] = (face.x, face.y), np.repeat(yaws, len(sides))
        shown = shown_mean(*evidence(steps, poses, np.tile(sides, len(yaws))))
        best = int(shown.argmax())
        face = replace(face, yaw_deg=float(poses[best, 2]) % 90)
        rough = Look(face, UNKNOWN, edges=float(shown[best]))
        looked = _measured if side_mm is None else _again
        looks.append(looked(image, calibration, rough, float(sides[best % len(sides)])))
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


def _starts(
    view: View, steps: Seam, at: tuple[float, float], sides_mm: tuple[float, ...]
) -> list[_Start]:
    """The likeliest poses of a face about a place, no two of which are alike."""
    found = [
        _Start(one.pose, one.bright, side, one.value, one.fit)
        for side in sides_mm
        for one in find_candidates(view, side, None)
        if np.abs(one.pose[:2] - at).max() < OFF_MM
    ]
    found.sort(key=lambda one: -one.fit)
    taken: list[_Start] = []
    for one in found:
        if len(taken) < MORE and not any(_alike(one, other) for other in taken):
            taken.append(one)
    edges = [_edges(steps, one) for one in taken]
    pips = [MERIT_OF_PIP * one.value for one in taken]  # some of a 4's are a fine 2
    order = sorted(range(len(taken)), key=lambda i: -taken[i].fit - edges[i] - pips[i])
    return [taken[i] for i in order[:POSES]]


def _edges(steps: Seam, start: _Start) -> float:
    yaws = _LONE_YAWS if start.value == 1 else start.pose[2] + _YAWS
    poses = np.array([(*start.pose[:2], yaw, 0.0, 0.0) for yaw in yaws])
    return float(shown_mean(*evidence(steps, poses, start.side_mm)).max())


def _squares(steps: Seam, at: tuple[float, float]) -> list[_Start]:
    """The pose about a place at which most of a flat cube's edges shows, of either polarity."""
    wide = np.array([(x, y, a, s) for x, y, a, s in product(_NEAR, _NEAR, _TURNS, _SIDES)])
    best = _most_shown(steps, wide + (*at, 0.0, 0.0))
    best = _most_shown(steps, best + _CLOSE)
    return [_Start(best[:3], bright, float(best[3]), 0, 0.0) for bright in (True, False)]


def _most_shown(steps: Seam, poses: Floats) -> Floats:
    """Of poses and sides (N, 4) the one whose cube shows most."""
    lying = np.zeros((len(poses), 5))
    lying[:, :3] = poses[:, :3]
    return np.asarray(poses[int(shown_mean(*evidence(steps, lying, poses[:, 3])).argmax())])


def _alike(one: _Start, other: _Start) -> bool:
    """Both walk to the same face."""
    near = np.abs(one.pose[:2] - other.pose[:2]).max() < 2.0
    return bool(near and one.bright == other.bright and one.value == other.value)
