"""The Raspberry Pi camera through picamera2."""

from __future__ import annotations

import importlib
import time
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import CameraMissing, CameraStalled, CannotAdjust
from vision.frame import SMALL_STEP, Frame
from vision.sources.setting import CameraSetting, Limits, Span
from vision.sources.source import SourceClock, Started, not_started
from vision.sources.stamps import Stamps

Picture = npt.NDArray[np.uint8]

_TO_BGR = {
    "RGB888": None,  # picamera2 names formats as libcamera does: this lies in memory as B, G, R
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}
_GREY_ROWS_FIRST = ("YUV420", "NV12")
_NEAR = 0.03
"""Relative deviation at which a frame's metadata confirms a control; sensors round to lines."""
_SETTLED_FRAMES = 3
"""Frames until a lens rests: it still moves when its driver has the new position."""


@dataclass(frozen=True, slots=True)
class PiSettings:
    """What is fixed before a match, found once at set-up: nothing may drift while dice lie.

    `exposure_us` is best a whole number of half mains periods (10 000 at 50 Hz, 8 333 at 60 Hz),
    else lamps flicker; `focus_dioptres` is 1 / distance in metres; `colour_gains` are red and blue.
    """

    width: int = 2304
    height: int = 1296
    fps: float = 30.0
    exposure_us: int = 10_000
    analogue_gain: float = 2.0
    colour_gains: tuple[float, float] = (1.8, 1.7)
    focus_dioptres: float = 1.4

    @property
    def small(self) -> tuple[int, int]:
        """Width and height of the small stream, px; even, as picamera2 demands."""
        return self.width // SMALL_STEP, self.height // SMALL_STEP


