"""The installer on a machine below a folder: once, again, over itself, and away."""

import json
import os
import tomllib
from pathlib import Path

import pytest
from kits.machine_kit import ROOT, Machine, wheel
from kits.tracked_files import tracked_files

from kiosk.director import settings as director_settings
from kiosk.table import settings as table_settings

PLAYED = json.dumps({"state": {"phase": "moving", "opened": {"match_id": "m-1"}}}) + "\n"
OVER = json.dumps({"state": {"phase": "match_over", "opened": {"match_id": "m-1"}}}) + "\n"
NONE = json.dumps({"state": {"phase": "vacant", "opened": None}}) + "\n"


def again(machine: Machine, *more: str, typed: str = "") -> tuple[int, str, str]:
    return machine.install("table", "--wheels", str(machine.wheels), *more, typed=typed)


def test_everything_is_in_its_place(machine: Machine) -> None:
    machine.installed("both")
    root = machine.root
    assert machine.kiosk("--version") == "kiosk 0.1.0\n"
    assert os.readlink(root / "opt/table-kiosk/current") == "0.1.0"
    units = {path.name for path in tracked_files("systemd/units/*")}
    assert {p.name for p in (root / "etc/systemd/system").glob("kiosk-*")} == units
    wanted = root / "etc/systemd/system/multi-user.target.wants"
    links = {path.name: os.readlink(path) for path in wanted.iterdir()}
    assert links == {unit: f"/etc/systemd/system/{unit}" for unit in units}
    for tty in ("getty@tty1.service", "autovt@tty1.service"):
        assert os.readlink(root / "etc/systemd/system" / tty) == "/dev/null"
    for place in (
        "etc/udev/rules.d/70-table-kiosk.rules",
        "etc/chrony/conf.d/table-kiosk.conf",
        "etc/NetworkManager/conf.d/table-kiosk.conf",
        "etc/systemd/journald.conf.d/table-kiosk.conf",
    ):
        assert (root / place).read_text().startswith("#"), place


def test_the_settings_are_ones_that_table_and_director_take(machine: Machine) -> None:
    machine.installed("both")
    folder = machine.root / "etc/table-kiosk"
    table = table_settings.load(folder / "table.toml")
    assert table.table.socket == "/run/kiosk/table.sock"
    director = director_settings.load(folder / "director.toml")
    assert director.director.pictures == "/var/lib/kiosk/director-pictures"


def test_a_second_run_changes_nothing(machine: Machine) -> None:
    machine.installed("both")
    before = machine.tree()
    code, said, complained = machine.install("both", "--wheels", str(machine.wheels))
    assert (code, said, complained) == (0, "Nothing to change.\n", "")
    assert machine.tree() == before


def test_settings_that_are_there_stay(table: Machine) -> None:
    mine = table.root / "etc/table-kiosk/table.toml"
    mine.write_text("mine = true\n")
    assert again(table)[0] == 0
    assert mine.read_text() == "mine = true\n"


def test_a_unit_that_was_disabled_stays_so(table: Machine) -> None:
    link = table.root / "etc/systemd/system/multi-user.target.wants/kiosk-screen.service"
    link.unlink()
    assert again(table)[0] == 0
    assert not link.is_symlink()


def test_only_what_changed_is_restarted(table: Machine) -> None:
    assert again(table)[0] == 0
    assert [line for line in table.asked() if "restart" in line] == []
    unit = table.release / "systemd/units/kiosk-screen.service"
    unit.write_text(unit.read_text() + "# of another release\n")
    assert again(table)[0] == 0
    asked = table.asked()
    assert asked.index("daemon-reload") < asked.index("restart --no-block kiosk-screen.service")
    assert [line for line in asked if "kiosk-table" in line and "restart" in line] == []


def test_a_damaged_file_is_mended(table: Machine) -> None:
    rules = table.root / "etc/udev/rules.d/70-table-kiosk.rules"
    whole = rules.read_text()
    rules.write_text("")
    assert again(table)[0] == 0
    assert rules.read_text() == whole


def test_a_role_is_added_to_what_is_there(table: Machine) -> None:
    code, _said, complained = table.install("director", "--wheels", str(table.wheels))
    assert (code, complained) == (0, "")
    stamp = json.loads((table.root / "opt/table-kiosk/current/installed.json").read_text())
    assert stamp["roles"] == ["director", "table"]
    assert (table.root / "etc/systemd/system/kiosk-table.service").exists()
    assert (table.root / "etc/systemd/system/kiosk-director.service").exists()


def test_another_content_of_the_same_version_gets_a_folder_of_its_own(table: Machine) -> None:
    wheel(table.wheels, "0.1.0", more="# mended")
    assert again(table)[0] == 0
    assert os.readlink(table.root / "opt/table-kiosk/current").startswith("0.1.0-")
    assert os.readlink(table.root / "opt/table-kiosk/previous") == "0.1.0"


