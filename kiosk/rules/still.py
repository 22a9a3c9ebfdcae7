"""The meaning of one still picture of the dice, in one word: no turn, no history, no rule book.

The dice are judged as at the table, by `roll.judge`, without a book; what only turn or history
could show stays unknown. Added is what a picture alone may show: motion, something hiding the
field, no other object in view, objects that may be no dice. `kiosk read`, `kiosk track` and the lab
call it, on what the reader saw and on the truth.
"""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.reasons import Reason
from kiosk.rules.roll import ON_CHECKER, ON_DIE, DieFact, high_first, is_die, judge
from kiosk.rules.table import Half, PictureSeat

DICE = 2


class RollStatus(StrEnum):
    """States of a roll by precedence: motion, certain or possible; then certain facts (a cover, a
    missing die, reasons that void the roll); then every doubt.
    """

    IN_MOTION = "in_motion"
    """A die is still moving."""
    OCCLUDED = "occluded"
    """Something covers a die, or may."""
    MISSING = "missing"
    """Fewer than two dice lie there."""
    OFF_BOARD = "off_board"
    """A die lies on the rim or beyond."""
    WRONG_SIDE = "wrong_side"
    """A die lies in the half where this roll must not lie."""
    VALID = "valid"
    """Both dice lie flat on the field of the right half."""
    COCKED = "cocked"
    """A die lies tilted, or on something that is not the field."""
    UNSURE = "unsure"
    """The players are asked."""


class InvalidReason(StrEnum):
    """Why a roll is not valid, in words."""

    MOVING = "a die is still moving"
    MAYBE_MOVING = "a die may be still moving"
    COVERED = "something covers the field or a die"
    MAYBE_COVERED = "something may cover a die"
    MISSING = "fewer than two dice lie on the board"
    NOT_FOUND = "fewer than two dice were found, and a die may have been overlooked"
    TOO_MANY = "more than two dice lie there"
    OFF_BOARD = "a die lies off the playing surface"
    WRONG_SIDE = "a die lies outside the half where this roll must lie"
    NOT_A_DIE = "something came onto the board that may be a die"
    LAY_BEFORE = "a die lay there before the roll"
    COCKED = "a die does not lie flat on the playing surface"
    ON_CHECKER = "a die lies on a checker"
    ON_BAR = "a die lies on the bar"
    ON_RIM = "a die touches the rim"
    ON_DIE = "a die lies on the other die"
    VALUE_UNSURE = "a die's value is not certain"
    FLAT_UNSURE = "it is not certain that a die lies flat"


_CARRIED = {
    ON_CHECKER: InvalidReason.ON_CHECKER,
    "bar": InvalidReason.ON_BAR,
    "rim": InvalidReason.ON_RIM,
    ON_DIE: InvalidReason.ON_DIE,
}


@dataclass(frozen=True, slots=True)
class StillFacts:
    """What a still picture shows; None means not certain.

    all_seen: certainly no die but those in `dice` lies in view. lay_before: one of `dice` lay there
    before the roll, as far as is known.
    """

    dice: tuple[DieFact, ...]
    moving: bool | None
    covered: bool | None
    all_seen: bool | None
    lay_before: bool = False


@dataclass(frozen=True, slots=True)
class RollVerdict:
    """The status of a roll; why it is not valid; its values, high to low, when it is.

    opening: the values by the seat whose die it is, when an opening roll is valid and each side
    rolled in a half of its own.
    """

    status: RollStatus
    why: tuple[InvalidReason, ...] = ()
    values: tuple[int, ...] | None = None
    opening: tuple[tuple[PictureSeat, int], ...] = ()


def right_half(seat: PictureSeat) -> Half:
    """The half to the right of the player at this edge of the picture."""
    return Half.PICTURE_RIGHT if seat is PictureSeat.BOTTOM else Half.PICTURE_LEFT


def judge_still(
    facts: StillFacts,
    roller: PictureSeat,
    *,
    mixer: Half | None = None,
    opening: bool = False,
) -> RollVerdict:
    """The status of a roll, by the judgement of `roll.judge`.

    mixer: the half of the baffle box, where every roll must then lie. opening: each seat rolled one
    die, in its own right half.
    """
    seats = {right_half(seat): seat for seat in PictureSeat} if opening and mixer is None else {}
    halves = tuple(seats) or (mixer or right_half(roller),) * DICE
    dice = _each_in_its_half(facts.dice, halves)
    return _hidden(facts) or _judged(facts, dice, halves, seats, opening=opening)


