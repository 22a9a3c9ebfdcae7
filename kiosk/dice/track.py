"""`kiosk track`: the events over the board in a film, one line each."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.dice.judged import RollerSetting, dashed_values, judge_at_rest
from vision.calibration import CalibrationError
from vision.calibration.check import checked
from vision.calibration.partial_calibration import Given, read_given
from vision.errors import CameraEnded
from vision.frame import Frame
from vision.sources import PATIENCE_S, FolderSource, recording
from vision.tracker import AtRest, Event, Placed, Repositioned, Tracker

NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Filmed:
    """film: a folder of pictures, with their times in times.json, or a video."""

    film: Path
    table: RollerSetting = RollerSetting()
    calibration: Path | None = None


def track(filmed: Filmed, *, as_json: bool) -> None:
    """Print a line as each event happens; raises as `records`."""
    for record in records(filmed):
        sys.stdout.write((json.dumps(record) if as_json else in_words(record)) + "\n")
        sys.stdout.flush()


def records(filmed: Filmed) -> Iterator[dict[str, Any]]:
    """A JSON object per event, in order: t in seconds of the film, frame counted from 0.

    values: high to low where the dice lie as a roll must, else None. Raises VisionError if the film
    cannot be played, CalibrationError if no frame of it shows where the board lies, or its first
    contradicts the calibration.
    """
    given = None
    if filmed.calibration is not None:
        given = read_given(filmed.calibration.read_text(errors="replace"))
    tracker: Tracker | None = None
    why: CalibrationError | None = None
    for t_s, frame in timed_frames(filmed.film):
        try:
            tracker = tracker or _tracker(frame, given)
        except CalibrationError as error:
            if given is not None and given.is_whole:
                raise
            why = error
            continue
        for event in tracker.feed(frame):
            yield _record(event, t_s, frame.seq, filmed.table)
    if tracker is None and why is not None:
        raise why


def _tracker(frame: Frame, given: Given | None) -> Tracker:
    return Tracker(checked(frame.main, given))


def timed_frames(film: Path) -> Iterator[tuple[float, Frame]]:
    """Every frame with its own time, seconds."""
    with recording(film) as source:
        first_s = source.first_s if isinstance(source, FolderSource) else 0.0
        while True:
            try:
                frame = source.next_frame(PATIENCE_S)
            except CameraEnded:
                return
            yield first_s + frame.at_ns / NS, frame


def _record(event: Event, t_s: float, seq: int, table: RollerSetting) -> dict[str, Any]:
    line: dict[str, Any] = {
        "t": round(t_s, 4),
        "event": name_of(event),
        "values": None,
        "frame": seq,
    }
    if isinstance(event, AtRest | Placed | Repositioned):
        verdict = judge_at_rest(event.reading, table)
        line["values"] = None if verdict.values is None else list(verdict.values)
        line["status"] = verdict.status.value
        line["reason"] = "; ".join(why.value for why in verdict.why) or None
    return line


def name_of(event: Event) -> str:
    """The event's name in small letters: at_rest, camera_nudged."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()


def in_words(record: dict[str, Any]) -> str:
    """The same for a person."""
    name = record["event"].replace("_", " ")
    values = dashed_values(record["values"])
    words = " ".join(part for part in (f"{record['t']:.2f} s: {name}", values) if part)
    reason = record.get("reason")
    return f"{words}: {reason}" if reason else words
