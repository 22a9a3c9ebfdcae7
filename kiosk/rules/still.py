"""What one still picture of the dice means, in one word: no turn, no history, no rule book.

In play the table judges with `roll.judge`, which knows all three; this serves who has a picture
only.
"""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.roll import ON_CHECKER, ON_DIE, DieFact, counted, high_first
from kiosk.rules.table import Half, PictureSeat

DICE = 2


class RollStatus(StrEnum):
    """Of those that apply the first counts; where certainty lacks, UNSURE."""

    IN_MOTION = "in_motion"
    """A die still moves."""
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


class Why(StrEnum):
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
    ON_CHECKER: Why.ON_CHECKER,
    "bar": Why.ON_BAR,
    "rim": Why.ON_RIM,
    ON_DIE: Why.ON_DIE,
}


@dataclass(frozen=True, slots=True)
class StillFacts:
    """What a still picture shows; None means: not certain.

    all_seen: surely no die but those in `dice` lies in view. lay_before: one of `dice` lay there
    before the roll, as far as is known.
    """

    dice: tuple[DieFact, ...]
    moving: bool | None
    covered: bool | None
    all_seen: bool | None
    lay_before: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The word for a roll; why it is not valid; its values, high to low, when it is.

    opening: the values by the seat whose die it is, when an opening roll is valid and each side
    rolled in a half of its own.
    """

    status: RollStatus
    why: tuple[Why, ...] = ()
    values: tuple[int, ...] | None = None
    opening: tuple[tuple[PictureSeat, int], ...] = ()


def right_half(seat: PictureSeat) -> Half:
    """The half to the right of who sits at this edge of the picture."""
    return Half.PICTURE_RIGHT if seat is PictureSeat.BOTTOM else Half.PICTURE_LEFT


def judge_still(
    facts: StillFacts,
    roller: PictureSeat,
    *,
    mixer: Half | None = None,
    opening: bool = False,
) -> Verdict:
    """The status of a roll, in the order of `RollStatus`.

    mixer: the half of the baffle box, where then every roll must lie. opening: each seat rolled
    one die, in its own right half. A word that voids the roll needs certain facts for it and
    against all words before it.
    """
    seats = {right_half(seat): seat for seat in PictureSeat}
    areas = set(seats) if opening else {right_half(roller)}
    if mixer is not None:
        areas, seats = {mixer}, {}
    verdict = _hidden(facts) or _counted(facts) or _placed(facts.dice, areas)
    if verdict is not None:
        return verdict
    if facts.lay_before and not opening:
        return _unsure(Why.LAY_BEFORE)
    return _lying(facts.dice, seats if opening else {})


def _hidden(facts: StillFacts) -> Verdict | None:
    """The picture shows no roll at rest."""
    for known, status, sure, maybe in (
        (facts.moving, RollStatus.IN_MOTION, Why.MOVING, Why.MAYBE_MOVING),
        (facts.covered, RollStatus.OCCLUDED, Why.COVERED, Why.MAYBE_COVERED),
    ):
        if known is not False:
            return Verdict(status, (sure,)) if known else _unsure(maybe)
    return None


def _counted(facts: StillFacts) -> Verdict | None:
    """There are not just two dice."""
    dice = tuple(die for die in facts.dice if die.guess is not None or die.flat is not None)
    if len(dice) > DICE:
        return _unsure(Why.TOO_MANY)
    if len(dice) < len(facts.dice):
        return _unsure(Why.NOT_A_DIE)
    if counted(dice) == DICE:
        return None
    missing = Verdict(RollStatus.MISSING, (Why.MISSING,))
    return missing if facts.all_seen else _unsure(Why.NOT_FOUND)


def _placed(dice: tuple[DieFact, ...], areas: set[Half]) -> Verdict | None:
    """A die is where none may be; whether it is one is not certain where nobody can say what it
    shows nor how it lies."""
    sure = tuple(die for die in dice if die.value is not None or die.flat is not None)
    certain, possible = _outside(sure, areas), _outside(dice, areas)
    return certain if certain == possible else _unsure(Why.NOT_A_DIE)


def _outside(dice: tuple[DieFact, ...], areas: set[Half]) -> Verdict | None:
    """Two areas: each must hold one; the bar is in neither half."""
    halves = [die.half for die in dice]
    if Half.OFF in halves:
        return Verdict(RollStatus.OFF_BOARD, (Why.OFF_BOARD,))
    in_halves = [half for half in halves if half is not Half.BAR]
    twice = len(areas) == DICE and len(set(in_halves)) < len(in_halves)
    if twice or not areas.issuperset(in_halves):
        return Verdict(RollStatus.WRONG_SIDE, (Why.WRONG_SIDE,))
    return None


def _lying(dice: tuple[DieFact, ...], seats: dict[Half, PictureSeat]) -> Verdict:
    """Two dice where they must lie, or on the bar: valid, cocked or a question.

    seats: whose die a half holds, in an opening roll.
    """
    cocked = [die for die in dice if not _well(die)]
    if cocked:
        why = tuple(dict.fromkeys(_CARRIED.get(die.support or "", Why.COCKED) for die in cocked))
        return Verdict(RollStatus.COCKED, why)
    values = tuple(die.value for die in dice if die.value is not None)
    doubts = []
    if len(values) < DICE:
        doubts.append(Why.VALUE_UNSURE)
    if any(die.flat is not True for die in dice):
        doubts.append(Why.FLAT_UNSURE)
    if doubts:
        return _unsure(*doubts)
    each = zip(dice, values, strict=True)
    whose = tuple((seats[die.half], value) for die, value in each if die.half in seats)
    return Verdict(RollStatus.VALID, values=high_first(values), opening=whose)


def _well(die: DieFact) -> bool:
    """It is not surely tilted, nor surely on the bar."""
    return die.flat is None if die.half is Half.BAR else die.flat is not False


def _unsure(*why: Why) -> Verdict:
    return Verdict(RollStatus.UNSURE, why)
