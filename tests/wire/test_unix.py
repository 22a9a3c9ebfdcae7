"""Listening Unix sockets: what speaks against a path."""

from pathlib import Path

import pytest

from kiosk.wire.errors import SocketUnusable
from kiosk.wire.unix import close, listen


def test_a_missing_folder_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "kiosk/table.sock"
    with pytest.raises(SocketUnusable) as told:
        listen(path)
    assert str(told.value) == (
        f"socket {path} can't be opened: there is no folder {path.parent}; make it, or name "
        "another path"
    )


def test_one_left_behind_is_replaced_and_one_in_use_is_not(tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    listen(path).close()
    server = listen(path)
    with pytest.raises(SocketUnusable, match="belongs to a process that is running"):
        listen(path)
    close(server, path)
    assert not path.exists()