class Picamera2Source(Started):
    """A FrameSource on a Pi camera module; run on libcamera's virtual camera, not on hardware."""

    def __init__(
        self, settings: PiSettings | None = None, camera: int = 0, clock: SourceClock = time
    ):
        self.settings = settings or PiSettings()
        self._number = camera
        self._clock = clock
        self._device: Any = None
        self._format = ""
        self._stamps = Stamps()

    def start(self) -> None:
        """Open, configure and fix exposure, white balance and focus. Raises CameraMissing."""
        self.stop()
        try:
            picamera2 = importlib.import_module("picamera2")
        except ImportError as error:
            raise CameraMissing(
                f"The camera needs the module {error.name or 'picamera2'}: install "
                "python3-picamera2 with apt and make the environment with --system-site-packages."
            ) from error
        except Exception as error:  # of all that it imports anything may fail
            raise CameraMissing(
                f"picamera2 cannot be imported ({error}): its parts from apt do not go with those "
                "of this environment; use Raspberry Pi OS Trixie."
            ) from error
        try:
            device = picamera2.Picamera2(self._number)
        except (IndexError, RuntimeError) as error:
            raise CameraMissing(
                f"No camera at port {self._number} ({error}): check its ribbon cable and that no "
                "other program holds it."
            ) from error
        try:
            self._begin(device)
        except (RuntimeError, CameraMissing) as error:
            device.close()
            if isinstance(error, CameraMissing):
                raise
            s = self.settings
            raise CameraMissing(
                f"The camera refuses {s.width}x{s.height} at {s.fps:g} frames a second: {error}."
            ) from error
        self._device, self._stamps = device, Stamps()

    def _begin(self, device: Any) -> None:
        device.configure(self._configuration(device))
        given = device.camera_configuration()
        self._format = given["main"]["format"]
        asked = {"main": (self.settings.width, self.settings.height), "lores": self.settings.small}
        formats = {"main": tuple(_TO_BGR), "lores": _GREY_ROWS_FIRST}
        for stream, size in asked.items():
            got, form = tuple(given[stream]["size"]), given[stream]["format"]
            if got != size or form not in formats[stream]:
                raise CameraMissing(
                    f"The camera gives {got[0]}x{got[1]} as {form} instead of {size[0]}x{size[1]} "
                    f"as {' or '.join(formats[stream])}: name a size of its sensor, divisible by 8."
                )
        device.start()
        # Controls named in the configuration may miss the first frames; set them again.
        device.set_controls(self._controls(device))

    def next_frame(self, timeout_s: float) -> Frame:
        """See `FrameSource`; `at_ns` is the sensor's time of the first line, monotonic.

        After CameraStalled stop the source and start it again.
        """
        if self._device is None:
            raise not_started()
        deadline_ns = self._clock.monotonic_ns() + round(timeout_s * 1e9)
        while (left_ns := deadline_ns - self._clock.monotonic_ns()) > 0:
            request = self._request(left_ns / 1e9)
            if request is None:
                break
            try:
                at_ns = int(request.get_metadata()["SensorTimestamp"])
                if not self._stamps.accept(at_ns, self._clock.monotonic_ns()):
                    continue
                seq = int(request.request.sequence)
                main, luma = request.make_array("main"), request.make_array("lores")
            finally:
                request.release()
            return Frame(seq, at_ns, self._bgr(main), self._small(luma))
        raise self._stamps.stalled(timeout_s)

    def limits(self) -> Limits:
        """See `FrameSource`; an exposure is no longer than a frame."""
        if self._device is None:
            raise not_started()
        s, controls = self.settings, self._device.camera_controls

        def span(name: str) -> Span:
            if name not in controls:
                raise CannotAdjust(f"Nothing was adjusted: this camera's driver has no {name}.")
            low, high, *_default = controls[name]
            return float(low), float(high)

        lens = span("LensPosition") if "LensPosition" in controls else None
        colour = span("ColourGains") if "ColourGains" in controls else None
        shortest, longest = span("ExposureTime")
        return Limits(
            exposure_us=(shortest, min(longest, 1e6 / s.fps)),
            gain=span("AnalogueGain"),
            focus_dioptres=lens,
            now=CameraSetting(
                s.exposure_us,
                s.analogue_gain,
                s.focus_dioptres if lens else None,
                s.colour_gains if colour else None,
            ),
            colour_gains=colour,
        )

    def adjust(self, setting: CameraSetting, timeout_s: float) -> None:
        """See `FrameSource`: waits until the metadata of frames confirms the setting."""
        if self._device is None:
            raise not_started()
        focus = self.settings.focus_dioptres
        self.settings = replace(
            self.settings,
            exposure_us=setting.exposure_us,
            analogue_gain=setting.gain,
            focus_dioptres=focus if setting.focus_dioptres is None else setting.focus_dioptres,
            colour_gains=setting.colour_gains or self.settings.colour_gains,
        )
        self._device.set_controls(self._controls(self._device))
        deadline_ns = self._clock.monotonic_ns() + round(timeout_s * 1e9)
        settled = 0
        while (left_ns := deadline_ns - self._clock.monotonic_ns()) > 0:
            request = self._request(left_ns / 1e9)
            if request is None:
                break
            try:
                settled = settled + 1 if self._has_settings(request.get_metadata()) else 0
            finally:
                request.release()
            if settled > _SETTLED_FRAMES:
                return
        raise CameraStalled(
            f"The camera took no frame at {setting.exposure_us} us and gain {setting.gain:g} "
            f"within {timeout_s:g} s: restart it."
        )

    def _has_settings(self, metadata: dict[str, Any]) -> bool:
        s = self.settings
        wanted = {
            "ExposureTime": float(s.exposure_us),
            "AnalogueGain": s.analogue_gain,
            "LensPosition": s.focus_dioptres,
        }
        return all(
            abs(float(metadata[name]) - value) <= _NEAR * max(value, 1.0)
            for name, value in wanted.items()
            if name in metadata
        )

    def _request(self, timeout_s: float) -> Any:
        """The next completed request, to be released; None when none came in time."""
        job = self._device.capture_request(wait=False)
        try:
            return self._device.wait(job, timeout=timeout_s)
        except TimeoutError:
            # Else the job would still take, and never release, a frame that comes late.
            self._device.cancel_all_and_flush()
        except RuntimeError as error:
            raise CameraStalled(f"The camera stopped answering ({error}): restart it.") from error
        with suppress(TimeoutError, CancelledError):
            self._device.wait(job, timeout=0).release()  # it came while the job was being cancelled
        return None

    def stop(self) -> None:
        """Stop and close the camera."""
        if self._device is not None:
            device, self._device = self._device, None
            device.stop()
            device.close()

    def _configuration(self, device: Any) -> Any:
        s = self.settings
        # The small stream must be YUV on a Pi 4; its first rows are plain grey.
        return device.create_video_configuration(
            main={"size": (s.width, s.height), "format": "RGB888"},
            lores={"size": s.small, "format": "YUV420"},
            buffer_count=4,
            queue=False,
            controls=self._controls(device),
        )

    def _controls(self, device: Any) -> dict[str, Any]:
        s = self.settings
        frame_us = round(1_000_000 / s.fps)
        wanted = {
            "AeEnable": False,
            "ExposureTime": s.exposure_us,
            "AnalogueGain": s.analogue_gain,
            "AwbEnable": False,
            "ColourGains": s.colour_gains,
            "AfMode": 0,  # libcamera's AfModeManual
            "LensPosition": s.focus_dioptres,
            "FrameDurationLimits": (frame_us, frame_us),
        }
        # A lens without a motor has no focus controls.
        return {name: v for name, v in wanted.items() if name in device.camera_controls}

    def _bgr(self, main: Picture) -> Picture:
        """The main picture as B, G, R; rows of a YUV one may be padded to the stride."""
        code = _TO_BGR[self._format]
        if code is None:
            return main
        bgr = cv2.cvtColor(main, code)
        return np.ascontiguousarray(bgr[: self.settings.height, : self.settings.width], np.uint8)

    def _small(self, yuv: Picture) -> Picture:
        """The grey rows of a YUV picture, cut to size: rows may be padded to the stride."""
        w, h = self.settings.small
        return np.ascontiguousarray(yuv[:h, :w])
