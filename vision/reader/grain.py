"""The grain of a picture: noise, or stripes as of a screen that beat with the sensor's rows.

Through it level dice look smeared or aslant.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.view import Picture

AROUND_PX = 2.0
"""Deviation of the blur that brightness is compared with."""


def measure_grain(image: Picture) -> float:
    """How far pixels of a picture (h, w, 3) differ from those around them in the median, grey
    levels: edges are few, so they do not count."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(np.median(cv2.absdiff(grey, cv2.GaussianBlur(grey, (0, 0), AROUND_PX))))
