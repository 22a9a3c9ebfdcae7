"""Dice in a picture without a board: a tray, a table, one cropped die. Their size may be unknown.

Such a picture is read as a board seen from far above, 14 "mm" to a die, at every size a die may
have; the sizes at which faces fit best are kept.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.calibration import Board, Calibration, Rect
from vision.reader import seen_of
from vision.reader.find import SEARCH_PX_PER_MM, USUAL_DIE_MM
from vision.reader.look import Look, look
from vision.reader.search import find_candidates
from vision.reader.spots import vouches
from vision.reader.view import Picture, overview
from vision.reading import DieSeen, Half

FAR_MM = 1e6
MERIT_OF_PIP = 0.05
"""A 6 holds 2s and 3s of a smaller die: who explains more pips is likelier the face."""
SEVERAL_DICE, UNEVEN = 3, 1.7
"""So many dice tell a usual size, and a box may differ by this factor, turned or tilted."""
SMALLEST_PX = 14.0
LARGEST = 0.9
"""Of the picture's shorter side: a cropped die."""
STEP = 1.18
"""From one size to the next; a face fits within a tenth of its own."""
LARGEST_OF_SEVERAL = 0.35
"""A die that fills more of the picture is alone in it, so it is a crop."""
CROP_PX = 200


def read_bare(image: Picture, die_px: float | None = None) -> tuple[DieSeen, ...]:
    """Every die in a picture (h, w, 3) uint8 BGR, left to right, seen from about above.

    die_px: the side of a top face; unknown: all sizes are tried. No die has a place on a board:
    `half` is OFF, `center_mm` and what carries it are None.
    """
    found: list[tuple[Look, Calibration]] = []
    for side in sizes(image) if die_px is None else (die_px,):
        found += _at(image, side)
    found.sort(key=lambda one: -one[0].merit - MERIT_OF_PIP * one[0].face.value)
    dice: list[DieSeen] = []
    for one, flat_world in found:
        face = one.face
        sure = one.sure and vouches(image, flat_world, (face.x, face.y), face.side_mm, face.value)
        die = replace(seen_of(flat_world, face, sure, None, None, Half.OFF), center_mm=None)
        over = [i for i, other in enumerate(dice) if _overlap(die, other)]
        if not over:
            dice.append(die)
        elif die.value is not None:
            dice = [_contested(other, die) if i in over else other for i, other in enumerate(dice)]
    return tuple(sorted(_of_a_size(dice), key=lambda die: die.center_px))


def _contested(die: DieSeen, other: DieSeen) -> DieSeen:
    """Another size shows another value in the same place: less than the whole face, or a doubt."""
    part = (other.guess or 0) < (die.guess or 0) and _side(other) < 0.9 * _side(die)
    return die if part or other.guess == die.guess else replace(die, value=None)


def _of_a_size(dice: list[DieSeen]) -> list[DieSeen]:
    """Where several dice are seen, one of quite another size is in doubt."""
    if len(dice) < SEVERAL_DICE:
        return dice
    usual = float(np.median([_side(die) for die in dice]))
    return [
        die if usual / UNEVEN < _side(die) < usual * UNEVEN else replace(die, value=None)
        for die in dice
    ]


def _side(die: DieSeen) -> float:
    return float(np.mean(die.bbox_px[2:]))


def sizes(image: Picture) -> tuple[float, ...]:
    """The sides of a die, px, that are tried in a picture of unknown scale."""
    short = min(image.shape[:2])
    largest = short * (LARGEST if max(image.shape[:2]) <= CROP_PX else LARGEST_OF_SEVERAL)
    steps = max(1, int(np.log(max(largest / SMALLEST_PX, 1.0)) / np.log(STEP)) + 1)
    return tuple(float(SMALLEST_PX * STEP**i) for i in range(steps))


def _at(image: Picture, side_px: float) -> list[tuple[Look, Calibration]]:
    """Faces with sides of so many pixels."""
    flat_world = _flat_world(image, side_px)
    view = overview(image, flat_world, USUAL_DIE_MM, 0.0, SEARCH_PX_PER_MM)
    faces = []
    for candidate in find_candidates(view, USUAL_DIE_MM, None):
        found = look(image, flat_world, candidate, USUAL_DIE_MM)
        if found is not None and found.likely:
            faces.append((found, flat_world))
    return faces


def _flat_world(image: Picture, side_px: float) -> Calibration:
    """The picture as a plane far below the camera, where a die of side_px measures 14 mm."""
    height, width = image.shape[:2]
    scale = side_px / USUAL_DIE_MM
    nowhere = Rect(0.0, 0.0, 0.0, 0.0)
    size_mm = width / scale, height / scale
    board = Board(size_mm, 0.0, nowhere, nowhere, nowhere, 0.0, 0.0, 0.0, USUAL_DIE_MM)
    focal = scale * FAR_MM
    lens = np.array([[focal, 0.0, -0.5], [0.0, focal, -0.5], [0.0, 0.0, 1.0]])
    t_mm = np.array([0.0, 0.0, FAR_MM])
    return Calibration(lens, np.zeros(5), np.eye(3), t_mm, board, width, height)


def _overlap(one: DieSeen, other: DieSeen) -> bool:
    """The middle of one face lies on the other."""
    apart = np.subtract(one.center_px, other.center_px)
    side = max(*one.bbox_px[2:], *other.bbox_px[2:])
    return float(np.hypot(*apart)) < 0.5 * side
