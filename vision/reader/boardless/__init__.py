"""Dice in a picture without a board: a tray, a table, one cropped die, their size unknown.

A small net tells where dice may lie at which size; two readers that share nothing, another net and
the pips' own pattern, must both see the same value there, and a body must lie around it. A die's
side face shows pips, too, and so do letters and rivets: where that may be so, it asks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.reader.boardless.acceptance import face_area, is_sure, merit
from vision.reader.boardless.body import has_body
from vision.reader.boardless.crop import Copies
from vision.reader.boardless.look import IN_CROP, IN_PICTURE, Close, Sized, look_closely, sized
from vision.reader.boardless.places import GIVEN, Place, find_places, sides
from vision.reading import DieSeen
from vision.view import Picture

__all__ = ["read_bare"]

SEEN_SHARE = 0.25
"""The net sees a value there: a die is told, if only to be asked about."""
LIKELY_SHARE = 0.5
LIKELY_QUALITY = 1.2
"""There may well be a face."""
SAME_PLACE = 0.5
"""Of a side: looks so near mean one die at one size."""
SAME_SIZE = 1.4
"""And of sizes that differ by no larger factor."""
ON_TOP = 0.55
"""Of the larger side: nearer than that they mean one die, at two sizes."""
BESIDE = 0.85
"""Of a side: nearer than that no two dice have their top faces, one is a side face."""
TOUCHING = 1.4
"""Up to that it may be one, if it is not seen UPRIGHT, and MORE_ASLANT than the other."""
UPRIGHT = 0.8
MORE_ASLANT = 0.85
LARGER = 1.25
"""The top face is seen so much larger than the sides, or nobody knows which it is."""
SEVERAL = 2
"""So many dice tell a size."""
UNEVEN = 2.0
"""Times that size, or as much less: doubtful."""
PART = 0.9
CROP_PX = 200
"""A picture so small may show one die, as if the finder had seen it there."""
CROPPED = (0.4, 0.8)
"""Its side, of the picture's shorter one."""
ABOUT = (-0.2, -0.1, 0.0, 0.1, 0.2)
"""How far it is off the middle, of that side."""
OF_CROP = 1.0
USUAL_BOX = 1.2
"""Of a side: where no outline tells more."""


def read_bare(image: Picture, die_px: float | None = None) -> tuple[DieSeen, ...]:
    """Every die in a picture (h, w, 3) uint8 BGR, left to right, seen from about above.

    die_px: the side of a top face; unknown: all sizes are tried. No die has a place on a board:
    `half` is OFF, `flat`, `center_mm` and what carries it are None.
    """
    copies, crop = Copies.of(image), max(image.shape[:2]) <= CROP_PX
    net = IN_CROP if crop else IN_PICTURE
    sizes = sides(image) if die_px is None else [die_px * factor for factor in GIVEN]
    places = find_places(copies, sizes)
    if crop:
        places += _middle(image, die_px)
    looks: list[Close] = []
    for one in _apart(sized(copies, places, die_px, net)):
        if not any(_is_part(one, known) for known in looks):
            looks.append(look_closely(copies, one, net))
    dice = _dice(looks, min(image.shape[:2]) if crop else None)
    if crop and not dice and looks:
        dice = [(max(looks, key=merit), False)]
    told = [_told(one, image, sure=sure) for one, sure in dice]
    return tuple(sorted(told, key=lambda die: die.center_px))


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


def _is_part(one: Sized, known: Close) -> bool:
    """It lies in a die that is surely read."""
    apart = math.dist((one.place.x, one.place.y), (known.x, known.y))
    return apart < ON_TOP * known.side and one.side < LARGER * known.side and is_sure(known)


def _apart(found: list[Sized]) -> list[Sized]:
    """Each place once at each size, the likeliest."""
    kept: list[Sized] = []
    for one in sorted(found, key=lambda one: -one.share * min(one.place.support, 2.0)):
        if not any(
            math.dist((one.place.x, one.place.y), (other.place.x, other.place.y))
            < SAME_PLACE * min(one.side, other.side)
            and abs(math.log(one.side / other.side)) < math.log(SAME_SIZE)
            for other in kept
        ):
            kept.append(one)
    return kept


def _dice(looks: Sequence[Close], crop_px: float | None = None) -> list[tuple[Close, bool]]:
    """The dice among them and whether their values are sure, each place once."""
    dice: list[tuple[Close, bool]] = []
    for one in sorted(looks, key=merit, reverse=True):
        sure = is_sure(one, crop_px)
        on_top = [i for i, (other, _) in enumerate(dice) if _near(one, other, ON_TOP)]
        for i in on_top:
            other, known = dice[i]
            if crop_px is not None and _may_be_part(other, one):
                dice[i] = one, False
                continue
            part = one.guess < other.guess and one.side < PART * other.side
            dice[i] = other, known and (not sure or part or one.guess == other.guess)
        if not on_top and (sure or one.shares[one.guess] >= SEEN_SHARE):
            dice.append((one, sure and not any(_is_side_of(one, other) for other in looks)))
    return [(one, sure and _is_of_a_size(one, dice)) for one, sure in dice]


def _may_be_part(one: Close, other: Close) -> bool:
    """A row of a 6 looks like a 3: in a crop of one die the net sees a larger face around it. Where
    several dice lie, it may see one face in the pips of two."""
    larger = one.guess < other.guess and one.side < PART * other.side
    return larger and float(other.shares[other.guess]) >= LIKELY_SHARE


def _is_side_of(one: Close, other: Close) -> bool:
    """Its pips may be those of a side face: right beside lies a face that shows larger."""
    if other.guess not in other.fits or other.shares[other.guess] < LIKELY_SHARE:
        return False
    if other.fits[other.guess].quality < LIKELY_QUALITY:
        return False
    upright, other_upright = one.fits[one.guess].upright, other.fits[other.guess].upright
    reach = TOUCHING if upright < min(UPRIGHT, MORE_ASLANT * other_upright) else BESIDE
    if not _near(one, other, reach) or _near(one, other, ON_TOP):
        return False
    alike = abs(math.log(one.side / other.side)) < math.log(UNEVEN)
    return alike and face_area(one) < LARGER * face_area(other)


def _is_of_a_size(one: Close, dice: Sequence[tuple[Close, bool]]) -> bool:
    """Dice of one picture are of about one size; a lone spot is easily of any, and of two the
    one much smaller is easily a side face of the other."""
    others = [other.side for other, sure in dice if sure and other is not one]
    if not others:
        return True
    if len(others) < SEVERAL and one.guess != 1:
        return one.side * UNEVEN > max(others)
    return abs(math.log(one.side / float(np.median(others)))) < math.log(UNEVEN)


def _near(one: Close, other: Close, sides: float) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) < sides * max(one.side, other.side)


def _told(one: Close, image: Picture, *, sure: bool) -> DieSeen:
    """Its box ends where the picture does."""
    high, wide = image.shape[:2]
    share = float(one.shares[one.guess])
    half = USUAL_BOX / 2
    box = one.body.box if has_body(one.body, one.guess) else (-half, -half, half, half)
    left, top = (
        max(0, math.floor(at + one.side * off))
        for at, off in zip((one.x, one.y), box[:2], strict=True)
    )
    right, bottom = (
        min(end, math.ceil(at + one.side * off))
        for at, off, end in zip((one.x, one.y), box[2:], (wide, high), strict=True)
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
