"""The first dice reader: geometry and pips, no learning. It abstains rather than guesses.

A face is accepted only if its pips fit one of the six patterns well and clearly better than any
other, four edges of the die's known size stand around them, and a plain count of spots agrees. It
is flat only if nothing that could carry it reaches under it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.reader.face import Face
from vision.reader.lean import Lean, lean_of
from vision.reader.look import Bar, Look, Rough, close_look, rough_look, side_mm
from vision.reader.search import Candidate, find_candidates
from vision.reader.spots import vouches
from vision.reader.support import Disc, checkers_near, judge
from vision.reader.unread import unread_dice
from vision.reader.view import Picture, View, overview
from vision.reading import DieSeen, Half, StillSeen, Support

__all__ = ["read", "see"]

USUAL_DIE_MM = 14.0
SEARCH_PX_PER_MM = 1.4
MARGIN_MM = 5.0  # how far beyond the board's outer edge a die is still looked for
CHANGED_GREY = 20  # noise and the shadows' soft edges stay below
# Reflections and rings of a checker look like faint ones in faint squares.
ON_CHECKER = (Bar(0.78, 0.20, 15.0, 0.60), Bar(0.82, 0.09, 15.0, 0.45))  # one, several
MARKER_ROOM_MM = 8.0  # around a marker: its squares make fine sixes
SAME_PLACE = 0.85  # of a die's side: two faces so near are one die
ROUGH_FIT, ROUGH_EDGES = 0.7, 0.38
MODEL_FIT, MODEL_EDGES = 0.8, 0.45  # whose size may be believed
SIZE_STEP_MM = 0.4  # a smaller difference is within the error of both
MERIT_OF_PIP = 0.08
EXPLAINED = {True: 1.3, False: 1.4}  # edges and pips of a cube that leans
DICE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A die: its face and square, the checkers beside it, how it leans."""

    look: Look
    discs: list[Disc]
    lean: Lean


def read(
    image: Picture, calibration: Calibration, before: Picture | None = None
) -> tuple[DieSeen, ...]:
    """The dice in a still picture (h, w, 3) uint8 BGR, left to right.

    before: the same board without dice; then only what changed since is looked at, and what
    came as large as a die and cannot be read is reported too, without value and guess.
    """
    usual = calibration.board.die_mm or USUAL_DIE_MM
    view = overview(image, calibration, usual, MARGIN_MM, SEARCH_PX_PER_MM)
    where = _off_markers(view, calibration)
    fresh = None
    if before is not None:
        fresh = changed(image, before, calibration, usual) & where
        where = np.asarray(cv2.dilate(fresh, np.ones((9, 9), np.uint8)), np.uint8)
    rough = _rough(image, calibration, find_candidates(view, usual, where), usual)
    dice = _found(image, calibration, _looks(image, calibration, rough, usual))
    seen = [_judged(image, calibration, die, dice) for die in dice]
    if fresh is not None:
        seen += unread_dice(fresh, view, calibration, usual, seen)
    return tuple(sorted(seen, key=lambda die: die.center_px))


def _rough(
    image: Picture, calibration: Calibration, candidates: list[Candidate], die_mm: float
) -> list[Rough]:
    """First looks at what may be a face; a place with a fine one is not looked at again."""
    found: list[Rough] = []
    for candidate in candidates:
        x, y = candidate.pose[:2]
        if any(
            one.face.fit >= MODEL_FIT
            and one.edges >= MODEL_EDGES
            and one.face.value > 3  # pips of a larger value show 1, 2 and 3, too
            and np.hypot(one.face.x - x, one.face.y - y) < SAME_PLACE * die_mm
            for one in found
        ):
            continue
        one = rough_look(image, calibration, candidate, die_mm)
        if one is not None and one.face.fit >= ROUGH_FIT:
            pattern = one.face.value > 1 and one.face.fit >= MODEL_FIT
            if pattern or one.edges >= ROUGH_EDGES:
                found.append(one)
    return found


def _models(rough: list[Rough]) -> list[Rough]:
    """The two clearest dice: their size is that of all."""
    clear = [one for one in rough if one.face.fit >= MODEL_FIT and one.edges >= MODEL_EDGES]
    clear.sort(key=lambda one: -one.face.fit - one.edges)
    apart: list[Rough] = []
    for one in clear:
        if all(_apart(one.face, other.face) >= 10.0 for other in apart):
            apart.append(one)
    return apart[:DICE]


def _looks(
    image: Picture, calibration: Calibration, rough: list[Rough], usual_mm: float
) -> list[Look]:
    """Close looks at faces, at the size of the dice: looked up first when nobody gave it."""
    looks = {id(one): close_look(image, calibration, one, usual_mm) for one in _models(rough)}
    side = calibration.board.die_mm or side_mm(list(looks.values())) or usual_mm
    if abs(side - usual_mm) > SIZE_STEP_MM:
        looks = {}
    else:
        side = usual_mm
    for one in rough:
        if id(one) not in looks:
            looks[id(one)] = close_look(image, calibration, one, side)
    return list(looks.values())


