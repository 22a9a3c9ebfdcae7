"""Lamps that flicker: the whole picture beats, or bands of light run over it.

A lamp on the mains shines in pulses, twice a period. A sensor that opens for less or more than
whole pulses gets more of them in one frame than in the next, and, since it reads its rows one
after the other, in one row than in another.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.light import Fault, Trouble
from vision.marker_photometry import linear

Picture = NDArray[np.uint8]

LEAST_FRAMES = 6
MOST_BEAT = 0.05
"""Relative change of light between frames; a tracker takes twice that for a switched lamp."""
SURELY = 0.02
"""A lamp of wires alone changes by a tenth, of which a wrong exposure leaves a sixth."""
IN_STEP = 0.02
ROWS = 48
COLUMNS = 16
LEAST_LEVEL = 12
MOST_LEVEL = 245
"""Darker or brighter cells are no measure of the light on them."""


def flicker(smalls: Sequence[Picture]) -> Fault | None:
    """Flicker in the small grey pictures (h, w) of a still camera, in order; `None` without any.

    Bands that stand still look like a shadow: lamp and frame rate are then in step.
    """
    if len(smalls) < LEAST_FRAMES:
        return None
    beat, band = swing(smalls)
    if max(beat, band) <= MOST_BEAT:
        return None
    how = "bands of light run over the picture" if band > beat else "the picture beats"
    return Fault(
        Trouble.FLICKER,
        max(beat, band),
        MOST_BEAT,
        f"The light flickers: {how}, by {100 * max(beat, band):.0f} % from frame to frame; expose "
        "for whole pulses of the mains (10 or 20 ms at 50 Hz, 8.3 or 16.7 ms at 60 Hz), or use "
        "a lamp that does not flicker.",
    )


def mains_hz(at_50: Sequence[Picture], at_60: Sequence[Picture], period_ns: int) -> int | None:
    """The mains of the lamps, by frames exposed for one pulse of 50 Hz and frames of 60 Hz.

    The wrong exposure shows bands: running ones, or, where a frame takes whole pulses, standing
    ones, which the right exposure lacks. `None`: no lamp here flickers.
    """
    runs = {50: max(swing(at_50)), 60: max(swing(at_60))}
    steady = min(runs, key=lambda hz: runs[hz])
    if max(runs.values()) > SURELY and runs[steady] < max(runs.values()) / 2:
        return steady
    if _steady_swing(at_50, at_60) < SURELY:
        return None
    pulses = {hz: period_ns * 2 * hz / 1e9 for hz in runs}
    in_step = [hz for hz, count in pulses.items() if abs(count - round(count)) < IN_STEP]
    return in_step[0] if len(in_step) == 1 else None


def _steady_swing(one: Sequence[Picture], other: Sequence[Picture]) -> float:
    """From valley to peak, how the light of rows differs between two exposures of one board."""
    light, usable = _light([*one, *other])
    rows = np.stack([np.median(light[:, r, usable[r]], axis=1) for r in _full(usable)], axis=1)
    if not rows.size:
        return 0.0
    change = rows[: len(one)].mean(axis=0) - rows[len(one) :].mean(axis=0)
    return float(np.ptp(np.percentile(change - np.median(change), (5, 95))))


def swing(smalls: Sequence[Picture]) -> tuple[float, float]:
    """By how much of itself light changes between frames, and besides between rows of a frame.

    From valley to peak, over the middle nine tenths of the frames and rows.
    """
    light, usable = _light(smalls)
    change = light - np.median(light, axis=0)
    # What moves over the board changes some cells of a row, a lamp all of them.
    rows = np.array([np.median(change[:, r, usable[r]], axis=1) for r in _full(usable)])
    if not len(rows):
        return 0.0, 0.0
    frames = np.median(rows, axis=0)
    beat = float(np.ptp(np.percentile(frames, (5, 95))))
    band = float(np.median(np.ptp(np.percentile(rows - frames, (5, 95), axis=0), axis=0)))
    return beat, band


def _light(smalls: Sequence[Picture]) -> tuple[Floats, NDArray[np.bool_]]:
    """The logarithm of light in each cell of each frame, (frames, rows, columns); usable cells."""
    cells = np.stack(
        [cv2.resize(small, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA) for small in smalls]
    )
    usable = (cells > LEAST_LEVEL) & (cells < MOST_LEVEL)
    return np.log(np.maximum(linear(cells), 1e-4)), np.asarray(usable.all(axis=0), np.bool_)


def _full(usable: NDArray[np.bool_]) -> list[int]:
    """Rows with enough usable cells."""
    return [r for r in range(len(usable)) if usable[r].sum() >= COLUMNS // 3]
