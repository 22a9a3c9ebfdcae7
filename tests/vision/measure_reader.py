"""Print what the reader does on the dice pictures in ../shared/data.

`python tests/vision/measure_reader.py [--wrong] [--ask] [folder ...]`. Counted per roll, never per
die. `--wrong` lists the rolls behind every wrong figure, `--ask` those behind every question.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import calibration_truth
from vision.calibration import Calibration
from vision.reader import read
from vision.reading import DieSeen, Half

SCENES = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "scenes"
FOLDERS = (".", "hires", "low_tilt", "on_die")
RIGHT = {"bottom": Half.PICTURE_RIGHT, "top": Half.PICTURE_LEFT}


def calibration_of(truth: dict[str, Any]) -> Calibration:
    """The calibration a scene's truth holds; the dice's size counts as measured."""
    die_mm = truth["dice"][0]["size_mm"] if truth["dice"] else None
    return calibration_truth.calibration_of(truth, die_mm)


def status(dice: tuple[DieSeen, ...], roller: str) -> str:
    """The README's rule on what was seen: a status that needs no question, or "ask"."""
    if len(dice) != 2:
        return "ask"
    if any(die.flat is False for die in dice):
        return "cocked"
    if any(die.flat is None for die in dice):
        return "ask"
    if any(die.half is not RIGHT[roller] for die in dice):
        return "wrong_side"
    return "valid" if all(die.value for die in dice) else "ask"


@dataclass
class Tally:
    counts: Counter[str] = field(default_factory=Counter)
    per_status: dict[str, Counter[str]] = field(default_factory=dict)
    lines: list[tuple[str, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, truth: dict[str, Any], dice: tuple[DieSeen, ...]) -> None:
        said = status(dice, truth["roller"])
        real = truth["roll_status"]
        values = sorted((die.value or 0 for die in dice), reverse=True)
        if real == "valid":
            right = said == "valid" and values == truth["values"]
            verdict = "right" if right else "WRONG" if said != "ask" else "asked"
        else:
            verdict = "WRONG" if said == "valid" else "called" if said == real else "refused"
        group = "valid" if real == "valid" else "not valid"
        self.counts[f"{group}: {verdict}"] += 1
        self.per_status.setdefault(f"{real}/{truth['sub']}", Counter())[verdict] += 1
        seen = " ".join(
            f"{d.value or '?'}({d.guess}) {d.half} flat={d.flat} {d.support}" for d in dice
        )
        line = f"{truth['file']} {real}/{truth['sub']} {truth['values']} said {said}: {seen}"
        self.lines.append((verdict, line))


def measure(folder: Path) -> Tally:
    tally = Tally()
    for path in sorted(folder.glob("[0-9]*.json")):
        truth = json.loads(path.read_text())
        calibration = calibration_of(truth)
        image = cv2.imread(str(path.with_suffix(".jpg")))
        start = time.perf_counter()
        dice = read(image, calibration)
        tally.seconds.append(time.perf_counter() - start)
        tally.add(truth, dice)
    return tally


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--ask", action="store_true")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for name in options.folders:
        tally = measure(SCENES / name)
        ms = np.array(tally.seconds) * 1000
        _say(f"{name}: {len(ms)} rolls, {np.median(ms):.0f} ms median, {ms.max():.0f} ms most")
        for key in sorted(tally.counts):
            _say(f"   {key} {tally.counts[key]}")
        for key, counts in sorted(tally.per_status.items()):
            _say(f"      {key}: {dict(counts)}")
        for verdict, line in tally.lines:
            if (options.wrong and verdict == "WRONG") or (options.ask and verdict == "asked"):
                _say(f"    {line}")


if __name__ == "__main__":
    main()
