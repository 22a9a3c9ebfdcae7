"""What lies over the field: a board set up again, a cup, a sheet, an arm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.change import Change, buries, change, covers, hides
from vision.tracker.ground import Ground
from vision.tracker.motion import Motion

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class FieldCover:
    """since_ns: when it came; view (h, w) uint8: with it. reaches_in: over the picture's edge, as
    an arm does."""

    since_ns: int
    view: Picture
    reaches_in: bool = False

    def stays(self, at_ns: int) -> bool:
        """Whether it counts as part of the board by now."""
        return at_ns - self.since_ns > (at.LONG_COVERED_NS if self.reaches_in else at.NO_HAND_NS)

    def change(self, view: Picture, ground: Ground, motion: Motion) -> Change:
        """The difference from when it came."""
        return change(view, self.view, ground, motion.noise, motion.mask)


@dataclass(slots=True)
class Covering:
    """Whether the field was hidden at the last rest, and by what."""

    hidden: bool = False
    body: FieldCover | None = None

    @property
    def hand(self) -> bool:
        """Whether what hides the field may be a hand."""
        return self.hidden and (self.body is None or self.body.reaches_in)

    @property
    def arm_view(self) -> Picture | None:
        """The view with what hides the field, where one was kept."""
        return self.body.view if self.hidden and self.body is not None else None

    def clear(self) -> None:
        """Nothing lies over the field."""
        self.hidden, self.body = False, None

    def least_change(self, seen: Change, view: Picture, ground: Ground, motion: Motion) -> Change:
        """The smaller of the changes since the last rest and since a body came that reaches in from
        nowhere: dice fly over it, or as it is taken off."""
        if self.body is None or self.body.reaches_in:
            return seen
        over = self.body.change(view, ground, motion)
        return min(seen, over, key=lambda change: change.share)

    def cover_stays(
        self,
        seen: Change,
        view: Picture,
        ground: Ground,
        motion: Motion,
        at_ns: int,
        *,
        first: bool,
    ) -> bool:
        """Look at what lies over the field at rest; whether it counts as part of the board by now.
        first: nothing rested yet."""
        self.body = cover_of(seen, self.body, view, ground, motion, at_ns, first=first)
        return self.body.stays(at_ns)


def cover_of(
    seen: Change,
    before: FieldCover | None,
    view: Picture,
    ground: Ground,
    motion: Motion,
    at_ns: int,
    *,
    first: bool,
) -> FieldCover:
    """The cover of the field in a view at rest. seen: the change since the last rest. Keeps
    `before` if only dice came beside it. first: nothing rested yet, and an arm may have gone since.
    """
    if before is not None and not hides(before.change(view, ground, motion), ground):
        return before
    over = [blob for blob in seen.blobs if covers(blob, ground)]
    reaches_in = not first and (not over or any(blob.edge for blob in over))
    return FieldCover(at_ns - motion.quiet_ns, view, reaches_in)


def is_hidden(seen: Change, dice: Sequence[DieSeen], ground: Ground) -> bool:
    """Whether something lies over the field or on all the known dice, or all of it changed."""
    large = [blob for blob in seen.blobs if blob.area > at.OVER_CHECKERS * ground.checker_px2]
    buried = [any(buries(seen, blob, die.bbox_px, ground.scale) for blob in large) for die in dice]
    return hides(seen, ground) or (bool(dice) and all(buried))


def over_dice(seen: Change, dice: Sequence[DieSeen], ground: Ground) -> list[DieSeen]:
    """The dice that may lie under what came: all, if it reaches in over the picture's edge; else
    those whose place shows something wider than checkers side by side."""
    if any(blob.edge and covers(blob, ground) for blob in seen.blobs):
        return list(dice)
    side = round(at.WIDER * math.sqrt(ground.checker_px2 * 4 / math.pi)) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    wide = cv2.morphologyEx(seen.mask, cv2.MORPH_OPEN, disc)
    under = []
    for die in dice:
        x, y, w, h = (round(ground.scale * side) for side in die.bbox_px)
        if wide[max(0, y) : max(0, y + h + 1), max(0, x) : max(0, x + w + 1)].any():
            under.append(die)
    return under
