"""Decide about a place without a readable face: a die that leans, one that rests, or none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from vision.reader import thresholds as at
from vision.reader.colour_patch import ColourPatch
from vision.reader.decision import places
from vision.reader.find import DICE
from vision.reader.reach import reach_of_middle_mm
from vision.reader.unreadable_dice import Unread
from vision.reading import DieSeen, FlatBy


def of_places(found: Iterable[Unread], others: Sequence[DieSeen] = ()) -> list[DieSeen]:
    """The dice among these places, at best with a guess, never with a value: those that surely
    lean and those surely at rest; if more are found than are rolled, the first. others: dice
    found."""
    dice: list[DieSeen] = []
    for one in found:
        if len(dice) > DICE:
            break
        die = _of_place(one, [*others, *dice])
        if die is not None:
            dice.append(die)
    return dice


def _of_place(one: Unread, others: Sequence[DieSeen]) -> DieSeen | None:
    """Decide one place. The finder sees a die as a whole, so what it can touch is known; a face
    that was found alone may be a side."""
    if not is_likely(one):
        return None
    by = leans_by(one, others)
    if by is not None:
        return replace(one.die, flat=False, flat_by=by)
    if not places.surely_rests(one.likely, one.kind):
        return None
    if can_lean(one, others):
        return replace(one.die, guess=one.guess(), flat=None, flat_by=FlatBy.APPEARANCE)
    return replace(one.die, guess=one.guess(), flat=True, flat_by=FlatBy.CONTACT)


def beside_two(found: Iterable[Unread]) -> list[DieSeen]:
    """Places on the field beside two dice that were read that may be a die, too, with a guess at
    best."""
    return [
        replace(one.die, guess=one.guess())
        for one in found
        if one.on_field and places.may_be_one_more(one.likely, one.kind)
    ]


def of_any_size(
    found: Iterable[Unread],
    beside_body: Callable[[float, float], bool],
    colour_patch: Callable[[float, float], ColourPatch],
) -> list[DieSeen]:
    """The first place on the field that may be a die of any size, with a guess at best, or half a
    die, beside a body or in the colour of the dice. beside_body: whether a body may lie over a
    place (x, y), mm, or beside it; colour_patch: what there has the colour of the dice."""
    for one in found:
        if not one.on_field:
            continue
        if (
            _may_be_of_any_size(one)
            or _may_reach_out(one, beside_body)
            or _may_be_half_a_die(one, colour_patch)
        ):
            return [replace(one.die, guess=one.guess())]
    return []


def _may_be_of_any_size(one: Unread) -> bool:
    return places.may_be_of_any_size(one.likely, one.kind, one.usual_px, one.none_if_larger)


def _may_reach_out(one: Unread, beside_body: Callable[[float, float], bool]) -> bool:
    half = places.may_be_part_covered(one.likely, one.kind)
    return half and one.die.center_mm is not None and beside_body(*one.die.center_mm)


def _may_be_half_a_die(one: Unread, colour_patch: Callable[[float, float], ColourPatch]) -> bool:
    if one.side_mm != one.usual_mm or one.die.center_mm is None:
        return False  # half of one of their size is sought
    if not places.may_be_half_a_die(one.likely, one.kind, one.usual_px):
        return False
    return places.is_like_half_a_die(*colour_patch(*one.die.center_mm))


def not_read(found: Iterable[Unread], dice: Sequence[DieSeen]) -> list[Unread]:
    """The places that are none of the dice that were read."""
    read_mm = [die.center_mm for die in dice if die.center_mm is not None and die.guess is not None]
    return [one for one in found if not any(_is_at(one, centre) for centre in read_mm)]


def _is_at(one: Unread, centre_mm: tuple[float, float]) -> bool:
    here = one.die.center_mm
    return here is not None and math.dist(here, centre_mm) <= at.SAME_DIE * one.side_mm


def is_likely(one: Unread) -> bool:
    return places.is_likely_die(one.likely, one.room_mm)


def leans_by(one: Unread, others: Sequence[DieSeen]) -> FlatBy | None:
    """The evidence that it leans; `None` where that is not certain. others: other dice."""
    if places.is_sharp(one.kind) and any(places.is_against(*disc) for disc in one.checkers()):
        return FlatBy.CONTACT
    return FlatBy.APPEARANCE if looks_askew(one, others) else None


def looks_askew(one: Unread, others: Sequence[DieSeen]) -> bool:
    """Whether it may be a die at rest that can lean on something, and is far askew."""
    return places.may_rest(one.kind) and can_lean(one, others) and _leans(one)


def can_lean(one: Unread, others: Sequence[DieSeen]) -> bool:
    """Whether a checker, a wall, another die or what came is so near that it may lean on it."""
    reach = reach_of_middle_mm(one.side_mm)
    if one.room_mm < reach:
        return True
    centres = [die.center_mm for die in others if die.center_mm is not None]
    here = one.die.center_mm
    if here is not None and any(
        math.dist(here, centre) < one.side_mm / 2 + reach for centre in centres
    ):
        return True
    return any(off_mm < reach for off_mm, _ in one.checkers()) or one.thing_mm(centres) < reach


def _leans(one: Unread) -> bool:
    if not places.is_bare_die(one.kind) or not places.may_lean(one.far, one.anyhow()):
        return False
    anyhow = one.anyhow()
    if places.is_off_border(one.best_off_mm()):
        anyhow = min(anyhow, one.there())
    return places.leans(one.far, one.level(), anyhow)
