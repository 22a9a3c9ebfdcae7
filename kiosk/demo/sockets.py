"""Paths of a demo's sockets: in its folder, or in a short one if that path is too long."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType

from kiosk.wire.unix import LONGEST_PATH

_NAMES = ("table.sock", "control.sock", "screen.sock")


class Sockets:
    """The paths; a short folder made for them is removed on exit."""

    def __init__(self, folder: Path) -> None:
        folder = folder.resolve()
        self._short: Path | None = None
        if max(len(str(folder / name).encode()) for name in _NAMES) > LONGEST_PATH:
            folder = self._short = Path(tempfile.mkdtemp(prefix="kiosk-demo-"))
        self.table, self.table_control, self.screen_control = (folder / name for name in _NAMES)

    def __enter__(self) -> "Sockets":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._short is not None:
            shutil.rmtree(self._short, ignore_errors=True)