def _found(image: Picture, calibration: Calibration, looks: list[Look]) -> list[Found]:
    """The dice among them, each in a place of its own; where they are fewer than two, those too
    that show no more than their pips."""
    found: list[Found] = []
    doubtful = [one for one in looks if one.pattern and not one.likely]
    for one in sorted((one for one in looks if one.likely), key=_weight, reverse=True):
        if _is_free(one, found):
            discs = checkers_near(image, calibration, one.face)
            if is_glare(one, discs):
                doubtful += [one] if one.pattern else []
                continue
            lean = lean_of(image, calibration, one.face)
            if one.sure or _is_explained(one, lean):
                found.append(Found(one, discs, lean))
    for one in sorted(doubtful, key=lambda one: -one.face.fit - one.edges):
        if len(found) < DICE and _is_free(one, found):
            lean = lean_of(image, calibration, one.face)
            if _is_explained(one, lean):
                found.append(Found(one, checkers_near(image, calibration, one.face), lean))
    return found


def _is_explained(look: Look, lean: Lean) -> bool:
    """A cube in one pose or another shows those pips and edges."""
    return lean.edges + lean.pips >= EXPLAINED[look.face.value > 3]


def _is_free(look: Look, found: list[Found]) -> bool:
    """No other die lies in its place."""
    apart = SAME_PLACE * look.face.side_mm
    return all(_apart(look.face, other.look.face) >= apart for other in found)


def _weight(look: Look) -> float:
    """Of several faces in one place: a 6 holds 2s and 3s of a smaller die, so who explains more
    pips is likelier the face."""
    return look.merit + (MERIT_OF_PIP * look.face.value if look.sure else 0.0)


def _apart(one: Face, other: Face) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def _judged(image: Picture, calibration: Calibration, die: Found, dice: list[Found]) -> DieSeen:
    face = die.look.face
    others = [other.look.face for other in dice if other is not die]
    flat, support = judge(die.look, die.lean, die.discs, others, calibration)
    where = face.x, face.y
    sure = die.look.sure and vouches(image, calibration, where, face.side_mm, face.value)
    return seen_of(calibration, face, sure, flat, support)


def see(image: Picture, calibration: Calibration, before: Picture | None = None) -> StillSeen:
    """All that a still picture (h, w, 3) uint8 BGR shows of a roll.

    before: the board as it lay before the roll; dice that lay off the field already are not
    told, and what came and cannot be read is.
    """
    dice = read(image, calibration)
    if before is not None:
        lay = [die for die in read(before, calibration) if die.half is Half.OFF]
        dice = tuple(die for die in dice if not any(_same(die, other) for other in lay))
        came = read(image, calibration, before)
        dice += tuple(die for die in came if die.guess is None)
    # A face that is told by its pips is sharp and bare. What is not found may be smeared or hidden.
    sharp = len(dice) >= DICE and all(die.guess is not None for die in dice)
    return StillSeen(dice, moving=False if sharp else None, covered=False if sharp else None)


def _same(die: DieSeen, other: DieSeen) -> bool:
    """Both lie in one place of the picture, half a face apart at most."""
    apart = np.subtract(die.center_px, other.center_px)
    return float(np.hypot(*apart)) < 0.5 * max(die.bbox_px[2:])


def _off_markers(view: View, calibration: Calibration) -> Picture:
    """Mask (h, w) of the view without its four markers."""
    mask = np.full(view.grey.shape, 255, np.uint8)
    for marker in range(4):
        corners = view.to_px(calibration.board.marker_corners(marker)[:, :2])
        room = MARKER_ROOM_MM * view.scale
        left, top = (corners.min(axis=0) - room).astype(int)
        right, bottom = (corners.max(axis=0) + room).astype(int)
        cv2.rectangle(mask, (int(left), int(top)), (int(right), int(bottom)), 0, -1)
    return mask


def changed(image: Picture, before: Picture, calibration: Calibration, die_mm: float) -> Picture:
    """Mask (h, w) of the overview: where any colour channel differs between two pictures."""
    apart = np.asarray(cv2.absdiff(image, before), np.uint8)
    view = overview(
        255 - apart, calibration, die_mm, MARGIN_MM, SEARCH_PX_PER_MM
    )  # the darkest channel of the inverse is the one that differs most
    return np.asarray((view.grey < 255 - CHANGED_GREY).astype(np.uint8) * 255)


def is_glare(look: Look, discs: list[Disc]) -> bool:
    """Whether a face may be only a reflection on a checker."""
    face = look.face
    on_top = any(np.hypot(face.x - disc.x, face.y - disc.y) < face.side_mm for disc in discs)
    return on_top and not look.passed(ON_CHECKER[:1], ON_CHECKER[1:])


def seen_of(
    calibration: Calibration,
    face: Face,
    sure: bool,
    flat: bool | None,
    support: Support | None,
) -> DieSeen:
    outline = np.column_stack([face.corners_mm(), np.full(4, -face.side_mm)])
    px = calibration.project(outline)
    left, top = np.floor(px.min(axis=0)).astype(int)
    right, bottom = np.ceil(px.max(axis=0)).astype(int)
    centre = px.mean(axis=0)
    return DieSeen(
        value=face.value if sure else None,
        guess=face.value,
        half=calibration.half_of(face.x, face.y),
        flat=flat,
        support=support,
        confidence=float(np.clip(2 * face.margin + face.fit - 0.5, 0.0, 1.0)),
        center_px=(float(centre[0]), float(centre[1])),
        center_mm=(face.x, face.y),
        bbox_px=(int(left), int(top), int(right - left), int(bottom - top)),
    )
