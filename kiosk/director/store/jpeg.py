"""Checks that a file is a JPEG, by its headers (ITU-T T.81, annex B); nothing is decoded."""

MOST_PIXELS = 40_000_000
"""A camera's picture has at most 12 million."""

_START = b"\xff\xd8\xff"
_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers followed by height and width."""

_SCAN = 0xDA
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length."""


def jpeg_fault(content: bytes) -> str | None:
    """Why these bytes are no JPEG of an acceptable size; None: they are one."""
    size = _size(content) if content.startswith(_START) else None
    if size is None:
        return "these bytes are no JPEG"
    width, height = size
    if 0 in size or width * height > MOST_PIXELS:
        return f"it has {width} x {height} pixels, and {MOST_PIXELS} at most are kept"
    return None


def _size(content: bytes) -> tuple[int, int] | None:
    """Width and height from the first frame header; None without one."""
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker in _SIZES:
            height = int.from_bytes(content[at + 5 : at + 7])
            return int.from_bytes(content[at + 7 : at + 9]), height
        if marker == _SCAN:
            return None
        if marker == 0xFF:
            at += 1
        elif marker in _ALONE:
            at += 2
        else:
            at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4]))
    return None
