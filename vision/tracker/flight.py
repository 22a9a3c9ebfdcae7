"""Thrown or laid: dice that roll are small, free of any hand and never where they just were."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from vision.tracker.change import WHOLE, Blob, Box, Change, is_hand, is_loose
from vision.tracker.ground import Ground

FLYING_FRAMES = 2
"""So many frames with something flying are a throw; what a hand uncovers comes but once."""
STAYED = 0.15
"""Of its side: what moved less stays where it is."""
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


@dataclass(frozen=True, slots=True)
class Flight:
    """frames: how many showed something flying since the last rest. loose: the middles of what
    may be dice in the last frame that moved, taken at `at_ns`. most: so many flew at once.
    gap_ns: the longest time between two frames; hands: how many frames showed one."""

    frames: int = 0
    loose: tuple[tuple[float, float], ...] = ()
    at_ns: int = 0
    most: int = 0
    gap_ns: int = 0
    hands: int = 0

    @property
    def thrown(self) -> bool:
        return self.frames >= FLYING_FRAMES

    @property
    def unlaid(self) -> bool:
        """Frames came too seldom to see dice fly, but often enough to see that no hand came."""
        return FOLLOWED_NS <= self.gap_ns < HIDES_NO_HAND_NS and not self.hands


def follow(flight: Flight, seen: Change, ground: Ground, at_ns: int, gap_ns: int) -> Flight:
    """With one more frame that moved, gap_ns after the last of all; `seen` is its change since the
    last rest."""
    gap_ns = max(flight.gap_ns, gap_ns)
    if len(seen.blobs) > MANY or seen.share > WHOLE:  # a hand may be there
        return replace(flight, loose=(), at_ns=at_ns, gap_ns=gap_ns, hands=flight.hands + 1)
    hands = [blob.box for blob in seen.blobs if is_hand(blob, ground)]
    loose = [
        blob
        for blob in seen.blobs
        if is_loose(blob, ground) and not any(_within(blob, box) for box in hands)
    ]
    before = flight.loose if at_ns - flight.at_ns < FOLLOWED_NS else ()
    side = math.sqrt(ground.die_px2)
    flying = sum(_flies(blob, before, side) for blob in loose)
    middles = tuple(blob.middle for blob in loose)
    return Flight(
        frames=flight.frames + (flying > 0),
        loose=middles,
        at_ns=at_ns,
        most=max(flight.most, flying),
        gap_ns=gap_ns,
        hands=flight.hands + (bool(hands) or seen.gain < DARK),
    )


def _within(blob: Blob, box: Box) -> bool:
    """A part of an arm that looks like the board shows up in pieces."""
    x, y = blob.middle
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def _flies(blob: Blob, before: tuple[tuple[float, float], ...], side: float) -> bool:
    """It changes just now, and it or another such thing was near, but not here, a frame ago."""
    if blob.moving < 0.25 * min(blob.area, side * side):
        return False
    apart = [math.dist(blob.middle, middle) / side for middle in before]
    return bool(apart) and min(apart) > STAYED and min(apart) < FLEW
