"""Where the picture of a roll lies."""

from collections import OrderedDict
from pathlib import Path

CLOSE_UP = ".dice.jpg"
"""How the name of a close-up of the dice ends, which is about as large as it is drawn."""

CLOSE_UPS = 100
"""Of so many the file is known without a look at the disk."""


class RollPictures:
    """Those in a folder; without one there are none."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._close_ups: OrderedDict[str, Path] = OrderedDict()

    def file(self, sha256: str) -> Path | None:
        """The close-up of the dice, else the whole board, else nothing.

        A close-up that was found is not looked for again: on a busy machine each look at the disk
        costs Kivy's thread its turn.
        """
        if self.folder is None:
            return None
        if sha256 in self._close_ups:
            return self._close_ups[sha256]
        close_up = self.folder / f"{sha256}{CLOSE_UP}"
        if close_up.is_file():
            self._close_ups[sha256] = close_up
            if len(self._close_ups) > CLOSE_UPS:
                self._close_ups.popitem(last=False)
            return close_up
        whole = self.folder / f"{sha256}.jpg"
        return whole if whole.is_file() else None
