"""A screendump judged: is anything to be seen on it?"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

SEEN_SHARE = 0.005
DARK = 24


@dataclass(frozen=True, slots=True)
class Picture:
    """`shown`: the share of pixels brighter than black, 0 to 1. `colours`: how many differ."""

    width: int
    height: int
    shown: float
    colours: int

    @property
    def is_black(self) -> bool:
        return self.shown < SEEN_SHARE or self.colours < 4


def look(ppm: bytes) -> Picture:
    """Raises ValueError for what is no PPM (`P6`, 8 bits, as QEMU writes it)."""
    pixels = pixels_of(ppm)
    bright = pixels.max(axis=2) > DARK
    colours = len(np.unique(pixels.reshape(-1, 3)[::7], axis=0))
    return Picture(pixels.shape[1], pixels.shape[0], float(bright.mean()), colours)


def pixels_of(ppm: bytes) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """Rows, columns, red-green-blue. Raises ValueError as `look`."""
    words = ppm[:64].split(None, 4)
    if len(words) < 4 or words[0] != b"P6" or words[3] != b"255":
        raise ValueError(f"no PPM of 8 bits: {ppm[:20]!r}")
    width, height = int(words[1]), int(words[2])
    data = ppm[-width * height * 3 :] if width * height else b""
    if len(data) != width * height * 3 or not data:
        raise ValueError(f"a PPM of {width}x{height} has {len(ppm)} bytes: cut off")
    return np.frombuffer(data, np.uint8).reshape(height, width, 3)


def save_png(ppm: bytes, path: Path) -> None:
    cv2.imwrite(str(path), pixels_of(ppm)[:, :, ::-1])
