"""What of a folder others than its owner can reach, under a umask of the test's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UMASKS = (0o000, 0o022, 0o077, 0o377)
"""Of a careless shell, of Debian, of our units, and one that takes rights from the owner, too."""


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """For this process, and those it starts."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def odd_modes(folder: Path, *but: str) -> dict[str, str]:
    """Files and folders in it with other modes than 0600 and 0700, but for those named so; sockets
    and links are left out.
    """
    return {
        str(path.relative_to(folder)): oct(path.lstat().st_mode & 0o777)
        for path in folder.rglob("*")
        if not path.is_socket() and not path.is_symlink() and path.name not in but
        if path.lstat().st_mode & 0o777 != (0o700 if path.is_dir() else 0o600)
    }
