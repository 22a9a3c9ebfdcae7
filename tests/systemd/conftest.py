"""A machine for each test; one that is installed already is copied, as making it takes seconds."""

import shutil
from pathlib import Path

import pytest
from kits.machine_kit import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="session")
def table_installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    Machine(folder).installed("table")
    return folder


@pytest.fixture
def table(table_installed: Path, tmp_path: Path) -> Machine:
    """A table that is installed, with a systemd in which its units are up."""
    machine = Machine(tmp_path)
    shutil.rmtree(machine.root)
    shutil.copytree(table_installed / "root", machine.root, symlinks=True)
    machine.with_systemd()
    units = machine.root / "run/units"
    units.mkdir()
    for name in ("kiosk-table.service", "kiosk-screen.service"):
        (units / name).touch()
    return machine
