"""Pictures from files nobody vouches for: decoded, or refused in words."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

MOST_PIXELS = 50_000_000
"""Four times the largest picture of a Pi's camera; a decoded one then takes 150 MB."""
LEAST_SIDE_PX = 8


class PictureUnreadable(VisionError):
    """A file holds no picture, a damaged one, or one of a size that makes no sense."""


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A picture file as uint8 (h, w, 3) BGR; grey, 16-bit and transparent ones are converted.

    Raises PictureUnreadable when it holds none, OSError when it cannot be opened.
    """
    raw = path.read_bytes()
    if not raw:
        raise PictureUnreadable(f"{path} is empty; take the picture again.")
    claimed = claimed_size(raw)
    if claimed is not None and claimed[0] * claimed[1] > MOST_PIXELS:
        raise PictureUnreadable(
            f"{path} claims {claimed[0]} x {claimed[1]} pixels; "
            f"reduce it below {MOST_PIXELS // 1_000_000} million."
        )
    try:
        image = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PictureUnreadable(f"{path} cannot be decoded; take the picture again.") from error
    if image is None:
        raise PictureUnreadable(f"{path} is no picture that can be decoded; use JPEG or PNG.")
    if min(image.shape[:2]) < LEAST_SIDE_PX:
        height, width = image.shape[:2]
        raise PictureUnreadable(
            f"{path} is {width} x {height} pixels; it takes {LEAST_SIDE_PX} a side at least."
        )
    return np.asarray(image, np.uint8)


def claimed_size(raw: bytes) -> tuple[int, int] | None:
    """Width and height by the header of a PNG (RFC 2083), BMP or JPEG (ITU T.81); None: unknown.

    Told before decoding, since a small file can claim a picture that fills the memory.
    """
    if raw.startswith(b"\x89PNG\r\n\x1a\n") and len(raw) >= 24:
        width, height = struct.unpack(">II", raw[16:24])
        return width, height
    if raw.startswith(b"BM") and len(raw) >= 26:
        width, height = struct.unpack("<ii", raw[18:26])
        return abs(width), abs(height)
    return _jpeg_size(raw) if raw.startswith(b"\xff\xd8") else None


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    """The first start-of-frame segment tells it; segments are skipped by their lengths."""
    at = 2
    while at + 9 <= len(raw) and raw[at] == 0xFF:
        kind = raw[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 + int.from_bytes(raw[at + 2 : at + 4], "big")
    return None
