"""A drawn roll as a table sees it: frame by frame, told by the tracker."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any

from kiosk.dice.judged import judged_at_rest
from vision.errors import VisionError
from vision.frame import Frame
from vision.lab.answered import shot_of, table_of_truth, world_told
from vision.lab.figures import Shot
from vision.reading import DieSeen
from vision.tracker import AtRest, Placed, Tracker

NO_REST = "nothing came to rest"
NOT_THROWN = "dice were laid by hand"


def filmed(file: str, frames: Iterator[Frame], truth: dict[str, Any], calibration: str) -> Shot:
    """What the tracker tells first of a roll, told what `calibration` says as in `answered`; dice
    that do not come to rest are `in_motion`."""
    start = time.perf_counter()
    dice: tuple[DieSeen, ...] = ()
    said, values = "in_motion", None
    try:
        first = next(frames)
        tracker = Tracker(world_told(first.main, truth, calibration))
        told = _told(tracker, itertools.chain([first], frames))
        why = NO_REST if told is None else NOT_THROWN
        if isinstance(told, AtRest):
            dice = told.reading.dice
            verdict = judged_at_rest(told.reading, table_of_truth(truth))
            said, values = verdict.status.value, verdict.values
            why = "; ".join(reason.value for reason in verdict.why)
        elif told is not None:
            said = "unsure"
    except VisionError as error:
        said, values, why = "error", None, str(error)
    ms = 1000 * (time.perf_counter() - start)
    return shot_of(file, truth, said, values, why, dice, ms)


def _told(tracker: Tracker, frames: Iterable[Frame]) -> AtRest | Placed | None:
    """The first roll told, which a table would take; else dice that nobody saw fly."""
    placed = None
    for frame in frames:
        for event in tracker.feed(frame):
            if isinstance(event, AtRest):
                return event
            if isinstance(event, Placed):
                placed = event
    return placed
