"""What may go wrong at a table, done to a running one: the README's table, row by row."""

from collections.abc import Iterator

import pytest
from kits.faults_kit import BEGIN, END, FAULTS, README, Fault, Hall, hall, row, tried

pytestmark = pytest.mark.night


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall(tmp_path_factory.mktemp("faults")) as found:
        yield found


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_it_is_told_mended_and_nothing_is_lost(made: Hall, fault: Fault) -> None:
    seen = tried(made, fault)
    told = row(fault, seen).rsplit("|", 3)[0]
    rows = README.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0].splitlines()
    assert told in [each.rsplit("|", 3)[0] for each in rows]
    made.play()
    made.all_at_director()
