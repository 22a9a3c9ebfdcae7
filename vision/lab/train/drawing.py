"""The drawing of crops from many rigs, as the programs of the steps do it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import cv2

from vision.lab.train.crop import Rows


def draw_rigs(
    what: str, crops: Callable[[int], Rows], arguments: Sequence[str] | None = None
) -> None:
    """Write crops of the rigs --seeds FROM TO into the file --out, with progress every ten rigs."""
    options = argparse.ArgumentParser(description=what)
    options.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FROM", "TO"))
    options.add_argument("--out", required=True)
    given = options.parse_args(arguments)
    cv2.setNumThreads(1)
    began = time.monotonic()
    parts = []
    for seed in range(*given.seeds):
        parts.append(crops(seed))
        if seed % 10 == 0:
            cut = sum(len(part) for part in parts)
            print(f"rig {seed}: {cut} crops, {time.monotonic() - began:.0f} s", flush=True)
    type(parts[0]).together(parts).save(given.out)
