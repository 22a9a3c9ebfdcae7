"""The device's key: made once, whole, for its owner only, and never made anew in silence."""

import os
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from kits.table_kit import BOOT

from kiosk.table import director
from kiosk.table.director import DirectorLink, device_key
from kiosk.table.errors import TableSettingsError
from kiosk.table.sync import TableIdentity
from kiosk.wire import secret_file
from kiosk.wire.signing import DeviceKey, verify
from kiosk.wire.sync import POLL_S


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "device.key"


def test_the_key_is_made_at_the_first_start_and_stays(path: Path) -> None:
    made = device_key(path)
    kept = path.read_bytes()
    assert device_key(path).public == made.public
    assert path.read_bytes() == kept
    verify(made.public, b"a head", DeviceKey.load(path).sign(b"a head"))
    assert os.listdir(path.parent) == ["device.key"]


def test_rows_wait_two_seconds_for_an_answer_and_a_poll_as_long_as_it_may_hang(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = None
    rows, polls = Mock(), Mock()
    monkeypatch.setattr(director, "DirectorConnection", lambda _url, timeout_s, _pin: timeout_s)
    monkeypatch.setattr(director, "Sync", rows)
    monkeypatch.setattr(director, "OrderWorker", polls)
    key = device_key(path)
    me = TableIdentity("test", "journal-1", BOOT, 1, key, key.public)
    DirectorLink(
        "https://director.local:8000",
        None,
        me,
        path.with_name("table.journal"),
        path.parent,
        nothing,
        screens=nothing,
        halted=nothing,
        lost=frozenset(),
    )
    assert rows.call_args.args[1] == 2.0
    assert polls.call_args.args[1] == POLL_S + 2.0


def test_only_its_owner_may_read_it(path: Path) -> None:
    device_key(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_that_was_being_written_when_the_power_went_is_made_again(path: Path) -> None:
    path.with_name("device.key.new").write_bytes(b"ed25519:ha")
    device_key(path)
    assert os.listdir(path.parent) == ["device.key"]


def test_a_half_written_key_never_has_the_keys_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(target: Path, content: bytes) -> None:
        target.write_bytes(content[:10])
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(secret_file, "write_over", cut)
    with pytest.raises(TableSettingsError, match=r"director\.device_key"):
        device_key(path)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"my key", b"\xff\xfe"])
def test_a_file_that_is_no_key_is_named_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(TableSettingsError, match=r"director\.device_key: .*device\.key"):
        device_key(path)
    assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableSettingsError, match=r"director\.device_key: .*nowhere"):
        device_key(tmp_path / "nowhere" / "device.key")
