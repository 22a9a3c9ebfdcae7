"""The simulated camera: renders whatever scene it was last posed with."""

import threading
import time

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import SMALL_STEP, Frame
from vision.scene import Renderer, Rig, Scene
from vision.sources.pace import Pace
from vision.sources.source import Clock, Started


class SceneSource(Started):
    """A FrameSource over a rig. `pose` and `stall` may be called from any thread."""

    def __init__(
        self, rig: Rig, fps: float = 30.0, clock: Clock = time, scene: Scene | None = None
    ):
        self.rig = rig
        self._clock = clock
        self._pace = Pace(fps, clock)
        self._lock = threading.Lock()
        self._posed = (scene or Scene(), clock.monotonic_ns())
        self._stalled = False
        self._renderer: Renderer | None = None

    def pose(self, scene: Scene) -> None:
        """Show this scene from now on; its animation time 0 is this moment."""
        with self._lock:
            self._posed = (scene, self._clock.monotonic_ns())

    def stall(self, stalled: bool = True) -> None:
        """Deliver no frames until `stall(False)`: a camera whose cable came loose."""
        with self._lock:
            self._stalled = stalled

    def start(self) -> None:
        """Draw the empty board (about a second) and begin."""
        if self._renderer is None:
            self._renderer = Renderer(self.rig)
        self._pace.start()

    def next(self, timeout_s: float) -> Frame:
        """See `FrameSource`. The same rig, scene and seq give the same noise."""
        with self._lock:
            stalled = self._stalled
        seq, at_ns = self._pace.wait(timeout_s, stalled=stalled)
        with self._lock:
            scene, posed_ns = self._posed
        if self._renderer is None:
            raise AssertionError("a started source has a renderer")
        rng = np.random.default_rng([self.rig.seed, seq])
        main = self._renderer.frame(scene, max(0, at_ns - posed_ns) / 1e6, rng)
        return Frame(seq, at_ns, main, small_of(main))

    def stop(self) -> None:
        """No more frames until started again."""
        self._pace.stop()


def small_of(main: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The small grey picture of a main one: uint8 (h, w, 3) -> (h//4, w//4)."""
    h, w = main.shape[0] // SMALL_STEP, main.shape[1] // SMALL_STEP
    reduced = cv2.resize(main, (w, h), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY), np.uint8)
