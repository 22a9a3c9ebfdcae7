"""Which pictures a number decides: `python -m vision.lab.moved NAME...`, reader's thresholds.

Each is moved far, one at a time, and every shared scene is read again. A number that decides none
of them, nor anything in the tests, is not needed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import cv2

from vision.lab.answered import read_shot
from vision.lab.figures import Shot
from vision.lab.measure import DATA, truths
from vision.lab.thresholds import table
from vision.picture_file import read_picture
from vision.reader import thresholds
from vision.reader.thresholds import Bar
from vision.threshold import Count

FACTORS = (1 / 3, 3.0)


class MovedAnswer(NamedTuple):
    """A picture that is answered otherwise with a threshold moved by a factor."""

    name: str
    factor: float
    file: str
    answer: str
    moved_answer: str


def decided(
    paths: Iterable[Path], names: Sequence[str], calibration: str = "file"
) -> Iterator[MovedAnswer]:
    """Read each picture as it is and with each of these thresholds moved."""
    for path in paths:
        plain = _answer(path, calibration)
        for name in names:
            for factor in FACTORS:
                with moved(name, factor):
                    answer = _answer(path, calibration)
                if answer != plain:
                    yield MovedAnswer(name, factor, path.stem, plain, answer)


@contextmanager
def moved(name: str, factor: float) -> Iterator[None]:
    """Multiply a threshold of the reader by a factor meanwhile. Raises KeyError for an unknown
    name, and for a bar, which has no single value."""
    kept = table(thresholds)[name]
    if isinstance(kept, Bar):
        raise KeyError(name)
    setattr(thresholds, name, round(kept * factor) if isinstance(kept, Count) else kept * factor)
    try:
        yield
    finally:
        setattr(thresholds, name, kept)


def _answer(path: Path, calibration: str) -> str:
    truth = json.loads(path.read_text())
    shot: Shot = read_shot(path.stem, read_picture(path.with_suffix(".jpg")), truth, calibration)
    return f"{shot.answer} {shot.values or ''}".strip()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="+", metavar="NAME", help="of a threshold of the reader")
    parser.add_argument("--drawn", type=Path, metavar="DIR", help="a folder instead of the scenes")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="picture, from the first")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if given.drawn is not None:
        paths = sorted(given.drawn.glob("[0-9]*.json"))
    else:
        paths = [path for name in ("hires", ".") for path in truths(DATA / "scenes" / name, "all")]
    for one in decided(paths[:: given.every], given.names):
        sys.stdout.write(
            f"{one.name} x {one.factor:.2g}: {one.file}, {one.answer}: {one.moved_answer}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
