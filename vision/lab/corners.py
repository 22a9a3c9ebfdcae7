"""How well markers are found on dice pictures with truth: `measure --markers`."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.calibration.markers import find_markers
from vision.lab.figures import share


def corner_lines(truths: list[Path]) -> Iterator[str]:
    """Markers found of those in the pictures, and each one's corner that misses most, px."""
    misses, there = [], 0
    for path in truths:
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        markers = json.loads(path.read_text())["markers"]
        found = find_markers(image)
        there += len(markers)
        for marker in markers:
            if marker["id"] in found:
                apart = found[marker["id"]] - np.array(marker["corners_px"], np.float64)
                misses.append(float(np.linalg.norm(apart, axis=1).max()))
    yield f"  {len(truths)} pictures, markers found {share(len(misses), there)}"
    if misses:
        yield f"  worst corner: {statistics.median(misses):.2f} px median, {max(misses):.2f} most"
