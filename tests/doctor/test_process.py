"""`kiosk doctor`, as a person or a program runs it."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from kits.doctor_twin import Simulated
from kits.table_kit import CONFIG

from kiosk import cli
from kiosk.doctor.run import print_findings
from kiosk.health.codes import CODES


def test_a_simulated_table_is_well_in_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    with Simulated() as table:
        examined = table.examined(press=True, tried=True)
        assert print_findings(examined, as_json=True) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["exit"] == 0
    states = {each["code"]: each["state"] for each in told["findings"]}
    assert set(states.values()) == {"ok"}
    assert {each["part"] for each in told["findings"]} == {c.partition(".")[0] for c in CODES}
    commits = next(each for each in told["findings"] if each["code"] == "disk.ok")
    assert {"name": "commit p99", "value": 5.98, "unit": "ms"} in commits["values"]


def test_a_fault_is_told_in_a_line_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with Simulated(["camera.absent", "power.low"]) as table:
        assert print_findings(table.examined(), as_json=False) == 1
    lines = capsys.readouterr().out.splitlines()
    (wrong,) = (line for line in lines if line.startswith("FAULT"))
    assert wrong.split()[1] == "power.low"
    assert "throttled=0x50005" in wrong
    assert "To do: use the Pi's own supply" in wrong
    assert lines[-1].startswith("1 fault, 0 warnings.")


def run(*options: str) -> int:
    return cli.main(["doctor", *options])


def test_a_code_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--explain", "power.was-low") == 0
    said = capsys.readouterr().out
    assert said.startswith("power.was-low (warning) The voltage was too low")
    assert said.count("\n") == 1


def test_what_is_lacking_ends_with_3(capsys: pytest.CaptureFixture[str]) -> None:
    with Simulated(["camera.absent", "buttons.no-gpio"]) as table:
        assert print_findings(table.examined(), as_json=False) == 3
    assert "buttons.no-gpio" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "--config"),
        (["--config", "nowhere.toml"], "nowhere.toml can't be read"),
        (["--seconds", "0"], "'0' is no time to wait"),
        (["--explain", "power"], "'power' is no code"),
    ],
)
def test_wrong_use_is_one_line_and_2(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*options) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_simulated_tables_file_is_no_real_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG)
    assert run("--config", str(file)) == 2
    assert "has simulated devices" in capsys.readouterr().err


REAL = """
[table]
number = 1
event_id = "club"
[devices]
kind = "real"
[devices.buttons]
left_pin = 17
right_pin = 27
[devices.tower]
port = "/dev/no-such-tower"
"""


def test_a_real_tables_file_looks_at_this_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever machine this is: what no test can bring is there or told as missing."""
    file = tmp_path / "table.toml"
    file.write_text(REAL)
    run("--config", str(file), "--journal", str(tmp_path / "journal.db"), "--json")
    told = json.loads(capsys.readouterr().out)
    codes = [each["code"] for each in told["findings"]]
    assert {"table.stopped", "tower.missing", "camera.absent", "journal.new"} <= set(codes)
    assert any(code.startswith("disk.") for code in codes)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["table.toml"]


def test_help_shows_it_at_work(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    said = capsys.readouterr().out
    assert "kiosk doctor --config table.toml --journal journal.db" in said
    parser = cli.build_parser()
    assert isinstance(parser, argparse.ArgumentParser)
    assert parser.parse_args(["doctor", "--try"]).tried
