"""From frames to dice at rest: nothing is read while anything moves, and three looks must agree.

Dice that lay there before are followed by their own patch of the picture, so neither moved
checkers nor a failed look makes a new roll or a lift out of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.frame import Frame
from vision.reader import read
from vision.reading import DieSeen, Half, Reading

Picture = npt.NDArray[np.uint8]
Read = Callable[[Picture, Calibration, Picture | None], tuple[DieSeen, ...]]

QUIET_FRAMES = 3
MOVED_GREY = 12
"""A pixel of the small picture that changes by more moves; noise there is 1-3 grey levels."""
MOVED_PX = 6
"""So many of them are motion; a die covers 16 and more."""
DICE_LIKE_PX = 1500
"""More of them are a hand, a lamp or a nudged camera and no dice on the move."""
THROWN_FRAMES = 2
"""Dice in flight differ from frame to frame at least so often on end; a laid die once."""
SAME_PLACE_MM = 4.0
STILL_THERE_GREY = 14.0
"""A die's patch that changes by less on average still shows the die."""
CAME_GREY = 5.0
"""Where a die came its patch changed by more, even grey on grey; noise changes it by 1-3."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """Something of the size of dice keeps moving."""

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
        self._small: Picture | None = None
        self._quiet = 0
        self._moving = self._longest = 0
        self._said_rolling = False
        self._settled = False
        self._looks: list[tuple[Frame, tuple[DieSeen, ...]]] = []
        self._without_dice: Picture | None = None
        self._dice: tuple[DieSeen, ...] | None = None
        self._at_rest: Picture | None = None
        self._still: Picture | None = None

    def feed(self, frame: Frame) -> tuple[Event, ...]:
        """What this frame shows that the ones before did not."""
        moved = self._moved_px(frame)
        if moved > MOVED_PX:
            return self._move(frame, moved)
        self._quiet += 1
        self._moving = 0
        if self._settled or self._quiet < QUIET_FRAMES:
            return ()
        dice = self._read(frame.main, self._calibration, self._without_dice)
        self._looks.append((frame, dice))
        return self._rest(frame) if len(self._looks) == QUIET_FRAMES else ()

    def _moved_px(self, frame: Frame) -> int:
        """How many pixels of the small picture changed since the last frame."""
        last, self._small = self._small, frame.small
        if last is None:
            return 0
        change = cv2.absdiff(frame.small, last)
        return int(np.count_nonzero(np.asarray(change) > MOVED_GREY))

    def _move(self, frame: Frame, moved: int) -> tuple[Event, ...]:
        self._quiet, self._settled = 0, False
        self._looks.clear()
        self._moving += 1
        self._longest = max(self._longest, self._moving)
        known = self._dice is not None  # before the first rest nobody knows what moves
        dice_like = moved <= DICE_LIKE_PX * (frame.small.size / (320 * 180))
        if known and dice_like and self._moving >= THROWN_FRAMES and not self._said_rolling:
            self._said_rolling = True
            return (Rolling(frame.at_ns),)
        return ()

    def _rest(self, frame: Frame) -> tuple[Event, ...]:
        """The board lies still and was read three times."""
        looks, thrown = self._looks, self._longest >= THROWN_FRAMES
        self._looks, self._settled = [], True
        self._longest, self._said_rolling = 0, False
        before = self._dice
        now = agreed([dice for _, dice in looks])
        kept = [self._kept(die, now, frame) for die in before or ()]
        lying = _with_a_face(tuple(die for die in kept if die is not None))
        new = tuple(die for die in now if not any(_same_place(die, other) for other in lying))
        came = tuple(die for die in new if self._came(die, frame))
        new = tuple(die for die in _with_a_face(lying + came) if die not in lying)
        if not thrown and before is not None:
            new = _surest(new, len(before) - len(lying))
        self._still = frame.main
        if not lying and not new:
            self._without_dice, self._dice, self._at_rest = frame.main, (), None
            return () if before == () else (Lifted(frame.at_ns),)
        self._renew_background(frame, lying + new)
        if not new or (len(lying) > 1 and not any(die.value for die in new)):
            return ()
        dice = tuple(sorted(lying + new, key=lambda die: die.center_px))
        self._dice, self._at_rest = dice, frame.main
        reading = Reading(
            dice=dice,
            first_at_ns=looks[0][0].at_ns,
            last_at_ns=looks[-1][0].at_ns,
            frame_seqs=tuple(seen.seq for seen, _ in looks),
            rolled=thrown and before is not None and not _only_laid_elsewhere(before, dice),
        )
        return (AtRest(reading, frame.main),)

    def _renew_background(self, frame: Frame, dice: tuple[DieSeen, ...]) -> None:
        """Checkers moved while dice lie there belong to the board; only the dice do not."""
        if self._without_dice is None:
            return
        renewed = frame.main.copy()
        for die in dice:
            x, y, w, h = die.bbox_px
            rows, columns = slice(max(0, y - h), y + 2 * h), slice(max(0, x - w), x + 2 * w)
            renewed[rows, columns] = self._without_dice[rows, columns]
        self._without_dice = renewed

    def _kept(self, die: DieSeen, now: tuple[DieSeen, ...], frame: Frame) -> DieSeen | None:
        """A die of the last rest as it is seen now; as it was if only its patch still shows it;
        `None` if it is gone."""
        for seen in now:
            if _same_place(die, seen) and seen.guess == die.guess:
                return seen
        changed = _change(die, self._at_rest, frame.main)
        return die if changed is not None and changed < STILL_THERE_GREY else None

    def _came(self, die: DieSeen, frame: Frame) -> bool:
        """Where a die came to lie the picture changed since it last stood still."""
        changed = _change(die, self._still, frame.main)
        return changed is None or changed >= CAME_GREY


def _change(die: DieSeen, was: Picture | None, now: Picture) -> float | None:
    """Mean change of a die's patch, grey levels; `None` without a picture to compare with."""
    if was is None or was.shape != now.shape:
        return None
    x, y, w, h = die.bbox_px
    rows, columns = slice(max(0, y), y + h), slice(max(0, x), x + w)
    if not was[rows, columns].size:
        return None
    return float(cv2.absdiff(was[rows, columns], now[rows, columns]).mean())


