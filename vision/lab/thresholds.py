"""The numbers by which reader and tracker decide: `python -m vision.lab.thresholds`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping

from vision.reader import thresholds as reader
from vision.reader.thresholds import Bar
from vision.threshold import Count, Threshold
from vision.tracker import thresholds as tracker

ROOMS: Mapping[str, Callable[[], Mapping[str, Bar | Threshold | Count]]] = {
    "reader": reader.table,
    "tracker": tracker.table,
}


def lines() -> Iterator[str]:
    """One each, named by its room and its name there."""
    for room, table in ROOMS.items():
        for name, one in table().items():
            value = f"{float(one):g}" if isinstance(one, Threshold) else str(one)
            at = f"{room}.{name}"
            yield f"{at:30}{value:>24}  {one.unit}: {one.meaning}; set by {one.set_by}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
