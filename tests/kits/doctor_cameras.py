"""Simulated cameras with faults of their pictures, their rate, or both.

Each is made by a module-level function, as the doctor's child process needs.
"""

import threading
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from kiosk.table.camera_source import Mixer, make_source
from kiosk.table.settings import CameraSection
from vision.errors import CameraMissing
from vision.frame import Frame, small_of
from vision.light import Picture
from vision.scene import Rig
from vision.sources import FrameSource
from vision.sources.source import Started, stalled


class Healthy(Started):
    """The simulated camera without a fault."""

    def __init__(self, section: CameraSection, mixer: Mixer) -> None:
        self._source = make_source(section, mixer)

    def start(self) -> None:
        self._source.start()

    def stop(self) -> None:
        self._source.stop()


class Altered(Healthy):
    """A camera whose pictures pass through `change`, which takes picture, number and section."""

    def __init__(self, section: CameraSection, mixer: Mixer, change: "Change") -> None:
        super().__init__(section, mixer)
        self._section, self._change = section, change

    def next_frame(self, timeout_s: float) -> Frame:
        frame = self._source.next_frame(timeout_s)
        main = self._change(frame.main, frame.seq, self._section)
        return Frame(frame.seq, frame.at_ns, main, small_of(main))


Change = Callable[[Picture, int, CameraSection], Picture]


def _levels(picture: Picture, times: float, plus: float = 0.0) -> Picture:
    return np.asarray(np.clip(picture.astype(np.float32) * times + plus, 0, 255), np.uint8)


def _hidden(picture: Picture, section: CameraSection, corners: Sequence[int]) -> Picture:
    """Cover some of the board's corners with a hand."""
    rig = Rig.draw(section.rig_seed, section.width, section.height)
    changed = picture.copy()
    width, height = rig.board.width_mm, rig.board.height_mm
    places = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], np.float64)
    for x, y in rig.camera.project(places)[list(corners)].round().astype(int):
        changed[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60] = 90
    return changed


def dark(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, _s: _levels(picture, 0.25))


def night(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, _s: _levels(picture, 0.02))


def bright(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, _s: _levels(picture, 0.45, 140))


def glaring(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, s: _lamp(picture, s))


def blurred(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, _s: _soft(picture))


def _soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.uint8)


def smeared(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(
        section, mixer, lambda picture, _seq, _s: np.asarray(cv2.blur(picture, (5, 1)), np.uint8)
    )


def cast(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, _s: _red(picture))


def flickering(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(
        section, mixer, lambda picture, seq, _s: _levels(picture, 1 - 0.15 * (seq % 3 == 0))
    )


def _lamp(picture: Picture, section: CameraSection) -> Picture:
    """Add a lamp's reflection in the middle of a half."""
    rig = Rig.draw(section.rig_seed, section.width, section.height)
    left, top, right, bottom = rig.board.halves["picture_left"]
    middle = np.array([((left + right) / 2, (top + bottom) / 2, 0.0)])
    x, y = rig.camera.project(middle)[0].round().astype(int)
    lit = np.ascontiguousarray(picture.copy())
    cv2.circle(lit, (int(x), int(y)), 60, (255, 255, 255), -1)
    return np.asarray(lit, np.uint8)


def _red(picture: Picture) -> Picture:
    return np.asarray(picture * np.array([0.35, 0.7, 1.0]), np.uint8)


def one_hidden(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, s: _hidden(picture, s, [2]))


def two_hidden(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Altered(section, mixer, lambda picture, _seq, s: _hidden(picture, s, [0, 2]))


class Frozen(Healthy):
    """Repeats the first picture with new numbers and stamps."""

    def __init__(self, section: CameraSection, mixer: Mixer) -> None:
        super().__init__(section, mixer)
        self._first: Frame | None = None

    def next_frame(self, timeout_s: float) -> Frame:
        frame = self._source.next_frame(timeout_s)
        self._first = self._first or frame
        return Frame(frame.seq, frame.at_ns, self._first.main, self._first.small)


class Slow(Healthy):
    """Stamps frames as a camera with `share` of the rate."""

    def __init__(self, section: CameraSection, mixer: Mixer, share: float) -> None:
        super().__init__(section, mixer)
        self._share = share
        self._start_ns: int | None = None

    def next_frame(self, timeout_s: float) -> Frame:
        frame = self._source.next_frame(timeout_s)
        self._start_ns = self._start_ns or frame.at_ns
        at_ns = self._start_ns + round((frame.at_ns - self._start_ns) / self._share)
        return Frame(frame.seq, at_ns, frame.main, frame.small)


class Missing(Started):
    def __init__(self, _section: CameraSection, _mixer: Mixer) -> None:
        pass

    def start(self) -> None:
        raise CameraMissing("No camera at port 0: check its ribbon cable.")

    def stop(self) -> None:
        """Do nothing."""

    def next_frame(self, timeout_s: float) -> Frame:
        raise stalled(timeout_s)


class Stalled(Missing):
    def start(self) -> None:
        """Open, but never deliver a frame."""


class Hanging(Stalled):
    """A driver whose calls never return."""

    def next_frame(self, timeout_s: float) -> Frame:
        del timeout_s
        threading.Event().wait()
        raise AssertionError("nobody sets it")


def slow(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Slow(section, mixer, 0.7)


def too_slow(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Slow(section, mixer, 0.3)


def missing(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Missing(section, mixer)


def stalling(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Stalled(section, mixer)


def hanging(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Hanging(section, mixer)


def frozen(section: CameraSection, mixer: Mixer) -> FrameSource:
    return Frozen(section, mixer)
