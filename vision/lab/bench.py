"""`make bench`, the dice: what a picture costs, and what a hobby reader makes of the same ones.

One core: OpenCV gets one thread, and figures are in processor time, so that others on the machine
count little. Pictures are drawn for the run from seeds of its own.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

import cv2
import numpy as np

from kiosk.dice.intervals import failures
from vision.calibration.estimate import estimate
from vision.calibration.markers import find_markers
from vision.calibration.partial_calibration import read_given
from vision.frame import Frame, small_of
from vision.lab.answered import calibration_file, read_shot
from vision.lab.figures import percentile, share
from vision.lab.measure import DATA, of_part
from vision.lab.natural.rolls import position
from vision.lab.natural.throws import Tabletop
from vision.lab.recipe import fitted_recipe, recipe
from vision.lab.thrown import redressed, rig_seed, rolls
from vision.lab.truth import calibration_of
from vision.reader import read_at_rest, see
from vision.scene import DiePath, Renderer, Rig, Scene, truth
from vision.tracker import Tracker
from vision.view import Picture

SEED = 9_001
SIZE_PX = (2304, 1296)
RIGS = 6
ROLLS = 15
TAIL_RIGS = 7
"""Rigs whose rolls are all timed: one roll in a hundred is four."""
STILL_MS = 60.0
"""Promised time for a still picture."""
IDLE_MS = 3.0
"""Promised time for a frame in which nothing moves."""
SETTLING = 60
IDLE = 240
FRAME_NS = 33_333_333
PART = "report"

Result = TypeVar("Result")


@dataclass
class RollTally:
    """Counts of rolls: right; wrong (accepted with other values, or not a valid roll); the rest
    were asked about. `valid` of them were valid."""

    valid: int = 0
    rolls: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)

    def add(self, values: tuple[int, ...] | None, facts: dict[str, Any], ms: float) -> None:
        true = facts["values"]
        self.rolls += 1
        self.valid += true is not None
        if values is not None:
            right = true is not None and tuple(values) == tuple(true)
            self.counts["right" if right else "wrong"] += 1
        self.ms.append(ms)

    def line(self, name: str) -> str:
        return (
            f"{name}: valid rolls read right {share(self.counts['right'], self.valid)}, "
            f"wrong accepted {failures(self.counts['wrong'], self.rolls)}, "
            f"{times(self.ms)}"
        )


def main() -> int:
    """Print the figures; 0."""
    cv2.setNumThreads(1)
    for part in (still, tail, idle, scenes):
        for line in part():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return 0


def still() -> Iterator[str]:
    """Rolls thrown and drawn for this run, all readers on each."""
    ours, hobby, fitted = RollTally(), RollTally(), RollTally()
    unknown, markers, aruco = list[float](), list[float](), list[float]()
    for number in range(RIGS):
        for roll in islice(rolls(rig_seed(SEED, number), SIZE_PX), ROLLS):
            compare(roll.image, roll.facts, ours, hobby, fitted)
            unknown.append(spent(lambda: read_shot("", roll.image, roll.facts, "none"))[1])  # noqa: B023 - called at once
            markers.append(spent(lambda: find_markers(roll.image))[1])  # noqa: B023
            aruco.append(aruco_ms(roll.image))
    width, height = SIZE_PX
    yield (
        f"still {width}x{height} frame to verdict, nothing given, markers included: "
        f"{times(unknown)}, promised {STILL_MS:.0f} ms"
    )
    yield f"  the same with its calibration given, as at a table: {times(ours.ms)}"
    yield f"  its markers alone: {times(markers)}"
    yield f"  cv2.aruco's detection alone, whole picture: {times(aruco)}"
    yield f"{ours.rolls} rolls drawn for this run, {ours.valid} of them valid"
    yield from compared(ours, hobby, fitted)


def tail() -> Iterator[str]:
    """The slowest pictures beside the usual ones: as a table reads them, against the board before,
    and by themselves."""
    at_rest, lone = list[float](), list[float]()
    for number in range(TAIL_RIGS):
        for roll in rolls(rig_seed(SEED, RIGS + 1 + number), SIZE_PX):
            world = calibration_of(roll.facts)
            at_rest.append(spent(lambda: read_at_rest(roll.image, world, roll.before))[1])  # noqa: B023
            lone.append(spent(lambda: see(roll.image, world))[1])  # noqa: B023
    for name, ms in (("a roll at rest, as a table reads it", at_rest), ("a lone picture", lone)):
        slowest = percentile(ms, 0.99) / statistics.median(ms)
        yield f"{name}: {times(ms)}, {slowest:.1f} times the median"


def compare(
    image: Picture, facts: dict[str, Any], ours: RollTally, hobby: RollTally, fitted: RollTally
) -> None:
    shot, ms = spent(lambda: read_shot("", image, facts, "whole"))
    ours.add(shot.values if shot.answer == "valid" else None, facts, ms)
    hobby.add(*_with(facts, spent(lambda: recipe(image))))
    half, die_px = own_half(image, facts)
    fitted.add(*_with(facts, spent(lambda: fitted_recipe(half, die_px))))


def compared(ours: RollTally, hobby: RollTally, fitted: RollTally) -> Iterator[str]:
    yield ours.line("  this reader")
    yield hobby.line("  hobby recipe (blur, blobs, DBSCAN), its own numbers")
    yield fitted.line("  hobby recipe, given the half and the dice's size")


def scenes() -> Iterator[str]:
    """The same on the shared scenes at this size, where they are present."""
    place = DATA / "scenes" / "hires"
    files = [path for path in sorted(place.glob("[0-9]*.json")) if of_part(int(path.stem), PART)]
    if not files:
        yield f"no shared scenes at {place}"
        return
    ours, hobby, fitted = RollTally(), RollTally(), RollTally()
    for path in files:
        facts = json.loads(path.read_text())
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        compare(image, facts, ours, hobby, fitted)
    yield f"{ours.rolls} shared scenes, {PART} part, {ours.valid} of them valid"
    yield from compared(ours, hobby, fitted)


def idle() -> Iterator[str]:
    """Frames in which dice lie and nothing moves, as the tracker gets them at 30 a second."""
    rng = np.random.default_rng([SEED, 2])
    rig, _ = redressed(Rig.draw(rig_seed(SEED, RIGS), *SIZE_PX), rng)
    checkers, cube = position(rig, rng)
    throw = Tabletop(rig, "felt", checkers, cube).throw("picture_right", rng)
    dice = tuple(DiePath.resting(die.path.rest) for die in throw.dice)
    scene = Scene(throw.checkers, dice, cube)
    renderer = Renderer(rig)
    pictures = [renderer.frame(scene, 0.0, rng) for _ in range(8)]
    smalls = [small_of(picture) for picture in pictures]
    given = read_given(calibration_file(truth(rig, scene, 0.0)))
    tracker = Tracker(estimate(pictures[0], given))
    spans = []
    for seq in range(SETTLING + IDLE):
        frame = Frame(seq, seq * FRAME_NS, pictures[seq % 8], smalls[seq % 8])
        _, ms = spent(lambda: tracker.feed(frame))  # noqa: B023 - called at once
        if seq >= SETTLING:
            spans.append(ms)
    reduced = [spent(lambda: small_of(pictures[0]))[1] for _ in range(20)]
    yield (
        f"idle tracked frame: {times(spans)}, mean {statistics.mean(spans):.2f}, "
        f"promised {IDLE_MS:.0f} ms"
    )
    yield f"  the small picture, where no camera gives it: {times(reduced)}"


def own_half(image: Picture, facts: dict[str, Any]) -> tuple[Picture, float]:
    """The picture of where the roll must lie, and a die's side in it, px, by the truth."""
    world = calibration_of(facts)
    own = "picture_right" if facts["roller"] == "bottom" else "picture_left"
    board = world.board
    area = facts.get("mixer") or own
    rect = board.picture_right if area == "picture_right" else board.picture_left
    corners = np.array(
        [(x, y, 0.0) for x in (rect.left, rect.right) for y in (rect.top, rect.bottom)]
    )
    px = world.project(corners)
    (left, top), (right, bottom) = np.floor(px.min(axis=0)), np.ceil(px.max(axis=0))
    side = float(facts["dice"][0]["size_mm"]) if facts["dice"] else 14.0
    part = image[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)]
    return part, side * world.px_per_mm


def aruco_ms(image: Picture) -> float:
    """Processor time of OpenCV's own detector as it comes, on the grey picture."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(words, cv2.aruco.DetectorParameters())
    return spent(lambda: detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))[1]


def spent(work: Callable[[], Result]) -> tuple[Result, float]:
    """What the work gives, and its milliseconds of processor time."""
    began = time.process_time()
    result = work()
    return result, 1000 * (time.process_time() - began)


def _with(
    facts: dict[str, Any], done: tuple[tuple[int, ...] | None, float]
) -> tuple[tuple[int, ...] | None, dict[str, Any], float]:
    return done[0], facts, done[1]


def times(ms: list[float]) -> str:
    return f"{statistics.median(ms):.1f} ms median, {percentile(ms, 0.99):.1f} p99, n {len(ms)}"


if __name__ == "__main__":
    sys.exit(main())
