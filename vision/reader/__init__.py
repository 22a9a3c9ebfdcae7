"""The first dice reader: geometry and pips, no learning. It abstains rather than guesses.

A face is accepted only if its pips fit one of the six patterns well and clearly better than any
other, four edges of the die's known size stand around them, and a plain count of spots agrees. It
is flat only if nothing that could carry it reaches under it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.reader.face import Face, is_clean, refine, score, sites
from vision.reader.search import Candidate, find_candidates
from vision.reader.spots import vouches
from vision.reader.square import Outline, outlines
from vision.reader.support import Disc, checkers_near, judge
from vision.reader.unread import unread_dice
from vision.reader.view import Picture, View, overview, patch
from vision.reading import DieSeen, Half, StillSeen, Support

__all__ = ["read", "see"]

USUAL_DIE_MM = 14.0
SEARCH_PX_PER_MM = 1.4
MARGIN_MM = 5.0  # how far beyond the board's outer edge a die is still looked for
PATCH_PX_PER_MM = 3.0
CHANGED_GREY = 20  # noise and the shadows' soft edges stay below
MARKER_ROOM_MM = 8.0  # around a marker: its squares make fine sixes


@dataclass(frozen=True, slots=True)
class Bar:
    """What a face must reach. fit, margin: correlation; edge: grey levels of its weakest side,
    and edge_share of the pips' contrast."""

    fit: float
    margin: float
    edge: float
    edge_share: float

    def passed(self, face: Face, square: Outline) -> bool:
        return (
            face.fit >= self.fit
            and face.margin >= self.margin
            and square.weakest >= max(self.edge, self.edge_share * face.contrast)
            and max(abs(square.width - 1), abs(square.height - 1)) <= SIZE_ERROR
            and square.off_centre <= OFF_CENTRE
        )


SIZE_ERROR = 0.15
OFF_CENTRE = 0.09
# A value is given: a fine pattern in a fair square, or a fair pattern in a clear square. Nothing
# but a die shows several pips; a lone spot needs its square.
SEVERAL = (Bar(0.80, 0.09, 4.0, 0.08), Bar(0.77, 0.09, 20.0, 0.60))
ONE = (Bar(0.80, 0.20, 7.0, 0.30), Bar(0.66, 0.20, 20.0, 1.0), Bar(0.56, 0.20, 40.0, 2.0))
# A die is reported, without a value.
LIKELY_SEVERAL = (Bar(0.78, 0.0, 4.0, 0.08), Bar(0.75, 0.0, 25.0, 0.80))
LIKELY_ONE = (Bar(0.78, 0.20, 7.0, 0.25), Bar(0.55, 0.20, 25.0, 1.0))
# Reflections and rings of a checker look like faint faces in faint squares.
ON_CHECKER = (Bar(0.78, 0.20, 15.0, 0.60), Bar(0.82, 0.09, 15.0, 0.45))  # one, several

_LONE_YAWS = np.arange(0.0, 90.0, 5.0)
_CLOSE_YAWS = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])


def read(
    image: Picture, calibration: Calibration, before: Picture | None = None
) -> tuple[DieSeen, ...]:
    """The dice in a still picture (h, w, 3) uint8 BGR, left to right.

    before: the same board without dice; then only what changed since is looked at, and what
    came as large as a die and cannot be read is reported too, without value and guess.
    """
    die_mm = calibration.board.die_mm or USUAL_DIE_MM
    view = overview(image, calibration, die_mm, MARGIN_MM, SEARCH_PX_PER_MM)
    where = _off_markers(view, calibration)
    fresh = None
    if before is not None:
        fresh = changed(image, before, calibration, die_mm) & where
        where = np.asarray(cv2.dilate(fresh, np.ones((9, 9), np.uint8)), np.uint8)
    faces: list[tuple[Face, Outline]] = []
    for candidate in find_candidates(view, die_mm, where):
        found = _look(image, calibration, candidate, die_mm)
        if found is not None:
            faces.append(found)
    faces.sort(key=lambda found: -_merit(*found))
    dice: list[tuple[Face, Outline, list[Disc]]] = []
    for face, square in faces:
        if any(np.hypot(face.x - o.x, face.y - o.y) < 0.9 * die_mm for o, _, _ in dice):
            continue
        discs = checkers_near(image, calibration, face)
        if not is_glare(face, square, discs):
            dice.append((face, square, discs))
    seen = []
    for face, square, discs in dice:
        others = [other for other, _, _ in dice if other is not face]
        flat, support = judge(face, square, discs, others, calibration)
        accepted = face.clean and _passed(face, square, ONE, SEVERAL)
        sure = accepted and vouches(image, calibration, (face.x, face.y), face.side_mm, face.value)
        seen.append(_seen(calibration, face, sure, flat, support))
    if fresh is not None:
        seen += unread_dice(fresh, view, calibration, die_mm, seen)
    return tuple(sorted(seen, key=lambda die: die.center_px))


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
    # A sharp face has come to rest; what is not read may be smeared or half hidden.
    sharp = bool(dice) and all(die.value is not None for die in dice)
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


def _look(
    image: Picture, calibration: Calibration, candidate: Candidate, die_mm: float
) -> tuple[Face, Outline] | None:
    """A candidate seen sharply: its face and outline, `None` when it is nothing like a die."""
    x, y, yaw = candidate.pose
    near = patch(image, calibration, (x, y), 1.9 * die_mm, PATCH_PX_PER_MM, die_mm)
    if candidate.lone:
        yaw = _best_yaw(near, score(near, candidate.pose, candidate.bright, die_mm), _LONE_YAWS)
    face = refine(near, np.array([x, y, yaw]), candidate.bright, die_mm)
    if face.fit < LIKELY_ONE[-1].fit:
        return None
    yaw = _best_yaw(near, face, face.yaw_deg + _CLOSE_YAWS)
    if face.value == 1:  # its pip says nothing about its yaw, so its sides must
        face = score(near, np.array([face.x, face.y, yaw]), face.bright, die_mm)
    square = outlines(near, face, np.array([yaw]))[0]
    if not _passed(face, square, LIKELY_ONE, LIKELY_SEVERAL):
        return None
    return replace(face, clean=is_clean(sites(near, face), face.value)), square


def _best_yaw(view: View, face: Face, yaws_deg: Floats) -> float:
    """The yaw at which the four sides stand out most; no single strong side decides it."""
    squares = outlines(view, face, yaws_deg)
    clear = [sum(min(step, 30.0) for step in square.strength) for square in squares]
    return float(yaws_deg[int(np.argmax(clear))])


def _passed(face: Face, square: Outline, one: tuple[Bar, ...], several: tuple[Bar, ...]) -> bool:
    return any(bar.passed(face, square) for bar in (one if face.value == 1 else several))


def _merit(face: Face, square: Outline) -> float:
    size = abs(square.width - 1) + abs(square.height - 1)
    return face.fit - size - square.off_centre + min(square.weakest, 20.0) / 100


def is_glare(face: Face, square: Outline, discs: list[Disc]) -> bool:
    """Whether a face is only a reflection on a checker."""
    on_top = any(np.hypot(face.x - disc.x, face.y - disc.y) < face.side_mm for disc in discs)
    return on_top and not ON_CHECKER[face.value > 1].passed(face, square)


def _seen(
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
