"""Dice of which no face could be read, told by nets alone: most lie far askew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned import face, kind, lean
from vision.reader import thresholds as at
from vision.reader.candidate_score import PATCH_PX_PER_MM
from vision.reader.checkers import Disc, checkers_near
from vision.reader.cube import evidence, seam, shown_mean
from vision.reader.decision import places
from vision.reader.detections import Suspect, besides
from vision.reader.face import Square
from vision.reader.find import DICE
from vision.reader.lean import WIDE_SIDES
from vision.reader.unread import unread
from vision.reading import DieSeen, FlatBy
from vision.view import Picture, patch

_OFF_MM = np.arange(-3.0, 3.1, 1.0)
_YAWS = np.arange(0.0, 90.0, 4.0)
_CROSS = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
_TURNS = np.array([0.0, 22.5, 45.0, 67.5])
_ANYHOW = np.array([(x, y, yaw) for (x, y), yaw in zip(_CROSS, _TURNS, strict=True)])
"""A look costs a millisecond: as few as tell what many do."""
_NEAR = np.array([(0.0, 0.0, 0.0), *((x / 2, y / 2, 0.0) for x, y in _CROSS)])
_ABOUT = np.array([(0.0, 0.0), *(0.5 * _CROSS)])
_EVERY = np.array([(x, y, yaw, 0, 0) for x in _OFF_MM for y in _OFF_MM for yaw in _YAWS])


class Leaning:
    """Which places of a picture surely hold a die that leans; each is looked at once."""

    def __init__(self, image: Picture, calibration: Calibration, die_mm: float) -> None:
        self.image, self.calibration, self.die_mm = image, calibration, die_mm
        self.discs = cache(partial(_discs_about, image, calibration, die_mm))
        self.level = cache(self._best_level)
        self._leans = cache(self._looked_at)

    def by(self, one: Suspect, others: Sequence[DieSeen]) -> FlatBy | None:
        """What tells that it leans; `None` where nothing does for certain. others: other dice."""
        if places.is_sharp(one.kind) and leans_on_checker(one, self.discs(one.x, one.y)):
            return FlatBy.CONTACT
        if not places.may_rest(one.kind):
            return None
        leans = self.can_lean(one, others) and self._leans(one)
        return FlatBy.APPEARANCE if leans else None

    def can_lean(self, one: Suspect, others: Sequence[DieSeen]) -> bool:
        """Whether something is so near that it may lean on it. others: other dice."""
        discs = partial(self.discs, one.x, one.y)
        return can_lean(self.calibration, one, self.die_mm, others, discs)

    def _best_level(self, x: float, y: float) -> Floats:
        return _best_level(self.image, self.calibration, x, y, self.die_mm)

    def _looked_at(self, one: Suspect) -> bool:
        best = self.level(one.x, one.y)
        return _leans(self.image, self.calibration, one, best, self.die_mm)


def surely_leans(leaning: Leaning, around: list[Suspect], dice: Sequence[DieSeen]) -> bool:
    """Whether a die that nobody could read leans beside these, or alone: then the roll is thrown
    again, whatever they show."""
    found = [
        one
        for one in besides(around, tuple(dice), leaning.die_mm)
        if _is_likely(leaning.calibration, one) and leaning.by(one, dice) is not None
    ]
    return 0 < len(found) <= DICE - len(dice)


def with_faceless(
    leaning: Leaning, dice: tuple[DieSeen, ...], around: list[Suspect]
) -> tuple[DieSeen, ...]:
    """The dice of a picture in which nothing moves, and those of which no face could be read, if
    they are no more than are rolled. around: the picture's suspects."""
    dice = told_askew(leaning.image, leaning.calibration, dice)
    faceless = faceless_dice(leaning, besides(around, dice, leaning.die_mm), dice)
    dice = tuple(
        die
        for die in dice
        if die.guess is not None or not any(is_same(die, one) for one in faceless)
    )
    return dice if len(dice) + len(faceless) > DICE else (*dice, *faceless)


def told_askew(
    image: Picture, calibration: Calibration, dice: tuple[DieSeen, ...]
) -> tuple[DieSeen, ...]:
    """Not flat are those, too, whose value is not certain and that surely lean."""
    usual = calibration.board.usual_die_mm
    return tuple(
        replace(die, flat=False, flat_by=FlatBy.APPEARANCE)
        if die.value is None
        and die.flat is None
        and lies_askew(image, calibration, die, usual, [one for one in dice if one is not die])
        else die
        for die in dice
    )


def is_same(die: DieSeen, other: DieSeen) -> bool:
    """Both lie in one place of the picture, half a face apart at most."""
    apart = np.subtract(die.center_px, other.center_px)
    return float(np.hypot(*apart)) < at.SAME_FACE * max(die.bbox_px[2:])


