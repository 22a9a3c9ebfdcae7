"""Whether what was seen at a place is a die's top face with one value, and nothing else."""

from __future__ import annotations

import numpy as np

from vision.reader.boardless.body import has_body
from vision.reader.boardless.lattice import Fit
from vision.reader.boardless.look import Close

QUALITY, FINE_QUALITY, BEST_QUALITY = 1.4, 1.7, 2.0
"""Of the pips; fine pips of a cropped die bear a net that is less sure."""
PRESENT, ABSENT, EXPLAINED = 0.45, 0.45, {False: 0.45, True: 0.6}
"""Of the strongest pip, of the face's contrast; shade explains more of it where pips are few."""
VEILED, UNVEILED = 0.75, 0.3
"""Of the faintest pip's level: what stands out so from the body where no pip should be may well
hide one, or surely hides none."""
AHEAD = 0.1
AGREES, ALONE, EVERYWHERE = 0.9, 0.95, 0.5
"""Shares of the net: on the mean; where a picture shows nothing of a body; at the size it likes
least."""
AGREES_IN_CROP, FINE_IN_CROP, ALONE_IN_CROP, ASLANT_IN_CROP, CERTAIN = 0.85, 0.7, 0.92, 0.96, 0.98
"""Shares of the other net, of a crop: on the mean, with many fine pips; of a single pip, or few and
a veil; of a single one on a face seen aslant; and with another spot beside it."""
IN_LINE, AS_BRIGHT = 0.02, 0.7
"""How far a pip of a 3 may lie off its place, in sides, and its weakest over its strongest: of 109
drawn 3s that were answered 9 miss one of them, of 11 crests that passed for a pip 10."""
FREE = 0.45
"""The strongest spot beside a pip, over its own."""
ROUGH, HALF, EDGE = 0.6, 0.45, 10.0
"""Of outlines: parts that are alike, grey levels of their faint part."""
OF_CROP = 0.3
"""A cropped die is no smaller, of the picture's shorter side."""
SQUARE, UPRIGHT = 0.7, 0.8
"""A face's least width over its largest: it is not seen as aslant as side faces."""


def is_sure(one: Close, crop_px: float | None = None) -> bool:
    """Both readers see the value and no other, in a body of a die's proportions.

    crop_px: the shorter side of a picture that is one cropped die, whose outline may lie outside.
    """
    value = one.guess
    if not one.fits or one.ranked[0] != value or one.ahead < AHEAD:
        return False
    fit, share = one.fits[value], float(one.shares[value])
    shows = _shows(fit) if crop_px is None else _shows_printed(fit)
    if not shows or one.least[value] < EVERYWHERE:
        return False
    if not has_body(one.body, value):
        return _is_sure_alone(one, crop_px)
    # In a larger picture two glints, or four pips of a 6, look as fine as any.
    return share >= AGREES if crop_px is None else share >= _asked_of_crop(one)


def _asked_of_crop(one: Close) -> float:
    """The share that is enough where the picture is one die, in a whole outline."""
    fit = one.fits[one.guess]
    if fit.value == 1:  # a pip of a 2 lies in the middle of a die that is seen aslant
        return _alone(fit) if fit.beside <= FREE else CERTAIN
    if fit.value <= 3:
        return AGREES_IN_CROP if fit.veil <= UNVEILED else ALONE_IN_CROP
    fine = fit.printed >= FINE_QUALITY and fit.aspect >= SQUARE and one.body.alike >= ROUGH
    return FINE_IN_CROP if fine else AGREES_IN_CROP


def _is_sure_alone(one: Close, crop_px: float | None) -> bool:
    """It is, although no whole outline shows: the face may be all that a crop holds, where glare
    could make a 2 or a 3 of a 4 or a 6 and nothing may veil its other sites, and a row of a 6 seen
    aslant looks like a 3; elsewhere pips in order, upright and with some edge around them, do."""
    value, share = one.guess, float(one.shares[one.guess])
    fit, body = one.fits[value], one.body
    if crop_px is not None:
        if value == 1:
            return share >= _alone(fit) and one.side >= OF_CROP * crop_px
        clear = fit.veil <= UNVEILED and fit.aspect >= SQUARE
        return share >= AGREES_IN_CROP and (value > 3 or clear)
    some = body.step >= EDGE and (value > 3 or body.alike >= HALF)
    upright = value <= 3 or fit.aspect >= UPRIGHT
    return value > 1 and share >= ALONE and fit.quality >= BEST_QUALITY and some and upright


def _alone(fit: Fit) -> float:
    """The share that a lone pip asks for in a crop: seen aslant it may be another face's."""
    return ALONE_IN_CROP if fit.aspect >= SQUARE else ASLANT_IN_CROP


def _shows(fit: Fit) -> bool:
    """Each pip is there, no other is or can be hidden, and they are nearly all on the face."""
    explained = fit.explained >= EXPLAINED[fit.value > 1]
    clear = fit.most <= ABSENT and fit.veil <= VEILED
    return fit.least >= PRESENT and clear and explained and fit.quality >= QUALITY


def _shows_printed(fit: Fit) -> bool:
    """As `_shows`, where letters may stand: what is no pip of any value counts for nothing, and a
    crest between the pips of a 2 may pass for a third."""
    explained = fit.core >= EXPLAINED[fit.value > 1]
    clear = fit.rival <= ABSENT and fit.veil <= VEILED
    if fit.value == 3:
        clear = clear and fit.astray <= IN_LINE and fit.even >= AS_BRIGHT
    return fit.least >= PRESENT and clear and explained and fit.printed >= QUALITY


def merit(one: Close) -> float:
    """Of several looks that mean one die the one with the most is meant."""
    value = one.guess
    body = has_body(one.body, value)
    merit = float(one.shares[value]) * min(one.support, 2.0) / 2 + (0.5 if body else 0.0)
    if value == 1 and not body:  # a pip of a larger die, or a small dark one seen as a pip
        merit -= 1.0
    if one.fits and one.ranked[0] == value and one.fits[value].quality > 1:
        merit += 0.5 + 0.1 * value
    return merit


def face_area(one: Close) -> float:
    """Of the face its pips span, px^2."""
    return abs(float(np.linalg.det(one.fits[one.guess].lattice[1:]))) * one.side**2
