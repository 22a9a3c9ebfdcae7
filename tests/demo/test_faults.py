"""Faults injected into a running table: the rows of `kiosk/demo/FAULTS.md`."""

from collections.abc import Iterator

import pytest
from kits.fault_hall import Hall, hall
from kits.fault_list import FAULTS, Fault
from kits.faults_kit import tried
from kits.small_disk import NEEDS_DISK, small_disk

pytestmark = pytest.mark.night


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("faults")
    with small_disk(folder) as disk, hall(folder, disk) as found:
        yield found


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_it_is_told_mended_and_nothing_is_lost(made: Hall, fault: Fault) -> None:
    if fault.on_disk and made.disk is None:
        pytest.skip(NEEDS_DISK)
    tried(made, fault)
