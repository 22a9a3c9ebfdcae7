"""A person at a terminal: keys as they are pressed, pictures in coloured blocks or a viewer."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from kiosk.dice.errors import EvidenceError
from vision.view import Picture

MOST_COLUMNS = 120


class Easel:
    """Shows crops: as a PNG, in `viewer` if given, and in the terminal if it is one."""

    def __init__(self, file: Path, viewer: str | None) -> None:
        """Raises EvidenceError if `viewer` is no command."""
        self._file = file
        self._viewer = None if viewer is None else [*_words(viewer), str(file)]
        self._open: subprocess.Popen[bytes] | None = None

    def show(self, picture: Picture) -> None:
        """Show a crop. Raises EvidenceError if the viewer can't start, OSError from writing."""
        _ok, encoded = cv2.imencode(".png", picture)
        self._file.write_bytes(encoded.tobytes())
        self.close()
        if self._viewer is not None:
            try:
                self._open = subprocess.Popen(self._viewer)
            except OSError as error:
                raise EvidenceError(
                    f"the viewer {self._viewer[0]!r} does not start: {error.strerror}; "
                    "name another with --viewer"
                ) from error
        if sys.stdout.isatty():
            columns = min(MOST_COLUMNS, shutil.get_terminal_size().columns)
            sys.stdout.write(in_blocks(picture, columns) + "\n")

    def close(self) -> None:
        if self._open is not None:
            self._open.kill()  # it has nothing to save
            self._open.wait()
            self._open = None


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise EvidenceError(f"{command!r} is no command; name a viewer as you would start it")
    return words


@contextmanager
def terminal_keys() -> Iterator[Iterator[str]]:
    """Keys as they are pressed, without Enter; from a pipe its characters except line ends.

    Raises EvidenceError if there is nothing to read keys from.
    """
    if sys.stdin is None:
        raise EvidenceError(
            "standard input is closed; review at a terminal, or send keys by a pipe"
        )
    descriptor = sys.stdin.fileno()
    keys = iter(lambda: os.read(descriptor, 1).decode(errors="replace"), "")
    if not os.isatty(descriptor):
        yield (key for key in keys if key not in "\r\n")
        return
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield keys
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def in_blocks(picture: Picture, columns: int) -> str:
    """A picture in a terminal of 24-bit colours: two pixels per character, one above the other."""
    rows = max(2, round(columns * picture.shape[0] / picture.shape[1] / 2) * 2)
    small = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    lines = []
    for upper, lower in zip(small[::2].tolist(), small[1::2].tolist(), strict=True):
        cells = (
            f"\x1b[38;2;{a[2]};{a[1]};{a[0]}m\x1b[48;2;{b[2]};{b[1]};{b[0]}m▀"
            for a, b in zip(upper, lower, strict=True)
        )
        lines.append("".join(cells) + "\x1b[0m")
    return "\n".join(lines)
