"""What the dice of a picture show about each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.learned.kind import Kind
from vision.reader import thresholds as at
from vision.reader.decision.die import DieDecision
from vision.reader.decision.face import is_no_face
from vision.reader.find import DICE
from vision.reader.second_reader import FaceShares
from vision.reading import DieSeen, FlatBy, Support, Zone


def seen_aslant(
    decisions: Sequence[DieDecision],
    halves: Sequence[Zone],
    sides_mm: Sequence[float],
    px_per_mm: float,
) -> list[bool]:
    """Which dice may be seen aslant. The dice of a roll are alike: whether one with a much smaller
    face than another on the board lies flat is open."""
    read = [
        side
        for one, half, side in zip(decisions, halves, sides_mm, strict=True)
        if one.value is not None and half != "off"
    ]
    least = max(read, default=0.0) - at.ALIKE_PX / px_per_mm
    return [
        bool(one.flatness.flat) and side < least
        for one, side in zip(decisions, sides_mm, strict=True)
    ]


def ends_search(seen: Sequence[DieSeen]) -> bool:
    """Whether one of them surely leans, or lies on the bar: by every book of ours the roll is
    thrown again whatever others show, so the search ends. A die level on a checker some book may
    accept, and one on another die hides that one. Where leaning dice are accepted, the table asks
    about the die not searched for."""
    return any(
        die.flat is False
        and (die.flat_by is FlatBy.APPEARANCE or die.support is Support.BAR)
        and die.support is not Support.DIE
        for die in seen
    )


def is_third(look: Kind, opinion: FaceShares | None) -> bool:
    """Whether a find beside two dice, without a certain value, may be one more. Excluded: what a
    net takes for no die, such as the doubling cube's number; and beside two that were read, what
    the second reader takes for no face. opinion: the second reader's, beside two that were read."""
    return look.none < at.SURELY_NO_DIE and (opinion is None or not is_no_face(opinion))


def is_same(die: DieSeen, other: DieSeen) -> bool:
    """Whether both lie in one place of the picture, half a face apart at most."""
    apart = math.dist(die.center_px, other.center_px)
    return apart < at.SAME_FACE * max(die.bbox_px[2:])


def all_guessed(dice: Sequence[DieSeen]) -> bool:
    """Whether there are two dice or more and all show faces."""
    return len(dice) >= DICE and all(die.guess is not None for die in dice)
