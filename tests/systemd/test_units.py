"""The units against systemd's own analysis, and against the code that they start."""

import re
import shlex
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from kits.machine_kit import ROOT, Machine
from kits.tracked_files import tracked_files

from kiosk import cli
from kiosk.table.camera import FROZEN_S, START_S

UNITS = tracked_files("systemd/units/*.service")
HIGHEST = 3.0
"""The exposure that none may reach, of 10."""


def lines(unit: Path, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def command(unit: Path) -> list[str]:
    """The command line that systemd runs, with what `etc/*.env` and the unit itself say."""
    variables = dict(re.findall(r"(KIOSK_\w+)=(\S+)", unit.read_text()))
    (line,) = lines(unit, "ExecStart")
    line = re.sub(r"\$\{?(\w+)\}?", lambda found: variables.get(found[1], ""), line)
    return shlex.split(line)


def analysed(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )


def test_there_are_three() -> None:
    names = [unit.name for unit in UNITS]
    assert names == ["kiosk-director.service", "kiosk-screen.service", "kiosk-table.service"]


def test_systemd_has_nothing_to_say(machine: Machine, tmp_path: Path) -> None:
    """It warns of unknown keys with exit code 0: any word is one too many."""
    machine.installed("both")
    checked = []
    for unit in UNITS:
        text = unit.read_text().replace("/opt/table-kiosk", f"{machine.root}/opt/table-kiosk")
        copy = tmp_path / unit.name
        copy.write_text(text)
        checked.append(str(copy))
    done = analysed("verify", "--man=no", *checked)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    Path(checked[0]).write_text(Path(checked[0]).read_text() + "[Service]\nWatchdgSec=1\n")
    assert "WatchdgSec" in analysed("verify", "--man=no", *checked).stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_little_is_exposed(unit: Path) -> None:
    done = analysed("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(r"exposure level for (\S+): (\d+\.\d)", done.stdout)
    assert found is not None, done.stderr
    assert found[1] == unit.name
    assert float(found[2]) < HIGHEST


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_its_command_line_is_one_of_ours(unit: Path) -> None:
    program, *arguments = command(unit)
    assert program == "/opt/table-kiosk/current/bin/kiosk"
    options = cli.build_parser().parse_args(arguments)
    assert unit.stem == f"kiosk-{arguments[0]}"
    assert options.log_level in {"info", "warning"}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_it_is_watched_and_never_given_up(unit: Path) -> None:
    assert lines(unit, "Type") == ["notify"]
    assert 5 <= int(lines(unit, "WatchdogSec")[0]) <= 20
    assert lines(unit, "Restart") == ["always"]
    assert int(lines(unit, "RestartSec")[0]) <= 2
    before_service = unit.read_text().partition("[Service]")[0]
    assert "\nStartLimitIntervalSec=0\n" in before_service
    assert lines(unit, "WantedBy") == ["multi-user.target"]
    assert lines(unit, "LimitCORE") == ["0"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_it_waits_neither_for_the_network_nor_for_another_of_ours(unit: Path) -> None:
    ordered = " ".join(line for key in ("After", "Wants", "Requires") for line in lines(unit, key))
    assert "online" not in ordered
    assert "kiosk-" not in ordered
    if unit.stem != "kiosk-director":
        assert "network" not in ordered


def test_only_the_table_owns_the_folder_of_its_socket() -> None:
    owners = [unit.stem for unit in UNITS if lines(unit, "RuntimeDirectory")]
    assert owners == ["kiosk-table"]
    screen = next(unit for unit in UNITS if unit.stem == "kiosk-screen")
    assert "/run/kiosk/table.sock" in command(screen)
    example = (ROOT / "config/table.toml").read_text()
    assert 'socket = "/run/kiosk/table.sock"' in example


def test_a_table_has_time_to_stop() -> None:
    table = next(unit for unit in UNITS if unit.stem == "kiosk-table")
    assert int(lines(table, "TimeoutStopSec")[0]) > FROZEN_S + START_S


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_what_it_writes_to_is_writable(unit: Path) -> None:
    """All else is read-only (ProtectSystem=strict)."""
    ours = {f"/var/lib/{name}" for name in lines(unit, "StateDirectory")}
    paths = {word for word in command(unit) if word.startswith("/var")}
    assert {str(Path(path).parent) for path in paths} <= ours
    assert lines(unit, "ProtectSystem") == ["strict"]


def test_what_systemd_reads_beside_the_units_can_be_read() -> None:
    for name in ("journald.conf", "networkmanager.conf"):
        parsed = ConfigParser(comment_prefixes=("#",))
        parsed.read_string((ROOT / "systemd/etc" / name).read_text())
        assert len(parsed.sections()) == 1
    chrony = (ROOT / "systemd/etc/chrony.conf").read_text().splitlines()
    assert "maxslewrate 100" in chrony
    assert "makestep 1 3" in chrony
