"""From frames to dice at rest: nothing is read while anything moves, and three frames must agree.

A first tracker: it knows motion, rest and lift. Hands, decoys and a nudged camera are for later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.frame import Frame
from vision.reader import read
from vision.reading import DieSeen, Reading

Picture = npt.NDArray[np.uint8]
Read = Callable[[Picture, Calibration, Picture | None], tuple[DieSeen, ...]]

QUIET_FRAMES = 3
MOVED_GREY = 12
"""A pixel of the small picture that changes by more moves; noise there is 1-3 grey levels."""
MOVED_PX = 6
SAME_PLACE_PX = 4.0


@dataclass(frozen=True, slots=True)
class Rolling:
    """Something began to move."""

    at_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class AtRest:
    """Dice lie still, and others than before or elsewhere. `picture` is the frozen frame, BGR."""

    reading: Reading
    picture: Picture


@dataclass(frozen=True, slots=True)
class Lifted:
    """No dice lie on the board any more; told once at the start too if none lay there."""

    at_ns: int


Event = Rolling | AtRest | Lifted


class Tracker:
    """Feed it every frame in order; it reads at most one picture a frame."""

    def __init__(self, calibration: Calibration, read_dice: Read = read) -> None:
        self._calibration = calibration
        self._read = read_dice
        self._last_small: Picture | None = None
        self._quiet = 0
        self._settled = False
        self._moved = False
        self._looks: list[tuple[Frame, tuple[DieSeen, ...]]] = []
        self._without_dice: Picture | None = None
        self._dice: tuple[DieSeen, ...] | None = None

    def feed(self, frame: Frame) -> tuple[Event, ...]:
        """What this frame shows that the ones before did not."""
        if self._differs(frame):
            began = self._settled
            self._quiet, self._settled, self._moved = 0, False, True
            self._looks.clear()
            return (Rolling(frame.at_ns),) if began else ()
        self._quiet += 1
        if self._settled or self._quiet < QUIET_FRAMES:
            return ()
        dice = self._read(frame.main, self._calibration, self._without_dice)
        self._looks.append((frame, dice))
        if self._looks[0][1] and len(self._looks) < QUIET_FRAMES:
            return ()
        return self._rest(frame)

    def _differs(self, frame: Frame) -> bool:
        last, self._last_small = self._last_small, frame.small
        if last is None:
            return False
        change = np.abs(frame.small.astype(np.int16) - last)
        return int(np.count_nonzero(change > MOVED_GREY)) > MOVED_PX

    def _rest(self, frame: Frame) -> tuple[Event, ...]:
        """The board lies still and was read."""
        looks, moved = self._looks, self._moved
        self._looks, self._moved, self._settled = [], False, True
        before, self._dice = self._dice, agreed([dice for _frame, dice in looks])
        if not self._dice:
            self._without_dice = frame.main
            return () if before == () else (Lifted(frame.at_ns),)
        if before and same_places(before, self._dice):
            return ()
        first, last = looks[0][0], looks[-1][0]
        reading = Reading(
            dice=self._dice,
            first_at_ns=first.at_ns,
            last_at_ns=last.at_ns,
            frame_seqs=tuple(seen.seq for seen, _dice in looks),
            rolled=moved and before is not None and not _slid(before, self._dice),
        )
        return (AtRest(reading, frame.main),)


def agreed(looks: list[tuple[DieSeen, ...]]) -> tuple[DieSeen, ...]:
    """The dice of several looks at the same rest; what they do not agree on is not certain."""
    most = max(looks, key=len)
    if any(not same_places(dice, most) for dice in looks):
        return tuple(replace(die, value=None, flat=None) for die in most)
    return tuple(_one(views) for views in zip(*looks, strict=True))


def _one(views: tuple[DieSeen, ...]) -> DieSeen:
    last = views[-1]
    return replace(
        last,
        value=last.value if len({view.value for view in views}) == 1 else None,
        flat=last.flat if len({view.flat for view in views}) == 1 else None,
        confidence=min(view.confidence for view in views),
    )


def same_places(was: tuple[DieSeen, ...], now: tuple[DieSeen, ...]) -> bool:
    """As many dice, each where one lay before; both in the reader's order."""
    if len(was) != len(now):
        return False
    pairs = zip(was, now, strict=True)
    return all(
        np.hypot(a.center_px[0] - b.center_px[0], a.center_px[1] - b.center_px[1]) < SAME_PLACE_PX
        for a, b in pairs
    )


def _slid(was: tuple[DieSeen, ...], now: tuple[DieSeen, ...]) -> bool:
    """The dice that lay there show what they showed: pushed aside, not thrown."""
    return bool(was) and sorted(d.guess or 0 for d in was) == sorted(d.guess or 0 for d in now)
