"""Dice of which no face could be read, told by nets alone: most lie far askew."""

from __future__ import annotations

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned import face, lean
from vision.reader.checkers import SURE_ROUND, checkers_near
from vision.reader.cube import evidence, seam, shown_mean
from vision.reader.face import Square
from vision.reader.lean import WIDE_SIDES
from vision.reader.look import PATCH_PX_PER_MM
from vision.reader.suspects import Suspect
from vision.reader.unread import unread
from vision.reading import DieSeen
from vision.view import Picture, patch

LIKELY, STILL = 0.45, 0.4
"""Of the finder's and the kind net's shares for a die at rest."""
ASKEW, ASKEW_ANYHOW = 0.5, 0.4
"""Of the lean net's: what four looks of five must reach where a level die there would lie best, by
its edges; and nine of ten however it is turned."""
SURELY, SURELY_STILL = 0.6, 0.9
"""Of the same as the first: a die it is for certain, whatever it shows."""
SHARP, NO_DIE = 0.75, 0.05
"""Of the kind net's shares for a smeared die, and none: what leans on a checker has less."""
ON_MM, AGAINST_MM = -4.0, 2.5
"""From a checker's edge: half a small die's side, 5.75 mm, less the finder's error."""
ROOM_MM = 5.0
"""From the walls: what lies on them looks as much amiss."""
_OFF_MM = np.arange(-3.0, 3.1, 1.0)
_YAWS = np.arange(0.0, 90.0, 4.0)
_CROSS = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
_ANYHOW = np.array([(x, y, yaw) for x, y in _CROSS for yaw in range(0, 90, 8)])
_NEAR = np.array([(x, y, yaw) for x, y in 0.5 * _CROSS for yaw in (-3, 0, 3)])
_EVERY = np.array([(x, y, yaw, 0, 0) for x in _OFF_MM for y in _OFF_MM for yaw in _YAWS])


def faceless_dice(
    image: Picture, calibration: Calibration, found: list[Suspect], die_mm: float
) -> list[DieSeen]:
    """Those among suspects that are surely dice at rest and not flat, and those that are surely
    dice: with a guess at best, and no value."""
    dice = []
    for one in found:
        if one.likely < LIKELY or room_mm(calibration, one) < ROOM_MM:
            continue
        sharp = one.kind.smeared <= SHARP and one.kind.none <= NO_DIE
        if sharp and leans_on_checker(image, calibration, one, die_mm):
            dice.append(unread(calibration, one.x, one.y, die_mm, flat=False))
            continue
        if one.kind.still < STILL:
            continue
        near = _best_level(image, calibration, one, die_mm) + _NEAR
        anyhow = (one.x, one.y, 0.0) + _ANYHOW
        if (
            _askew(image, calibration, near, die_mm, but=0.2) >= ASKEW
            and _askew(image, calibration, anyhow, die_mm, but=0.1) >= ASKEW_ANYHOW
        ):
            dice.append(unread(calibration, one.x, one.y, die_mm, flat=False))
        elif one.likely >= SURELY and one.kind.still >= SURELY_STILL:
            guess = _guess(image, calibration, near[:, :2], die_mm)
            dice.append(unread(calibration, one.x, one.y, die_mm, guess=guess))
    return dice


def leans_on_checker(image: Picture, calibration: Calibration, one: Suspect, die_mm: float) -> bool:
    """Whether its middle is nearer to a checker's edge than a flat die's can be, and not so far
    over the checker that it may lie flat on it."""
    return any(
        disc.round >= SURE_ROUND
        and ON_MM < np.hypot(disc.x - one.x, disc.y - one.y) - disc.radius < AGAINST_MM
        for disc in checkers_near(image, calibration, Square(one.x, one.y, 0.0, die_mm))
    )


def room_mm(calibration: Calibration, one: Suspect) -> float:
    """How far inside its half of the board a suspect is; negative on wood and beyond."""
    board = calibration.board
    return max(half.room_mm(one.x, one.y) for half in (board.picture_left, board.picture_right))


def _best_level(image: Picture, calibration: Calibration, one: Suspect, die_mm: float) -> Floats:
    """x, y, mm, and yaw, degrees, at which a level die there shows most of its edges."""
    view = patch(image, calibration, (one.x, one.y), WIDE_SIDES * die_mm, PATCH_PX_PER_MM, die_mm)
    every = _EVERY + (one.x, one.y, 0, 0, 0)
    shown = shown_mean(*evidence(seam(view, calibration, die_mm), every, die_mm))
    return np.asarray(every[int(shown.argmax()), :3], np.float64)


def _askew(
    image: Picture, calibration: Calibration, poses: Floats, die_mm: float, but: float
) -> float:
    """How far askew all looks but so large a part of them see it."""
    said = lean.look_at_board(image, calibration, poses, die_mm)
    return float(np.quantile([lies.askew for lies in said], but))


def _guess(image: Picture, calibration: Calibration, places: Floats, die_mm: float) -> int:
    """The value that looks at these places see together."""
    shares = face.look_at_board(image, calibration, places, die_mm)
    return 1 + int(shares[:, 1:].mean(axis=0).argmax())
