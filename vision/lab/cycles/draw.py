"""Draw what a folder describes: `python -m vision.lab.cycles.draw DIR`, where Blender's package is.

What is drawn already is not drawn again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

SAMPLES = 6
"""Samples of light for each pixel of a whole board."""
WINDOWS_GET = 4
"""Factor of samples in windows: dice are small, and what the reader looks at."""


def main(arguments: list[str] | None = None) -> None:
    options = argparse.ArgumentParser(description="Draw described boards and dice by Cycles.")
    options.add_argument("folder", type=Path)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--samples", type=int, default=SAMPLES, help="a pixel of a whole board")
    options.add_argument("--most", type=int, metavar="N", help="pictures, then stop")
    given = options.parse_args(arguments)
    left = given.most
    for path in sorted((given.folder / "described").glob("*.json")):
        if left == 0:
            break
        began = time.monotonic()
        count = _scene(path, given, left)
        left = None if left is None else left - count
        if count:
            took = time.monotonic() - began
            sys.stdout.write(f"{path.stem}: {count} pictures, {took:.0f} s\n")
            sys.stdout.flush()


def _scene(path: Path, given: argparse.Namespace, most: int | None) -> int:
    """How many pictures were drawn of it, a board without dice among them."""
    spec: dict[str, Any] = json.loads(path.read_text())
    raw = given.folder / "raw"
    raw.mkdir(exist_ok=True)
    still = raw / f"{path.stem}-still.npz"
    bare = spec["whole"] and not still.exists()
    left = [look for look in spec["looks"] if not (raw / f"{look['file']}.npz").exists()]
    left = left if most is None else left[: most - bare]
    if not left and not bare:
        return 0
    from vision.lab.cycles.blender.cycles import Stage  # noqa: PLC0415 - where its package is

    between = raw / f"{path.stem}-drawing.exr"
    if bare:
        stage = Stage(spec, given.folder, given.threads, given.samples)
        _keep(still, {"whole": stage.whole(between)})
    if left:
        stage = Stage(spec, given.folder, given.threads, WINDOWS_GET * given.samples)
    for look in left:
        parts = {f"window{n}": light for n, light in enumerate(stage.windows(look, between))}
        _keep(raw / f"{look['file']}.npz", parts)
    return len(left) + bare


def _keep(path: Path, parts: dict[str, Any]) -> None:
    """Write a file whole or not at all."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **parts)
    part.rename(path)


if __name__ == "__main__":
    main()
