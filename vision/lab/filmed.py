"""A drawn roll as a table sees it: frame by frame, through the tracker."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any

from kiosk.dice.judged import judge_at_rest
from vision.errors import VisionError
from vision.frame import Frame
from vision.lab.answered import choose_calibration, shot_of, table_of_truth
from vision.lab.figures import Shot
from vision.reading import DieSeen
from vision.tracker import AtRest, Placed, Tracker

NO_REST = "nothing came to rest"
NOT_THROWN = "dice were laid by hand"


def filmed(file: str, frames: Iterator[Frame], truth: dict[str, Any], calibration: str) -> Shot:
    """The first roll that the tracker reports. calibration: as in `read_shot`; dice that do not
    come to rest are `in_motion`."""
    start = time.perf_counter()
    dice: tuple[DieSeen, ...] = ()
    status, values = "in_motion", None
    try:
        first = next(frames)
        tracker = Tracker(choose_calibration(first.main, truth, calibration))
        event = _first_roll(tracker, itertools.chain([first], frames))
        why = NO_REST if event is None else NOT_THROWN
        if isinstance(event, AtRest):
            dice = event.reading.dice
            verdict = judge_at_rest(event.reading, table_of_truth(truth))
            status, values = verdict.status.value, verdict.values
            why = "; ".join(reason.value for reason in verdict.why)
        elif event is not None:
            status = "unsure"
    except VisionError as error:
        status, values, why = "error", None, str(error)
    ms = 1000 * (time.perf_counter() - start)
    return shot_of(file, truth, status, values, why, dice, ms)


def _first_roll(tracker: Tracker, frames: Iterable[Frame]) -> AtRest | Placed | None:
    """The first roll reported, which a table would take; else dice that were not seen flying."""
    placed = None
    for frame in frames:
        for event in tracker.feed(frame):
            if isinstance(event, AtRest):
                return event
            if isinstance(event, Placed):
                placed = event
    return placed
