"""The table of the numbers by which the reader decides: `python -m vision.lab.thresholds`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from vision.reader.thresholds import Bar, table


def lines() -> Iterator[str]:
    for name, one in table().items():
        value = str(one) if isinstance(one, Bar) else f"{float(one):g}"
        yield f"{name:22}{value:>24}  {one.unit}: {one.meaning}; set by {one.set_by}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
