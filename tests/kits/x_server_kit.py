"""Xvfb, xdotool as its finger, and a panel turned as it hangs."""

import os
import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kiosk.demo.child import child_command
from kiosk.screen.arrangement import Arrangement

T = TypeVar("T")
Pixels = NDArray[np.uint8]

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

LOOK_S = 0.02
BEFORE_S, DOWN_S = 0.65, 0.06
"""How long a finger is over a key before it comes down, and how long it lies there."""


def until(seen: Callable[[], T | None], what: str | Callable[[], str]) -> T:
    """What is `seen` once it is there to be seen."""
    late = time.monotonic() + WITHIN_S
    while (found := seen()) is None:
        assert time.monotonic() < late, f"never {what if isinstance(what, str) else what()}"
        time.sleep(LOOK_S)
    return found


# --- the X server --------------------------------------------------------------------------------


class XServer:
    """Xvfb, which keeps its screen in a file (X Window Dump, version 7)."""

    def __init__(self, folder: Path, wide: int, high: int) -> None:
        self._file = folder / "Xvfb_screen0"
        reads, writes = os.pipe()
        command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{wide}x{high}x24"]
        command += ["-fbdir", str(folder), "-nolisten", "tcp", "-noreset"]
        with (folder / "xvfb.log").open("wb") as log:
            self._process = subprocess.Popen(
                child_command(os.getpid(), command), pass_fds=[writes], stdout=log, stderr=log
            )
        os.close(writes)
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        assert number, f"no X server: {(folder / 'xvfb.log').read_text()}"
        self.display = f":{number}"

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def pixels(self) -> Pixels:
        """All that the X server shows now: rows from the top, blue green red."""
        dump = self._file.read_bytes()
        head = np.frombuffer(dump[:100], dtype=">u4").astype(int)
        size, wide, high, bits, line, colours = (int(head[at]) for at in (0, 4, 5, 11, 12, 19))
        assert bits == 32
        start = size + colours * 12
        rows = np.frombuffer(dump[start : start + line * high], dtype=np.uint8)
        return rows.reshape(high, line // 4, 4)[:, :wide, :3].copy()

    def window(self, pid: int) -> tuple[int, int, int, int]:
        """Where the one window of a process is: left, top, width, height."""

        def found() -> tuple[int, int, int, int] | None:
            asked = self.xdotool("search", "--onlyvisible", "--pid", str(pid), check=False)
            if not asked.split():
                return None
            told = self.xdotool("getwindowgeometry", "--shell", asked.split()[-1])
            at = {name: int(value) for name, value in re.findall(r"(\w+)=(-?\d+)", told)}
            return at["X"], at["Y"], at["WIDTH"], at["HEIGHT"]

        return until(found, "a window of the screen")

    def tap(self, x: int, y: int) -> None:
        self.xdotool(
            *("mousemove", str(x), str(y), "sleep", str(BEFORE_S), "mousedown", "1"),
            *("sleep", str(DOWN_S), "mouseup", "1"),
        )

    def xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=os.environ | {"DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=check,
        )
        return done.stdout


# --- the panel -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Panel:
    """How a screen is started, and where a point of the glass is on the X server's screen."""

    wide: int = 1280
    high: int = 720
    arrangement: Arrangement = Arrangement.FACING
    rotate: int = 0
    theme: str = "dark"

    @property
    def options(self) -> list[str]:
        return [
            *("--size", f"{self.wide}x{self.high}", "--layout", self.arrangement.value),
            *("--rotate", str(self.rotate), "--theme", self.theme),
        ]

    @property
    def glass(self) -> tuple[float, float]:
        """Its size as who looks at it has it."""
        turned = self.rotate in (90, 270)
        return (self.high, self.wide) if turned else (self.wide, self.high)

    def on_window(self, x: float, y: float) -> tuple[int, int]:
        """A point of the glass, y up, from the window's upper left corner, y down."""
        wide, high = self.wide, self.high
        right, up = {
            0: (x, y),
            90: (wide - y, x),
            180: (wide - x, high - y),
            270: (y, high - x),
        }[self.rotate]
        return round(right), round(high - up)

    def upright(self, window: Pixels) -> Pixels:
        """The picture of the window as who looks at the glass sees it."""
        return np.ascontiguousarray(np.rot90(window, -self.rotate // 90))
