"""Pictures from files nobody vouches for: decoded, or refused in words."""

from __future__ import annotations

import stat
import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

MOST_PIXELS = 50_000_000
"""Four times the largest picture of a Pi's camera; a decoded one then takes 150 MB."""
LEAST_SIDE_PX = 8
MOST_SIDE_PX = 20_000
MOST_BYTES = 200_000_000
"""Beyond a picture of MOST_PIXELS that is not packed at all."""


class PictureUnreadable(VisionError):
    """A file holds no picture, a damaged one, or one of a size that makes no sense."""


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A picture file as uint8 (h, w, 3) BGR; grey, 16-bit and transparent ones are converted.

    Raises PictureUnreadable when it holds none, OSError when it cannot be opened.
    """
    raw = _content(path)
    claimed = claimed_size(raw)
    if claimed is not None:
        _check_size(path, *claimed)
    log = cv2.utils.logging
    loud = log.setLogLevel(log.LOG_LEVEL_SILENT)  # it is told below, in one sentence
    try:
        image = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PictureUnreadable(f"{path} cannot be decoded; take the picture again.") from error
    finally:
        log.setLogLevel(loud)
    if image is None:
        raise PictureUnreadable(f"{path} is no picture that can be decoded; use JPEG or PNG.")
    _check_size(path, image.shape[1], image.shape[0])
    return np.asarray(image, np.uint8)


def _content(path: Path) -> bytes:
    """The bytes of a file that a picture could fill: no pipe, no device, no film."""
    try:
        there = path.stat()
    except ValueError as error:  # a zero byte in the name
        raise PictureUnreadable(f"{str(path)!r} is no name of a file; name a picture.") from error
    if stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode):  # reading tells of a folder
        if there.st_size > MOST_BYTES:
            raise PictureUnreadable(f"{path} has {there.st_size} bytes; name one picture.")
        raw = path.read_bytes()
        if not raw:
            raise PictureUnreadable(f"{path} is empty; take the picture again.")
        return raw
    raise PictureUnreadable(f"{path} is no file; name a picture.")


def _check_size(path: Path, width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise PictureUnreadable(
            f"{path} claims {width} x {height} pixels; "
            f"reduce it below {MOST_PIXELS // 1_000_000} million."
        )
    if min(width, height) < LEAST_SIDE_PX or max(width, height) > MOST_SIDE_PX:
        raise PictureUnreadable(
            f"{path} is {width} x {height} pixels; "
            f"a side takes {LEAST_SIDE_PX} at least and {MOST_SIDE_PX} at most."
        )


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
