"""Pictures of a demo: the screen in every situation, the console in a browser."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from kiosk.demo.browser import NAME as BROWSER
from kiosk.demo.browser import find_browser, photograph
from kiosk.demo.errors import BrowserFailed
from kiosk.demo.screen_process import ScreenFingers
from kiosk.rules.match import Phase
from kiosk.wire.snapshot import Snapshot

MOVING_MS = 10_000
"""How long a moving picture takes to show all."""
MOVING_WIDTH_PX = 800
MOVING_QUALITY = 70


def write_moving_picture(pictures: Sequence[Path], path: Path) -> None:
    """Write an animated WebP that shows these pictures of one size in turn, for ever."""
    shown = [cv2.imread(str(picture)) for picture in pictures]
    frames = [_narrowed(frame) for frame in shown if frame is not None]
    if not frames:
        return
    moving = cv2.Animation()
    moving.frames = frames
    moving.durations = [MOVING_MS // len(frames)] * len(frames)
    cv2.imwriteanimation(str(path), moving, [cv2.IMWRITE_WEBP_QUALITY, MOVING_QUALITY])


def _narrowed(frame: cv2.typing.MatLike) -> cv2.typing.MatLike:
    height = round(frame.shape[0] * MOVING_WIDTH_PX / frame.shape[1])
    return cv2.resize(frame, (MOVING_WIDTH_PX, height), interpolation=cv2.INTER_AREA)


def situation(shown: Snapshot) -> str:
    """Name the table's situation in a word or two."""
    game, stop, lost = shown.game, shown.stop, shown.lost_devices
    crawford = game is not None and game.crawford and shown.phase is Phase.TO_ROLL
    words = (
        "halted" if shown.halted else None,
        "message" if shown.message else None,
        f"stopped_{stop.reason.value}" if stop else None,
        f"without_{lost[0]}" if lost else None,
        "roll_refused" if game and game.refused_for else None,
        "to_roll_crawford" if crawford else None,
    )
    return next((name for name in words if name is not None), shown.phase.value)


class ScreenShots:
    """Takes the first picture of each situation. `screen` returns the running screen."""

    def __init__(self, folder: Path, screen: Callable[[], ScreenFingers | None]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.taken: dict[str, Path] = {}
        self._folder = folder
        self._screen = screen

    def take_if_new(self, shown: Snapshot) -> None:
        """Take a picture if its situation has none yet. Raises DemoError."""
        name, screen = situation(shown), self._screen()
        if name in self.taken or screen is None:
            return
        if screen.wait(shown.seq) > shown.seq:
            return  # the table has moved on, perhaps to another situation
        path = self._folder / f"{len(self.taken) + 1:02}-{name}.png"
        screen.shot(path)
        self.taken[name] = path

    def write_moving(self, path: Path) -> None:
        """Write those taken as one moving picture, in their order."""
        write_moving_picture(list(self.taken.values()), path)


class ConsoleShots:
    """Takes pictures of web pages, if this machine has a browser; never raises. `lacks`: why none.

    `trusted`, `cookie`: see `browser.photograph`.
    """

    def __init__(
        self, folder: Path, trusted: str | None = None, cookie: tuple[str, str] | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.taken: list[Path] = []
        self.lacks: str | None = None
        self._folder = folder
        self._trusted = trusted
        self._cookie = cookie

    def take(self, **pages: str) -> None:
        """Take a picture of each page; `pages` has addresses by name."""
        browser = find_browser()
        if browser is None:
            self.lacks = f"no {BROWSER} on PATH"
            return
        paths = [self._folder / f"{name}.png" for name in pages]
        try:
            wanted = list(zip(pages.values(), paths, strict=True))
            photograph(browser, wanted, self._trusted, self._cookie)
        except BrowserFailed as error:
            self.lacks = str(error)
        self.taken += [path for path in paths if path.is_file()]
