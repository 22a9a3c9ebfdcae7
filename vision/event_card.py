"""The text of an event card that lies on the board: a QR code, read by OpenCV.

Called by the camera's process of a table that is not enrolled, and by tests. The meaning of the
text is not known here.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SMALL_PX = 1600
"""A narrower picture is enlarged: its code has too few pixels a square for the detector."""

_SOFT_PX = 1.2


def card_text(picture: Picture, prefix: str = "TK") -> str | None:
    """The first QR code's text that starts with `prefix`; None where none can be read.

    picture: BGR, from any side, 2 pixels a square of the code or more.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    detector = cv2.QRCodeDetector()
    for seen in _looks(grey):
        text, _corners, _straight = detector.detectAndDecode(seen)
        if text.startswith(prefix):
            return text
    return None


def _looks(grey: Picture) -> Iterator[Picture]:
    """Versions of the picture to look for a code in, the likeliest first."""
    large = grey
    if grey.shape[1] < SMALL_PX:
        large = _scaled(grey, 2.0)
    else:
        yield _scaled(grey, 0.5)
    yield large
    soft = np.asarray(cv2.GaussianBlur(large, (0, 0), _SOFT_PX), np.uint8)
    yield soft
    sharp = 2.5 * large.astype(np.float32) - 1.5 * soft.astype(np.float32)
    yield np.asarray(np.clip(sharp, 0, 255), np.uint8)


def _scaled(grey: Picture, times: float) -> Picture:
    way = cv2.INTER_AREA if times < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=times, fy=times, interpolation=way), np.uint8)
