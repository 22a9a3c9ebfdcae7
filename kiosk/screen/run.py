"""`kiosk screen`: set Kivy up, open the window, run until told to stop."""

import contextlib
import logging
import os
import signal
import sys
import tempfile
from pathlib import Path

from kiosk.screen.errors import ScreenMisused, ScreenUnavailable

DEFAULT_SIZE = (1280, 720)
SMALLEST, LARGEST = 320, 8192
FRAMES_A_SECOND = 20
"""How often input is looked at; a frame is drawn only when something changed."""


def run(socket: Path, control: Path | None = None, size: tuple[int, int] | None = None) -> int:
    """Show the table on `socket` until SIGTERM or SIGINT; the exit code.

    `control`: a driver's socket, on simulated tables only. `size`: the window's in pixels; without
    it the whole display. Raises ScreenUnavailable, ScreenMisused.
    """
    if size is not None and not all(SMALLEST <= side <= LARGEST for side in size):
        raise ScreenMisused(f"size is {size[0]}x{size[1]}; each side {SMALLEST} to {LARGEST}")
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory(prefix="kiosk-screen-") as home:
        prepare_kivy(Path(home), size)
        _serve(socket, control)
    return 0


def prepare_kivy(home: Path, size: tuple[int, int] | None) -> None:
    """Everything Kivy reads when it is imported. `home` is for its own files."""
    display = _has_display()
    if not display:
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ |= {
        "KIVY_HOME": str(home),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_CLOCK": "interrupt",
        "SDL_NO_SIGNAL_HANDLERS": "1",
    }
    logging.disable(logging.WARNING)  # it tells its version, and of the settings it then writes
    from kivy.config import Config  # noqa: PLC0415 - it reads the environment when imported

    logging.disable(logging.NOTSET)
    logging.getLogger("kivy").setLevel(logging.WARNING)
    wide, high = size or DEFAULT_SIZE
    bare = os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"
    graphics = {
        "width": wide,
        "height": high,
        "fullscreen": "auto" if display and size is None else 0,
        "multisamples": 0,
        "maxfps": FRAMES_A_SECOND,
        "show_cursor": 0 if bare else 1,
        "resizable": 1,
        "min_state_time": 0,
    }
    for option, value in graphics.items():
        Config.set("graphics", option, value)
    Config.set("kivy", "exit_on_escape", 0)
    Config.remove_section("input")
    Config.add_section("input")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if bare:
        Config.set("input", "mtdev_%(name)s", "probesysfs,provider=mtdev")


def _has_display() -> bool:
    named = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    driver = os.environ.get("SDL_VIDEODRIVER", "").lower()
    return driver != "offscreen" and any(os.environ.get(name) for name in named)


def _serve(socket: Path, control: Path | None) -> None:
    try:
        from kiosk.screen.window import ScreenWindow  # noqa: PLC0415 - importing opens the window
    except SystemExit as error:
        raise ScreenUnavailable(
            "Kivy found nothing to draw with: install libegl1, libgl1 and libgl1-mesa-dri"
        ) from error
    window = ScreenWindow(socket)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: window.stop())
    with contextlib.ExitStack() as stack:
        if control is not None:
            from kiosk.screen.driver import DriverSocket  # noqa: PLC0415 - only then
            from kiosk.screen.hands import Hands  # noqa: PLC0415

            driver = DriverSocket(control, Hands(window).acts)
            stack.callback(driver.close)
            driver.start()
        window.run()
