"""The reader on real photographs of dice without a board, counted by die."""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kiosk.dice.intervals import failures
from vision.lab.figures import share, times
from vision.reader.boardless import read_bare
from vision.reading import DieSeen

TUNED_ON = (
    "byler_d6",
    "damiantab_carpet",
    "penlington_wood",
    "rune55/felt_tray",
    "rune55/round_view",
)
HELD_OUT = "craps_precision"
"""Never tuned on: it belongs to the report alone."""
REFUSE = ("ctu_oblique", "piechowiak_clutter")
"""Seen too far from the side, or in heaps: these should be asked about."""
ROOM = 0.1
"""How far a die's middle may lie outside its label's box, in box widths."""


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled die: value, and box in pixels."""

    value: int
    x: float
    y: float
    width: float
    height: float

    def holds(self, die: DieSeen) -> bool:
        return (
            abs(die.center_px[0] - self.x) <= (0.5 + ROOM) * self.width
            and abs(die.center_px[1] - self.y) <= (0.5 + ROOM) * self.height
        )


@dataclass
class Tally:
    """labels; found: a die was reported there; forced: its guess is right; answered and wrong:
    with a value; stray: values given where no die is labelled; doubted: dice reported there, to be
    asked about."""

    labels: int = 0
    found: int = 0
    forced: int = 0
    answered: int = 0
    stray: int = 0
    doubted: int = 0
    whole: int = 0
    pictures: int = 0
    wrong: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def add(self, name: str, labels: Sequence[Label], dice: Sequence[DieSeen]) -> None:
        free, right = list(dice), 0
        for label, die in paired(labels, dice):
            free.remove(die)
            self.found += 1
            self.forced += die.guess == label.value
            self.answered += die.value is not None
            right += die.value == label.value
            if die.value not in {None, label.value}:
                at = f"({die.center_px[0]:.0f}, {die.center_px[1]:.0f})"
                self.wrong.append(f"{name} {at} is {label.value}, read {die.value}")
        stray = [die for die in free if die.value is not None]
        self.stray += len(stray)
        self.doubted += len(free) - len(stray)
        self.labels += len(labels)
        self.pictures += 1
        self.whole += right == len(labels) and not stray

    def lines(self) -> Iterator[str]:
        yield (
            f"  {self.pictures} pictures, {self.labels} dice, "
            f"found {share(self.found, self.labels)}, "
            f"forced right {share(self.forced, self.labels)}"
        )
        yield (
            f"  answered {share(self.answered, self.labels)}, wrong among them "
            f"{failures(len(self.wrong), self.answered)}, strays {self.stray}, "
            f"asked about where no die is labelled {self.doubted}, "
            f"whole pictures right {share(self.whole, self.pictures)}, ms {times(self.ms)}"
        )
        for line in self.wrong:
            yield f"  WRONG {line}"


def paired(labels: Sequence[Label], dice: Sequence[DieSeen]) -> Iterator[tuple[Label, DieSeen]]:
    """Each label with the die found there: where boxes overlap, the nearest pairs first."""
    pairs = [
        (math.dist(die.center_px, (label.x, label.y)), i, k)
        for i, label in enumerate(labels)
        for k, die in enumerate(dice)
        if label.holds(die)
    ]
    labelled: set[int] = set()
    paired: set[int] = set()
    for _, i, k in sorted(pairs):
        if i not in labelled and k not in paired:
            labelled.add(i)
            paired.add(k)
            yield labels[i], dice[k]


def photo_lines(place: Path, part: str, names: Sequence[str] | None, every: int) -> Iterator[str]:
    """The figures of each set: on its first half to tune, its second half and the held-out set
    to report."""
    sets = names or (TUNED_ON if part == "tune" else (*TUNED_ON, HELD_OUT, *REFUSE))
    for name in sets:
        tally = Tally()
        for picture, labels in _pictures(
            place / name, "all" if name not in TUNED_ON else part, every
        ):
            image = np.asarray(cv2.imread(str(picture)), np.uint8)
            start = time.perf_counter()
            dice = read_bare(image)
            tally.ms.append(1000 * (time.perf_counter() - start))
            tally.add(picture.name, _in_pixels(labels, image), dice)
        yield f"== {name}" + (", should be refused" if name in REFUSE else "")
        yield from tally.lines()


def _pictures(place: Path, part: str, every: int) -> Iterator[tuple[Path, list[Label]]]:
    """Pictures with their labels; boxes as shares of the picture."""
    if (place / "labels.csv").is_file():
        with (place / "labels.csv").open(newline="") as lines:
            for i, row in enumerate(csv.DictReader(lines)):
                if row["value"] and i % every == 0:
                    yield place / row["file"], [Label(int(row["value"]), 0.5, 0.5, 1.0, 1.0)]
        return
    pictures = sorted((place / "images").glob("*.jpg"))
    half = (len(pictures) + 1) // 2
    chosen = {"tune": pictures[:half], "report": pictures[half:], "all": pictures}[part]
    for picture in chosen[::every]:
        text = place / "labels" / f"{picture.stem}.txt"
        yield picture, [] if not text.is_file() else _labels(text.read_text())


def _labels(text: str) -> list[Label]:
    """YOLO lines: class, middle, size; the class counts from 0."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    return [Label(int(row[0]) + 1, *map(float, row[1:5])) for row in rows]


def _in_pixels(labels: Sequence[Label], image: npt.NDArray[np.uint8]) -> list[Label]:
    height, width = image.shape[:2]
    return [
        Label(one.value, one.x * width, one.y * height, one.width * width, one.height * height)
        for one in labels
    ]
