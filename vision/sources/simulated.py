"""The simulated camera: renders whatever scene it was last posed with."""

import threading
import time

import numpy as np

from vision.frame import Frame, small_of
from vision.scene import Renderer, Rig, Scene
from vision.sources.pace import FrameTimes, Pace
from vision.sources.source import Clock, Started


class SceneSource(Started):
    """A FrameSource over a rig. `pose` and `stall` may be called from any thread."""

    def __init__(
        self, rig: Rig, fps: float = 30.0, clock: Clock = time, scene: Scene | None = None
    ):
        self.rig = rig
        self._clock = clock
        self._pace = Pace(clock)
        self._times = FrameTimes(fps)
        self._seq = -1
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
        self._seq = -1
        self._pace.start()

    def next(self, timeout_s: float) -> Frame:
        """See `FrameSource`. The same rig, scene and seq give the same noise."""
        with self._lock:
            stalled = self._stalled
        due = self._times.due(self._seq, self._pace.elapsed_ns())
        if due is None:
            raise AssertionError("a live camera has no last frame")
        seq, after_ns = due
        at_ns = self._pace.until(after_ns, timeout_s, never=stalled)
        self._seq = seq
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
