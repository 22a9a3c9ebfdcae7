"""Pictures of a demo: the screen in every situation with the board, the console in a browser."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from kiosk.demo.browser import NAME as BROWSER
from kiosk.demo.browser import find_browser, photograph
from kiosk.demo.errors import BrowserFailed
from kiosk.demo.screen_process import ScreenFingers
from kiosk.rules.match import Phase
from kiosk.wire.snapshot import Snapshot
from vision.scene import Renderer, Rig, Scene

Picture = cv2.typing.MatLike

MOVING_MS = 10_000
"""How long a moving picture takes to show all."""
MOVING_HEIGHT_PX = 400
MOVING_QUALITY = 70
BESIDE_PX = 15.0
"""How much of the table is shown around the board, in pixels of its camera."""


def write_moving_picture(frames: Sequence[Picture], path: Path) -> None:
    """Write an animated WebP that shows these frames of one size in turn, for ever."""
    if not frames:
        return
    moving = cv2.Animation()
    moving.frames = list(frames)
    moving.durations = [MOVING_MS // len(frames)] * len(frames)
    cv2.imwriteanimation(str(path), moving, [cv2.IMWRITE_WEBP_QUALITY, MOVING_QUALITY])


def frame_of(screen: Picture, board: Picture) -> Picture:
    """The screen and the board side by side, equally high."""
    return cv2.hconcat([_of_one_height(screen), _of_one_height(board)])


def _of_one_height(picture: Picture) -> Picture:
    width = round(picture.shape[1] * MOVING_HEIGHT_PX / picture.shape[0])
    return cv2.resize(picture, (width, MOVING_HEIGHT_PX), interpolation=cv2.INTER_AREA)


class BoardPictures:
    """Draws the board of a rig as its camera sees it, cut to the board."""

    def __init__(self, rig: Rig) -> None:
        self._renderer = Renderer(rig)
        board, camera = rig.board, rig.camera
        corners = [(x, y, 0.0) for x in (0.0, board.width_mm) for y in (0.0, board.height_mm)]
        seen = camera.project(np.array(corners))
        left, top = (int(edge) for edge in np.maximum(seen.min(axis=0) - BESIDE_PX, 0))
        right, bottom = (int(edge) for edge in seen.max(axis=0) + BESIDE_PX)
        self._window = np.s_[top:bottom, left:right]

    def draw(self, scene: Scene) -> Picture:
        return self._renderer.clean(scene, 0.0)[self._window]


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
    """Takes the first picture of each situation.

    `screen` returns the running screen, `scene` what lies on the board.
    """

    def __init__(
        self,
        folder: Path,
        screen: Callable[[], ScreenFingers | None],
        scene: Callable[[], Scene],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.taken: dict[str, Path] = {}
        self._folder = folder
        self._screen = screen
        self._scene = scene
        self._scenes: list[Scene] = []

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
        self._scenes.append(self._scene())

    def write_moving(self, path: Path, board: BoardPictures) -> None:
        """Write those taken as one moving picture in their order, the board beside the screen."""
        taken = zip(self.taken.values(), self._scenes, strict=True)
        screens = ((cv2.imread(str(picture)), scene) for picture, scene in taken)
        frames = [frame_of(each, board.draw(scene)) for each, scene in screens if each is not None]
        write_moving_picture(frames, path)


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
