"""A camera that plays the pictures of a folder, in the order of their names and numbers."""

import re
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.errors import CameraEnded, RecordingInvalid
from vision.frame import Frame, small_of
from vision.picture_file import PictureUnreadable, read_picture
from vision.sources.pace import NS, FrameTimes, Pace
from vision.sources.source import SourceClock, Started
from vision.sources.times import TIMES, read_times

_SUFFIXES = frozenset({".jpg", ".jpeg", ".png"})


class FolderSource(Started):
    """A FrameSource over a folder of .jpg and .png files.

    They come at the times of its times.json, else at `fps`; number 2 comes before number 10, also
    after a decimal point.
    """

    why_fixed = "a folder holds pictures as they were taken"

    def __init__(self, folder: Path, fps: float = 30.0, clock: SourceClock = time):
        self._folder = folder
        self._fps = fps
        self._pace = Pace(clock)
        self._paths: list[Path] = []
        self._times = FrameTimes(fps)
        self._seq = -1
        self._shape: tuple[int, ...] | None = None
        self.first_s = 0.0
        """The first picture's own time, known once started."""

    def start(self) -> None:
        """List the pictures. Raises RecordingInvalid."""
        found = self._folder.iterdir() if self._folder.is_dir() else ()
        self._paths = sorted((p for p in found if p.suffix.lower() in _SUFFIXES), key=_number_wise)
        if not self._paths:
            raise RecordingInvalid(f"No pictures in {self._folder}: name a folder of .jpg or .png.")
        file = self._folder / TIMES
        listed = read_times(file, [p.name for p in self._paths]) if file.is_file() else ()
        self.first_s = listed[0] / NS if listed else 0.0
        after = [at_ns - listed[0] for at_ns in listed]
        self._times = FrameTimes(self._fps, len(self._paths), after)
        self._seq, self._shape = -1, None
        self._pace.start()

    def next_frame(self, timeout_s: float) -> Frame:
        """See `FrameSource`; the frame's number is the picture's place in the folder."""
        due = self._times.due(self._seq, self._pace.elapsed_ns())
        if due is None:
            raise CameraEnded(f"All {len(self._paths)} pictures of {self._folder} were played.")
        seq, after_ns = due
        at_ns = self._pace.until(after_ns, timeout_s)
        self._seq = seq
        main = self._picture(self._paths[seq])
        return Frame(seq, at_ns, main, small_of(main))

    def _picture(self, path: Path) -> NDArray[np.uint8]:
        try:
            picture = read_picture(path)
        except PictureUnreadable as error:
            raise RecordingInvalid(str(error)) from error
        except OSError as error:
            raise RecordingInvalid(f"{path}: {error.strerror}.") from error
        first = self._shape = self._shape or picture.shape
        if picture.shape != first:
            raise RecordingInvalid(
                f"{path} is {picture.shape[1]} x {picture.shape[0]} pixels, the pictures before it "
                f"{first[1]} x {first[0]}; a folder holds pictures of one camera."
            )
        return picture

    def stop(self) -> None:
        """No more frames until started again."""
        self._pace.stop()


def _number_wise(path: Path) -> list[tuple[str, int]]:
    """Sort key: a name's letters and numbers in turn, of any length; then the name."""
    parts = re.findall(r"([^0-9]*)([0-9]*)", path.name)
    return [*((word, int(digits or 0)) for word, digits in parts), (path.name, 0)]
