"""The reader on clear dice close up, drawn for the run: `measure --clear N --seed S`."""

from __future__ import annotations

import time
from collections.abc import Iterator

from vision.lab.clear import take
from vision.lab.photos import Label, Tally
from vision.reader.boardless import read_bare

SEEDS = 100_000
"""Seeds of a run. Training data have seeds below the first run's."""


def clear_lines(count: int, seed: int) -> Iterator[str]:
    """The figures of `count` pictures of one die each, as `kiosk read --bare` reads them."""
    tally, by_value = Tally(), [Tally() for _ in range(7)]
    for number in range(seed * SEEDS, seed * SEEDS + count):
        taken = take(number)
        start = time.perf_counter()
        dice = read_bare(taken.picture)
        ms = 1000 * (time.perf_counter() - start)
        label = Label(taken.value, *taken.center_px, taken.side_px, taken.side_px)
        for one in (tally, by_value[taken.value]):
            one.add(f"picture {number}", [label], dice)
            one.ms.append(ms)
    yield f"== {count} clear dice close up, seed {seed}"
    yield from tally.lines()
    parts = (f"{value}: {one.answered}/{one.labels}" for value, one in enumerate(by_value))
    yield f"  answered by value: {', '.join(list(parts)[1:])}"
