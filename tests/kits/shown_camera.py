"""A table whose camera sees what a test shows it: `python -m kits.shown_camera table …` is
`kiosk table …`, its camera's process in place of which a thread listens at a socket.

All beyond that process is the table's own: the pipe, the pictures on the disk, the rules' words.
"""

import contextlib
import json
import os
import socket
import sys
import threading
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.cli import main
from kiosk.table import camera
from kiosk.table.camera_child import CameraBeat, SeenDice, SeenEmpty
from kiosk.table.camera_source import Mixer
from kiosk.table.settings import CameraSection
from kits.painted import lay
from vision.reading import DieSeen, Reading, Support

SHOWN_AT = "KIOSK_TEST_CAMERA"
"""The environment's name for the socket's path."""

BEAT_S = 0.5
APART_MM = 90.0
FIRST_MM = {"picture_left": 150.0, "picture_right": 640.0}
"""How far from the board's left edge the first die of a half lies."""


def show(path: Path, **what: Any) -> None:
    """The camera at `path` sees it: `dice` in a `half`, `flat` or not or perhaps; or nothing."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.connect(str(path))
        link.sendall(json.dumps(what).encode() + b"\n")
        assert link.recv(1), "the camera is gone"


class ShownCamera:
    """In place of the camera's process: dies when it is killed, beats until then."""

    pid = None

    def __init__(self, path: Path, pipe: Connection) -> None:
        path.unlink(missing_ok=True)
        self._pipe, self._ended = pipe, threading.Event()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.bind(str(path))
        self._socket.listen()
        self._socket.settimeout(BEAT_S)
        self._thread = threading.Thread(target=self._run, name="shown camera", daemon=True)
        self._thread.start()

    def kill(self) -> None:
        self._ended.set()

    def join(self, timeout: float) -> None:
        self._thread.join(timeout)

    def _run(self) -> None:
        beats = 0
        with self._socket, contextlib.suppress(BrokenPipeError):
            while not self._ended.is_set():
                self._pipe.send(CameraBeat(beats := beats + 1, None))
                with contextlib.suppress(TimeoutError):
                    link, _ = self._socket.accept()
                    with link:
                        self._pipe.send(seen(json.loads(link.makefile().readline())))
                        link.sendall(b".")


def seen(what: dict[str, Any]) -> SeenDice | SeenEmpty:
    """What the camera's process would send of it, now."""
    now_ns = time.monotonic_ns()
    if "dice" not in what:
        return SeenEmpty(now_ns)
    half = what["half"]
    places = [(FIRST_MM[half] + APART_MM * n, 300.0) for n in range(len(what["dice"]))]
    dice = dict(zip(places, what["dice"], strict=True))
    fine, picture = cv2.imencode(".jpg", lay(dice))
    assert fine
    read = tuple(_die(at, value, half, what["flat"]) for at, value in dice.items())
    return SeenDice(Reading(read, now_ns, now_ns, (1,), rolled=True), np.array(picture).tobytes())


def _die(at_mm: tuple[float, float], value: int, half: Any, flat: bool | None) -> DieSeen:
    return DieSeen(
        value=value,
        guess=value,
        half=half,
        flat=flat,
        support=Support.SURFACE,
        confidence=0.9,
        center_px=at_mm,
        center_mm=at_mm,
        bbox_px=(round(at_mm[0]) - 8, round(at_mm[1]) - 8, 16, 16),
    )


def _start(_settings: CameraSection, _mixer: Mixer) -> tuple[ShownCamera, Connection]:
    ours, theirs = Pipe()
    return ShownCamera(Path(os.environ[SHOWN_AT]), theirs), ours


if __name__ == "__main__":
    camera._start = _start  # type: ignore[assignment]
    sys.exit(main())
