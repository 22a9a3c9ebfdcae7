"""What a rest means for the dice: a roll, laid by hand, moved, lifted. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.looks import same_place

Dice = tuple[DieSeen, ...]
PAIR = 2


class Kind(Enum):
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

    kind: Kind
    dice: Dice


def outcome(
    known: Dice | None,
    lying: Dice,
    came: Dice,
    before: Dice,
    *,
    thrown: bool,
    pair: bool = False,
    unread: Dice = (),
) -> Outcome:
    """known: the dice of the last rest, `None` at the start; lying: those of them still there;
    came: dice where none lay; before: the dice that `came` may be, lifted a moment ago or known.
    pair: two were thrown at once; unread: what came then, too, and has no face to read."""
    came = (*with_a_face(came, lying), *(unread if pair else ()))
    came = _believed(known, lying, came, thrown=thrown, pair=pair)
    dice = tuple(sorted(lying + came, key=lambda die: die.center_px))
    if not dice:
        kind = Kind.LIFTED if known else Kind.EMPTY if known is None else Kind.NOTHING
        return Outcome(kind, ())
    if not came:
        whole = len(lying) == len(known or ())
        return Outcome(Kind.NOTHING if whole else Kind.ONE_LIFTED, lying)
    if known is None:
        return Outcome(Kind.ROLLED if thrown else Kind.PLACED, dice)
    stayed = bool(lying) or _knocked(known, dice)
    if before and faces(before) == faces(dice) and (stayed or not thrown):
        return Outcome(Kind.REPOSITIONED, dice)
    return Outcome(Kind.ROLLED if thrown else Kind.PLACED, dice)


def without_found(said: Outcome, lying: Dice, found: Dice) -> Outcome:
    """Without what lay there from the start, was never thrown, and did not move while two others
    were: it is printed on the board, or the other side's. lying: dice that did not move."""
    came = tuple(die for die in said.dice if die not in lying)
    stayed = [die for die in said.dice if die in lying]
    only_found = all(any(same_place(die, one) for one in found) for die in stayed)
    if said.kind is Kind.ROLLED and len(came) == PAIR and only_found:
        return Outcome(Kind.ROLLED, came)
    return said


def faces(dice: Dice) -> list[int]:
    return sorted(die.guess or 0 for die in dice)


def _knocked(known: Dice, dice: Dice) -> bool:
    """Each of the dice lies near where one lay that showed the same."""
    return all(
        any(die.guess == lay.guess and same_place(die, lay, at.KNOCKED) for lay in known)
        for die in dice
    )


def _believed(known: Dice | None, lying: Dice, came: Dice, *, thrown: bool, pair: bool) -> Dice:
    """Of what came, dice: all after a throw, though beside a pair that lay there only a certain
    one or a whole pair; else the surest, as many as may have been laid."""
    if known is None:
        return came
    if thrown:
        whole = pair and len(came) == PAIR
        return came if whole or len(lying) < PAIR or any(die.value for die in came) else ()
    pushed = len(known) - len(lying)
    sure = sorted(came, key=lambda die: -die.confidence)
    certain = tuple(die for die in sure if die.value is not None)
    return certain[: PAIR - len(lying)] if len(certain) >= pushed else tuple(sure[:pushed])


def with_a_face(came: Dice, lying: Dice) -> Dice:
    """Where no face is read, what else came is a moved checker's shadow or the cube on the rim;
    beside two faces, too. A pair that lay there is none of theirs."""
    dice = came if len(lying) >= PAIR else lying + came
    found = tuple(die for die in dice if _is_face(die))
    return came if len(found) == 1 else tuple(die for die in came if die in found)


def _is_face(die: DieSeen) -> bool:
    """A certain value, or a guess on the board; beyond it a cube's numeral makes one guess."""
    return die.value is not None or (die.guess is not None and die.half != "off")


def all_or_none(faceless: Dice, *, thrown: bool) -> Dice:
    """Two dice at most: of more without a face none is one, unless two were thrown. Then two are,
    beside the checkers they pushed, and the players are asked."""
    return faceless if thrown or len(faceless) <= PAIR else ()


def not_among(now: Dice, others: Dice) -> Dice:
    return tuple(die for die in now if not any(same_place(die, other) for other in others))
