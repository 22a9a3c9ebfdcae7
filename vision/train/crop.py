"""What the net is shown of one die, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIDE_PX = 24
"""The die's side in a crop."""
STORED_PX = 60
"""Crops are kept larger than the net's, so that they can be turned and shifted in training."""
NOTHING = 0
"""The value of a crop that shows no top face."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """N crops: `image` (N, STORED_PX, STORED_PX, 3) uint8 BGR; `value` (N,) 0-6, 0 for none;
    `tilt_deg` (N,), NaN where nobody knows; `view` (N, 2), how far the picture looks sideways
    at the die, mm a mm of height, x and y of the crop, NaN unknown; `seen_px` (N,), the die's
    side in the picture it was cut from; `source` (N,), where it is from."""

    image: NDArray[np.uint8]
    value: NDArray[np.int64]
    tilt_deg: NDArray[np.float32]
    view: NDArray[np.float32]
    seen_px: NDArray[np.float32]
    source: NDArray[np.str_]

    @staticmethod
    def together(parts: list[Crops]) -> Crops:
        return Crops(*(np.concatenate([getattr(p, name) for p in parts]) for name in _FIELDS))

    def only(self, keep: NDArray[np.bool_]) -> Crops:
        return Crops(*(getattr(self, name)[keep] for name in _FIELDS))

    def save(self, path: str) -> None:
        np.savez_compressed(path, **{name: getattr(self, name) for name in _FIELDS})

    @staticmethod
    def load(path: str) -> Crops:
        with np.load(path) as kept:
            return Crops(*(kept[name] for name in _FIELDS))


_FIELDS = ("image", "value", "tilt_deg", "view", "seen_px", "source")