def _each_in_its_half(dice: tuple[DieFact, ...], halves: tuple[Half, ...]) -> tuple[DieFact, ...]:
    """Two dice in the order of the halves in which they must lie, if that can be determined."""
    if len(dice) == DICE and dice[0].half is not halves[0]:
        first, last = dice
        if last.half is halves[0] or first.half is halves[1]:
            return (last, first)
    return dice


def _hidden(facts: StillFacts) -> RollVerdict | None:
    """The verdict on a picture without a roll at rest; None if it shows one."""
    if facts.moving is not False:
        in_motion = RollVerdict(RollStatus.IN_MOTION, (InvalidReason.MOVING,))
        return in_motion if facts.moving else _unsure(InvalidReason.MAYBE_MOVING)
    return RollVerdict(RollStatus.OCCLUDED, (InvalidReason.COVERED,)) if facts.covered else None


def _judged(
    facts: StillFacts,
    dice: tuple[DieFact, ...],
    halves: tuple[Half, ...],
    seats: dict[Half, PictureSeat],
    *,
    opening: bool,
) -> RollVerdict:
    """`dice` by the half each must lie in; `seats`: whose die a half holds, in an opening roll."""
    judgement = judge(None, tuple((half, "") for half in halves), dice)
    missing = Reason.DICE_MISSING in judgement.unsure
    if missing and facts.all_seen:
        return RollVerdict(RollStatus.MISSING, (InvalidReason.MISSING,))
    if judgement.invalid:
        return _void(judgement.invalid[0], dice, halves)  # regardless of what else lies there
    if facts.covered is None:
        return _unsure(InvalidReason.MAYBE_COVERED)
    doubts = dict.fromkeys(why for reason, why in _DOUBTS.items() if reason in judgement.unsure)
    if any(_may_be_none(die, halves) for die in dice):
        doubts = {InvalidReason.NOT_A_DIE: None}
    if facts.lay_before and not opening:
        doubts[InvalidReason.LAY_BEFORE] = None
    if doubts or judgement.values is None:
        return _unsure(*doubts)
    each = zip(halves, judgement.values, strict=True)
    whose = tuple((seats[half], value) for half, value in each if seats)
    return RollVerdict(RollStatus.VALID, values=high_first(judgement.values), opening=whose)


def _may_be_none(die: DieFact, halves: tuple[Half, ...]) -> bool:
    return not is_die(die) and (die.guess is None or die.half not in halves)


_DOUBTS = {
    Reason.DICE_TOO_MANY: InvalidReason.TOO_MANY,
    Reason.DICE_MISSING: InvalidReason.NOT_FOUND,
    Reason.VALUE_UNSURE: InvalidReason.VALUE_UNSURE,
    Reason.FLAT_UNSURE: InvalidReason.FLAT_UNSURE,
}


def _void(reason: Reason, dice: tuple[DieFact, ...], halves: tuple[Half, ...]) -> RollVerdict:
    """A die on the bar is in neither half: it is cocked, if no other lies in a wrong one."""
    if reason is Reason.OFF_BOARD:
        return RollVerdict(RollStatus.OFF_BOARD, (InvalidReason.OFF_BOARD,))
    astray = [
        die
        for die, half in zip(dice, halves, strict=False)
        if is_die(die) and die.half not in {half, Half.BAR}
    ]
    if reason is Reason.WRONG_SIDE and astray:
        return RollVerdict(RollStatus.WRONG_SIDE, (InvalidReason.WRONG_SIDE,))
    cocked = [die for die in dice if die.flat is False or die.half is Half.BAR]
    why = tuple(
        dict.fromkeys(_CARRIED.get(die.support or "", InvalidReason.COCKED) for die in cocked)
    )
    return RollVerdict(RollStatus.COCKED, why)


def _unsure(*why: InvalidReason) -> RollVerdict:
    return RollVerdict(RollStatus.UNSURE, why)