def test_the_same_content_zipped_again_is_the_same(table: Machine) -> None:
    path = wheel(table.wheels, "0.1.0")
    os.utime(path, (0, 0))
    assert again(table)[:2] == (0, "Nothing to change.\n")


def test_an_environment_that_does_not_work_is_not_left_behind(machine: Machine) -> None:
    wheel(machine.wheels, "0.1.0", more="raise RuntimeError('no such library')")
    code, _said, complained = again(machine)
    assert code == 1
    assert complained.endswith("RuntimeError: no such library\n")
    assert complained.count("\n") == 1
    assert [path.name for path in (machine.root / "opt/table-kiosk").iterdir()] == [".lock"]


def test_what_was_cut_off_is_made_anew(machine: Machine) -> None:
    half = machine.root / "opt/table-kiosk/0.1.0/bin"
    half.mkdir(parents=True)
    (half / "kiosk").write_text("")
    machine.installed("table")
    assert machine.kiosk("--version") == "kiosk 0.1.0\n"


@pytest.mark.parametrize(("journal", "passes"), [(PLAYED, False), (OVER, True), (NONE, True)])
def test_nothing_is_restarted_while_a_match_is_open(
    table: Machine, journal: str, passes: bool
) -> None:
    (table.root / "var/lib/kiosk").mkdir(parents=True)
    (table.root / "var/lib/kiosk/journal.db").write_text(journal)
    unit = table.release / "systemd/units/kiosk-table.service"
    unit.write_text(unit.read_text() + "# of another release\n")
    code, _said, complained = again(table)
    assert (code == 0) is passes, complained
    if not passes:
        assert complained == (
            "install: a match is open at this table (moving): wait until it is over, "
            "or give --force\n"
        )
        assert again(table, "--force", typed="yes\n")[0] == 2
        assert [line for line in table.asked() if "restart" in line] == []
        assert again(table, "--force", typed="interrupt\n")[0] == 0
    assert "restart --no-block kiosk-table.service" in table.asked()


def test_a_second_run_goes_on_while_a_match_is_open(table: Machine) -> None:
    """It has nothing to restart."""
    (table.root / "var/lib/kiosk").mkdir(parents=True)
    (table.root / "var/lib/kiosk/journal.db").write_text(PLAYED)
    assert again(table)[:2] == (0, "Nothing to change.\n")


def kept(root: Path) -> set[str]:
    return {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file() or p.is_symlink()}


def test_away_it_leaves_journals_and_settings(table: Machine) -> None:
    journal = table.root / "var/lib/kiosk/journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_text(OVER)
    code, said, complained = table.install("--uninstall")
    assert (code, complained) == (0, "")
    assert said == "Table Kiosk is gone. Kept: /etc/table-kiosk, /var/lib/kiosk.\n"
    left = {name for name in kept(table.root) if not name.startswith(("run/", "usr/bin"))}
    assert left == {
        "etc/os-release",
        "etc/table-kiosk/screen.env",
        "etc/table-kiosk/table.toml",
        "var/lib/kiosk/journal.db",
    }
    assert table.up() == set()
    assert again(table)[0] == 0
    assert journal.read_text() == OVER


def test_away_with_everything_takes_a_typed_word(table: Machine) -> None:
    journal = table.root / "var/lib/kiosk/journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_text(OVER)
    code, _said, complained = table.install("--uninstall", "--purge", typed="y\n")
    assert (code, complained) == (2, "install: delete was not typed: nothing was done\n")
    assert journal.exists()
    assert table.up() != set()
    assert table.install("--uninstall", "--purge", typed="delete\n")[0] == 0
    left = {name for name in kept(table.root) if not name.startswith(("run/", "usr/bin"))}
    assert left == {"etc/os-release"}


def test_it_is_not_taken_away_while_a_match_is_open(table: Machine) -> None:
    (table.root / "var/lib/kiosk").mkdir(parents=True)
    (table.root / "var/lib/kiosk/journal.db").write_text(PLAYED)
    before = table.tree()
    assert table.install("--uninstall")[0] == 2
    assert table.tree() == before


def test_what_is_no_journal_is_not_taken_for_one_without_a_match(table: Machine) -> None:
    (table.root / "var/lib/kiosk").mkdir(parents=True)
    (table.root / "var/lib/kiosk/journal.db").write_text("")
    code, _said, complained = table.install("--uninstall")
    assert code == 2
    assert "whether a match is open can't be read from" in complained


def test_our_example_is_what_a_table_is_taken_for_before_it_has_a_file() -> None:
    """So Bookworm is refused before anything is put in place."""
    devices = tomllib.loads((ROOT / "config/table.toml").read_text())["devices"]
    assert (devices["kind"], devices["camera"]["kind"]) == ("real", "pi")
