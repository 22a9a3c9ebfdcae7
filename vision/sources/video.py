"""A camera that plays a video file at its own times."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from vision.errors import CameraEnded, RecordingInvalid
from vision.frame import Frame, small_of
from vision.picture_file import PictureUnreadable, check_size
from vision.sources.pace import Pace
from vision.sources.source import SourceClock, Started

_MS = 1_000_000
_SIDES = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)


class VideoSource(Started):
    """A FrameSource over a file that OpenCV decodes."""

    why_fixed = "a video holds pictures as they were taken"

    def __init__(self, file: Path, clock: SourceClock = time):
        self._file = file
        self._pace = Pace(clock)
        self._video: cv2.VideoCapture | None = None
        self._period_ns = 0
        self._seq, self._after_ns = -1, -1
        self._grabbed = False

    def start(self) -> None:
        """Open the file. Raises RecordingInvalid when it is no video."""
        self.stop()
        if not self._file.is_file():
            raise RecordingInvalid(f"No video {self._file}: name a file.")
        video = cv2.VideoCapture(str(self._file))
        fps = video.get(cv2.CAP_PROP_FPS)
        if not video.isOpened() or not 0 < fps <= 1000:
            raise RecordingInvalid(
                f"{self._file} is no video that can be decoded; use MP4 or AVI with H.264 or MJPEG."
            )
        try:
            check_size(self._file, *(round(video.get(side)) for side in _SIDES))
        except PictureUnreadable as error:
            raise RecordingInvalid(str(error)) from error
        self._video = video
        self._period_ns = round(1e9 / fps)
        self._seq, self._after_ns, self._grabbed = -1, -self._period_ns, False
        self._pace.start()

    def next_frame(self, timeout_s: float) -> Frame:
        """See `FrameSource`; `seq` counts the file's frames."""
        elapsed_ns = self._pace.elapsed_ns()
        if self._video is None:
            raise AssertionError("a paced video is open")
        # A frame is late once the next one is due.
        while not self._grabbed or self._after_ns + self._period_ns <= elapsed_ns:
            if not self._video.grab():
                if self._seq < 0:
                    raise RecordingInvalid(f"{self._file} holds no frame: record it again.")
                raise CameraEnded(f"All {self._seq + 1} frames of {self._file} were played.")
            self._grabbed, self._seq = True, self._seq + 1
            self._after_ns = self._stamp(self._video)
        at_ns = self._pace.until(self._after_ns, timeout_s)
        self._grabbed = False
        decoded, main = self._video.retrieve()
        if not decoded:
            raise RecordingInvalid(
                f"Frame {self._seq} of {self._file} cannot be decoded; cut it out."
            )
        picture = np.asarray(main, np.uint8)
        return Frame(self._seq, at_ns, picture, small_of(picture))

    def stop(self) -> None:
        """Close the file."""
        self._pace.stop()
        if self._video is not None:
            self._video.release()
            self._video = None

    def _stamp(self, video: cv2.VideoCapture) -> int:
        """The grabbed frame's time, ns after the file's start; by the rate if it has none."""
        stamp_ns = round(video.get(cv2.CAP_PROP_POS_MSEC) * _MS)
        return stamp_ns if stamp_ns > self._after_ns else self._after_ns + self._period_ns
