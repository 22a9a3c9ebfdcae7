"""Dice whose places the nets know and whose faces the search overlooked: small, faint, glaring.

The nets say only where. The face is read there as everywhere else, by its pips and its square,
but of any size a die may have; and it counts only if the second reader, asked at the place that
the pips gave, sees the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.calibration import USUAL_DIE_MM, Calibration, Floats
from vision.reader import thresholds as at
from vision.reader.candidate_score import PATCH_PX_PER_MM, Look
from vision.reader.checkers import checkers_near
from vision.reader.detections import Detections, plain_places
from vision.reader.face import Face
from vision.reader.find import (
    DICE,
    MERIT_OF_PIP,
    SAME_PLACE,
    SIZE_STEP_MM,
    Found,
    is_free,
)
from vision.reader.lean import lean_of
from vision.reader.opinion import Opinion, SecondReader
from vision.reader.pose_search import looks_at, seen_as
from vision.reader.search import find_candidates
from vision.reader.top_pips import brought_out
from vision.view import Picture, View, patch

MOST, MOST_LOOKED = 3, 5
"""So many faces are told, at most, of so many places looked at."""
OPPOSITE = 7
BESIDE, AROUND = (0.9, 1.6), 4.5
"""Sides from a die's middle to that of one that touches it; and how much is looked at."""


def find_known(
    nets: Detections,
    view: View,
    where: Picture,
    told: list[Found],
    found: list[Found],
    second: SecondReader,
) -> list[Found]:
    """The dice told already, others where the nets see some, and of those found the rest.

    view: an overview; where: mask (h, w) of it, to look in.
    """
    image, calibration = nets.image, nets.calibration
    kept = [*told]
    given = calibration.board.die_mm
    plain = plain_places(nets, -view.left_mm)
    places = [at for at in _places(plain, found) if _is_shown(view, where, at)]
    seen: list[Seen] = []
    new = [place for place in places if _is_new(place, [die.look for die in kept])]
    sure = [die.look for die in told]

    def seek(places: Sequence[Floats]) -> list[Floats]:
        """Adds the faces shown there; gives the places where none was, of dice of no known size."""
        unknown = []
        for place in places:
            if len(seen) < MOST and _is_new(place, sure):
                side_mm = given or (sure[0].face.side_mm if sure else None)
                more = _shown_at(image, calibration, place, side_mm, second)
                seen.extend(more)
                sure.extend(one.look for one in more)
                if not more and side_mm is None:
                    unknown.append(place)
        return unknown

    unknown = seek(new[:MOST_LOOKED])
    if len(sure) == 1:  # the dice of a roll are alike
        seek(unknown)
    if len(sure) == 1:
        seek(_touching(image, calibration, sure[0].face))
    side = given or float(np.median([look.face.side_mm for look in sure] or [0.0]))
    for one in sorted(seen, key=lambda one: -one.look.face.fit):
        look = one.look
        if abs(look.face.side_mm - side) > SIZE_STEP_MM:
            again = seen_as(one.shown, calibration, look, side)
            if again.sure and again.face.value != look.face.value:
                look = replace(look, known=False)  # nobody was sure of both, nor of the other
            elif again.sure:
                look = again
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
    """A look, and the picture it was taken at: the one given, its negative, or one of them in
    which the face's own pips are brought out."""

    look: Look
    shown: Picture
    brought_out: bool = False


def _places(plain: Floats, found: list[Found]) -> list[Floats]:
    """Where nets see a die, and where the search found one that they do not see."""
    places = [np.array([die.look.face.x, die.look.face.y]) for die in found]
    apart = SAME_PLACE * USUAL_DIE_MM
    return [*plain, *(at for at in places if all(np.hypot(*(at - one)) > apart for one in plain))]


