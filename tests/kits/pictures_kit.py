"""Roll pictures as a table sends them: the head of a JPEG, and no picture behind it."""

from kiosk.wire.sent_picture import picture_headers
from kiosk.wire.signing import DeviceKey


def jpeg(words: str, width: int = 8, height: int = 8) -> bytes:
    """What is a JPEG of this size by its head, and holds these words as a comment."""
    comment = words.encode()
    frame = b"\x08" + height.to_bytes(2) + width.to_bytes(2) + b"\x01\x01\x11\x00"
    return b"".join(
        (
            b"\xff\xd8",
            b"\xff\xfe" + (len(comment) + 2).to_bytes(2) + comment,
            b"\xff\xc0" + (len(frame) + 2).to_bytes(2) + frame,
            b"\xff\xd9",
        )
    )


def sent_by(key: DeviceKey, sha256: str) -> dict[str, str]:
    """The headers of a picture, as keyword arguments of the tests' clients."""
    return dict(picture_headers(sha256, key))
