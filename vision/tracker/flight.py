"""Thrown or laid: dice that roll are small, free of any hand and never where they just were.

Two that fly side by side look as large as part of a hand: they count where none came.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.tracker.change import WHOLE, Blob, Box, Change, is_hand, is_loose, middle_of, near
from vision.tracker.ground import Ground

FLYING_FRAMES = 2
"""So many frames with something flying are a throw; what a hand uncovers comes but once."""
STAYED = 0.15
"""Of its side: what moved less stays where it is."""
JOINED = 5.0
"""Dice that two look as large as which fly side by side, blurred and under a low lamp."""
AMISS = 0.3
"""Of its side: so far off the edge of an arm may be seen."""
FLEW = 12.0
"""Sides of a die: what is further off is another thing."""
FOLLOWED_NS = 110_000_000
"""Between frames further apart nobody can tell what flew from what was put there."""
HIDES_NO_HAND_NS = 250_000_000
"""A hand that lays dice is over the board longer than that."""
MANY = 24
"""More blobs are the edges of everything: the camera shakes."""
DARK = 0.5
"""A palm over the lens leaves less of the light."""


Places = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """frames: how many showed something flying since the last rest. loose: the middles of what
    may be dice in the last frame that moved, taken at `at_ns`. most: so many flew at once.
    gap_ns: the longest time between two frames; hands: how many frames showed one. joined_frames,
    joined: as frames and loose, of what may be two dice side by side, too, as boxes."""

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
        return self.frames >= FLYING_FRAMES

    @property
    def unlaid(self) -> bool:
        """No hand came, and dice may have flown as one thing, or between frames that came too
        seldom to see them fly, but often enough to see a hand."""
        seldom = FOLLOWED_NS <= self.gap_ns < HIDES_NO_HAND_NS
        return (seldom or self.joined_frames >= FLYING_FRAMES) and not self.hands


def follow(flight: Flight, seen: Change, ground: Ground, at_ns: int, gap_ns: int) -> Flight:
    """With one more frame that moved, gap_ns after the last of all; `seen` is its change since the
    last rest."""
    gap_ns = max(flight.gap_ns, gap_ns)
    if len(seen.blobs) > MANY or seen.share > WHOLE:  # a hand may be there
        return replace(flight, loose=(), at_ns=at_ns, gap_ns=gap_ns, hands=flight.hands + 1)
    hands = [_hull(blob) for blob in seen.blobs if is_hand(blob, ground)]
    free = [blob for blob in seen.blobs if not any(_within(blob, hull) for hull in hands)]
    loose = [blob for blob in free if is_loose(blob, ground)]
    joined = [blob for blob in free if is_loose(blob, ground, JOINED)]
    followed = at_ns - flight.at_ns < FOLLOWED_NS
    side = math.sqrt(ground.die_px2)
    # What lies where it lay did not fly here: a hand uncovers one place beside the other.
    gone = [
        at
        for at in flight.loose
        if all(math.dist(at, blob.middle) > STAYED * side for blob in loose)
    ]
    # Nor did what grows or shrinks: so does an arm whose hand lies on the rim.
    left = [
        middle_of(box)
        for box in flight.joined
        if not any(
            _holds(blob.box, box, AMISS * side) or _holds(box, blob.box, AMISS * side)
            for blob in joined
        )
    ]
    flying = sum(_flies(blob, gone, side) for blob in loose) if followed else 0
    return Flight(
        frames=flight.frames + (flying > 0),
        loose=tuple(blob.middle for blob in loose),
        at_ns=at_ns,
        most=max(flight.most, flying),
        gap_ns=gap_ns,
        hands=flight.hands + (bool(hands) or seen.gain < DARK),
        joined_frames=flight.joined_frames
        + (followed and any(_flies(blob, left, side) for blob in joined)),
        joined=tuple(blob.box for blob in joined),
    )


def is_out(flight: Flight, seen: Change, lay_px: Sequence[Box], ground: Ground) -> bool:
    """Something loose is on the field, away from where dice lay, boxes in main pixels: it is in no
    hand that takes them out."""
    return any(
        blob.middle in flight.loose
        and 2 * blob.on_field > blob.area
        and not any(near(blob, box_px, ground.scale) for box_px in lay_px)
        for blob in seen.blobs
    )


def _hull(blob: Blob) -> cv2.typing.MatLike:
    points = cv2.findNonZero(blob.own) + np.array(blob.box[:2], np.int32)
    return cv2.convexHull(points.astype(np.float32))


def _within(blob: Blob, hull: cv2.typing.MatLike) -> bool:
    """A part of an arm that looks like the board shows up in pieces."""
    return cv2.pointPolygonTest(hull, blob.middle, False) >= 0


def _holds(one: Box, other: Box, room_px: float) -> bool:
    """One box reaches all around the other, but for some room."""
    (x, y, w, h), (left, top, wide, high) = one, other
    across = x <= left + room_px and x + w >= left + wide - room_px
    return across and y <= top + room_px and y + h >= top + high - room_px


def _flies(blob: Blob, before: Sequence[tuple[float, float]], side: float) -> bool:
    """It changes just now, and it or another such thing was near, but not here, a frame ago."""
    if blob.moving < 0.25 * min(blob.area, side * side):
        return False
    apart = [math.dist(blob.middle, middle) / side for middle in before]
    return bool(apart) and min(apart) > STAYED and min(apart) < FLEW
