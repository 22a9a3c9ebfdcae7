"""What a rest means for the dice: a roll, laid by hand, moved, lifted. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.reading import DieSeen, Half
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
    unread: Dice = (),
) -> Outcome:
    """known: the dice of the last rest, `None` at the start; lying: those of them still there;
    came: dice where none lay; before: the dice that `came` may be, lifted a moment ago or known.
    unread: what was thrown, too, and has no face to read."""
    came = (*_believed(known, lying, came, thrown=thrown), *unread)
    dice = tuple(sorted(lying + came, key=lambda die: die.center_px))
    if not dice:
        kind = Kind.LIFTED if known else Kind.EMPTY if known is None else Kind.NOTHING
        return Outcome(kind, ())
    if not came:
        whole = len(lying) == len(known or ())
        return Outcome(Kind.NOTHING if whole else Kind.ONE_LIFTED, lying)
    if known is None:
        return Outcome(Kind.ROLLED if thrown else Kind.PLACED, dice)
    if before and faces(before) == faces(dice) and (known or not thrown):
        return Outcome(Kind.REPOSITIONED, dice)
    return Outcome(Kind.ROLLED if thrown else Kind.PLACED, dice)


def faces(dice: Dice) -> list[int]:
    return sorted(die.guess or 0 for die in dice)


def _believed(known: Dice | None, lying: Dice, came: Dice, *, thrown: bool) -> Dice:
    """Of what came, dice: all after a throw, else the surest, as many as may have been laid."""
    faced = with_a_face(lying + came)
    came = tuple(die for die in came if die in faced)
    if known is None:
        return came
    if thrown:
        return came if len(lying) < PAIR or any(die.value for die in came) else ()
    pushed = len(known) - len(lying)
    sure = sorted(came, key=lambda die: -die.confidence)
    certain = tuple(die for die in sure if die.value is not None)
    return certain[: PAIR - len(lying)] if len(certain) >= pushed else tuple(sure[:pushed])


def with_a_face(dice: Dice) -> Dice:
    """Where no face is read, what else came is a moved checker's shadow or the cube on the rim;
    beside two faces, too."""
    found = tuple(die for die in dice if _is_face(die))
    return dice if len(found) == 1 else found


def _is_face(die: DieSeen) -> bool:
    """A certain value, or a guess on the board; beyond it a cube's numeral makes one guess."""
    return die.value is not None or (die.guess is not None and die.half is not Half.OFF)


def a_pair_at_most(dice: Dice) -> Dice:
    """Two at most are thrown: of more without a face none is a die."""
    return dice if len(dice) <= PAIR else ()


def not_among(now: Dice, others: Dice) -> Dice:
    return tuple(die for die in now if not any(same_place(die, other) for other in others))
