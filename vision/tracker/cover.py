"""What lies over the field and reaches in from nowhere: the board set up anew, a cup, a sheet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.tracker.change import Change, change, covers, hides
from vision.tracker.ground import Ground
from vision.tracker.motion import Motion

Picture = npt.NDArray[np.uint8]

NO_HAND_NS = 2_000_000_000
"""No hand is held so still for so long."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """Since when it lies there, and the view (h, w) uint8 of it."""

    since_ns: int
    view: Picture

    def stays(self, at_ns: int) -> bool:
        """It is part of the board by now."""
        return at_ns - self.since_ns > NO_HAND_NS

    def change(self, view: Picture, ground: Ground, motion: Motion) -> Change:
        """What differs from when it came to lie there."""
        return change(view, self.view, ground, motion.noise, motion.mask)


def cover_of(
    seen: Change, before: Cover | None, view: Picture, ground: Ground, motion: Motion, at_ns: int
) -> Cover | None:
    """What covers the field in a view that rests, `seen` from the last rest: the one `before`, if
    only dice came beside it. `None` if it reaches in over the picture's edge, or all changed.
    """
    over = [blob for blob in seen.blobs if covers(blob, ground)]
    if not over or any(blob.edge for blob in over):
        return None
    if before is not None and not hides(before.change(view, ground, motion), ground):
        return before
    return Cover(at_ns - motion.quiet_ns, view)
