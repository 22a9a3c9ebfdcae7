"""What several looks at the same rest agree on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.reading import DieSeen

SAME_PLACE_MM = 4.0
"""A die this near to where it lay has not moved; the reader errs by 1-2 mm."""


def agreed(looks: list[tuple[DieSeen, ...]]) -> tuple[DieSeen, ...]:
    """The dice of several looks at the same rest; what they do not agree on is not certain."""
    most = max(looks, key=len)
    return tuple(_one(die, looks) for die in most if _seen_often(die, looks))


def _seen_often(die: DieSeen, looks: list[tuple[DieSeen, ...]]) -> bool:
    """What is there in one look of three is no die."""
    views = [seen for dice in looks for seen in dice if same_place(die, seen)]
    return 2 * len(views) > len(looks)


def _one(die: DieSeen, looks: list[tuple[DieSeen, ...]]) -> DieSeen:
    views = [seen for dice in looks for seen in dice if same_place(die, seen)]
    if len(views) < len(looks):
        return replace(die, value=None, flat=None, confidence=0.0)
    return replace(
        die,
        value=die.value if len({view.value for view in views}) == 1 else None,
        flat=die.flat if len({view.flat for view in views}) == 1 else None,
        confidence=min(view.confidence for view in views),
    )


def same_place(a: DieSeen, b: DieSeen) -> bool:
    """Both lie within a reader's error of one place."""
    if a.center_mm is None or b.center_mm is None:
        return False
    apart = np.hypot(a.center_mm[0] - b.center_mm[0], a.center_mm[1] - b.center_mm[1])
    return bool(apart < SAME_PLACE_MM)
