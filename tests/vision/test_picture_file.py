"""Files nobody vouches for: a picture comes out, or a sentence."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.picture_file import PictureUnreadable, claimed_size, read_picture

RNG = np.random.default_rng(5)
COLOUR = RNG.integers(0, 256, (40, 60, 3), np.uint8)


def encoded(image: np.ndarray, kind: str = ".png", how: tuple[int, ...] = ()) -> bytes:
    ok, raw = cv2.imencode(kind, image, how)
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


def webp(kind: bytes, chunk: bytes) -> bytes:
    """A WebP with one chunk, and too few bytes for its picture."""
    body = b"WEBP" + kind + len(chunk).to_bytes(4, "little") + chunk
    return b"RIFF" + len(body).to_bytes(4, "little") + body


LARGEST_LOSSLESS = webp(b"VP8L", b"\x2f\xff\xff\xff\x0f" + bytes(5000))
LARGEST_LOSSY = webp(b"VP8 ", b"\x10\x00\x00\x9d\x01\x2a\xff\x3f\xff\x3f" + bytes(5000))
LARGEST_CANVAS = webp(b"VP8X", b"\x02" + b"\x00" * 3 + b"\xff" * 6 + bytes(5000))
"""5 kB each; the first two are 805 MB when decoded."""


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
        (LARGEST_LOSSLESS, "16384 x 16384"),
        (LARGEST_LOSSY, "16383 x 16383"),
        (LARGEST_CANVAS, "16777216 x 16777216"),
        (webp(b"XXXX", bytes(40)), "no picture"),
        (b"\xff\xd8\xff\xda" + encoded(COLOUR, ".jpg")[2:], "no picture"),
        (huge_png(60, 40).replace(b"IHDR", b"tEXt"), "no picture"),
        (encoded(COLOUR, ".tiff"), "use JPEG or PNG, or WebP or BMP"),
        (encoded(COLOUR, ".ppm"), "use JPEG or PNG, or WebP or BMP"),
        (encoded(COLOUR[:1, :1]), "1 x 1"),
        (encoded(COLOUR[:3]), "60 x 3"),
    ],
    ids=[
        *("empty", "text", "cut png", "cut jpeg", "jpeg's first bytes", "huge", "huger"),
        *("lossless webp", "lossy webp", "webp of parts", "odd webp"),
        *("a scan first", "png without a head", "tiff", "ppm", "one pixel", "ribbon"),
    ],
)
def test_what_is_no_picture_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, told: str
) -> None:
    """It is decoded only when its size is known and can be borne."""
    path, decoded = tmp_path / "b.png", []
    path.write_bytes(raw)
    decode = cv2.imdecode

    def counted(*arguments: Any) -> Any:
        image = decode(*arguments)
        decoded.append(None if image is None else image.shape[:2])
        return image

    monkeypatch.setattr(cv2, "imdecode", counted)
    with pytest.raises(PictureUnreadable, match=told):
        read_picture(path)
    assert decoded in ([], [None])


@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp", ".webp"])
def test_headers_tell_the_size_before_decoding(kind: str) -> None:
    assert claimed_size(encoded(COLOUR, kind)) == (60, 40)


LOSSY = (cv2.IMWRITE_WEBP_QUALITY, 50)
GLASS = np.dstack([COLOUR, COLOUR[..., 0]])


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (encoded(COLOUR, ".webp", LOSSY), b"VP8 "),
        (encoded(COLOUR, ".webp"), b"VP8L"),
        (encoded(GLASS, ".webp", LOSSY), b"VP8X"),
    ],
)
def test_every_kind_of_webp_is_read(tmp_path: Path, raw: bytes, kind: bytes) -> None:
    assert raw[12:16] == kind
    assert claimed_size(raw) == (60, 40)
    path = tmp_path / "a.webp"
    path.write_bytes(raw)
    assert read_picture(path).shape == (40, 60, 3)


def test_a_jpeg_with_bytes_to_fill_up_before_its_markers_is_read(tmp_path: Path) -> None:
    raw = encoded(COLOUR, ".jpg")
    path = tmp_path / "a.jpg"
    path.write_bytes(raw[:2] + b"\xff" * 3 + raw[2:])
    assert read_picture(path).shape == (40, 60, 3)


def test_damaged_files_never_do_worse_than_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "c"
    for kind in (".png", ".jpg", ".bmp", ".webp"):
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
