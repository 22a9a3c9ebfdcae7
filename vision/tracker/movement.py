"""What moved since the last rest, and what of it was reported."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.tracker import thresholds as at
from vision.tracker.change import Change
from vision.tracker.cover import Covering
from vision.tracker.events import Busy, Event, Rolling
from vision.tracker.flight import Flight, follow
from vision.tracker.ground import Ground


@dataclass(slots=True)
class Movement:
    """flight: what flew; since_ns: the last frame before it moved; frames: how many moved; relit: a
    lamp was switched at the rest that followed."""

    flight: Flight = field(default_factory=Flight)
    since_ns: int = 0
    frames: int = 0
    relit: bool = False
    is_busy_reported: bool = False
    is_rolling_reported: bool = False

    def after_rest(self, covering: Covering, last_ns: int) -> Movement:
        """The next movement, after a rest whose last frame came at `last_ns`."""
        if covering.hidden and self.flight.thrown:  # what flew was not to be read under a hand
            return Movement(self.flight, since_ns=last_ns, is_rolling_reported=True)
        return Movement(Flight(at_ns=last_ns, hands=int(covering.hand)), since_ns=last_ns)

    def add(self, seen: Change, ground: Ground, at_ns: int, last_ns: int) -> tuple[Event, ...]:
        """Add a frame that moved, after one at `last_ns`; return what it shows for the first time.
        seen: its change since the last rest."""
        self.frames += 1
        if self.frames == 1:
            self.since_ns = last_ns
        self.flight = follow(self.flight, seen, ground, at_ns, at_ns - last_ns)
        if self.flight.thrown and not self.is_rolling_reported:
            self.is_rolling_reported = True
            return (Rolling(at_ns),)
        if (
            self.frames >= at.BUSY_FRAMES
            and not self.is_busy_reported
            and not self.is_rolling_reported
        ):
            self.is_busy_reported = True
            return (Busy(at_ns),)
        return ()

    def lifted(self, at_ns: int) -> None:
        """Forget what flew: those were dice on their way out, and the hand may be about to lay
        others."""
        self.flight = Flight(at_ns=at_ns, hands=self.flight.hands)
