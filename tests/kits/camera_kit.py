"""The camera's worker with lives of its process that say what a test lets them, on its clock."""

import itertools
import math
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kiosk.table.camera import CameraWorker
from kiosk.table.camera_child import CameraBeat, PoseScene, Seen
from kiosk.table.pictures import PictureFolder
from kits import commands as c
from vision import reading
from vision.scene import DiePath, DiePose, Scene

FLAT = DiePose(100.0, 90.0, -7.0, (1.0, 0.0, 0.0, 0.0))
THROWN = Scene(
    dice=(DiePath(((0.0, DiePose(0.0, 0.0, -90.0, (0.0, 1.0, 0.0, 0.0))), (900.0, FLAT))),)
)
DIE = reading.DieSeen(
    value=5,
    guess=5,
    half="picture_left",
    flat=True,
    support=reading.Support.SURFACE,
    confidence=0.91,
    center_px=(300.0, 200.0),
    center_mm=(101.24, 88.88),
    bbox_px=(290, 190, 20, 20),
)
READING = reading.Reading((DIE,), 111, 222, (7, 8, 9), True)

Sign = Seen | float | Callable[[Any], object] | None
"""What a child says, how many seconds it is silent, what happens meanwhile, None when it dies."""


class Life:
    """One child: says its script and then dies. Silence moves the test's clock, not the test."""

    pid = 4711

    def __init__(self, times: "Times", script: Iterable[Sign]) -> None:
        self._times = times
        self.script = deque(script)
        self.sent: list[PoseScene] = []
        self.killed = False
        self.joined = False
        self.closed = False

    def poll(self, timeout: float) -> bool:
        while self.script and callable(self.script[0]):
            self.script.popleft()(self._times)
        if not self.script or not isinstance(self.script[0], float):
            return True
        silent = min(timeout, self.script[0])
        self._times.now_s += silent
        self.script[0] -= silent
        if self.script[0] <= 1e-9:
            self.script.popleft()
        return False

    def recv(self) -> Seen:
        said = self.script.popleft() if self.script else None
        if said is None:
            raise EOFError
        return said  # type: ignore[return-value]

    def send(self, scene: PoseScene) -> None:
        self.sent.append(scene)

    def kill(self) -> None:
        self.killed = True

    def join(self, timeout: float) -> None:
        assert self.killed
        assert math.isfinite(timeout)
        self.joined = True

    def close(self) -> None:
        self.closed = True


class Times:
    """Clock in the test's hand, and the lives of the child one after the other."""

    def __init__(
        self,
        folder: Path,
        *scripts: Iterable[Sign],
        lost: bool = False,
        kind: str = "simulated",
        retry_s: tuple[float, ...] = (0.0,),
    ) -> None:
        self.now_s = 1000.0
        self.born_s: list[float] = []
        self.posted: list[tuple[c.Command, float]] = []
        self.post: Callable[[c.Command], object] = self._keep
        self.lives = [Life(self, script) for script in scripts]
        self._next = iter(self.lives)
        section: Any = SimpleNamespace(kind=kind)
        self.worker = CameraWorker(
            section,
            mixer=None,
            pictures=PictureFolder(folder / "pictures"),
            post=self._posted,
            lost=lost,
            spawn=lambda: self.spawn(),  # noqa: PLW0108 (a test puts another in its place)
            clock=lambda: self.now_s,
            retry_s=retry_s,
        )

    def _posted(self, command: c.Command) -> None:
        self.post(command)

    def _keep(self, command: c.Command) -> None:
        self.posted.append((command, self.now_s))

    def spawn(self) -> tuple[Life, Life]:
        life = next(self._next)
        self.born_s.append(self.now_s)
        if life is self.lives[-1]:
            life.script.append(lambda times: times.worker._stopping.set())
            life.script.append(0.1)
        return life, life

    def run(self) -> "Times":
        """Live all lives; the worker is told to stop when the last one has said its words."""
        self.worker._run()
        return self

    @property
    def commands(self) -> list[c.Command]:
        return [command for command, _ in self.posted]

    def kinds(self) -> list[str]:
        return [type(command).__name__ for command in self.commands]


def beats(count: int) -> list[Sign]:
    return list(itertools.chain.from_iterable((CameraBeat(seq, None), 0.5) for seq in range(count)))


class Recorder(threading.Event):
    """An event nobody waits for: the waiting is told."""

    def __init__(self, waits: Callable[[float], object]) -> None:
        super().__init__()
        self._waits = waits

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self._waits(timeout)
        return self.is_set()
