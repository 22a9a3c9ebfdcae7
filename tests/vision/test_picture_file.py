"""Files nobody vouches for: a picture comes out, or a sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture_file import PictureUnreadable, claimed_size, read_picture

RNG = np.random.default_rng(5)
COLOUR = RNG.integers(0, 256, (40, 60, 3), np.uint8)


def encoded(image: np.ndarray, kind: str = ".png") -> bytes:
    ok, raw = cv2.imencode(kind, image)
    assert ok
    return bytes(raw)


@pytest.mark.parametrize(
    "image",
    [
        COLOUR,
        COLOUR[..., 0],
        COLOUR[..., :1],
        COLOUR.astype(np.uint16) * 257,
        COLOUR[..., 0].astype(np.uint16) * 257,
        np.dstack([COLOUR, COLOUR[..., 0]]),
    ],
    ids=["colour", "grey", "one channel", "16 bit", "16 bit grey", "transparent"],
)
def test_every_kind_of_pixel_becomes_bgr_bytes(tmp_path: Path, image: np.ndarray) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(encoded(image))
    found = read_picture(path)
    assert found.dtype == np.uint8
    assert found.shape == (40, 60, 3)
    blue = image if image.ndim == 2 else image[..., 0]
    assert np.array_equal(found[..., 0], blue if image.dtype == np.uint8 else blue // 257)


def huge_png(width: int, height: int) -> bytes:
    """A few bytes that claim a picture of any size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "empty"),
        (b"no picture at all", "no picture"),
        (encoded(COLOUR)[:20], "no picture"),
        (encoded(COLOUR, ".jpg")[:40], "no picture"),
        (b"\xff\xd8\xff\xe0", "no picture"),
        (huge_png(60_000, 60_000), "60000 x 60000"),
        (huge_png(2**31 - 1, 2**31 - 1), "pixels"),
        (encoded(COLOUR[:1, :1]), "1 x 1"),
        (encoded(COLOUR[:3]), "60 x 3"),
    ],
    ids=[
        *("empty", "text", "cut png", "cut jpeg", "jpeg's first bytes", "huge", "huger"),
        *("one pixel", "ribbon"),
    ],
)
def test_what_is_no_picture_is_told_in_words(tmp_path: Path, raw: bytes, told: str) -> None:
    path = tmp_path / "b.png"
    path.write_bytes(raw)
    with pytest.raises(PictureUnreadable, match=told):
        read_picture(path)


@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp"])
def test_headers_tell_the_size_before_decoding(kind: str) -> None:
    assert claimed_size(encoded(COLOUR, kind)) == (60, 40)


def test_damaged_files_never_do_worse_than_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "c"
    for kind in (".png", ".jpg", ".bmp"):
        whole = encoded(COLOUR, kind)
        for _ in range(60):
            raw = bytearray(whole)
            for at in RNG.integers(0, len(raw), 8):
                raw[at] = int(RNG.integers(0, 256))
            path.write_bytes(bytes(raw[: int(RNG.integers(1, len(raw) + 1))]))
            try:
                found = read_picture(path)
            except PictureUnreadable:
                continue
            assert found.ndim == 3
            assert found.dtype == np.uint8
