"""Look closely at a place: by the net, by the pips, and at the outline around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from vision.calibration import Floats
from vision.learned import face
from vision.reader.boardless import body, pips
from vision.reader.boardless.body import Body, body_around, has_body
from vision.reader.boardless.crop import Copies
from vision.reader.boardless.lattice import Fit, read_face
from vision.reader.boardless.places import Place
from vision.view import Picture

SIZES = (0.78, 0.93, 1.1, 1.3, 1.54)
"""Factors of a place's side: the finder knows a die at every one of them."""
SIZES_GIVEN = (0.93, 1.0, 1.08)
IN_PICTURE = face.MODEL
IN_CROP = face.CLOSE_UP
"""One net was fitted to dice among others, one to dice close up, many of them clear."""
JITTER = (0.92, 1.0, 1.08)
"""Factors of a die's side: a value must hold at all of them."""
WORTH_A_LOOK = 0.2
"""Share of the likeliest value: with less at every size there is no face."""
WORTH_MORE = 0.5
"""Share below which a value is never sure, whatever its pips."""
SURE_ENOUGH = 0.95
LONE_WIDER = 1.4
_INSIDE = {False: None, True: 0.4}
"""An outline lies beyond the pips."""
MERIT_OF_PIP = 0.1
"""Weight of each pip explained: a 6 holds 2s and 3s of a smaller die."""


@dataclass(frozen=True, slots=True)
class Sized:
    """A place at the size at which the net sees a face best; share: how likely."""

    place: Place
    side: float
    share: float


def sized(copies: Copies, places: Sequence[Place], die_px: float | None, net: Path) -> list[Sized]:
    """The places at which the net sees some face, each at its size; near die_px if given."""
    factors = SIZES if die_px is None else SIZES_GIVEN
    if die_px is not None:
        places = [replace(one, side=die_px) for one in places]
    crops = [_crop(copies, one, one.side * factor) for one in places for factor in factors]
    several = face.look_at_crops(np.array(crops), None, turns=1, model=net)
    found = []
    for i, place in enumerate(places):
        some = slice(i * len(factors), (i + 1) * len(factors))
        shares = several[some, 1:].max(axis=1)
        best = int(shares.argmax())
        if shares[best] >= WORTH_A_LOOK:
            found.append(Sized(place, place.side * factors[best], float(shares[best])))
    return found


def _crop(copies: Copies, place: Place, side: float) -> Picture:
    return copies.cut(place.x, place.y, side, face.INPUT_PX, face.SIDE_PX)


@dataclass(frozen=True, eq=False)
class Close:
    """x, y, side: of the die, px; support: of its place; shares (7,): how likely no face and each
    value, mean over all looks; least (7,): the least of any size, mean over the turns; fits: of
    the pips; body: the outline around them."""

    x: float
    y: float
    side: float
    support: float
    shares: Floats
    least: Floats
    fits: dict[int, Fit]
    body: Body

    @property
    def guess(self) -> int:
        return int(self.shares[1:].argmax()) + 1

    @cached_property
    def ranked(self) -> list[int]:
        """Values by the pips, the likeliest first."""
        return sorted(self.fits, key=lambda value: -self.fits[value].quality - MERIT_OF_PIP * value)

    @property
    def ahead(self) -> float:
        """How far the likeliest by its pips is ahead of the next."""
        first, *rest = [self.fits[v].quality + MERIT_OF_PIP * v for v in self.ranked]
        return first - rest[0] if rest else 1.0


def look_closely(copies: Copies, one: Sized, net: Path) -> Close:
    place, side = one.place, one.side
    factors = JITTER if one.share >= WORTH_MORE else (1.0,)
    shares, least = _shares(copies, place, side, factors, net)
    guess = int(shares[1:].argmax()) + 1
    x, y, fits = place.x, place.y, {}
    if shares[guess] >= WORTH_MORE:
        fits = read_face(copies.cut(x, y, side, pips.PATCH_PX, pips.SIDE_PX))
    if guess in fits:
        dx, dy = fits[guess].middle
        x, y = x + dx * side, y + dy * side
        if shares[guess] < SURE_ENOUGH:  # the pips know the middle better than the finder
            again = _shares(copies, replace(place, x=x, y=y), side, factors, net)
            if again[0][guess] > shares[guess]:
                shares, least = again
    side, around = _body(copies, x, y, side, guess)
    return Close(x, y, side, place.support, shares, least, fits, around)


def _shares(
    copies: Copies, place: Place, side: float, factors: Sequence[float], net: Path
) -> tuple[Floats, Floats]:
    """The net's shares there in four turns at several sizes: mean and least, (7,) each."""
    crops = np.array([_crop(copies, place, side * factor) for factor in factors])
    looks = face.look_at_crops(crops, None, model=net)
    return looks.mean(axis=0), looks.min(axis=0)


def _body(copies: Copies, x: float, y: float, side: float, value: int) -> tuple[float, Body]:
    """The outline around a face and the side from it; a lone pip measures a die's size badly."""
    around = body_around(copies.cut(x, y, side, body.PATCH_PX, body.SIDE_PX), _INSIDE[value > 1])
    if value > 1 or has_body(around, value):
        return side, around
    wide = side * LONE_WIDER
    wider = body_around(copies.cut(x, y, wide, body.PATCH_PX, body.SIDE_PX))
    return (wide, wider) if has_body(wider, value) else (side, around)
