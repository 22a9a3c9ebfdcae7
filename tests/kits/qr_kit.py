"""What a phone reads of a QR code in a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

SCALES = (1.0, 2.0, 3.0, 1.5, 2.5, 4.0)
"""OpenCV finds most codes at each of these, and every code at one of them."""
EDGE_PX = 40


def code_read(picture: NDArray[np.uint8]) -> str:
    """Empty if no code is found; as a hand moves a phone nearer, at several sizes."""
    bordered = cv2.copyMakeBorder(
        picture, *(EDGE_PX,) * 4, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    detector = cv2.QRCodeDetector()
    for scale in SCALES:
        sized = cv2.resize(bordered, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        found: str = detector.detectAndDecode(sized)[0]
        if found:
            return found
    return ""
