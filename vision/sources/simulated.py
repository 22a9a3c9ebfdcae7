"""The simulated camera: renders whatever scene it was last posed with."""

import threading
import time
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CameraMissing
from vision.frame import Frame, small_of
from vision.scene import Renderer, Rig, Scene
from vision.sources.pace import FrameTimes, Pace
from vision.sources.setting import CameraSetting, Limits
from vision.sources.source import SourceClock, Started

Picture = NDArray[np.uint8]
CameraFault = Literal["none", "frozen", "black", "moved", "unplugged"]

PUSHED_PX = 24
"""How far the picture moves at a knock against the mount."""
GAMMA = 2.2
DRAWN_GAIN = 2.0
DRAWN_COLOUR = (1.0, 1.0)
SOFT_PX = 1.1 / 2304
"""Blur a dioptre off focus, standard deviation in picture widths: a circle of 12 um on a sensor
of 6.45 mm, by a lens of 4.7 mm at f/1.8 (Raspberry Pi, "Camera Module 3" product brief)."""


class SceneSource(Started):
    """A FrameSource over a rig. `pose` and `fault` may be called from any thread."""

    def __init__(
        self, rig: Rig, fps: float = 30.0, clock: SourceClock = time, scene: Scene | None = None
    ):
        self.rig = rig
        self._clock = clock
        self._pace = Pace(clock)
        self._times = FrameTimes(fps)
        self._seq = -1
        self._lock = threading.Lock()
        self._posed = (scene or Scene(), clock.monotonic_ns())
        self._fault: CameraFault = "none"
        self._renderer: Renderer | None = None
        self._sharp_dioptres = 1000 / float(np.linalg.norm(rig.camera.t_mm))
        drawn = CameraSetting(
            round(1000 * rig.sensor.exposure_ms), DRAWN_GAIN, self._sharp_dioptres, DRAWN_COLOUR
        )
        self._drawn, self._setting = drawn, drawn
        self._longest_us = 1e6 / fps

    def limits(self) -> Limits:
        """See `FrameSource`; it starts in focus, and as bright as its rig is."""
        return Limits(
            (100.0, self._longest_us), (1.0, 16.0), (0.0, 10.0), self._setting, (0.1, 32.0)
        )

    def adjust(self, setting: CameraSetting, _timeout_s: float) -> None:
        """See `FrameSource`."""
        with self._lock:
            self._setting = setting

    def pose(self, scene: Scene) -> None:
        """Show this scene from now on; its animation time 0 is this moment."""
        with self._lock:
            self._posed = (scene, self._clock.monotonic_ns())

    def fault(self, fault: CameraFault) -> None:
        """Go wrong from now on: deliver no frames, black ones, or moved ones; or be gone."""
        with self._lock:
            self._fault = fault

    def start(self) -> None:
        """Draw the empty board (about a second) and begin."""
        if self._renderer is None:
            self._renderer = Renderer(self.rig)
        self._seq = -1
        self._pace.start()

    def next_frame(self, timeout_s: float) -> Frame:
        """As `FrameSource`. The same rig, scene and seq give the same noise."""
        with self._lock:
            fault = self._fault
        if fault == "unplugged":
            raise CameraMissing("The simulated camera is unplugged: plug it in.")
        due = self._times.due(self._seq, self._pace.elapsed_ns())
        if due is None:
            raise AssertionError("a live camera has no last frame")
        seq, after_ns = due
        at_ns = self._pace.until(after_ns, timeout_s, never=fault == "frozen")
        self._seq = seq
        with self._lock:
            scene, posed_ns = self._posed
            setting = self._setting
        if self._renderer is None:
            raise AssertionError("a started source has a renderer")
        rng = np.random.default_rng([self.rig.seed, seq])
        main = self._renderer.frame(scene, max(0, at_ns - posed_ns) / 1e6, rng)
        if setting != self._drawn:
            main = self._taken(main, setting)
        main = _with(fault, main)
        return Frame(seq, at_ns, main, small_of(main))

    def _taken(self, main: Picture, setting: CameraSetting) -> Picture:
        """The picture as this setting takes it."""
        off = abs((setting.focus_dioptres or 0.0) - self._sharp_dioptres)
        times = setting.exposure_us * setting.gain / (self._drawn.exposure_us * self._drawn.gain)
        light = ((np.arange(256, dtype=np.float32) / 255) ** GAMMA)[main]
        soft = cv2.GaussianBlur(light, (0, 0), max(off * SOFT_PX * main.shape[1], 0.05))
        red, blue = setting.colour_gains or DRAWN_COLOUR
        tinted = soft * np.array([blue * times, times, red * times], np.float32)
        lit = np.clip(tinted, 0, 1) ** np.float32(1 / GAMMA)
        return np.asarray(np.rint(255 * lit), np.uint8)

    def stop(self) -> None:
        """No more frames until started again."""
        self._pace.stop()


def _with(fault: CameraFault, main: Picture) -> Picture:
    """The picture of a camera with its lens covered, or whose mount was pushed."""
    if fault == "black":
        return np.asarray(main // 64, np.uint8)
    if fault == "moved":
        shift = np.array([[1.0, 0.0, PUSHED_PX], [0.0, 1.0, PUSHED_PX / 2]])
        size = (main.shape[1], main.shape[0])
        return np.asarray(
            cv2.warpAffine(main, shift, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
    return main
