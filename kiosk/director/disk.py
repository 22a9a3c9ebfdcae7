"""What makes a new or renamed file survive a power cut."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """A file's name is on the disk once its folder is. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
