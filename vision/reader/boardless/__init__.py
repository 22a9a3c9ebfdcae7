"""Dice in a picture without a board: a tray, a table, one cropped die, their size unknown.

A small net finds where dice may lie and at which size; two independent readers, another net and the
pattern of pips, must see the same value there, and a body must lie around it. A die's side face
shows pips, too, and letters and rivets look like pips: where that may be so, it abstains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.reader.boardless import thresholds as at
from vision.reader.boardless.acceptance import face_area, is_sure, merit
from vision.reader.boardless.body import has_body
from vision.reader.boardless.crop import Copies
from vision.reader.boardless.look import IN_CROP, IN_PICTURE, Close, Sized, look_closely, sized
from vision.reader.boardless.places import GIVEN, Place, find_places, sides
from vision.reading import DieSeen
from vision.view import Picture

__all__ = ["read_bare"]

SEVERAL = 2
"""Dice that fix a size."""
CROPPED = (0.4, 0.8)
"""A cropped die's side, of the picture's shorter one."""
ABOUT = (-0.2, -0.1, 0.0, 0.1, 0.2)
"""How far it is off the middle, of that side."""
OF_CROP = 1.0
USUAL_BOX = 1.2
"""Of a side: used without an outline."""


def read_bare(image: Picture, die_px: float | None = None) -> tuple[DieSeen, ...]:
    """Every die in a picture (h, w, 3) uint8 BGR, left to right, seen from about above.

    die_px: the side of a top face; unknown: all sizes are tried. No die has a place on a board:
    `half` is OFF, `flat`, `center_mm` and what carries it are None.
    """
    copies, crop = Copies.halving(image), max(image.shape[:2]) <= at.CROP
    net = IN_CROP if crop else IN_PICTURE
    sizes = sides(image) if die_px is None else [die_px * factor for factor in GIVEN]
    places = find_places(copies, sizes)
    if crop:
        places += _middle(image, die_px)
    looks: list[Close] = []
    for one in _apart(sized(copies, places, die_px, net)):
        if not any(_is_part(one, look) for look in looks):
            looks.append(look_closely(copies, one, net))
    dice = _dice(looks, min(image.shape[:2]) if crop else None)
    if crop and not dice and looks:
        dice = [(max(looks, key=merit), False)]
    found = [_die_seen(one, image, sure=sure) for one, sure in dice]
    return tuple(sorted(found, key=lambda die: die.center_px))


def _middle(image: Picture, die_px: float | None) -> list[Place]:
    """A cropped die lies about the middle and fills a good part of the picture, or more."""
    height, width = image.shape[:2]
    short = min(height, width)
    sizes = [share * short for share in CROPPED] if die_px is None else [die_px]
    return [
        Place((width - 1) / 2 + dx * short, (height - 1) / 2 + dy * short, side, OF_CROP)
        for side in sizes
        for dx in ABOUT
        for dy in ABOUT
    ]


def _is_part(one: Sized, whole: Close) -> bool:
    """Whether it lies in a die that is surely read."""
    apart = math.dist((one.place.x, one.place.y), (whole.x, whole.y))
    return apart < at.ON_TOP * whole.side and one.side < at.LARGER * whole.side and is_sure(whole)


def _apart(found: list[Sized]) -> list[Sized]:
    """Each place once at each size, the likeliest."""
    kept: list[Sized] = []
    for one in sorted(found, key=lambda one: -one.share * min(one.place.support, 2.0)):
        if not any(
            math.dist((one.place.x, one.place.y), (other.place.x, other.place.y))
            < at.SAME_PLACE * min(one.side, other.side)
            and abs(math.log(one.side / other.side)) < math.log(at.SAME_SIZE)
            for other in kept
        ):
            kept.append(one)
    return kept


def _dice(looks: Sequence[Close], crop_px: float | None = None) -> list[tuple[Close, bool]]:
    """The dice among them and whether their values are sure, each place once."""
    dice: list[tuple[Close, bool]] = []
    for one in sorted(looks, key=merit, reverse=True):
        sure = is_sure(one, crop_px)
        on_top = [i for i, (other, _) in enumerate(dice) if _near(one, other, at.ON_TOP)]
        for i in on_top:
            other, known_value = dice[i]
            if crop_px is not None and _may_be_part(other, one):
                dice[i] = one, False
                continue
            part = one.guess < other.guess and one.side < at.PART * other.side
            dice[i] = other, known_value and (not sure or part or one.guess == other.guess)
        if not on_top and (sure or one.shares[one.guess] >= at.SEEN):
            dice.append((one, sure and not any(_is_side_of(one, other) for other in looks)))
    return [(one, sure and _is_of_a_size(one, dice)) for one, sure in dice]


def _may_be_part(one: Close, other: Close) -> bool:
    """A row of a 6 looks like a 3: in a crop of one die the net sees a larger face around it. Where
    several dice lie, it may see one face in the pips of two."""
    larger = one.guess < other.guess and one.side < at.PART * other.side
    return larger and float(other.shares[other.guess]) >= at.LIKELY


def _is_side_of(one: Close, other: Close) -> bool:
    """Whether its pips may be those of a side face: right beside lies a larger face."""
    if other.guess not in other.fits or other.shares[other.guess] < at.LIKELY:
        return False
    if other.fits[other.guess].quality < at.LIKELY_QUALITY:
        return False
    upright, other_upright = one.fits[one.guess].upright, other.fits[other.guess].upright
    reach = at.TOUCHING if upright < min(at.UPRIGHT, at.MORE_ASLANT * other_upright) else at.BESIDE
    if not _near(one, other, reach) or _near(one, other, at.ON_TOP):
        return False
    alike = abs(math.log(one.side / other.side)) < math.log(at.UNEVEN)
    return alike and face_area(one) < at.LARGER * face_area(other)


def _is_of_a_size(one: Close, dice: Sequence[tuple[Close, bool]]) -> bool:
    """Dice of one picture are of about one size; a lone spot is easily of any, and of two the
    one much smaller is easily a side face of the other."""
    others = [other.side for other, sure in dice if sure and other is not one]
    if not others:
        return True
    if len(others) < SEVERAL and one.guess != 1:
        return one.side * at.UNEVEN > max(others)
    return abs(math.log(one.side / float(np.median(others)))) < math.log(at.UNEVEN)


def _near(one: Close, other: Close, sides: float) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) < sides * max(one.side, other.side)


def _die_seen(one: Close, image: Picture, *, sure: bool) -> DieSeen:
    """The die as seen; its box is cut off at the picture's edge."""
    high, wide = image.shape[:2]
    share = float(one.shares[one.guess])
    half = USUAL_BOX / 2
    box = one.body.box if has_body(one.body, one.guess) else (-half, -half, half, half)
    left, top = (
        max(0, math.floor(middle + one.side * off))
        for middle, off in zip((one.x, one.y), box[:2], strict=True)
    )
    right, bottom = (
        min(end, math.ceil(middle + one.side * off))
        for middle, off, end in zip((one.x, one.y), box[2:], (wide, high), strict=True)
    )
    return DieSeen(
        value=one.guess if sure else None,
        guess=one.guess,
        half="off",
        flat=None,
        support=None,
        confidence=share if sure else share / 2,
        center_px=(one.x, one.y),
        center_mm=None,
        bbox_px=(left, top, right - left, bottom - top),
    )
