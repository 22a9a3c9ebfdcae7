"""What the dice of a picture tell of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.learned.kind import Kind
from vision.reader import thresholds as at
from vision.reader.decision.die import Told
from vision.reader.decision.face import is_no_face
from vision.reader.find import DICE
from vision.reader.opinion import Opinion
from vision.reading import DieSeen, FlatBy, Support, Zone


def seen_aslant(
    told: Sequence[Told], halves: Sequence[Zone], sides_mm: Sequence[float], px_per_mm: float
) -> list[bool]:
    """The dice of a roll are alike: one whose face was read much smaller than another's on the
    board may be seen aslant, and nobody knows whether it lies flat."""
    read = [
        side
        for one, half, side in zip(told, halves, sides_mm, strict=True)
        if one.value is not None and half != "off"
    ]
    least = max(read, default=0.0) - max(at.ALIKE, at.ALIKE_PX / px_per_mm)
    return [bool(one.lies.flat) and side < least for one, side in zip(told, sides_mm, strict=True)]


def ends_search(seen: Sequence[DieSeen]) -> bool:
    """One of them surely leans, or lies on the bar: by every book of ours the roll is thrown again,
    whatever others show, and none is sought. One that is level on a checker some book may take, and
    the other of two hides one. Who takes leaning dice, too, is asked about the one not sought."""
    return any(
        die.flat is False
        and (die.flat_by is FlatBy.APPEARANCE or die.support is Support.BAR)
        and die.support is not Support.DIE
        for die in seen
    )


def is_third(look: Kind, opinion: Opinion | None) -> bool:
    """Whether what was found beside two dice, its value not certain, may be one more. What a net
    takes for no die is none: the doubling cube's number, say; and beside two that were read, what
    the second reader takes for no face. opinion: its own, beside those."""
    return look.none < at.SURELY_NO_DIE and (opinion is None or not is_no_face(opinion))


def is_same(die: DieSeen, other: DieSeen) -> bool:
    """Both lie in one place of the picture, half a face apart at most."""
    apart = math.dist(die.center_px, other.center_px)
    return apart < at.SAME_FACE * max(die.bbox_px[2:])


def all_guessed(dice: Sequence[DieSeen]) -> bool:
    """Two dice or more show faces, and all of them do."""
    return len(dice) >= DICE and all(die.guess is not None for die in dice)
