"""Decode pictures from untrusted files, or refuse them with a message."""

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

_USE = "use JPEG or PNG, or WebP or BMP"


class PictureUnreadable(VisionError):
    """A file holds no picture, a damaged one, or one of a size that makes no sense."""


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A picture file as uint8 (h, w, 3) BGR; grey, 16-bit and transparent ones are converted.

    Raises PictureUnreadable when it holds none, OSError when it cannot be opened.
    """
    raw = _content(path)
    claimed = claimed_size(raw)
    if claimed is None:
        raise PictureUnreadable(f"{path} is no picture that can be decoded; {_USE}.")
    check_size(path, *claimed)
    log = cv2.utils.logging
    loud = log.setLogLevel(log.LOG_LEVEL_SILENT)  # the error below reports it in one sentence
    try:
        image = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PictureUnreadable(f"{path} cannot be decoded; take the picture again.") from error
    finally:
        log.setLogLevel(loud)
    if image is None:
        raise PictureUnreadable(f"{path} is no picture that can be decoded; {_USE}.")
    check_size(path, image.shape[1], image.shape[0])
    return np.asarray(image, np.uint8)


def _content(path: Path) -> bytes:
    """The bytes of a file that a picture could fill: no pipe, no device, no film."""
    try:
        there = path.stat()
    except ValueError as error:  # a zero byte in the name
        raise PictureUnreadable(f"{str(path)!r} is no name of a file; name a picture.") from error
    if stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode):  # reading a folder raises
        if there.st_size > MOST_BYTES:
            raise PictureUnreadable(f"{path} has {there.st_size} bytes; name one picture.")
        raw = path.read_bytes()
        if not raw:
            raise PictureUnreadable(f"{path} is empty; take the picture again.")
        return raw
    raise PictureUnreadable(f"{path} is no file; name a picture.")


def check_size(path: Path, width: int, height: int) -> None:
    """Raise PictureUnreadable for a picture in `path` that is too small or too large to be read."""
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
    """Width and height by the header of a PNG (RFC 2083), BMP, JPEG (ITU T.81) or WebP (RFC 9649);
    None for anything else, which is not decoded.

    A small file can claim a picture that fills the memory.
    """
    if raw.startswith(b"\x89PNG\r\n\x1a\n") and raw[12:16] == b"IHDR" and len(raw) >= 24:
        width, height = struct.unpack(">II", raw[16:24])
        return width, height
    if raw.startswith(b"BM") and len(raw) >= 26:
        width, height = struct.unpack("<ii", raw[18:26])
        return abs(width), abs(height)
    if raw.startswith(b"RIFF") and raw[8:12] == b"WEBP" and len(raw) >= 30:
        return _webp_size(raw)
    return _jpeg_size(raw) if raw.startswith(b"\xff\xd8") else None


def _webp_size(raw: bytes) -> tuple[int, int] | None:
    """The size in a WebP's first chunk; of one with more than a picture that of its canvas."""
    match raw[12:16]:
        case b"VP8 " if raw[23:26] == b"\x9d\x01\x2a":
            width, height = struct.unpack("<HH", raw[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L" if raw[20:21] == b"\x2f":
            (sides,) = struct.unpack("<I", raw[21:25])
            return (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
        case b"VP8X":
            width, height = (int.from_bytes(raw[at : at + 3], "little") + 1 for at in (24, 27))
            return width, height
    return None


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    """The size in the first start-of-frame segment; segments are skipped by their lengths."""
    at = 2
    while at + 9 <= len(raw) and raw[at] == 0xFF:
        kind = raw[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        if kind == 0xFF:  # any number may stand before a marker
            at += 1
        elif kind == 0x01 or 0xD0 <= kind <= 0xD7:  # no length follows
            at += 2
        elif kind == 0xDA:
            return None
        else:
            at += 2 + max(2, int.from_bytes(raw[at + 2 : at + 4], "big"))
    return None
