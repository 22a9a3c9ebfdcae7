"""The Raspberry Pi camera through picamera2."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import CameraMissing, CameraStalled
from vision.frame import SMALL_STEP, Frame
from vision.sources.source import Started


@dataclass(frozen=True, slots=True)
class PiSettings:
    """What is fixed before a match, found once at set-up: nothing may drift while dice lie.

    `focus_dioptres` is 1 / distance in metres; `colour_gains` are red and blue.
    """

    width: int = 2304
    height: int = 1296
    fps: float = 30.0
    exposure_us: int = 8000
    analogue_gain: float = 2.0
    colour_gains: tuple[float, float] = (1.8, 1.7)
    focus_dioptres: float = 1.4


class Picamera2Source(Started):
    """A FrameSource on a Pi camera module. Written for the real thing, not yet run on hardware."""

    def __init__(self, settings: PiSettings | None = None, camera: int = 0):
        self.settings = settings or PiSettings()
        self._number = camera
        self._device: Any = None
        self._newest_ns = -1
        self._seq = -1

    def start(self) -> None:
        """Open, configure and fix exposure, white balance and focus. Raises CameraMissing."""
        try:
            picamera2 = importlib.import_module("picamera2")
        except ImportError as error:
            raise CameraMissing(
                f"The camera needs the module {error.name or 'picamera2'}: install "
                "python3-picamera2 with apt and make the environment with --system-site-packages."
            ) from error
        try:
            device = picamera2.Picamera2(self._number)
        except (IndexError, RuntimeError) as error:
            raise CameraMissing(
                f"No camera at port {self._number} ({error}): check its ribbon cable and that no "
                "other program holds it."
            ) from error
        s = self.settings
        try:
            device.configure(self._configuration(device))
            device.start()
            # Controls named in the configuration may miss the first frames; set them again.
            device.set_controls(self._controls(device))
        except RuntimeError as error:
            device.close()
            raise CameraMissing(
                f"The camera refuses {s.width}x{s.height} at {s.fps:g} frames a second: {error}."
            ) from error
        self._device, self._newest_ns, self._seq = device, -1, -1

    def next(self, timeout_s: float) -> Frame:
        """See `FrameSource`; `at_ns` is the sensor's time of the first line, monotonic.

        After CameraStalled stop the source and start it again.
        """
        if self._device is None:
            raise CameraStalled("No frame: the camera is not started; call start() first.")
        while True:
            job = self._device.capture_request(wait=False)
            try:
                request = self._device.wait(job, timeout=timeout_s)
            except TimeoutError as error:
                # Else the job would still take, and never release, a frame that comes late.
                self._device.cancel_all_and_flush()
                raise CameraStalled(
                    f"No frame within {timeout_s:g} s: check the camera's cable, or restart it."
                ) from error
            try:
                at_ns = int(request.get_metadata()["SensorTimestamp"])
                if at_ns <= self._newest_ns:
                    continue
                main, luma = request.make_array("main"), request.make_array("lores")
            finally:
                request.release()
            self._newest_ns, self._seq = at_ns, self._seq + 1
            return Frame(self._seq, at_ns, main, self._small(luma))

    def stop(self) -> None:
        """Stop and close the camera."""
        if self._device is not None:
            self._device.stop()
            self._device.close()
            self._device = None

    def _configuration(self, device: Any) -> Any:
        s = self.settings
        # picamera2 names formats as libcamera does: "RGB888" lies in memory as B, G, R.
        # The small stream must be YUV on a Pi 4; its first rows are plain grey.
        return device.create_video_configuration(
            main={"size": (s.width, s.height), "format": "RGB888"},
            lores={"size": (s.width // SMALL_STEP, s.height // SMALL_STEP), "format": "YUV420"},
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

    def _small(self, yuv: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The grey rows of a YUV420 picture, cut to size: rows may be padded to the stride."""
        w, h = self.settings.width // SMALL_STEP, self.settings.height // SMALL_STEP
        return np.ascontiguousarray(yuv[:h, :w])


def sharpness(picture: npt.NDArray[np.uint8]) -> float:
    """Variance of the Laplacian of a grey picture: the largest over a focus sweep is in focus."""
    return float(np.var(cv2.Laplacian(picture, cv2.CV_32F)))
