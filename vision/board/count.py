"""A small net for one strip of a point or of the bar: how many checkers of which colour lie there,
or that it cannot be seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.learned.net import outputs_of
from vision.view import Picture

MODEL = Path(__file__).with_name("count.onnx")
TEMPERATURE = 0.8
"""What the net's log-shares are divided by, so that they come true as often as they claim: least
loss on 40 positions of rigs 9100000-9100007 was at 0.78."""


def count_shares(strips: Picture, view: NDArray[np.float32]) -> Floats:
    """Natural logs of shares (N, 32) for strips (N, 160, 40, 3) BGR, as `vision.board.strips` cuts
    them: 0, 1 to 15 checkers of the first colour, -15 to -1 of the second, and last that the place
    cannot be seen. view (N, 11): both colours BGR, and the strips' shapes. Raises NetMissing."""
    logits = outputs_of(MODEL, strips, view).astype(np.float64) / TEMPERATURE
    most = logits.max(axis=1, keepdims=True)
    whole = most + np.log(np.exp(logits - most).sum(axis=1, keepdims=True))
    return np.asarray(logits - whole, np.float64)
