"""Thrown or laid: dice that roll are small, free of any hand and never where they just were.

Two dice side by side look as large as part of a hand: they count where no hand came.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.tracker import thresholds as at
from vision.tracker.change import Blob, Box, Change, is_hand, is_loose, middle_of, near
from vision.tracker.ground import Ground

Places = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """frames: how many showed something flying since the last rest. loose: the middles of what
    may be dice in the last frame that moved, taken at `at_ns`. most: how many flew at once.
    gap_ns: the longest time between two frames; hands: how many frames showed one. joined_frames,
    joined: as frames and loose, of dice or what may be two side by side, as boxes."""

    frames: int = 0
    loose: Places = ()
    at_ns: int = 0
    most: int = 0
    gap_ns: int = 0
    hands: int = 0
    joined_frames: int = 0
    joined: tuple[Box, ...] = ()

    @property
    def thrown(self) -> bool:
        return self.frames >= at.FLYING_FRAMES

    @property
    def unlaid(self) -> bool:
        """Whether no hand came, and dice may have flown as one thing, or between frames too far
        apart to show them flying, though near enough to show a hand."""
        seldom = at.FOLLOWED_NS <= self.gap_ns < at.HAND_SEEN_NS
        return (seldom or self.joined_frames >= at.FLYING_FRAMES) and not self.hands


def follow(flight: Flight, seen: Change, ground: Ground, at_ns: int, gap_ns: int) -> Flight:
    """Add one more frame that moved, gap_ns after the frame before it; `seen` is its change since
    the last rest."""
    gap_ns = max(flight.gap_ns, gap_ns)
    if len(seen.blobs) > at.MANY or seen.share > at.WHOLE:  # a hand may be there
        return replace(flight, loose=(), at_ns=at_ns, gap_ns=gap_ns, hands=flight.hands + 1)
    hands = [_hull(blob) for blob in seen.blobs if is_hand(blob, ground)]
    free = [blob for blob in seen.blobs if not any(_is_inside(blob, hull) for hull in hands)]
    loose = [blob for blob in free if is_loose(blob, ground)]
    joined = [blob for blob in free if is_loose(blob, ground, at.JOINED)]
    followed = at_ns - flight.at_ns < at.FOLLOWED_NS
    side = math.sqrt(ground.die_px2)
    # A thing in the same place did not fly: a hand uncovers one place beside the other.
    gone = [
        middle
        for middle in flight.loose
        if all(math.dist(middle, blob.middle) > at.STAYED * side for blob in loose)
    ]
    # A thing that grows or shrinks did not fly either: an arm with its hand on the rim does so.
    left = [
        middle_of(box)
        for box in flight.joined
        if not any(
            _holds(blob.box, box, at.OFF_EDGE * side) or _holds(box, blob.box, at.OFF_EDGE * side)
            for blob in joined
        )
    ]
    flying = sum(_flies(blob, gone, side) for blob in loose) if followed else 0
    together = followed and any(_flies(blob, left, side) for blob in joined)
    return Flight(
        frames=flight.frames + (flying > 0),
        loose=tuple(blob.middle for blob in loose),
        at_ns=at_ns,
        most=max(flight.most, flying),
        gap_ns=gap_ns,
        hands=flight.hands + (bool(hands) or seen.gain < at.DARK),
        joined_frames=flight.joined_frames + (flying > 0 or together),
        joined=tuple(blob.box for blob in joined),
    )


def is_out(flight: Flight, seen: Change, lay_px: Sequence[Box], ground: Ground) -> bool:
    """Whether something loose is on the field, away from where dice lay (boxes in main pixels), and
    so not in a hand that takes them out."""
    return any(
        blob.middle in flight.loose
        and 2 * blob.on_field > blob.area
        and not any(near(blob, box_px, ground.scale, at.AWAY) for box_px in lay_px)
        for blob in seen.blobs
    )


def _hull(blob: Blob) -> cv2.typing.MatLike:
    points = cv2.findNonZero(blob.own) + np.array(blob.box[:2], np.int32)
    return cv2.convexHull(points.astype(np.float32))


def _is_inside(blob: Blob, hull: cv2.typing.MatLike) -> bool:
    """Whether it lies inside a hand's hull: an arm that looks like the board shows up in pieces."""
    return cv2.pointPolygonTest(hull, blob.middle, False) >= 0


def _holds(one: Box, other: Box, room_px: float) -> bool:
    """Whether one box surrounds the other, with some room to spare."""
    (x, y, w, h), (left, top, wide, high) = one, other
    across = x <= left + room_px and x + w >= left + wide - room_px
    return across and y <= top + room_px and y + h >= top + high - room_px


def _flies(blob: Blob, before: Sequence[tuple[float, float]], side: float) -> bool:
    """Whether it changes now, and it or a like thing was near, but not here, a frame ago."""
    if blob.moving < at.FLYING_PART * min(blob.area, side * side):
        return False
    apart = [math.dist(blob.middle, middle) / side for middle in before]
    return bool(apart) and min(apart) > at.STAYED and min(apart) < at.FLEW
