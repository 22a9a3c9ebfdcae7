"""Accepted rolls under twenty operations: `python -m vision.lab.stress`.

Rolls that are read right are disturbed, one operation at a time, and read again. A wrong roll is
one that is then accepted with other values, or at all where a third die lies there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.lab.answered import read_shot
from vision.lab.disturbed import OPERATIONS, DisturbedRoll
from vision.lab.figures import Shot
from vision.lab.measure import DATA, truths
from vision.lab.truth import calibration_of
from vision.view import Picture

ROLLS = 100
RIGHT = "accepted"
ASKED = "asked"
VOID = "called void"
WRONG = "wrong"


class Result(NamedTuple):
    """What became of a roll under an operation."""

    operation: str
    file: str
    became: str
    answer: str


Keep = Callable[[Result, Picture], None]


def became(shot: Shot, *, third: bool) -> str:
    """The result for a roll; with a third die in sight it must be asked about, or thrown again."""
    if shot.answer == "valid":
        return WRONG if third or shot.values != shot.true_values else RIGHT
    return ASKED if third or shot.answer in {"unsure", "error"} else VOID


def results(
    paths: Iterable[Path], rolls: int, seed: int, calibration: str, keep: Keep = lambda *_: None
) -> Iterator[Result]:
    """Results of the first rolls accepted undisturbed; `keep` gets each with its picture."""
    accepted = 0
    for path in paths:
        truth = json.loads(path.read_text())
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        plain = read_shot(path.stem, image, truth, calibration)
        if plain.answer != "valid" or plain.wrong:
            continue
        roll = DisturbedRoll(image, truth, calibration_of(truth))
        for nth, (name, operation) in enumerate(OPERATIONS.items()):
            picture = operation.do(roll, np.random.default_rng((seed, int(path.stem), nth)))
            if picture is None:
                continue
            shot = read_shot(path.stem, picture, truth, calibration)
            answer = f"{shot.answer} {shot.values or ''}".strip()
            result = Result(name, path.stem, became(shot, third=operation.third), answer)
            keep(result, picture)
            yield result
        accepted += 1
        if accepted == rolls:
            return


def lines(some: Sequence[Result]) -> Iterator[str]:
    """The wrong ones first, then those called void, then a row for each operation."""
    for kind in (WRONG, VOID):
        for one in some:
            if one.became == kind:
                yield f"{kind}: {one.operation}, {one.file}: {one.answer}"
    yield f"| operation | rolls | {RIGHT} | {ASKED} | {VOID} | {WRONG} |"
    yield "|---|---|---|---|---|---|"
    for name in OPERATIONS:
        counts = Counter(one.became for one in some if one.operation == name)
        cells = [counts[kind] for kind in (RIGHT, ASKED, VOID, WRONG)]
        yield f"| {name} | {sum(cells)} | {' | '.join(map(str, cells))} |"


def _picture_keeper(out: Path) -> Keep:
    """A writer of the pictures that were answered wrongly."""

    def keep(result: Result, picture: Picture) -> None:
        if result.became in {WRONG, VOID}:
            out.mkdir(parents=True, exist_ok=True)
            name = f"{result.became}_{result.operation}_{result.file}.png".replace(" ", "_")
            cv2.imwrite(str(out / name), picture)

    return keep


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rolls", type=int, default=ROLLS, help="accepted ones to disturb")
    parser.add_argument("--seed", type=int, default=1, help="of where and how")
    parser.add_argument("--calibration", choices=("whole", "table", "file", "none"), default="file")
    parser.add_argument("--drawn", type=Path, metavar="DIR", help="a folder instead of the scenes")
    parser.add_argument("--out", type=Path, metavar="DIR", help="pictures read wrongly")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if options.drawn is not None:
        paths = sorted(options.drawn.glob("[0-9]*.json"))
    else:
        paths = [path for name in ("hires", ".") for path in truths(DATA / "scenes" / name, "all")]
    keep = _picture_keeper(options.out) if options.out is not None else lambda *_: None
    some = list(results(paths, options.rolls, options.seed, options.calibration, keep))
    for line in lines(some):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
