"""Files of roll pictures."""

from collections import OrderedDict
from pathlib import Path

CLOSE_UP = ".dice.jpg"
"""File name ending of a close-up of the dice, which is about as large as it is drawn."""

CLOSE_UPS = 100
"""Number of close-ups whose file is remembered without a look at the disk."""


class RollPictures:
    """The roll pictures of a folder; none without a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._close_ups: OrderedDict[str, Path] = OrderedDict()

    def file(self, sha256: str) -> Path | None:
        """The file of the close-up, else of the whole board, else None.

        A close-up once found is remembered: on a busy machine each look at the disk stalls Kivy's
        thread.
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
