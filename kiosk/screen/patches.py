"""Parts of a half to repaint when some of its marks change."""

import math
from collections.abc import Iterable

from kiosk.screen.items import Box

WHOLE_PART = 0.6
"""If patches cover more than this share of a half, all of it is painted; each patch has a cost."""


def patches(changed: Iterable[Box], whole: Box) -> tuple[Box, ...]:
    """Disjoint boxes of whole pixels within `whole` that cover all that changed."""
    apart: list[Box] = []
    for box in changed:
        patch = _grow_to_pixels(box, whole)
        if patch.w <= 0 or patch.h <= 0:
            continue
        while (near := next((each for each in apart if overlap(each, patch)), None)) is not None:
            apart.remove(near)
            patch = bounding_box((near, patch))
        apart.append(patch)
    if sum(each.w * each.h for each in apart) > WHOLE_PART * whole.w * whole.h:
        return (whole,)
    return tuple(apart)


def overlap(one: Box, two: Box) -> bool:
    """True if the boxes share more than an edge."""
    across = one.x < two.right and two.x < one.right
    return across and one.y < two.top and two.y < one.top


def bounding_box(boxes: Iterable[Box]) -> Box:
    """The smallest box around these; at least one is needed."""
    all_of_them = tuple(boxes)
    x, y = min(box.x for box in all_of_them), min(box.y for box in all_of_them)
    right, top = max(box.right for box in all_of_them), max(box.top for box in all_of_them)
    return Box(x, y, right - x, top - y)


def _grow_to_pixels(box: Box, whole: Box) -> Box:
    """Grow a box to whole pixels and clip it to `whole`."""
    x, y = max(math.floor(box.x), whole.x), max(math.floor(box.y), whole.y)
    right, top = min(math.ceil(box.right), whole.right), min(math.ceil(box.top), whole.top)
    return Box(x, y, right - x, top - y)
