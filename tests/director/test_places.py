"""`kiosk director` alone: where its database lies, and that it needs nothing said."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.director.errors import DirectorSettingsError
from kiosk.director.places import default_database


def test_the_users_data_folder_is_where_xdg_says(tmp_path: Path) -> None:
    home, data = tmp_path / "home", tmp_path / "data"
    env = {"HOME": str(home)}
    at_home = home / ".local/share/table-kiosk/director.db"
    assert default_database(env) == at_home
    assert default_database(env | {"XDG_DATA_HOME": ""}) == at_home
    assert (
        default_database(env | {"XDG_DATA_HOME": "data"}) == at_home
    )  # a relative one is to be ignored
    named = default_database(env | {"XDG_DATA_HOME": str(data)})
    assert named == data / "table-kiosk/director.db"
    for file in (at_home, named):
        assert file.parent.stat().st_mode & 0o777 == 0o700
        assert not file.exists()


@pytest.mark.parametrize("env", [{}, {"HOME": ""}, {"HOME": "home"}])
def test_who_has_no_home_is_told_to_name_the_database(env: dict[str, str]) -> None:
    with pytest.raises(DirectorSettingsError, match="name the database with --db"):
        default_database(env)


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(
        DirectorSettingsError, match=r"table-kiosk can't be made: .*name the database"
    ):
        default_database({"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "file")})


def test_without_a_word_it_serves(tmp_path: Path) -> None:
    """But for the port, which another director on this machine may have."""
    start = "import sys; from kiosk.cli import main; sys.exit(main())"
    env = {key: said for key, said in os.environ.items() if not key.startswith("XDG_")}
    with (
        subprocess.Popen(
            [sys.executable, "-c", start, "director", "--port", "0"],
            env=env | {"HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
        contextlib.ExitStack() as stack,
    ):
        stack.callback(process.terminate)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Director at http://127.0.0.1:")
        assert process.stdout.readline().startswith("Its tables know it by director.key = ed")
    assert process.returncode == 0
    folder = tmp_path / ".local/share/table-kiosk"
    assert {"director.db", "director.db.key"} <= {file.name for file in folder.iterdir()}
