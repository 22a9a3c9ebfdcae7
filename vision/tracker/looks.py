"""Combine several looks at the same rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from vision.frame import Frame
from vision.reading import DieSeen, FlatBy, Reading
from vision.tracker import thresholds as at

T = TypeVar("T")
Look = tuple[Frame, tuple[DieSeen, ...]]
"""A frame, and the dice read in it."""


def agreed(looks: list[tuple[DieSeen, ...]]) -> tuple[DieSeen, ...]:
    """The dice of several looks at the same rest: an answer needs most of them and no
    contradiction; what shows in one look of three is no die."""
    found: list[DieSeen] = []
    counted: list[DieSeen] = []
    for die in (die for dice in sorted(looks, key=len, reverse=True) for die in dice):
        views = [
            seen for dice in looks for seen in dice if same_place(die, seen, _reach(die, seen))
        ]
        if 2 * len(views) > len(looks) and not any(view in counted for view in views):
            found.append(_one(die, views, len(looks)))
            counted += views
    return tuple(found)


def _reach(die: DieSeen, seen: DieSeen) -> float:
    faces = die.guess is not None and seen.guess is not None
    return at.SAME_PLACE if faces else at.SAME_FACELESS


def _one(die: DieSeen, views: list[DieSeen], looks: int) -> DieSeen:
    """One die combined from its `views` in `looks` looks. Missed once, it may have moved."""
    if len(views) < looks:
        return replace(die, value=None, flat=None, flat_by=None, confidence=0.0)
    value = _majority([view.value for view in views])
    flat = _majority([view.flat for view in views])
    agreeing = [view for view in views if view.value == value and view.flat == flat]
    reasons = {view.flat_by for view in views if view.flat == flat}
    return replace(
        agreeing[0] if agreeing else die,
        value=value,
        flat=flat,
        flat_by=reasons.pop() if len(reasons) == 1 else FlatBy.APPEARANCE,
        confidence=min(view.confidence for view in views),
    )


def _majority(answers: list[T | None]) -> T | None:
    """The answer of most looks that none contradicts; `None` contradicts nothing."""
    sure = [one for one in answers if one is not None]
    return sure[0] if len(set(sure)) == 1 and 2 * len(sure) > len(answers) else None


def reading_of(looks: Sequence[Look], dice: tuple[DieSeen, ...], *, rolled: bool) -> Reading:
    """The reading of the looks at one rest."""
    return Reading(
        dice=dice,
        first_at_ns=looks[0][0].at_ns,
        last_at_ns=looks[-1][0].at_ns,
        frame_seqs=tuple(seen.seq for seen, _ in looks),
        rolled=rolled,
    )


def same_place(a: DieSeen, b: DieSeen, within_mm: float = at.SAME_PLACE) -> bool:
    """Whether both lie within `within_mm`, by default a reader's error."""
    if a.center_mm is None or b.center_mm is None:
        return False
    apart = np.hypot(a.center_mm[0] - b.center_mm[0], a.center_mm[1] - b.center_mm[1])
    return bool(apart < within_mm)
