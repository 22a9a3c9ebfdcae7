"""A camera that plays the pictures of a folder, in the order of their names."""

import time
from pathlib import Path

import cv2
import numpy as np

from vision.errors import CameraMissing, CameraStalled
from vision.frame import Frame
from vision.sources.pace import Pace
from vision.sources.simulated import small_of
from vision.sources.source import Clock, Started

_SUFFIXES = frozenset({".jpg", ".jpeg", ".png"})


class FolderSource(Started):
    """A FrameSource over a folder of .jpg and .png files; it stalls after the last one."""

    def __init__(self, folder: Path, fps: float = 30.0, clock: Clock = time):
        self._folder = folder
        self._pace = Pace(fps, clock)
        self._paths: list[Path] = []

    def start(self) -> None:
        """List the pictures. Raises CameraMissing when there is none."""
        found = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        self._paths = [p for p in found if p.suffix.lower() in _SUFFIXES]
        if not self._paths:
            raise CameraMissing(f"No pictures in {self._folder}: name a folder of .jpg or .png.")
        self._pace.start()

    def next(self, timeout_s: float) -> Frame:
        """See `FrameSource`; the frame's number is the picture's place in the folder."""
        seq, at_ns = self._pace.wait(timeout_s)
        if seq >= len(self._paths):
            raise CameraStalled(f"All {len(self._paths)} pictures of {self._folder} were played.")
        main = cv2.imread(str(self._paths[seq]), cv2.IMREAD_COLOR)
        if main is None:
            raise CameraStalled(f"{self._paths[seq]} is no picture: remove it or write it anew.")
        picture = np.asarray(main, np.uint8)
        return Frame(seq, at_ns, picture, small_of(picture))

    def stop(self) -> None:
        """No more frames until started again."""
        self._pace.stop()
