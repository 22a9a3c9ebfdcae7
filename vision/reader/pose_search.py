"""The faces that may lie about a place: of any value, polarity, turn and size a die may have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.candidate_score import PATCH_PX_PER_MM, SEAM_SIDES, Look, close_look
from vision.reader.cube import Seam, evidence, seam, shown_mean
from vision.reader.face import NARROW, Face, refine
from vision.reader.find import MERIT_OF_PIP
from vision.reader.search import candidates_at, spots_in
from vision.reader.square import Outline
from vision.view import Picture, View, patch

OFF_MM = 5.0
"""How far off a place from the nets may be."""
SIDES_MM = (12.25, 13.25, 14.25, 15.25)
"""A pattern half a step too large or too small still finds the face."""
SMALLEST_MM = 11.5
LARGEST_MM = 17.0
CLOSE_SIDES_MM = np.arange(-0.6, 0.61, 0.3)
APART = 16
"""Distinct poses of one place that are scored."""
POSES = 4
"""Poses looked at closely: of 29 faces found so all but one came first."""
POSES_OF_ANY_SIZE = 3
"""The same for a die of unknown size, which costs twice as much."""
LEAST_START = 0.6
"""A lower fit is no face."""
SAME_FACE_MM = 0.3
CERTAIN_MM = 0.15
"""A side known as well is not measured again."""
UNKNOWN = Outline((0.0,) * 4, (0.0,) * 4)

_YAWS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
_LONE_YAWS = np.arange(0.0, 90.0, 6.0)
_NEAR = (-2.0, -1.0, 0.0, 1.0, 2.0)
_TURNS = np.arange(0.0, 90.0, 10.0)
_SIDES = (12.5, 14.0, 15.5)
_EVERY = np.array(list(product(_NEAR, _NEAR, _TURNS, _SIDES)))
_CLOSE = np.array(
    list(product((-0.5, 0.0, 0.5), (-0.5, 0.0, 0.5), (-5.0, 0, 5.0), (-0.75, 0, 0.75)))
)


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """A pose (3,) that may be a face's, of which polarity, size and value, and how well it fits."""

    pose: Floats
    bright: bool
    side_mm: float
    value: int
    fit: float


Squares = dict[tuple[float, float, float], Floats]
"""By place and side, mm: the pose and the side (4,) of the cube of which most shows there."""


