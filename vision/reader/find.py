"""The dice in a picture of a board: candidates, looked at closer and closer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from vision.calibration import Calibration
from vision.reader.candidate_score import (
    Look,
    Rough,
    by_edges,
    by_squares,
    close_look,
    rough_look,
)
from vision.reader.checkers import Disc, checkers_near
from vision.reader.decision.face import is_explained, is_glare, is_likely, is_sure, shows_pattern
from vision.reader.face import Face
from vision.reader.lean import Lean, lean_of
from vision.reader.search import Candidate, find_candidates
from vision.view import Picture, View

SEARCH_PX_PER_MM = 1.4
MARKER_ROOM_MM = 8.0  # around a marker: its squares make fine sixes
SAME_PLACE = 0.85  # of a die's side: two faces so near are one die
ROUGH_EDGES = 0.38
FAINT_FIT = 0.78  # a coarse fit that no third die has
MOST_MM = (-0.35, 0.35)  # squares may correct the edges' size within this
DOUBT_MM = 0.5  # apart, one of them may have seen pips
SAME_SIZE_MM = 0.25
SIZE_STEP_MM = 0.4  # a smaller difference is within the error of both
MERIT_OF_PIP = 0.08
DICE = 2
APART_MM = 10.0  # less than any two dice

Seen = TypeVar("Seen", Rough, Look)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A die: its face and square, the checkers beside it, how it leans."""

    look: Look
    discs: list[Disc]
    lean: Lean


def find_dice(image: Picture, calibration: Calibration, view: View, where: Picture) -> list[Found]:
    """The dice in a picture, each once. view: its overview; where: mask (h, w) of the view."""
    usual = calibration.board.usual_die_mm
    rough = _rough(image, calibration, find_candidates(view, usual, where), usual)
    return _found(image, calibration, _looks(image, calibration, rough, usual))


def find_in_negative(
    image: Picture, calibration: Calibration, view: View, where: Picture, known_dice: list[Found]
) -> list[Found]:
    """The dice known already, and others that show in the negative only: dark pips on a strong
    colour are no darker than it in the darkest channel, but in the brightest.

    view: the overview of the negative `image`.
    """
    others = [
        replace(die, look=replace(die.look, negative=True))
        for die in find_dice(image, calibration, view, where)
        if is_sure(die.look)
    ]
    kept = [die for die in known_dice if is_sure(die.look)]
    for die in (*others, *known_dice):
        if is_free(die.look, kept):
            kept.append(die)
    return kept


def _rough(
    image: Picture, calibration: Calibration, candidates: list[Candidate], die_mm: float
) -> list[Rough]:
    """First looks at what may be a face; a place with a fine one is not looked at again."""
    found: list[Rough] = []
    for candidate in candidates:
        if candidate.fit < FAINT_FIT and len(_models(found)) == DICE:
            break
        x, y = candidate.pose[:2]
        if any(
            one.clear
            and one.face.value > 3  # pips of a larger value show 1, 2 and 3, too
            and np.hypot(one.face.x - x, one.face.y - y) < SAME_PLACE * die_mm
            for one in found
        ):
            continue
        one = rough_look(image, calibration, candidate, die_mm)
        if one is not None and (one.fine or one.edges >= ROUGH_EDGES):
            found.append(one)
    return found


def _models(rough: list[Rough]) -> list[Rough]:
    """The two clearest dice: their size is that of all."""
    return _best([one for one in rough if one.clear])


def _best(rough: list[Rough]) -> list[Rough]:
    """The two of most pips and edges that are no one die."""
    return _two_apart(sorted(rough, key=_rough_weight, reverse=True))


def _two_apart(best_first: list[Seen]) -> list[Seen]:
    """The first two whose faces lie in two places."""
    apart: list[Seen] = []
    for one in best_first:
        if all(_apart(one.face, other.face) >= APART_MM for other in apart):
            apart.append(one)
    return apart[:DICE]


def _rough_weight(one: Rough) -> float:
    return one.face.best_fit + one.edges + MERIT_OF_PIP * one.face.value


def _looks(
    image: Picture, calibration: Calibration, rough: list[Rough], usual_mm: float
) -> list[Look]:
    """Close looks at faces, at the size of the dice: measured first where it is not given, and of
    two possible sizes the one that explains more pips."""
    given = calibration.board.die_mm
    models = [] if given else _models(rough) or _best(rough)
    edges = by_edges(models)
    start = given or edges or usual_mm
    first = {id(one): _close(image, calibration, one, start) for one in models}
    squares = by_squares(first.values()) or start
    sides = [squares if edges is None else edges + float(np.clip((squares - edges) / 2, *MOST_MM))]
    if edges is not None and abs(squares - edges) > DOUBT_MM:
        again = [_close(image, calibration, one, usual_mm) for one in models]
        sides.append(by_squares(again) or usual_mm)
    looks = []
    for side in sides:
        close_looks = first if abs(side - start) < SAME_SIZE_MM else {}
        looks.append(
            [close_looks.get(id(one)) or _close(image, calibration, one, side) for one in rough]
        )
    return max(looks, key=_explained)


def _explained(looks: list[Look]) -> float:
    """How much the two clearest dice among them explain."""
    likely = sorted((one for one in looks if is_likely(one)), key=_weight, reverse=True)
    return sum(_weight(one) for one in _two_apart(likely))


def _close(image: Picture, calibration: Calibration, rough: Rough, die_mm: float) -> Look:
    look = close_look(image, calibration, rough.face, die_mm)
    return replace(look, edges=rough.edges)


def _found(image: Picture, calibration: Calibration, looks: list[Look]) -> list[Found]:
    """The dice among them, each in a place of its own; where they are fewer than two, those too
    that show no more than their pips."""
    found: list[Found] = []
    doubtful = [one for one in looks if shows_pattern(one) and not is_likely(one)]
    for one in sorted((one for one in looks if is_likely(one)), key=_weight, reverse=True):
        if is_free(one, found):
            discs = checkers_near(image, calibration, one.face)
            if is_glare(one, discs):
                doubtful += [one] if shows_pattern(one) else []
                continue
            lean = lean_of(image, calibration, one.face)
            if is_explained(one, lean):
                found.append(Found(one, discs, lean))
    for one in sorted(doubtful, key=lambda one: -one.face.best_fit - one.edges):
        if len(found) < DICE and is_free(one, found):
            lean = lean_of(image, calibration, one.face)
            if is_explained(one, lean):
                found.append(Found(one, checkers_near(image, calibration, one.face), lean))
    return found


def is_free(look: Look, found: list[Found]) -> bool:
    """Whether no other die lies in its place."""
    apart = SAME_PLACE * look.face.side_mm
    return all(_apart(look.face, other.look.face) >= apart for other in found)


def _weight(look: Look) -> float:
    """Merit of a face among several in one place: a 6 holds 2s and 3s of a smaller die, so the one
    that explains more pips is likelier."""
    return look.merit + (MERIT_OF_PIP * look.face.value if is_sure(look) else 0.0)


def _apart(one: Face, other: Face) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def off_markers(view: View, calibration: Calibration) -> Picture:
    """Mask (h, w) of the view without its four markers."""
    mask = np.full(view.grey.shape, 255, np.uint8)
    for marker in range(4):
        corners = view.to_px(calibration.board.marker_corners(marker)[:, :2])
        room = MARKER_ROOM_MM * view.scale
        left, top = (corners.min(axis=0) - room).astype(int)
        right, bottom = (corners.max(axis=0) + room).astype(int)
        cv2.rectangle(mask, (int(left), int(top)), (int(right), int(bottom)), 0, -1)
    return mask
