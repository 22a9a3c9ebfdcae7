"""A camera's worker whose child, pipe and clock are on paper."""

import itertools
import math
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kiosk.rules import commands as c
from kiosk.table.camera import CameraWorker
from kiosk.table.camera_child import (
    Beat,
    PoseScene,
    Seen,
)
from kiosk.table.settings import CameraSection
from vision import reading

DIE = reading.DieSeen(
    value=5,
    guess=5,
    half=reading.Half.PICTURE_LEFT,
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
        self._script = deque(script)
        self.sent: list[PoseScene] = []
        self.killed = False
        self.joined = False
        self.closed = False

    def poll(self, timeout: float) -> bool:
        while self._script and callable(self._script[0]):
            self._script.popleft()(self._times)
        if not self._script or not isinstance(self._script[0], float):
            return True
        silent = min(timeout, self._script[0])
        self._times.now_s += silent
        self._script[0] -= silent
        if self._script[0] <= 1e-9:
            self._script.popleft()
        return False

    def recv(self) -> Seen:
        said = self._script.popleft() if self._script else None
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

    def __init__(self, folder: Path, *scripts: Iterable[Sign], lost: bool = False) -> None:
        self.now_s = 1000.0
        self.posted: list[tuple[c.Command, float]] = []
        self.lives = [Life(self, script) for script in scripts]
        self._next = iter(self.lives)
        section: Any = CameraSection
        self.worker = CameraWorker(
            section,
            simulated=True,
            mixer=None,
            pictures=folder / "pictures",
            post=lambda command: self.posted.append((command, self.now_s)),
            lost=lost,
            spawn=self._spawn,
            clock=lambda: self.now_s,
            retry_s=(0.0,),
        )

    def _spawn(self) -> tuple[Life, Life]:
        life = next(self._next)
        if life is self.lives[-1]:
            life._script.append(lambda times: times.worker._stopping.set())
            life._script.append(0.1)
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
    return list(itertools.chain.from_iterable((Beat(seq, None), 0.5) for seq in range(count)))