def faceless_dice(
    leaning: Leaning, found: list[Suspect], others: Sequence[DieSeen] = ()
) -> list[DieSeen]:
    """Those among suspects that are surely dice at rest and not flat, and those that are surely
    dice: with a guess at best, and no value. others: dice that were found."""
    dice: list[DieSeen] = []
    image, calibration, die_mm = leaning.image, leaning.calibration, leaning.die_mm
    for one in found:
        if len(dice) > DICE:
            break  # more than are rolled: none of them is told
        if not _is_likely(calibration, one):
            continue
        by = leaning.by(one, [*others, *dice])
        if by is not None:
            dice.append(_askew(calibration, one, die_mm, by))
        elif places.surely_rests(one.likely, one.kind):
            best = leaning.level(one.x, one.y)
            guess = _guess(image, calibration, best[:2] + _ABOUT, die_mm)
            may_lean = leaning.can_lean(one, [*others, *dice])
            flat, by = (None, FlatBy.APPEARANCE) if may_lean else (True, FlatBy.CONTACT)
            dice.append(unread(calibration, one.x, one.y, die_mm, flat, guess, by))
    return dice


def _is_likely(calibration: Calibration, one: Suspect) -> bool:
    return places.is_likely_die(one.likely, room_mm(calibration, one))


def _askew(calibration: Calibration, one: Suspect, die_mm: float, by: FlatBy) -> DieSeen:
    return unread(calibration, one.x, one.y, die_mm, flat=False, flat_by=by)


def lies_askew(
    image: Picture,
    calibration: Calibration,
    die: DieSeen,
    die_mm: float,
    others: Sequence[DieSeen] = (),
) -> bool:
    """Whether a die that was found, its value not certain, surely leans."""
    if die.center_mm is None:
        return False
    place = np.array([die.center_mm])
    (look,) = kind.kinds_at(image, calibration, place, die_mm)
    one = Suspect(*die.center_mm, 1.0, look)
    if not (places.may_rest(look) and _is_likely(calibration, one)):
        return False
    discs = partial(_discs_about, image, calibration, die_mm, one.x, one.y)
    if not can_lean(calibration, one, die_mm, others, discs):
        return False
    best = _best_level(image, calibration, one.x, one.y, die_mm)
    return _leans(image, calibration, one, best, die_mm)


def _discs_about(
    image: Picture, calibration: Calibration, die_mm: float, x: float, y: float
) -> list[Disc]:
    """The checkers near a place, mm."""
    return checkers_near(image, calibration, Square(x, y, 0.0, die_mm))


def can_lean(
    calibration: Calibration,
    one: Suspect,
    die_mm: float,
    others: Sequence[DieSeen],
    discs: Callable[[], list[Disc]],
) -> bool:
    """Whether a checker, a wall or another die is so near that it may lean on it. discs: asks for
    the checkers near it."""
    reach = places.reach_of_middle_mm(die_mm)
    if room_mm(calibration, one) < reach:
        return True
    for die in others:
        if die.center_mm is not None:
            apart = np.hypot(die.center_mm[0] - one.x, die.center_mm[1] - one.y)
            if apart < die_mm / 2 + reach:
                return True
    return any(np.hypot(disc.x - one.x, disc.y - one.y) - disc.radius < reach for disc in discs())


def leans_on_checker(one: Suspect, discs: Sequence[Disc]) -> bool:
    """Whether it lies over a checker's edge as no flat die can."""
    return any(
        places.is_against(float(np.hypot(disc.x - one.x, disc.y - one.y)) - disc.radius, disc.round)
        for disc in discs
    )


def room_mm(calibration: Calibration, one: Suspect) -> float:
    """How far inside its half of the board a suspect is; negative on wood and beyond."""
    board = calibration.board
    return max(half.room_mm(one.x, one.y) for half in (board.picture_left, board.picture_right))


def _best_level(
    image: Picture, calibration: Calibration, x: float, y: float, die_mm: float
) -> Floats:
    """x, y, mm, and yaw, degrees, at which a level die about a place shows most of its edges."""
    view = patch(image, calibration, (x, y), WIDE_SIDES * die_mm, PATCH_PX_PER_MM, die_mm)
    every = _EVERY + (x, y, 0, 0, 0)
    shown = shown_mean(*evidence(seam(view, calibration, die_mm), every, die_mm))
    return np.asarray(every[int(shown.argmax()), :3], np.float64)


def _leans(
    image: Picture, calibration: Calibration, one: Suspect, best: Floats, die_mm: float
) -> bool:
    """Surely a die, and far askew. best (3,): where a level die would lie best."""
    if not places.is_die(one.kind):
        return False

    def askew(looks: Floats) -> float:
        lies = lean.look_at_board(image, calibration, looks, die_mm)
        return _log_odds([how.askew for how in lies])

    far = _log_odds([one.kind.far / max(one.kind.still, 1e-9)])
    anyhow = askew((one.x, one.y, 0.0) + _ANYHOW)
    if not places.may_lean(far, anyhow):
        return False
    if places.is_off_border(float(np.abs(best[:2] - (one.x, one.y)).max())):
        anyhow = min(anyhow, askew((best[0], best[1], 0.0) + _ANYHOW))
    level = askew(best + _NEAR)
    return places.leans(far, level, anyhow)


def _log_odds(shares: list[float]) -> float:
    """Their mean; more than so sure counts for no more."""
    some = np.clip(shares, 1e-6, 1 - 1e-6)
    return float(np.clip(np.log(some / (1 - some)), -at.UNREAD_SUREST, at.UNREAD_SUREST).mean())


def _guess(image: Picture, calibration: Calibration, places: Floats, die_mm: float) -> int:
    """The value that looks at these places see together."""
    shares = face.look_at_board(image, calibration, places, die_mm)
    return 1 + int(shares[:, 1:].mean(axis=0).argmax())
