"""Every sentence with which the installer refuses, and what it looks at."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kiosk_install.refusals import InstallHost, check, inspect_host
from kiosk_install.system import InstallFailed, InstallRefused, System, exit_code
from kits import machine_kit

GOOD = InstallHost(
    root=True,
    linux=True,
    systemd=True,
    name="Debian GNU/Linux 13 (trixie)",
    debian=13,
    architecture="aarch64",
    bits=64,
    python=(3, 13),
    venv=True,
    apt=True,
    route=True,
    pi_camera=True,
)
BOOKWORM: dict[str, Any] = {"name": "Debian GNU/Linux 12 (bookworm)", "debian": 12}


@pytest.mark.parametrize(
    ("what", "roles", "offline", "sentence"),
    [
        ({"root": False}, ["table"], False, "you are not root: run it with sudo"),
        (
            {"linux": False, "name": "Darwin"},
            ["table"],
            False,
            "this is Darwin: a table or a director runs on Linux only",
        ),
        (
            {"systemd": False},
            ["director"],
            False,
            "Debian GNU/Linux 13 (trixie) has no systemd, which starts and watches everything: "
            "use Raspberry Pi OS or Debian 13",
        ),
        (
            BOOKWORM,
            ["table"],
            False,
            "Debian GNU/Linux 12 (bookworm) can't run the Pi's camera with what a table needs: "
            "install Raspberry Pi OS 13 (Trixie)",
        ),
        (
            {"architecture": "armv7l", "bits": 32},
            ["table"],
            False,
            "this machine is armv7l with 32 bits, for which there are no packages: "
            "use a 64-bit system, aarch64 or x86_64",
        ),
        (
            {"bits": 32},
            ["table"],
            False,
            "this machine is aarch64 with 32 bits, for which there are no packages: "
            "use a 64-bit system, aarch64 or x86_64",
        ),
        (
            {"python": (3, 9), "debian": None},
            ["director"],
            False,
            "/usr/bin/python3 is Python 3.9; 3.11 or newer is needed: "
            "install Raspberry Pi OS 13 (Trixie)",
        ),
        (
            {"route": False},
            ["table"],
            False,
            "there is no network and no folder of wheels: connect it, or name one with --wheels",
        ),
        (
            {"venv": False},
            ["table"],
            True,
            "python3-venv is missing: as root run apt-get install python3-venv",
        ),
    ],
)
def test_it_is_refused_in_one_sentence(
    what: dict[str, Any], roles: list[str], offline: bool, sentence: str
) -> None:
    with pytest.raises(InstallRefused) as refused:
        check(replace(GOOD, **what), roles, offline=offline)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("what", "roles", "offline"),
    [
        ({}, ["table", "director"], False),
        (BOOKWORM, ["director"], False),
        (BOOKWORM | {"pi_camera": False}, ["table"], False),
        ({"route": False}, ["table"], True),
        ({"venv": False}, ["table"], False),  # apt brings it
        ({"architecture": "x86_64"}, ["table"], False),
    ],
)
def test_it_goes_on(what: dict[str, Any], roles: list[str], offline: bool) -> None:
    check(replace(GOOD, **what), roles, offline=offline)


@pytest.mark.parametrize(
    ("told", "debian"),
    [
        ('ID=debian\nVERSION_ID="12"\n', 12),
        ('ID=raspbian\nID_LIKE=debian\nVERSION_ID="13"\n', 13),
        ('ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n', 24),
        ('ID=fedora\nVERSION_ID="40"\n', None),
        ("ID=debian\n", None),
    ],
)
def test_the_release_is_read(tmp_path: Path, told: str, debian: int | None) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text(told)
    assert inspect_host(System(tmp_path)).debian == debian


@pytest.mark.parametrize(
    ("table", "pi_camera"),
    [
        ('[devices]\nkind = "real"\n[devices.camera]\nkind = "pi"\n', True),
        ('[devices]\nkind = "real"\n[devices.camera]\nwidth = 1\n', True),
        ('[devices]\nkind = "real"\n[devices.camera]\nkind = "usb"\n', False),
        ('[devices]\nkind = "simulated"\n[devices.camera]\nwidth = 1\n', False),
        ('[devices]\nkind = "real"\n', False),
        ("no toml", True),
    ],
)
def test_the_camera_is_read_from_the_tables_file(
    tmp_path: Path, table: str, pi_camera: bool
) -> None:
    (tmp_path / "etc/table-kiosk").mkdir(parents=True)
    assert inspect_host(System(tmp_path)).pi_camera  # as in the example
    (tmp_path / "etc/table-kiosk/table.toml").write_text(table)
    assert inspect_host(System(tmp_path)).pi_camera is pi_camera


def test_nothing_is_touched_when_it_is_refused(machine: machine_kit.Machine) -> None:
    release = machine.root / "etc/os-release"
    release.write_text('PRETTY_NAME="Debian 12"\nID=debian\nVERSION_ID="12"\n')
    before = machine.tree()
    code, said, complained = machine.install("table", "--wheels", str(machine.wheels))
    assert (code, said) == (2, "")
    assert complained == (
        "install: Debian 12 can't run the Pi's camera with what a table needs: "
        "install Raspberry Pi OS 13 (Trixie)\n"
    )
    assert machine.tree() == before


def test_a_folder_without_wheels_is_refused(machine: machine_kit.Machine, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    code, _said, complained = machine.install("table", "--wheels", str(empty))
    assert code == 2
    assert complained == (
        f"install: {empty} holds no wheels: name the folder that pip wheel or download filled\n"
    )


@pytest.fixture
def strict_umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("strict_umask")
@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (None, 0, ""),
        (InstallFailed("no room"), 1, "install: no room\n"),
        (InstallRefused("not now"), 2, "install: not now\n"),
    ],
)
def test_what_is_done_ends_in_a_code_and_leaves_what_everybody_may_read(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    error: Exception | None,
    code: int,
    told: str,
) -> None:
    def work(system: System) -> None:
        system.put("etc/made/file", b"")
        if error is not None:
            raise error

    assert exit_code("install", tmp_path, work) == code
    assert capsys.readouterr() == ("", told)
    assert (tmp_path / "etc/made").stat().st_mode & 0o777 == 0o755
