"""A USB camera through OpenCV and V4L2."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import CameraMissing, CameraStalled
from vision.frame import Frame, small_of
from vision.sources.source import SourceClock, Started, not_started
from vision.sources.stamps import Stamps

_MS = 1_000_000
_OLD_PERIODS = 3
_OLD_NS = 150 * _MS
"""Older frames waited in the driver's queue: it keeps the first ones, not the newest."""
_MANUAL_EXPOSURE = 1  # V4L2_EXPOSURE_MANUAL
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UsbSettings:
    """What is fixed before a match. None leaves the camera's own value, with its automatics off.

    `focus` and `gain` are in the driver's own units: `v4l2-ctl --list-ctrls` lists them.
    """

    width: int = 1920
    height: int = 1080
    fps: float = 30.0
    exposure_us: int = 10_000
    white_balance_k: int = 4500
    focus: int | None = None
    gain: int | None = None


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def set(self, prop: int, value: float, /) -> bool: ...
    def get(self, prop: int, /) -> float: ...
    def retrieve(self) -> tuple[bool, npt.NDArray[np.uint8]]: ...
    def release(self) -> None: ...


Open = Callable[[str], Capture]
Wait = Callable[[Capture, int], bool]
"""Grab the next frame within a number of ns; whether one came. Raises cv2.error if the device
fails."""


class UsbSource(Started):
    """A FrameSource on a V4L2 device such as /dev/v4l/by-id/…; not yet run on hardware.

    `opened` and `wait` are for tests.
    """

    why_fixed = (
        "a USB camera counts focus and gain in steps of its own; set them with v4l2-ctl and write "
        "them into [devices.camera.usb]"
    )

    def __init__(
        self,
        device: str,
        settings: UsbSettings | None = None,
        clock: SourceClock = time,
        opened: Open | None = None,
        wait: Wait | None = None,
    ):
        self.settings = settings or UsbSettings()
        self._device = device
        self._clock = clock
        self._open = opened or _open
        self._wait = wait or _wait
        self._capture: Capture | None = None
        self._stamps = Stamps()
        self._seq = -1

    def start(self) -> None:
        """Open it, fix exposure, white balance and focus. Raises CameraMissing."""
        self.stop()
        capture = self._open(self._device)
        if not capture.isOpened():
            capture.release()
            raise CameraMissing(
                f"No camera at {self._device}: check its cable, that you may read it (group video) "
                "and that no other program holds it."
            )
        s = self.settings
        # The format first: changing it resets the rest. Only MJPEG fits a full picture on USB 2.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, s.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, s.height)
        capture.set(cv2.CAP_PROP_FPS, s.fps)
        given = tuple(
            round(capture.get(prop))
            for prop in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if given != (s.width, s.height):
            capture.release()
            raise CameraMissing(
                f"{self._device} gives {given[0]}x{given[1]} instead of {s.width}x{s.height}: "
                "name a size it has (v4l2-ctl --list-formats-ext)."
            )
        refused = [name for name, prop, value in _fixed(s) if not capture.set(prop, value)]
        if refused:
            _log.warning("%s has no fixed %s: it may drift", self._device, ", ".join(refused))
        self._stamps = Stamps(max(_OLD_NS, round(_OLD_PERIODS * 1e9 / s.fps)))
        self._capture, self._seq = capture, -1

    def next_frame(self, timeout_s: float) -> Frame:
        """See `FrameSource`; `at_ns` is the driver's stamp, monotonic, of the frame's arrival."""
        if self._capture is None:
            raise not_started()
        deadline_ns = self._clock.monotonic_ns() + round(timeout_s * 1e9)
        while (left_ns := deadline_ns - self._clock.monotonic_ns()) > 0:
            try:
                ready = self._wait(self._capture, left_ns)
            except cv2.error as error:
                raise CameraStalled(
                    f"{self._device} stopped answering: check its cable, or restart it."
                ) from error
            if not ready:
                break
            at_ns = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * _MS)
            decoded, main = self._capture.retrieve()  # also gives the buffer back
            self._seq += 1
            if not self._stamps.accept(at_ns, self._clock.monotonic_ns()) or not decoded:
                continue
            picture = np.asarray(main, np.uint8)
            return Frame(self._seq, at_ns, picture, small_of(picture))
        raise self._stamps.stalled(timeout_s)

    def stop(self) -> None:
        """Close the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _fixed(s: UsbSettings) -> Sequence[tuple[str, int, float]]:
    """Each automatic off before its value, which it would else overrule."""
    fixed: list[tuple[str, int, float]] = [
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE),
        ("exposure time", cv2.CAP_PROP_EXPOSURE, round(s.exposure_us / 100)),  # V4L2: 100 us
        ("white balance", cv2.CAP_PROP_AUTO_WB, 0),
        ("colour temperature", cv2.CAP_PROP_WB_TEMPERATURE, s.white_balance_k),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0),
    ]
    if s.focus is not None:
        fixed.append(("focus distance", cv2.CAP_PROP_FOCUS, s.focus))
    if s.gain is not None:
        fixed.append(("gain", cv2.CAP_PROP_GAIN, s.gain))
    return fixed


def _open(device: str) -> Capture:
    return cast("Capture", cv2.VideoCapture(device, cv2.CAP_V4L2))


def _wait(capture: Capture, timeout_ns: int) -> bool:
    # OpenCV takes 0 for "for ever".
    ready, _ready = cv2.VideoCapture.waitAny(
        [cast("cv2.VideoCapture", capture)], max(1, timeout_ns)
    )
    return bool(ready)
