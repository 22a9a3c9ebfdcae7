"""The meaning of a rest for the dice: a roll, laid by hand, moved, lifted. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.looks import same_place

Dice = tuple[DieSeen, ...]
PAIR = 2


class RestKind(Enum):
    """What happened to the dice since the last rest."""

    NOTHING = "nothing"
    EMPTY = "empty"
    ROLLED = "rolled"
    PLACED = "placed"
    REPOSITIONED = "repositioned"
    ONE_LIFTED = "one_lifted"
    LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """dice: what lies there now, left to right."""

    kind: RestKind
    dice: Dice


def outcome(
    known_dice: Dice | None,
    stayed_dice: Dice,
    new_dice: Dice,
    before: Dice,
    *,
    thrown: bool,
    pair: bool = False,
    unread: Dice = (),
) -> Outcome:
    """known_dice: the dice of the last rest, `None` at the start; stayed_dice: those of them still
    there; new_dice: dice where none lay; before: the dice that `new_dice` may be, lifted a moment
    ago or known. pair: two were thrown at once; unread: what came then, too, without a face to
    read."""
    new_dice = (*with_a_face(new_dice, stayed_dice), *(unread if pair else ()))
    new_dice = _believed(known_dice, stayed_dice, new_dice, thrown=thrown, pair=pair)
    dice = tuple(sorted(stayed_dice + new_dice, key=lambda die: die.center_px))
    if not dice:
        kind = (
            RestKind.LIFTED
            if known_dice
            else RestKind.EMPTY
            if known_dice is None
            else RestKind.NOTHING
        )
        return Outcome(kind, ())
    if not new_dice:
        whole = len(stayed_dice) == len(known_dice or ())
        return Outcome(RestKind.NOTHING if whole else RestKind.ONE_LIFTED, stayed_dice)
    if known_dice is None:
        return Outcome(RestKind.ROLLED if thrown else RestKind.PLACED, dice)
    stayed = bool(stayed_dice) or _knocked(known_dice, dice)
    if before and faces(before) == faces(dice) and (stayed or not thrown):
        return Outcome(RestKind.REPOSITIONED, dice)
    return Outcome(RestKind.ROLLED if thrown else RestKind.PLACED, dice)


def without_found(result: Outcome, stayed_dice: Dice, found: Dice) -> Outcome:
    """Leave out what lay there from the start, was never thrown, and did not move while two others
    were: it is printed on the board, or the other side's. stayed_dice: dice that did not move."""
    new_dice = tuple(die for die in result.dice if die not in stayed_dice)
    stayed = [die for die in result.dice if die in stayed_dice]
    only_found = all(any(same_place(die, one) for one in found) for die in stayed)
    if result.kind is RestKind.ROLLED and len(new_dice) == PAIR and only_found:
        return Outcome(RestKind.ROLLED, new_dice)
    return result


def faces(dice: Dice) -> list[int]:
    return sorted(die.guess or 0 for die in dice)


def _knocked(known_dice: Dice, dice: Dice) -> bool:
    """Whether each of the dice lies near where one lay that showed the same."""
    return all(
        any(die.guess == lay.guess and same_place(die, lay, at.KNOCKED) for lay in known_dice)
        for die in dice
    )


def _believed(
    known_dice: Dice | None, stayed_dice: Dice, new_dice: Dice, *, thrown: bool, pair: bool
) -> Dice:
    """The new dice that count: all after a throw, but beside a pair that lay there only a certain
    one or a whole pair; else the surest, as many as may have been laid."""
    if known_dice is None:
        return new_dice
    if thrown:
        whole = pair and len(new_dice) == PAIR
        return (
            new_dice
            if whole or len(stayed_dice) < PAIR or any(die.value for die in new_dice)
            else ()
        )
    pushed = len(known_dice) - len(stayed_dice)
    sure = sorted(new_dice, key=lambda die: -die.confidence)
    certain = tuple(die for die in sure if die.value is not None)
    return certain[: PAIR - len(stayed_dice)] if len(certain) >= pushed else tuple(sure[:pushed])


def with_a_face(new_dice: Dice, stayed_dice: Dice) -> Dice:
    """The new dice without false ones: where no face is read, or beside two faces, what else came
    is a moved checker's shadow or the cube on the rim. A pair that lay there does not count."""
    dice = new_dice if len(stayed_dice) >= PAIR else stayed_dice + new_dice
    found = tuple(die for die in dice if _is_face(die))
    return new_dice if len(found) == 1 else tuple(die for die in new_dice if die in found)


def _is_face(die: DieSeen) -> bool:
    """Whether it has a certain value, or a guess on the board; off it a cube's numeral looks like
    a face."""
    return die.value is not None or (die.guess is not None and die.half != "off")


def all_or_none(faceless: Dice, *, thrown: bool) -> Dice:
    """At most two dice without a face; of more none counts, unless two were thrown. Then two are
    dice, beside the checkers they pushed, and the players are asked."""
    return faceless if thrown or len(faceless) <= PAIR else ()


def not_among(now: Dice, others: Dice) -> Dice:
    return tuple(die for die in now if not any(same_place(die, other) for other in others))