def _with_a_face(dice: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
    """Where no face is read, what else came is a moved checker's shadow or the cube on the rim;
    beside two faces, too."""
    faces = tuple(die for die in dice if _is_face(die))
    return dice if len(faces) == 1 else faces


def _is_face(die: DieSeen) -> bool:
    """A certain value, or a guess on the board; beyond it a cube's numeral makes one guess."""
    return die.value is not None or (die.guess is not None and die.half is not Half.OFF)


def _surest(dice: tuple[DieSeen, ...], count: int) -> tuple[DieSeen, ...]:
    """Dice pushed aside by a hand are as many as left their places; the rest are no dice."""
    return tuple(sorted(dice, key=lambda die: -die.confidence)[: max(0, count)])


def agreed(looks: list[tuple[DieSeen, ...]]) -> tuple[DieSeen, ...]:
    """The dice of several looks at the same rest; what they do not agree on is not certain."""
    most = max(looks, key=len)
    return tuple(_one(die, looks) for die in most if _seen_often(die, looks))


def _seen_often(die: DieSeen, looks: list[tuple[DieSeen, ...]]) -> bool:
    """What is there in one look of three is no die."""
    views = [seen for dice in looks for seen in dice if _same_place(die, seen)]
    return 2 * len(views) > len(looks)


def _one(die: DieSeen, looks: list[tuple[DieSeen, ...]]) -> DieSeen:
    views = [seen for dice in looks for seen in dice if _same_place(die, seen)]
    if len(views) < len(looks):
        return replace(die, value=None, flat=None, confidence=0.0)
    return replace(
        die,
        value=die.value if len({view.value for view in views}) == 1 else None,
        flat=die.flat if len({view.flat for view in views}) == 1 else None,
        half=die.half,
        confidence=min(view.confidence for view in views),
    )


def _same_place(a: DieSeen, b: DieSeen) -> bool:
    if a.center_mm is None or b.center_mm is None:
        return False
    apart = np.hypot(a.center_mm[0] - b.center_mm[0], a.center_mm[1] - b.center_mm[1])
    return bool(apart < SAME_PLACE_MM)


def _only_laid_elsewhere(was: tuple[DieSeen, ...], now: tuple[DieSeen, ...]) -> bool:
    """The dice that lay there show what they showed: pushed aside, not thrown."""
    return bool(was) and sorted(d.guess or 0 for d in was) == sorted(d.guess or 0 for d in now)
