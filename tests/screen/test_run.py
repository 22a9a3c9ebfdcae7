"""How Kivy is set up before it is imported, by the display there is; in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.screen.run import driver_of_display, too_small

PROGRAM = """
import json, sys
from pathlib import Path
from kiosk.screen.run import prepare_kivy
prepare_kivy(Path(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3]))
from kivy.config import Config
print(json.dumps({name: dict(Config.items(name)) for name in ("graphics", "input", "kivy")}))
"""


def prepared(
    home: Path, size: tuple[int, int] | None, rotate: int = 0, **environment: str
) -> dict[str, dict[str, str]]:
    bare = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "KIVY_")) and "DISPLAY" not in name
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(home), json.dumps(size), str(rotate)],
        env=bare | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, dict[str, str]] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("size", "environment", "whole", "pointer", "inputs"),
    [
        (None, {"SDL_VIDEODRIVER": "kmsdrm"}, "auto", "0", {"mouse", "mtdev_%(name)s"}),
        (None, {"DISPLAY": ":0"}, "auto", "1", {"mouse"}),
        ((800, 480), {"WAYLAND_DISPLAY": "wayland-0"}, "0", "1", {"mouse"}),
        (None, {"SDL_VIDEODRIVER": "offscreen"}, "0", "1", {"mouse"}),
    ],
    ids=["bare panel", "desktop", "window on a desktop", "no display"],
)
def test_a_panel_is_filled_and_only_a_bare_one_has_no_pointer(
    tmp_path: Path,
    size: tuple[int, int] | None,
    environment: dict[str, str],
    whole: str,
    pointer: str,
    inputs: set[str],
) -> None:
    """On a bare panel no desktop turns touches into a mouse: they are read from the kernel."""
    made = prepared(tmp_path, size, **environment)
    graphics = made["graphics"]
    assert (graphics["fullscreen"], graphics["show_cursor"]) == (whole, pointer)
    assert (int(graphics["width"]), int(graphics["height"])) == (size or (1280, 720))
    assert graphics["maxfps"] == "20"
    assert set(made["input"]) == inputs
    assert made["kivy"]["exit_on_escape"] == "0"


@pytest.fixture
def connectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As /sys/class/drm of a Pi without a desktop and without a panel."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("card1-HDMI-A-1", "card1-DSI-1"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text("disconnected\n")
    return tmp_path


def test_a_panel_without_a_desktop_is_drawn_to_by_itself(
    connectors: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (connectors / "card1-DSI-1/status").write_text("connected\n")
    assert driver_of_display(connectors) == "kmsdrm"
    assert caplog.messages == []
    monkeypatch.setenv("DISPLAY", ":0")
    assert driver_of_display(connectors) == "x11,wayland"


def test_it_says_that_it_draws_to_nothing(
    connectors: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert driver_of_display(connectors) == "offscreen"
    assert driver_of_display(connectors / "nowhere") == "offscreen"
    assert caplog.messages == 2 * [
        "no display is there: the screen draws to nothing; connect a panel, or set DISPLAY"
    ]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_panel_that_hangs_another_way_is_turned(tmp_path: Path, rotate: int) -> None:
    made = prepared(tmp_path, (720, 1280), rotate=rotate)
    assert int(made["graphics"]["rotation"]) == rotate


@pytest.mark.parametrize(
    ("size", "inches", "told"),
    [
        ((1280, 720), 7.0, ""),
        ((800, 480), 7.0, ""),
        ((1280, 720), 10.1, ""),
        ((720, 1280), 5.0, "a panel of 5 inches makes keys 8.5 mm high"),
        ((800, 480), 4.3, "a panel of 4.3 inches makes keys 7.7 mm high"),
    ],
)
def test_a_panel_too_small_for_fingers_is_told(
    size: tuple[int, int], inches: float, told: str
) -> None:
    assert too_small(size, inches).startswith(told)
    assert bool(too_small(size, inches)) is bool(told)
