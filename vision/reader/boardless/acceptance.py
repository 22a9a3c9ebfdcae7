"""Decide whether a place shows a die's top face with one value, and nothing else."""

from __future__ import annotations

import numpy as np

from vision.reader.boardless import thresholds as at
from vision.reader.boardless.body import has_body
from vision.reader.boardless.lattice import Fit
from vision.reader.boardless.look import Close


def is_sure(one: Close, crop_px: float | None = None) -> bool:
    """Whether both readers see the value and no other, in a body of a die's proportions.

    crop_px: the shorter side of a picture that is one cropped die, whose outline may lie outside.
    """
    value = one.guess
    if not one.fits or one.ranked[0] != value or one.ahead < at.AHEAD:
        return False
    fit, share = one.fits[value], float(one.shares[value])
    shows = _shows(fit) if crop_px is None else _shows_printed(fit)
    if not shows or one.least[value] < at.EVERYWHERE:
        return False
    if not has_body(one.body, value):
        return _is_sure_alone(one, crop_px)
    # In a larger picture two glints, or four pips of a 6, look as fine as any.
    return share >= at.AGREES if crop_px is None else share >= _asked_of_crop(one)


def _asked_of_crop(one: Close) -> float:
    """The share that is enough where the picture is one die, in a whole outline."""
    fit = one.fits[one.guess]
    if fit.value == 1:  # a pip of a 2 lies in the middle of a die that is seen aslant
        return _alone(fit) if fit.beside <= at.FREE else at.CERTAIN
    if fit.value <= 3:
        return at.IN_CROP if fit.veil <= at.UNVEILED else at.ALONE_IN_CROP
    fine = fit.printed >= at.FINE and fit.aspect >= at.SQUARE and one.body.alike >= at.ROUGH
    return at.FINE_IN_CROP if fine else at.IN_CROP


def _is_sure_alone(one: Close, crop_px: float | None) -> bool:
    """It is, although no whole outline shows: the face may be all that a crop holds, where glare
    could make a 2 or a 3 of a 4 or a 6 and nothing may veil its other sites, and a row of a 6 seen
    aslant looks like a 3; elsewhere pips in order, upright and with some edge around them, do."""
    value, share = one.guess, float(one.shares[one.guess])
    fit, body = one.fits[value], one.body
    if crop_px is not None:
        if value == 1:
            return share >= _alone(fit) and one.side >= at.OF_CROP * crop_px
        clear = fit.veil <= at.UNVEILED and fit.aspect >= at.SQUARE
        return share >= at.IN_CROP and (value > 3 or clear)
    some = body.step >= at.EDGE and (value > 3 or body.alike >= at.HALF)
    upright = value <= 3 or fit.aspect >= at.UPRIGHT
    return value > 1 and share >= at.ALONE and fit.quality >= at.BEST and some and upright


def _alone(fit: Fit) -> float:
    """The share that a lone pip asks for in a crop: seen aslant it may be another face's."""
    return at.ALONE_IN_CROP if fit.aspect >= at.SQUARE else at.ASLANT_IN_CROP


def _shows(fit: Fit) -> bool:
    """Whether each pip is there, no other is or can be hidden, and nearly all are on the face."""
    explained = fit.explained >= _explained_most(fit)
    clear = fit.most <= at.ABSENT and fit.veil <= at.VEILED
    return fit.least >= at.PRESENT and clear and explained and fit.quality >= at.QUALITY


def _shows_printed(fit: Fit) -> bool:
    """As `_shows`, where letters may stand: what is no pip of any value counts for nothing, and a
    crest between the pips of a 2 may pass for a third."""
    explained = fit.core >= _explained_most(fit)
    clear = fit.rival <= at.ABSENT and fit.veil <= at.VEILED
    if fit.value == 3:
        clear = clear and fit.astray <= at.IN_LINE and fit.even >= at.AS_BRIGHT
    return fit.least >= at.PRESENT and clear and explained and fit.printed >= at.QUALITY


def _explained_most(fit: Fit) -> float:
    """Shade explains more of a face where pips are few."""
    return at.EXPLAINED if fit.value > 1 else at.EXPLAINED_ONE


def merit(one: Close) -> float:
    """Merit: of several looks at one die the largest counts."""
    value = one.guess
    body = has_body(one.body, value)
    merit = float(one.shares[value]) * min(one.support, 2.0) / 2 + (0.5 if body else 0.0)
    if value == 1 and not body:  # a pip of a larger die, or a small dark one seen as a pip
        merit -= 1.0
    if one.fits and one.ranked[0] == value and one.fits[value].quality > 1:
        merit += 0.5 + 0.1 * value
    return merit


def face_area(one: Close) -> float:
    """Area of the face its pips span, px^2."""
    return abs(float(np.linalg.det(one.fits[one.guess].lattice[1:]))) * one.side**2