def _touching(image: Picture, calibration: Calibration, die: Face) -> list[Floats]:
    """Where a die that touches one may have its face; to the nets two are often one."""
    side = die.side_mm
    at = (die.x, die.y)
    view = patch(image, calibration, at, AROUND * side, PATCH_PX_PER_MM, side, fine=False)
    near = find_candidates(view, side, None)
    least, most = (of * side for of in BESIDE)
    near = [one for one in near if least < np.hypot(*(one.pose[:2] - at)) < most]
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
    second: SecondReader,
) -> list[Seen]:
    """The one face about a place on which both readers agree, in the picture or its negative, or
    where its own pips are brought out from those that show through it."""
    seen: list[Seen] = []
    shares: list[float] = []
    values: list[float] = []

    def told(shown: Picture, place: Floats, *, brought: bool) -> Seen | None:
        looks = looks_at(shown, calibration, place, side_mm)
        seen.extend(Seen(look, shown, brought) for look in looks)
        faces = [look.face for look in looks]
        for face, opinion in zip(faces, _asked(image, calibration, faces, second), strict=True):
            shares.append(opinion.shares[face.value])
            values.append(max(opinion.shares[1:]))
        return certain(seen, shares)

    best: list[Seen] = []
    for negative in (False, True):
        known = len(seen)
        shown = np.asarray(255 - image, np.uint8) if negative else image
        face = told(shown, place_mm, brought=False)
        if face is not None:
            return [face]
        if max(values, default=0.0) < at.SECOND_ALLOWS:
            return []  # the other reader sees no value there, whoever looks
        best += sorted(seen[known:], key=lambda one: -one.look.edges)[:1]
    for one in best:
        at_mm = one.look.face
        shown_out = brought_out(one.shown, calibration, at_mm)
        if shown_out is not None:
            face = told(shown_out, np.array([at_mm.x, at_mm.y]), brought=True)
            if face is not None:
                return [face]
    return []


def certain(seen: list[Seen], shares: list[float]) -> Seen | None:
    """The clearest face of which both readers are sure, if no other is possible."""
    with_shares = list(zip(seen, shares, strict=True))
    both = [one for one, share in with_shares if share >= at.SECOND_AGREES]
    sure = [one for one, share in with_shares if one.look.sure and share >= _least(one.look)]
    if not sure or len({one.look.face.value for one in both}) > 1:
        return None
    told = max(sure, key=lambda one: _clear(one.look))
    doubted = any(
        _doubts(one.look, told.look) and not _is_far_face(one, share, told)
        for one, share in with_shares
    )
    return None if doubted else told


def _is_far_face(one: Seen, share: float, told: Seen) -> bool:
    """It shows through a clear die: opposite faces have seven pips, and the other reader, who sees
    the upper ones, sees none of it."""
    opposite = one.look.face.value + told.look.face.value == OPPOSITE
    return told.brought_out and opposite and share < at.SECOND_DENIES


def _least(look: Look) -> float:
    """So sure the second reader must be."""
    if look.faint and not look.passed(at.PROPOSED_BY_ONE, at.PROPOSED_BY_SEVERAL):
        return at.SECOND_FAINTLY
    if look.edges >= at.CLEAR_CUBE:
        return at.SECOND_CLEARLY
    return at.SECOND_NEARLY if look.square.weakest >= look.face.contrast else at.SECOND_CERTAIN


def _doubts(other: Look, told: Look) -> bool:
    """Whether another face about the place is hardly worse and of a larger value: a few of its
    pips look like a smaller one, to both readers."""
    larger = other.sure and other.face.value > told.face.value
    return larger and _clear(other) > _clear(told) - at.OTHER_FACE_WORSE


def _clear(look: Look) -> float:
    return look.face.fit + look.edges


def _asked(
    image: Picture, calibration: Calibration, faces: list[Face], second: SecondReader
) -> list[Opinion]:
    """What the second reader sees of each face."""
    poses = np.array([(face.x, face.y, face.yaw_deg) for face in faces]).reshape(-1, 3)
    sides_mm = np.array([face.side_mm for face in faces])
    return second.faces(image, calibration, poses, sides_mm)
