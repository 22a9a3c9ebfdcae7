"""Dice in a picture without a board: a tray, a table, one cropped die, their size unknown.

A small net tells where dice may lie at which size; two readers that share nothing, another net and
the pips' own pattern, must both see the same value there, and a body must lie around it. A die's
side face shows pips, too, and so do letters and rivets: where that may be so, it asks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.reader.bare.crop import Copies
from vision.reader.bare.look import Close, Sized, look_closely, sized
from vision.reader.bare.places import GIVEN, find_places, sides
from vision.reader.bare.sure import face_area, has_body, is_sure, merit
from vision.reader.view import Picture
from vision.reading import DieSeen, Half

__all__ = ["read_bare"]

SEEN_SHARE = 0.35
"""The net sees a value there: a die is told, if only to be asked about."""
SAME_PLACE, SAME_SIZE = 0.5, 1.4
"""Of a side, and a factor: looks so near mean one die at one size."""
ON_TOP = 0.55
"""Of the larger side: nearer than that they mean one die, at two sizes."""
BESIDE = 0.85
"""Nearer than that no two dice have their top faces: one is a side face."""
LARGER = 1.25
"""The top face is seen so much larger than the sides, or nobody knows which it is."""
PART = 0.9
USUAL_BOX = 1.2
"""Of a side: where no outline tells more."""


def read_bare(image: Picture, die_px: float | None = None) -> tuple[DieSeen, ...]:
    """Every die in a picture (h, w, 3) uint8 BGR, left to right, seen from about above.

    die_px: the side of a top face; unknown: all sizes are tried. No die has a place on a board:
    `half` is OFF, `flat`, `center_mm` and what carries it are None.
    """
    copies = Copies.of(image)
    sizes = sides(image) if die_px is None else [die_px * factor for factor in GIVEN]
    places = find_places(copies, sizes)
    looks = [look_closely(copies, one) for one in _apart(sized(copies, places, die_px))]
    told = [_told(one, sure=sure) for one, sure in _dice(looks)]
    return tuple(sorted(told, key=lambda die: die.center_px))


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


def _dice(looks: Sequence[Close]) -> list[tuple[Close, bool]]:
    """The dice among them and whether their values are sure, each place once."""
    dice: list[tuple[Close, bool]] = []
    for one in sorted(looks, key=merit, reverse=True):
        sure = is_sure(one)
        on_top = [i for i, (other, _) in enumerate(dice) if _near(one, other, ON_TOP)]
        if on_top:
            if sure:
                for i in on_top:
                    other, _ = dice[i]
                    part = one.guess < other.guess and one.side < PART * other.side
                    if not part and one.guess != other.guess:
                        dice[i] = other, False
            continue
        if not sure and one.shares[one.guess] < SEEN_SHARE:
            continue
        for i, (other, known) in enumerate(dice):
            if sure and known and _near(one, other, BESIDE):
                dice[i] = other, face_area(other) >= LARGER * face_area(one)
                sure = face_area(one) >= LARGER * face_area(other)
        dice.append((one, sure))
    return dice


def _near(one: Close, other: Close, sides: float) -> bool:
    return math.dist((one.x, one.y), (other.x, other.y)) < sides * max(one.side, other.side)


def _told(one: Close, *, sure: bool) -> DieSeen:
    share = float(one.shares[one.guess])
    half = USUAL_BOX / 2
    box = one.body.box if has_body(one.body, one.guess) else (-half, -half, half, half)
    left, top = (
        math.floor(at + one.side * off) for at, off in zip((one.x, one.y), box[:2], strict=True)
    )
    right, bottom = (
        math.ceil(at + one.side * off) for at, off in zip((one.x, one.y), box[2:], strict=True)
    )
    return DieSeen(
        value=one.guess if sure else None,
        guess=one.guess,
        half=Half.OFF,
        flat=None,
        support=None,
        confidence=share if sure else share / 2,
        center_px=(one.x, one.y),
        center_mm=None,
        bbox_px=(left, top, right - left, bottom - top),
    )
