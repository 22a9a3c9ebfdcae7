"""`kiosk screen`: set Kivy up, open the window, run until stopped."""

import contextlib
import logging
import os
import re
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kiosk.catalogue.languages import load
from kiosk.memory import give_freed_pictures_back
from kiosk.screen.arrangement import SHORT_SIDE_MM, short_side_mm
from kiosk.screen.backlight import backlight
from kiosk.screen.errors import ScreenError, ScreenMisused, ScreenUnavailable
from kiosk.screen.keeper import SetUpKeeper
from kiosk.screen.set_up import ScreenSetUp, load_set_up, read_pin
from kiosk.wire.control import ControlSocket

log = logging.getLogger(__name__)

DEFAULT_SIZE = (1280, 720)
SMALLEST = 320
LARGEST = 8192
LEAST_KEY_MM = 12.0
"""Key height on a 7-inch panel; it scales with the panel."""

TURN_S = 0.0005
"""Python's thread switch interval; the default of 5 ms is a quarter of what a frame may take."""

FRAMES_A_SECOND = 20
"""Rate at which touches are read. News from the table wakes the loop at once, and a frame is drawn
only after a change.
"""


@dataclass(frozen=True, slots=True)
class Panel:
    """`size`: pixels before rotation; None for the whole display. `rotate`: 0, 90, 180 or 270
    degrees to the left. `set_up`: the set-up unless the file `memory` has one. `pin`: file with the
    director's PIN. `inches`: diagonal, if known.
    """

    size: tuple[int, int] | None = None
    rotate: int = 0
    set_up: ScreenSetUp = ScreenSetUp()
    memory: Path | None = None
    pin: Path | None = None
    inches: float | None = None


def run(socket: Path, control: Path | None = None, panel: Panel = Panel()) -> int:
    """Show the table on `socket` until SIGTERM or SIGINT; return the exit code.

    `control`: a driver's socket, for simulated tables only. Raises ScreenUnavailable,
    ScreenMisused, SocketUnusable.
    """
    sys.setswitchinterval(TURN_S)
    size = panel.size
    if size is not None and not all(SMALLEST <= side <= LARGEST for side in size):
        raise ScreenMisused(f"size is {size[0]}x{size[1]}; each side {SMALLEST} to {LARGEST}")
    keeper = SetUpKeeper(
        load_set_up(panel.memory, panel.set_up) if panel.memory else panel.set_up,
        read_pin(panel.pin) if panel.pin else "",
        panel.memory,
        backlight(),
    )
    if panel.inches is not None and (small := too_small(size or DEFAULT_SIZE, panel.inches)):
        log.warning(small)
    with tempfile.TemporaryDirectory(prefix="kiosk-screen-") as home:
        give_freed_pictures_back()
        prepare_kivy(Path(home), size, panel.rotate)
        _serve(socket, control, keeper)
    return 0


def too_small(size: tuple[int, int], inches: float) -> str:
    """Warn if keys are too small for fingers on this panel; empty if not."""
    share = short_side_mm(size, inches) / SHORT_SIDE_MM
    if share > 0.95:  # panels of 7 inches differ by as much
        return ""
    return (
        f"a panel of {inches:g} inches makes keys {share * LEAST_KEY_MM:.1f} mm high, "
        f"a finger needs {LEAST_KEY_MM:g}; take one of 7 inches or more"
    )


CONNECTORS = Path("/sys/class/drm")
"""Linux's list of the graphics cards' connectors."""


def prepare_kivy(home: Path, size: tuple[int, int] | None, rotate: int = 0) -> None:
    """Set everything Kivy reads at import. `home`: folder for Kivy's own files."""
    if "SDL_VIDEODRIVER" not in os.environ:
        os.environ["SDL_VIDEODRIVER"] = driver_of_display()
    driver = os.environ["SDL_VIDEODRIVER"].lower()
    os.environ |= {
        "KIVY_HOME": str(home),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_CLOCK": "interrupt",
        "KIVY_WINDOW": "sdl2",  # the next provider Kivy would try exits the process
        "SDL_NO_SIGNAL_HANDLERS": "1",
    }
    logging.disable(logging.WARNING)  # Kivy logs its version and the settings it writes
    from kivy.config import Config  # noqa: PLC0415 - it reads the environment when imported

    logging.disable(logging.NOTSET)
    logging.getLogger("kivy").setLevel(logging.WARNING)
    wide, high = size or DEFAULT_SIZE
    bare, whole = driver == "kmsdrm", driver != "offscreen" and size is None
    graphics = {
        "width": wide,
        "height": high,
        "rotation": rotate,
        "fullscreen": "auto" if whole else 0,
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


def driver_of_display(connectors: Path = CONNECTORS) -> str:
    """SDL's video driver for the available display: the desktop's, else the panel's.

    By default SDL draws off screen without a message if the named display is missing.
    """
    if os.environ.get("WAYLAND_DISPLAY"):
        return "wayland,x11"
    if os.environ.get("DISPLAY"):
        return "x11,wayland"
    states = (each.read_text(encoding="ascii") for each in connectors.glob("card*-*/status"))
    if any(state.strip() == "connected" for state in states):
        return "kmsdrm"
    log.warning("no display is there: the screen draws to nothing; connect a panel, or set DISPLAY")
    return "offscreen"


def _serve(socket: Path, control: Path | None, keeper: SetUpKeeper) -> None:
    _open_window()
    from kiosk.screen.window import ScreenWindow  # noqa: PLC0415 - Kivy's parts need a window

    window = ScreenWindow(socket, load(), keeper)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: window.stop())
    with contextlib.ExitStack() as stack:
        if control is not None:
            from kiosk.screen.hands import ScreenHands  # noqa: PLC0415 - only then

            refusals = (ScreenError, OSError)  # a picture of the screen is written to a file
            driver = ControlSocket(control, ScreenHands(window).acts, refusals)
            stack.callback(driver.close)
            driver.start()
        window.run()


def _open_window() -> None:
    """Import Kivy's window module, which opens the window. Raises ScreenUnavailable."""
    kivy_log, seen = logging.getLogger("kivy"), _CapturedLog()
    kivy_log.addHandler(seen)
    kivy_log.propagate = False  # it would log a failure with all its tracebacks
    try:
        from kivy.core.window import Window  # noqa: PLC0415 - as above
    except SystemExit:
        Window = None  # noqa: N806 - Kivy gives up by leaving
    finally:
        kivy_log.propagate = True
        kivy_log.removeHandler(seen)
    if Window is None:
        driver = os.environ.get("SDL_VIDEODRIVER", "")
        raise ScreenUnavailable(
            f"no window could be opened (SDL_VIDEODRIVER={driver!r}: {seen.why()}); name a display "
            "that is there, or install libegl1, libgl1 and libgl1-mesa-dri to draw off screen"
        )


class _CapturedLog(logging.Handler):
    """Kivy's warnings and errors while it opens the window."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._texts.append(record.getMessage())

    def why(self) -> str:
        """SDL's own error, if it gave one."""
        found = re.search(r"Error: b?['\"]?([^'\"\n]+)", "\n".join(self._texts))
        return found[1] if found else "Kivy gives no reason"
