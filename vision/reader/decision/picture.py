"""Accept or ask: `decide` answers what a picture's evidence makes certain and leaves the rest open.

The search uses `of_faces` and `one_leans` to decide whether to go on; these are no answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from vision.learned.kind import Kind
from vision.reader import thresholds as at
from vision.reader.colour_patch import ColourPatch
from vision.reader.decision import unread
from vision.reader.decision.die import decide_die
from vision.reader.decision.flatness import UNDECIDED
from vision.reader.decision.places import is_like_a_die
from vision.reader.decision.roll import all_guessed, is_same, is_third, seen_aslant
from vision.reader.decision.scene import besides
from vision.reader.evidence import Evidence
from vision.reader.find import DICE
from vision.reader.patches import Patch
from vision.reader.scene_state import Surroundings
from vision.reader.unreadable_dice import Unread
from vision.reading import DieSeen, FlatBy, StillSeen, Support


class Before(NamedTuple):
    """The board as it lay before the roll. dice: those there then; is_fresh: for each die of now,
    whether its place changed since."""

    dice: Sequence[DieSeen]
    is_fresh: Callable[[Sequence[DieSeen]], Sequence[bool]]


class Faceless(NamedTuple):
    """What is known of dice without a readable face.

    of_die: a die that was found, its value not certain; places: where others may lie; any_size:
    where a smaller or larger one may lie beside these; beside_body: whether a body may lie over a
    place (x, y), mm, or beside it; colour_patch: given the places of dice, what has their colour at
    another; patches: for the dice found and whether they are all, the changes that none of them
    explains.
    """

    of_die: Callable[[DieSeen], Unread]
    places: Callable[[], Sequence[Unread]]
    any_size: Callable[[Sequence[DieSeen]], Iterable[Unread]]
    beside_body: Callable[[float, float], bool]
    colour_patch: Callable[[Sequence[tuple[float, float]], float, float], ColourPatch]
    patches: Callable[[Sequence[DieSeen], bool], Sequence[Patch]]


@dataclass(frozen=True, slots=True, eq=False)
class PictureEvidence:
    """What is known of a picture. Nets and searches run when they are called for.

    faces: dice of which a face was found on the board; kinds: what a net takes each for; beyond:
    dice found around the board. before: what lay there before the roll, if known; new_dice: dice
    without a face that came since, from the reading at rest of the same picture. faceless: for dice
    without a face; around: for everything else. grain: of the picture, grey levels.
    """

    faces: Sequence[Evidence]
    kinds: Callable[[], Sequence[Kind]]
    beyond: Callable[[], Sequence[Evidence]]
    px_per_mm: float
    grain: Callable[[], float]
    before: Before | None = None
    new_dice: Sequence[DieSeen] = ()
    faceless: Faceless | None = None
    around: Surroundings | None = None


def decide(evidence: PictureEvidence) -> StillSeen:
    """Decide what a picture shows: its dice and, where asked for, everything else. Through much
    grain nothing shows surely that would void a roll."""
    seen = _decide_sharp(evidence)
    return _without_voids(seen) if _is_void(seen) and evidence.grain() > at.GRAIN else seen


def _is_void(seen: StillSeen) -> bool:
    """Whether something is sure by which a roll would be thrown again."""
    leans = any(die.flat is False for die in seen.dice)
    return leans or bool(seen.moving or seen.covered or seen.all_seen)


def _without_voids(seen: StillSeen) -> StillSeen:
    return replace(
        seen,
        dice=tuple(
            replace(die, **UNDECIDED._asdict()) if die.flat is False else die for die in seen.dice
        ),
        moving=None if seen.moving else seen.moving,
        covered=None if seen.covered else seen.covered,
        all_seen=None,
    )


def _decide_sharp(evidence: PictureEvidence) -> StillSeen:
    on_board, lay_before = _of_the_board(evidence), False
    if evidence.before is not None:
        on_board, lay_before = _but_what_lay(evidence.before, on_board)
    shown = dice = _left_to_right((*on_board, *evidence.new_dice))
    all_shown = all_guessed(shown)
    if evidence.faceless is not None:
        dice = _with_unread(evidence.faceless, shown, all_shown=all_shown)
    if evidence.around is None:
        return StillSeen(dice, lay_before=lay_before)
    shown_dice = (
        [die for die in dice if any(is_same(die, one) for one in shown)] if all_shown else dice
    )
    return StillSeen(dice, *besides(shown_dice, evidence.around, all_shown=all_shown), lay_before)


def of_faces(faces: Sequence[Evidence], px_per_mm: float) -> list[DieSeen]:
    """The decisions about dice whose face was found."""
    decisions = [decide_die(one) for one in faces]
    sides_mm = [one.look.face.side_mm for one in faces]
    aslant = seen_aslant(decisions, [one.half for one in faces], sides_mm, px_per_mm)
    return [
        replace(
            one.die, value=decision.value, **(UNDECIDED if smaller else decision.flatness)._asdict()
        )
        for one, decision, smaller in zip(faces, decisions, aslant, strict=True)
    ]


def one_leans(places: Iterable[Unread], dice: Sequence[DieSeen]) -> bool:
    """Whether a die without a readable face leans beside these, or alone: then the roll is thrown
    again, whatever they show."""
    found = [
        one
        for one in unread.not_read(places, dice)
        if unread.is_likely(one) and unread.leans_by(one, dice) is not None
    ]
    return 0 < len(found) <= DICE - len(dice)


def is_other_light(new_dice: Sequence[DieSeen]) -> bool:
    """Whether more unreadable things came than dice are rolled: other light, or a moved camera."""
    return len(new_dice) > DICE


def _of_the_board(evidence: PictureEvidence) -> list[DieSeen]:
    """The dice of the board: of more than two, those read and those that may be dice; with fewer,
    also those read around the board."""
    dice = of_faces(evidence.faces, evidence.px_per_mm)
    if len(dice) > DICE:
        read = sum(die.value is not None for die in dice) >= DICE
        dice = [
            die
            for die, one, look in zip(dice, evidence.faces, evidence.kinds(), strict=True)
            if die.value is not None or is_third(look, one.opinion if read else None)
        ]
    if len(dice) < DICE:
        beyond = of_faces(evidence.beyond(), evidence.px_per_mm)
        dice += [die for die in beyond if die.value is not None]
    return dice


def _but_what_lay(before: Before, dice: Sequence[DieSeen]) -> tuple[list[DieSeen], bool]:
    """The dice without those that lay off the field before; and whether one of the others lay there
    before, by its pixels or by its value."""
    off = [die for die in before.dice if die.half == "off"]
    kept = [
        (
            die,
            fresh and not any(is_same(die, one) and die.guess == one.guess for one in before.dice),
        )
        for die, fresh in zip(dice, before.is_fresh(dice), strict=True)
        if (fresh or die.half != "off") and not any(is_same(die, one) for one in off)
    ]
    return [die for die, _ in kept], not all(new for _, new in kept)


def _with_unread(
    faceless: Faceless, dice: tuple[DieSeen, ...], *, all_shown: bool
) -> tuple[DieSeen, ...]:
    """Add to these dice: which of them surely lean, what may be one more on the field, and changes
    that none of them explains; where fewer than two show faces, or one shows none, also the dice
    without a readable face."""
    dice = _askew(faceless, dice)
    if all_shown:
        more = unread.beside_two(unread.not_read(faceless.places(), dice))
        if not more and all(die.flat is not False for die in dice):
            left_over = unread.not_read(faceless.any_size(dice), dice)
            middles = [die.center_mm for die in dice if die.center_mm is not None]
            patch = partial(faceless.colour_patch, middles)
            more = unread.of_any_size(left_over, faceless.beside_body, patch)
        dice = (*dice, *more)
    else:
        found = unread.of_places(unread.not_read(faceless.places(), dice), dice)
        others = [
            die
            for die in dice
            if die.guess is not None or not any(is_same(die, one) for one in found)
        ]
        if len(others) + len(found) <= DICE:
            dice = (*others, *found)
    below = sum(die.support is Support.DIE for die in dice)
    patches = faceless.patches(dice, len(dice) + below >= DICE)
    from_patches = (
        one.die()
        for one in patches
        if is_like_a_die(one.area_faces, one.long_sides, one.thick_sides)
    )
    return _left_to_right((*dice, *from_patches))


def _askew(faceless: Faceless, dice: Sequence[DieSeen]) -> tuple[DieSeen, ...]:
    """Mark as not flat the dice without a certain value that surely lean."""

    def leans(die: DieSeen) -> bool:
        if die.value is not None or die.flat is not None or die.center_mm is None:
            return False
        one = faceless.of_die(die)
        others = [other for other in dice if other is not die]
        return unread.is_likely(one) and unread.looks_askew(one, others)

    return tuple(
        replace(die, flat=False, flat_by=FlatBy.APPEARANCE) if leans(die) else die for die in dice
    )


def _left_to_right(dice: Iterable[DieSeen]) -> tuple[DieSeen, ...]:
    return tuple(sorted(dice, key=lambda die: die.center_px))
