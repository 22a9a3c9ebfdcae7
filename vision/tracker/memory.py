"""Stored pictures of the board, updated when the light or the camera changes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration, Floats
from vision.reading import DieSeen
from vision.tracker import light, nudge
from vision.tracker import thresholds as at
from vision.tracker.change import Change, change, hides
from vision.tracker.die_persistence import PatchState, differs, patch, without_dice
from vision.tracker.ground import ground_of
from vision.tracker.motion import Motion

Picture = npt.NDArray[np.uint8]

KEPT = 3
"""Boards stored below what came to lie on them."""


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """The board without what came to lie on it: main picture, its view, and, if known, the main
    one without dice."""

    main: Picture
    view: Picture
    bare: Picture | None


class Memory:
    """Pictures of the last rest and of the board without dice, and the pose they hold for.

    Starts with the first frame, which stands for the last rest until there is one.
    """

    def __init__(self, calibration: Calibration, main: Picture, view: Picture) -> None:
        self.calibration = calibration
        self.ground = ground_of(calibration, view)
        self.rested = False
        self.lost = False
        """The camera moved and the pose is not found again."""
        self.still, self.still_view = main, view
        self.bare: Picture | None = None
        """The board without dice, main size."""
        self.with_dice: Picture | None = None
        """The picture in which the known dice were read."""
        self._below: list[Below] = []
        """What lies below `still`, or may, the newest last."""
        self._posed = main
        self._anchors = nudge.Anchors(main, calibration)

    def change(self, view: Picture, motion: Motion) -> Change:
        """What differs from the last rest."""
        return change(view, self.still_view, self.ground, motion.noise, motion.mask)

    def patch(self, die: DieSeen, main: Picture) -> PatchState:
        """What the place of a known die shows in a main picture."""
        return patch(die, main, self.with_dice, self.bare)

    def keep(self, main: Picture, view: Picture, dice: tuple[DieSeen, ...], *, bare: bool) -> None:
        """Store a rest; checkers moved beside dice belong to the board. bare: nothing but `dice`
        may be a die there."""
        before = self.bare
        if (
            before is None
            and not self.rested
            and all(differs(die, self.still, main) for die in dice)
        ):
            before = self.still
        self.still, self.still_view, self.rested = main, view, True
        if not dice:
            self.bare = main if bare else self.bare
        elif before is not None:
            self.bare = without_dice(main, dice, before)

    def cover(self) -> None:
        """Count what lies over the board as part of it, until it goes."""
        if not any(np.array_equal(kept.view, self.still_view) for kept in self._below):
            board = Below(self.still, self.still_view, self.bare)
            self._below = [*self._below, board][-KEPT:]

    def absorb(self, main: Picture, view: Picture) -> None:
        """Count what has long lain over the dice as part of the board, until it goes."""
        self.cover()
        self.still, self.still_view = main, view

    def uncovered(self, view: Picture, motion: Motion) -> bool:
        """Whether the board looks as it did without what lay over it; then compare with that."""
        for kept in reversed(self._below):
            seen = change(view, kept.view, self.ground, motion.noise, motion.mask)
            if not hides(seen, self.ground):
                self.still, self.still_view, self.bare = kept.main, kept.view, kept.bare
                return True
        return False

    def relight(self, view: Picture, covered: Picture | None = None) -> bool:
        """Whether a lamp was switched since the last rest; then relight all stored pictures.
        covered: the view with what lay over the board before."""
        was = self.still_view if covered is None else covered
        if not light.switched(view, was, self.ground):
            return False
        self.still = light.relit(self.still, view, was)
        if self.bare is not None:
            self.bare = light.relit(self.bare, view, was)
        if self.with_dice is not None:
            self.with_dice = light.relit(self.with_dice, view, was)
        self.still_view = light.relit(self.still_view[..., None], view, was)[..., 0]
        self._below = []
        return True

    def drift(self, gain: float) -> None:
        """Scale all stored pictures by `gain`, for daylight that changed since the last rest."""
        if abs(gain - 1) < at.SAME_LIGHT:
            return
        self.still, self.still_view = _brighter(self.still, gain), _brighter(self.still_view, gain)
        self.bare = _brighter_if(self.bare, gain)
        self.with_dice = _brighter_if(self.with_dice, gain)
        self._below = [
            Below(
                _brighter(kept.main, gain),
                _brighter(kept.view, gain),
                _brighter_if(kept.bare, gain),
            )
            for kept in self._below
        ]

    def nudged_px(self, main: Picture) -> float | None:
        """How far the board moved in the picture; `None` if not, or if it cannot be measured."""
        moved_px = self._anchors.moved_px(main)
        return moved_px if moved_px and moved_px > self._anchors.limit_px else None

    def repose(self, main: Picture, view: Picture, motion: Motion, *, sure: bool) -> float | None:
        """Find the pose again; how far the board moved, px, or `None` where it is not found.

        Moves all stored pictures along. Refuses a pose under which most of the board looks
        different; unless the camera is `sure` to have moved, the pose must explain the change.
        """
        most = at.WHOLE if sure else at.EXPLAINED * self.change(view, motion).share
        old, new = self.calibration, nudge.recover(self._posed, self.calibration, main)
        if new is None:
            return None
        still = nudge.carried_over(self.still, old, new, main)
        small, ground = _small(still, (view.shape[1], view.shape[0])), ground_of(new, view)
        if change(view, small, ground, motion.noise, motion.mask).share > most:
            return None
        self.still, self.still_view, self.ground, self._below = still, small, ground, []
        if self.bare is not None:
            self.bare = nudge.carried_over(self.bare, old, new, main)
        if self.with_dice is not None:
            self.with_dice = nudge.carried_over(self.with_dice, old, new, main)
        self.calibration, self._posed = new, main
        self._anchors = nudge.Anchors(main, new)
        corners = np.vstack([old.board.marker_corners(0)[:1], old.board.marker_corners(2)[2:3]])
        apart = new.project(corners) - old.project(corners)
        return float(np.linalg.norm(apart, axis=1).max())

    def moved_along(self, die: DieSeen, old: Calibration) -> DieSeen:
        """A die under the new pose, at the same place of the board."""
        if die.center_mm is None:
            return die
        x, y = die.center_mm
        point: Floats = np.array([(x, y, 0.0)], np.float64)
        step = self.calibration.project(point)[0] - old.project(point)[0]
        left, top, wide, high = die.bbox_px
        return replace(
            die,
            center_px=(die.center_px[0] + float(step[0]), die.center_px[1] + float(step[1])),
            bbox_px=(left + round(step[0]), top + round(step[1]), wide, high),
        )


def _brighter(picture: Picture, gain: float) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


def _brighter_if(picture: Picture | None, gain: float) -> Picture | None:
    return None if picture is None else _brighter(picture, gain)


def _small(picture: Picture, size: tuple[int, int]) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small, (3, 3)), np.uint8)
