"""Crops of clear dice close up: their top faces, and what must not be taken for one."""

from __future__ import annotations

import argparse

import cv2
import numpy as np

from vision.lab.clear import ClearDiePicture, take
from vision.lab.train.crop import NOTHING, SIDE_PX, STORED_PX, Crops
from vision.reader.boardless.crop import Copies

ELSEWHERE = 2
"""Places without a face from each picture."""
TOO_NEAR = 0.9
"""Sides away from the die, at least."""
OFF_SIZE = (0.45, 0.6, 1.8)
"""Wrong sizes, over a die's side: the net must see nothing there."""


def crops(seeds: range) -> Crops:
    """The die of each picture, the faces beside its top, and places without any."""
    images, values, sides = [], [], []
    for seed in seeds:
        taken = take(seed)
        copies = Copies.halving(np.asarray(taken.picture, np.uint8))
        for x, y, side, value in _places(taken, np.random.default_rng([seed, 5])):
            images.append(copies.cut(x, y, side, STORED_PX, SIDE_PX))
            values.append(value)
            sides.append(side)
    n = len(values)
    return Crops(
        image=np.array(images, np.uint8),
        value=np.array(values, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=np.full((n, 2), np.nan, np.float32),
        seen_px=np.array(sides, np.float32),
        source=np.full(n, "clear"),
    )


def _places(
    taken: ClearDiePicture, rng: np.random.Generator
) -> list[tuple[float, float, float, int]]:
    """Middle, side, value."""
    (x, y), side = taken.center_px, taken.side_px
    found = [(x, y, side, taken.value)]
    found += [(fx, fy, side, NOTHING) for fx, fy in taken.beside_px]
    off = float(rng.choice(OFF_SIZE)) * side
    found.append((x, y, off, NOTHING))
    for _ in range(ELSEWHERE):
        px, py = rng.uniform(0, len(taken.picture), 2)
        if np.hypot(px - x, py - y) > TOO_NEAR * side:
            found.append((float(px), float(py), side * float(rng.uniform(0.5, 1.2)), NOTHING))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description="Cut crops of clear dice close up.")
    options.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FROM", "TO"))
    options.add_argument("--out", required=True)
    given = options.parse_args()
    cv2.setNumThreads(1)
    crops(range(*given.seeds)).save(given.out)


if __name__ == "__main__":
    main()
