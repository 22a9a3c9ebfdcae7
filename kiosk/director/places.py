"""Default path of a director's database, and the network address of its machine."""

import socket
from collections.abc import Mapping
from pathlib import Path

from kiosk.director.errors import DirectorSettingsError
from kiosk.wire.secret_file import make_private_folder

FOLDER = "table-kiosk"
DATABASE = "director.db"


def default_database(env: Mapping[str, str]) -> Path:
    """In the user's data folder (XDG Base Directory 0.8: an absolute XDG_DATA_HOME, else
    ~/.local/share); its own folder is created, 0700. Raises DirectorSettingsError.
    """
    home, named = env.get("HOME", ""), env.get("XDG_DATA_HOME", "")
    if named.startswith("/"):
        above = Path(named)
    elif home.startswith("/"):
        above = Path(home) / ".local/share"
    else:
        raise DirectorSettingsError(
            f"HOME is {home!r}, no user's folder; name the database with --db"
        )
    folder = above / FOLDER
    try:
        above.mkdir(parents=True, exist_ok=True)
        make_private_folder(folder)
    except OSError as error:
        raise DirectorSettingsError(
            f"{folder} can't be made: {error.strerror}; name the database with --db"
        ) from error
    return folder / DATABASE


def network_address() -> str | None:
    """This machine's address on its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a reserved address (RFC 5737): nothing is sent
        except OSError:
            return None
        return str(probe.getsockname()[0])
