"""Which parts of a half are painted anew when some of its marks change."""

import math
from collections.abc import Iterable

from kiosk.screen.items import Box

WHOLE_PART = 0.6
"""If patches take more than this share of a half, it is painted whole: each has its own cost."""


def patches(changed: Iterable[Box], whole: Box) -> tuple[Box, ...]:
    """Boxes of whole pixels within `whole` that hold all that changed; no two share a pixel."""
    apart: list[Box] = []
    for box in changed:
        patch = _outward(box, whole)
        if patch.w <= 0 or patch.h <= 0:
            continue
        while (near := next((each for each in apart if overlap(each, patch)), None)) is not None:
            apart.remove(near)
            patch = around((near, patch))
        apart.append(patch)
    if sum(each.w * each.h for each in apart) > WHOLE_PART * whole.w * whole.h:
        return (whole,)
    return tuple(apart)


def overlap(one: Box, two: Box) -> bool:
    """Whether they share more than an edge."""
    across = one.x < two.right and two.x < one.right
    return across and one.y < two.top and two.y < one.top


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds these, of which there is one at least."""
    all_of_them = tuple(boxes)
    x, y = min(box.x for box in all_of_them), min(box.y for box in all_of_them)
    right, top = max(box.right for box in all_of_them), max(box.top for box in all_of_them)
    return Box(x, y, right - x, top - y)


def _outward(box: Box, whole: Box) -> Box:
    """Grown to whole pixels, and cut off at the edge of `whole`."""
    x, y = max(math.floor(box.x), whole.x), max(math.floor(box.y), whole.y)
    right, top = min(math.ceil(box.right), whole.right), min(math.ceil(box.top), whole.top)
    return Box(x, y, right - x, top - y)
