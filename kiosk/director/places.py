"""Where a director's database lies when nobody names one."""

from collections.abc import Mapping
from pathlib import Path

from kiosk.director.errors import SettingsError

FOLDER = "table-kiosk"
DATABASE = "director.db"


def database(env: Mapping[str, str]) -> Path:
    """In the user's data folder (XDG Base Directory 0.8: an absolute XDG_DATA_HOME, else
    ~/.local/share); its own folder is made, 0700. Raises SettingsError.
    """
    home, named = env.get("HOME", ""), env.get("XDG_DATA_HOME", "")
    if named.startswith("/"):
        above = Path(named)
    elif home.startswith("/"):
        above = Path(home) / ".local/share"
    else:
        raise SettingsError(f"HOME is {home!r}, no user's folder; name the database with --db")
    folder = above / FOLDER
    try:
        above.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"{folder} can't be made: {error.strerror}; name the database with --db"
        ) from error
    return folder / DATABASE
