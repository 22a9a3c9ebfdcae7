"""Find dice at places that nets propose, with a small, faint or glaring face the search overlooked.

The nets give only the place. The face is read there as elsewhere, by its pips and its square, but
at any size a die may have; and it counts only if the second reader, asked at the place that the
pips gave, sees the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.calibration import USUAL_DIE_MM, Calibration, Floats
from vision.reader.candidate_score import PATCH_PX_PER_MM, Look, Seen
from vision.reader.checkers import checkers_near
from vision.reader.decision.face import certain, is_likely, is_sure, sees_value
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
from vision.reader.pose_search import Squares, looks_at, seen_as
from vision.reader.search import find_candidates
from vision.reader.second_reader import FaceShares, SecondReader
from vision.reader.top_pips import brought_out
from vision.view import Picture, View, patch

MOST = 3
MOST_PLACES = 5
MOST_LOOKS = 7
"""Limits on faces found, places, and looks. A look at dice of unknown size counts twice, and none
is started with too few left. Without a face by then the search gives up; the next picture may show
more."""
BESIDE = (0.9, 1.6)
"""Sides from a die's middle to that of one that touches it."""
AROUND = 4.5
"""Sides: how much is looked at."""


def find_known(
    nets: Detections,
    view: View,
    where: Picture,
    certain_dice: list[Found],
    found: list[Found],
    second: SecondReader,
) -> list[Found]:
    """The dice read already, others where the nets see some, and the rest of those found.

    view: an overview; where: mask (h, w) of it, to look in.
    """
    image, calibration = nets.image, nets.calibration
    kept = [*certain_dice]
    given = calibration.board.die_mm
    plain = plain_places(nets, -view.left_mm)
    places = [at for at in _places(plain, found) if _is_shown(view, where, at)]
    seen: list[Seen] = []
    new = [place for place in places if is_new(place, [die.look for die in kept])]
    sure = [die.look for die in certain_dice]
    search = Search(nets, second)

    def seek(places: Sequence[Floats]) -> list[Floats]:
        """Add the faces shown there; return the places without one, of dice of unknown size."""
        unknown = []
        for place in places:
            if len(seen) < MOST and is_new(place, sure):
                side_mm = given or (sure[0].face.side_mm if sure else None)
                face = search.face_at(place, side_mm, sure[0] if sure else None)
                if face is not None:
                    seen.append(face)
                    sure.append(face.look)
                elif side_mm is None:
                    unknown.append(place)
        return unknown

    unknown = seek(new[:MOST_PLACES])
    if len(sure) == 1:  # the dice of a roll are alike
        seek(unknown)
    if len(sure) == 1:
        seek(_touching(image, calibration, sure[0].face))
    side = given or float(np.median([look.face.side_mm for look in sure] or [0.0]))
    for one in sorted(seen, key=lambda one: -one.look.face.best_fit):
        look = one.look
        if abs(look.face.side_mm - side) > SIZE_STEP_MM:
            again = seen_as(one.shown, calibration, look, side)
            if is_sure(again) and again.face.value != look.face.value:
                look = replace(look, proposed=False)  # not sure of both, nor of the other
            elif is_sure(again):
                look = again
        if is_sure(look) and is_free(look, kept):
            discs = checkers_near(image, calibration, look.face)
            lean = lean_of(one.shown, calibration, look.face)
            kept.append(Found(look, discs, lean))
    for die in found:
        if (is_likely(die.look) or len(kept) < DICE) and is_free(die.look, kept):
            kept.append(die)
    return kept


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


def is_new(place_mm: Floats, dice: list[Look]) -> bool:
    """Whether none of these dice lies there."""
    faces = [look.face for look in dice]
    x, y = place_mm
    return all(np.hypot(face.x - x, face.y - y) > SAME_PLACE * face.side_mm for face in faces)


class Search:
    """The faces about places on which both readers agree: in the picture or its negative, or where
    a face's own pips are brought out from those that show through it. It ends after MOST_LOOKS."""

    def __init__(self, nets: Detections, second: SecondReader) -> None:
        self._nets, self._second = nets, second
        self._image, self._calibration = nets.image, nets.calibration
        self._left = MOST_LOOKS
        self._squares: Squares = {}
        self._seen: list[Seen] = []
        self._shares: list[float] = []
        self._sees_value = False

    def face_at(self, place_mm: Floats, side_mm: float | None, like: Look | None) -> Seen | None:
        """The one face about a place (2,). side_mm: of the die, where that is known; like: the
        other die of the roll, whose pips are of the same colour."""
        self._seen, self._shares, self._sees_value = [], [], False
        ways = (False, True) if like is None else (like.negative, not like.negative)
        best: list[Seen] = []
        for negative in ways:
            shown = self._nets.negative if negative else self._image
            seen_before = len(self._seen)
            seen_face = self._read_face(shown, place_mm, side_mm, negative=negative)
            if seen_face is not None:
                return seen_face
            best += sorted(self._seen[seen_before:], key=lambda one: -one.look.edges)[:1]
            if like is not None and self._sees_value:
                break
        if not self._sees_value or side_mm is None:
            return None  # it would see none in what is brought out either, nor at any size
        for one in best:
            face = one.look.face
            shown_out = brought_out(one.shown, self._calibration, face)
            if shown_out is not None:
                at_mm = np.array([face.x, face.y])
                seen_face = self._read_face(
                    shown_out, at_mm, side_mm, negative=one.look.negative, brought=True
                )
                if seen_face is not None:
                    return seen_face
        return None

    def _read_face(
        self,
        shown: Picture,
        place_mm: Floats,
        side_mm: float | None,
        *,
        negative: bool,
        brought: bool = False,
    ) -> Seen | None:
        looks_taken = 1 if side_mm else 2
        if self._left < looks_taken:
            return None
        self._left -= looks_taken
        looks = [
            replace(look, negative=negative)
            for look in looks_at(shown, self._calibration, place_mm, side_mm, self._squares)
        ]
        faces = [look.face for look in looks]
        opinions = _ask_second(self._image, self._calibration, faces, self._second)
        self._seen += [Seen(look, shown, brought) for look in looks]
        self._shares += [one.shares[face.value] for face, one in zip(faces, opinions, strict=True)]
        self._sees_value |= any(map(sees_value, opinions))
        return certain(self._seen, self._shares)


def _ask_second(
    image: Picture, calibration: Calibration, faces: list[Face], second: SecondReader
) -> list[FaceShares]:
    """The second reader's opinion of each face."""
    poses = np.array([(face.x, face.y, face.yaw_deg) for face in faces]).reshape(-1, 3)
    sides_mm = np.array([face.side_mm for face in faces])
    return second.faces(image, calibration, poses, sides_mm)
