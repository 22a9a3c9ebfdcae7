"""The numbers by which reader and tracker decide: `python -m vision.lab.thresholds`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import MappingProxyType, ModuleType

from vision.reader import thresholds as reader
from vision.reader.boardless import thresholds as boardless
from vision.reader.thresholds import Bar
from vision.threshold import Count, Threshold
from vision.tracker import thresholds as tracker

ROOMS: Mapping[str, ModuleType] = MappingProxyType(
    {"reader": reader, "boardless": boardless, "tracker": tracker}
)


def table(room: ModuleType) -> dict[str, Bar | Threshold | Count]:
    """The thresholds of a module by name, in their order."""
    rows = (Bar, Threshold, Count)
    return {name: one for name, one in vars(room).items() if isinstance(one, rows)}


def lines() -> Iterator[str]:
    """A line for each, with its module and its name there."""
    for room, module in ROOMS.items():
        for name, one in table(module).items():
            value = f"{float(one):g}" if isinstance(one, Threshold) else str(one)
            at = f"{room}.{name}"
            yield f"{at:30}{value:>24}  {one.unit}: {one.meaning}; set by {one.set_by}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
