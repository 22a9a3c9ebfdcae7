"""`kiosk screen`: set Kivy up, open the window, run until told to stop."""

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
from kiosk.screen.set_up import ScreenSetUp, read_pin, remembered
from kiosk.wire.control import ControlSocket

log = logging.getLogger(__name__)

DEFAULT_SIZE = (1280, 720)
SMALLEST = 320
LARGEST = 8192
LEAST_KEY_MM = 12.0
"""Of a key on a 7-inch panel; all is so much smaller on a smaller one."""

TURN_S = 0.0005
"""How long Python code runs on before another thread has its turn; Python's own 5 ms is a quarter
of what a frame may take.
"""

FRAMES_A_SECOND = 20
"""How often fingers are looked at. What comes from the table wakes the loop at once, and a frame is
drawn only when something changed."""


@dataclass(frozen=True, slots=True)
class Panel:
    """`size` in pixels, before it is turned; without one the whole display. `rotate`: 0, 90, 180 or
    270 degrees that all is turned to the left, as the panel hangs. `set_up`: as it stands unless
    the file `memory` says otherwise. `pin`: a file with the digits that let the director change it.
    `inches`: across its corners, where known.
    """

    size: tuple[int, int] | None = None
    rotate: int = 0
    set_up: ScreenSetUp = ScreenSetUp()
    memory: Path | None = None
    pin: Path | None = None
    inches: float | None = None


def run(socket: Path, control: Path | None = None, panel: Panel = Panel()) -> int:
    """Show the table on `socket` until SIGTERM or SIGINT; the exit code.

    `control`: a driver's socket, on simulated tables only. Raises ScreenUnavailable, ScreenMisused,
    SocketUnusable.
    """
    sys.setswitchinterval(TURN_S)
    size = panel.size
    if size is not None and not all(SMALLEST <= side <= LARGEST for side in size):
        raise ScreenMisused(f"size is {size[0]}x{size[1]}; each side {SMALLEST} to {LARGEST}")
    keeper = SetUpKeeper(
        remembered(panel.memory, panel.set_up) if panel.memory else panel.set_up,
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
    """What is too small on a panel for fingers; empty if nothing is."""
    share = short_side_mm(size, inches) / SHORT_SIDE_MM
    if share > 0.95:  # panels of 7 inches differ by as much
        return ""
    return (
        f"a panel of {inches:g} inches makes keys {share * LEAST_KEY_MM:.1f} mm high, "
        f"a finger needs {LEAST_KEY_MM:g}; take one of 7 inches or more"
    )


CONNECTORS = Path("/sys/class/drm")
"""Where Linux tells what is connected to its graphics cards."""


def prepare_kivy(home: Path, size: tuple[int, int] | None, rotate: int = 0) -> None:
    """Everything Kivy reads when it is imported. `home` is for its own files."""
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
        "KIVY_WINDOW": "sdl2",  # another that is tried after it ends the process by itself
        "SDL_NO_SIGNAL_HANDLERS": "1",
    }
    logging.disable(logging.WARNING)  # it tells its version, and of the settings it then writes
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
    """SDL's video driver for the display there is: a desktop's, else the panel itself. Unasked,
    SDL would draw off screen in silence where a display was named and is not there.
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
    """Kivy opens its window when it is imported. Raises ScreenUnavailable."""
    kivy_log, said = logging.getLogger("kivy"), _Said()
    kivy_log.addHandler(said)
    kivy_log.propagate = False  # it would tell a failure with all its tracebacks
    try:
        from kivy.core.window import Window  # noqa: PLC0415 - as above
    except SystemExit:
        Window = None  # noqa: N806 - Kivy gives up by leaving
    finally:
        kivy_log.propagate = True
        kivy_log.removeHandler(said)
    if Window is None:
        driver = os.environ.get("SDL_VIDEODRIVER", "")
        raise ScreenUnavailable(
            f"no window could be opened (SDL_VIDEODRIVER={driver!r}: {said.why()}); name a display "
            "that is there, or install libegl1, libgl1 and libgl1-mesa-dri to draw off screen"
        )


class _Said(logging.Handler):
    """What Kivy said while it tried."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._texts.append(record.getMessage())

    def why(self) -> str:
        """SDL's own reason, if it gave one."""
        found = re.search(r"Error: b?['\"]?([^'\"\n]+)", "\n".join(self._texts))
        return found[1] if found else "Kivy says no more"