def looks_at(
    image: Picture,
    calibration: Calibration,
    place_mm: Floats,
    side_mm: float | None,
    squares: Squares | None = None,
) -> list[Look]:
    """The faces that may lie about a place (2,) on the plane one die high.

    side_mm: of the die, where that is known; squares: those found in this picture or its negative,
    which has the same edges.
    """
    sides_mm = SIDES_MM if side_mm is None else (side_mm,)
    middle = sides_mm[len(sides_mm) // 2]
    at = (float(place_mm[0]), float(place_mm[1]))
    width = SEAM_SIDES * middle + 2 * OFF_MM
    view = patch(image, calibration, at, width, PATCH_PX_PER_MM, middle, fine=False)
    steps = seam(view, calibration, middle)
    looks = []
    squares = {} if squares is None else squares
    if (*at, middle) not in squares:
        squares[*at, middle] = _square(steps, at)
    square = squares[*at, middle]
    for start in (*_starts(view, steps, at, sides_mm), *_of_either_polarity(square)):
        face = refine(view, start.pose, start.bright, start.side_mm, NARROW)
        if face.best_fit < LEAST_START:
            continue
        yaws = _LONE_YAWS if face.value == 1 else face.yaw_deg + _YAWS
        sides = start.side_mm + CLOSE_SIDES_MM if side_mm is None else np.array([side_mm])
        poses = np.zeros((len(yaws) * len(sides), 5))
        poses[:, :2], poses[:, 2] = (face.x, face.y), np.repeat(yaws, len(sides))
        shown = shown_mean(*evidence(steps, poses, np.tile(sides, len(yaws))))
        best = int(shown.argmax())
        face = replace(face, yaw_deg=float(poses[best, 2]) % 90)
        rough = Look(face, UNKNOWN, edges=float(shown[best]))
        looked = _measured if side_mm is None else seen_as
        looks.append(looked(image, calibration, rough, float(sides[best % len(sides)])))
    return _each_once(one for one in looks if SMALLEST_MM <= one.face.side_mm <= LARGEST_MM)


def _each_once(looks: Iterable[Look]) -> list[Look]:
    """Several poses walk to one face."""
    kept: list[Look] = []
    for one in looks:
        if not any(_is_one_face(one.face, other.face) for other in kept):
            kept.append(one)
    return kept


def _is_one_face(one: Face, other: Face) -> bool:
    apart = np.abs((one.x - other.x, one.y - other.y, one.side_mm - other.side_mm)).max()
    return bool(one.value == other.value and one.bright == other.bright and apart < SAME_FACE_MM)


def _measured(image: Picture, calibration: Calibration, rough: Look, side_mm: float) -> Look:
    """A closer look, at the size that the square has then."""
    look = seen_as(image, calibration, rough, side_mm)
    side = side_mm * (look.square.width + look.square.height) / 2
    return look if abs(side - side_mm) < CERTAIN_MM else seen_as(image, calibration, look, side)


def seen_as(image: Picture, calibration: Calibration, look: Look, side_mm: float) -> Look:
    """The same face looked at as one of so large a die."""
    again = close_look(image, calibration, look.face, side_mm)
    return replace(again, edges=look.edges, proposed=True, negative=look.negative)


def _starts(
    view: View, steps: Seam, at: tuple[float, float], sides_mm: tuple[float, ...]
) -> list[_Start]:
    """The likeliest poses of a face about a place, no two of which are alike."""
    spots = spots_in(view, sides_mm[len(sides_mm) // 2], None)
    found = [
        _Start(one.pose, one.bright, side, one.value, one.fit)
        for side in sides_mm
        for one in candidates_at(view, side, spots)
        if np.abs(one.pose[:2] - at).max() < OFF_MM
    ]
    found.sort(key=lambda one: -one.fit)
    taken: list[_Start] = []
    for one in found:
        if len(taken) < APART and not any(_alike(one, other) for other in taken):
            taken.append(one)
    edges = [_edges(steps, one) for one in taken]
    pips = [MERIT_OF_PIP * one.value for one in taken]  # some of a 4's are a fine 2
    order = sorted(range(len(taken)), key=lambda i: -taken[i].fit - edges[i] - pips[i])
    return [taken[i] for i in order[: POSES if len(sides_mm) == 1 else POSES_OF_ANY_SIZE]]


def _edges(steps: Seam, start: _Start) -> float:
    """How much of a flat cube's edges shows there, 0..1."""
    yaws = _LONE_YAWS if start.value == 1 else start.pose[2] + _YAWS
    poses = np.array([(*start.pose[:2], yaw, 0.0, 0.0) for yaw in yaws])
    return float(shown_mean(*evidence(steps, poses, start.side_mm)).max())


def _square(steps: Seam, at: tuple[float, float]) -> Floats:
    """The pose and the side (4,) about a place at which most of a flat cube's edges shows."""
    best = _most_shown(steps, _EVERY + (*at, 0.0, 0.0))
    return _most_shown(steps, best + _CLOSE)


def _of_either_polarity(square: Floats) -> list[_Start]:
    return [_Start(square[:3], bright, float(square[3]), 0, 0.0) for bright in (True, False)]


def _most_shown(steps: Seam, poses: Floats) -> Floats:
    """The pose and side, of (N, 4), whose cube shows most."""
    level_poses = np.zeros((len(poses), 5))
    level_poses[:, :3] = poses[:, :3]
    return np.asarray(poses[int(shown_mean(*evidence(steps, level_poses, poses[:, 3])).argmax())])


def _alike(one: _Start, other: _Start) -> bool:
    """Whether both walk to the same face."""
    near = np.abs(one.pose[:2] - other.pose[:2]).max() < 2.0
    return bool(near and one.bright == other.bright and one.value == other.value)
