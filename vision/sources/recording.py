"""A film, from a folder or a video file, played as fast as frames are asked for."""

from __future__ import annotations

from pathlib import Path

from vision.errors import RecordingInvalid
from vision.sources.folder import FolderSource
from vision.sources.pace import Unhurried
from vision.sources.video import VideoSource

PATIENCE_S = 7 * 24 * 3600.0
"""To wait for a recording's next frame: its pauses cost no time."""


def recording(film: Path) -> FolderSource | VideoSource:
    """A folder of pictures or a video. Raises RecordingInvalid when nothing is there."""
    if not film.exists():
        raise RecordingInvalid(f"{film} is not there: name a folder of pictures or a video.")
    clock = Unhurried()
    return FolderSource(film, clock=clock) if film.is_dir() else VideoSource(film, clock=clock)
