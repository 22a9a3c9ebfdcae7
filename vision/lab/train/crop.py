"""Crops of dice for the nets, with the truth about each."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.learned.net import crops_at
from vision.view import Picture

SIDE_PX = 24
"""The die's side in a crop."""
STORED_PX = 60
"""Crops are kept larger than the net's, so that they can be turned and shifted in training."""
NOTHING = 0
"""The value of a crop that shows no top face."""


class Rows:
    """Arrays of one length, by name: the same row of each belongs to one crop."""

    __slots__ = ()

    @classmethod
    def together(cls, parts: list[Self]) -> Self:
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in cls._names()))

    def only(self, keep: NDArray[np.bool_]) -> Self:
        return type(self)(*(getattr(self, name)[keep] for name in self._names()))

    def save(self, path: str) -> None:
        np.savez_compressed(path, **{name: getattr(self, name) for name in self._names()})

    @classmethod
    def load(cls, path: str) -> Self:
        with np.load(path) as kept:
            return cls(*(kept[name] for name in cls._names()))

    def __len__(self) -> int:
        return len(getattr(self, self._names()[0]))

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class Crops(Rows):
    """N crops: `image` (N, STORED_PX, STORED_PX, 3) uint8 BGR; `value` (N,) 0-6, 0 for none;
    `tilt_deg` (N,), NaN where unknown; `view` (N, 2), how far the picture looks sideways
    at the die, mm a mm of height, x and y of the crop, NaN unknown; `seen_px` (N,), the die's
    side in the picture it was cut from; `source` (N,), where it is from."""

    image: NDArray[np.uint8]
    value: NDArray[np.int64]
    tilt_deg: NDArray[np.float32]
    view: NDArray[np.float32]
    seen_px: NDArray[np.float32]
    source: NDArray[np.str_]


def is_moving(source: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Which crops (N,) show a die that moved while the shutter was open, by where they are from."""
    return np.asarray(np.char.startswith(source, "moving"))


def cut(picture: Picture, calibration: Calibration, places: Floats, die_mm: float) -> Picture:
    """Around places (N, 2) of the plane one die high, (N, STORED_PX, STORED_PX, 3)."""
    seen = crops_at(picture, calibration, places, die_mm, SIDE_PX, STORED_PX)
    return np.clip(np.rint(seen), 0, 255).astype(np.uint8)
