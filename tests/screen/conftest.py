"""Kivy for tests: off screen, in a folder of its own, set up before anything imports it."""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.live_kit import LiveTable, ScreenProcess

from kiosk.screen.run import prepare_kivy

HOME = tempfile.TemporaryDirectory(prefix="kiosk-screen-tests-")
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)
os.environ["SDL_VIDEODRIVER"] = "offscreen"
prepare_kivy(Path(HOME.name), (1280, 720))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Any]:
    """A glass in the window, 1280 by 720."""
    from kits.glass_kit import Bench  # noqa: PLC0415 - it opens the window

    made = Bench(tmp_path)
    made.resize((1280, 720))
    yield made
    made.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    made = LiveTable(tmp_path)
    yield made
    made.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., ScreenProcess]]:
    started: list[ScreenProcess] = []

    def begin(table: Path, **options: str) -> ScreenProcess:
        started.append(ScreenProcess(tmp_path, table, **options))
        return started[-1]

    yield begin
    for each in started:
        each.end(signal.SIGKILL)
